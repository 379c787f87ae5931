//! The TDM Reservation Protocol: the value of `tdm-reservation`, and `/.well-known/tdmrep.json`.
//!
//! ```text
//! tdm-reservation = ( "0" / "1" ) *( "," ( "0" / "1" ) )
//! tdmrep.json     = [ { "location": pattern, "tdm-reservation": 0 / 1, "tdm-policy": URL }, ... ]
//! ```

use super::problem::{SignalProblemAt, SignalProblemKind};
use crate::text::Span;

/// The values of a field or a META element: whether each reserves, and where it is (S-056).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reservations {
    /// Whether each value reserves, in their order.
    pub values: Vec<(bool, Span)>,
    /// What is wrong.
    pub problems: Vec<SignalProblemAt>,
}

impl Reservations {
    /// Reads the values.
    pub fn read(text: &[u8]) -> Self {
        let mut out = Self::default();
        let mut start = 0;
        for part in text.split(|&byte| byte == b',') {
            let margin = part.len() - part.trim_ascii_start().len();
            let value = part.trim_ascii();
            let span = Span::new(start + margin, start + margin + value.len());
            match value {
                b"1" => out.values.push((true, span)),
                b"0" => out.values.push((false, span)),
                _ => out.problems.push((SignalProblemKind::Value, span)),
            }
            start += part.len() + 1;
        }
        out
    }
}

/// A rule of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TdmRule {
    /// Patterns; it is about what one of them matches.
    pub locations: Vec<Box<str>>,
    /// The value of `location`.
    pub location_span: Span,
    /// Whether it reserves.
    pub reserves: bool,
    /// The URL of its policy, as written.
    pub policy: Option<Box<str>>,
    /// The value of `tdm-policy`, where it counts.
    pub policy_span: Option<Span>,
    /// The line of its `{`, counted from 1.
    pub line: u32,
    /// Its bytes.
    pub span: Span,
}

/// What a file says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg(feature = "signals")]
#[non_exhaustive]
pub struct TdmFile {
    /// The rules that count, in their order.
    pub rules: Vec<TdmRule>,
    /// What is wrong, with the line.
    pub problems: Vec<(SignalProblemAt, u32)>,
}

#[cfg(feature = "signals")]
pub use file::read;

#[cfg(feature = "signals")]
mod file {
    use serde_json::Deserializer;
    use serde_json::value::RawValue;

    use super::{SignalProblemKind, Span, TdmFile, TdmRule};
    use crate::syntax::signals::{LineCount, offset, without_mark};

    /// Reads `tdmrep.json`, if it has no more than `ceiling` bytes (S-050 to S-055, S-115).
    ///
    /// ```
    /// use placet::syntax::signals::tdmrep;
    ///
    /// let file = tdmrep::read(br#"[{"location": "/a/", "tdm-reservation": 1}]"#, 1 << 16);
    /// assert!(file.rules[0].reserves && file.problems.is_empty());
    /// ```
    pub fn read(file: &[u8], ceiling: usize) -> TdmFile {
        let mut reader = Reader { file, lines: LineCount::new(file), out: TdmFile::default() };
        if file.len() > ceiling {
            reader.problem(SignalProblemKind::Truncated, Span::new(0, 0));
            reader.problem(SignalProblemKind::Format, Span::new(0, 0));
            return reader.out;
        }
        let (text, _) = without_mark(file);
        let text = std::str::from_utf8(text).ok();
        match text.map(serde_json::from_str::<&RawValue>) {
            Some(Ok(raw)) if raw.get().starts_with('[') => reader.array(raw),
            Some(Ok(raw)) if raw.get().starts_with('{') => reader.bare(raw),
            Some(Err(error)) => reader.not_json(&error),
            _ => reader.problem(SignalProblemKind::Format, Span::new(0, 0)),
        }
        reader.out
    }

    struct Reader<'t> {
        file: &'t [u8],
        lines: LineCount<'t>,
        out: TdmFile,
    }

    /// What a rule states, before it is known whether it counts.
    #[derive(Default)]
    struct Stated {
        locations: Option<Vec<Box<str>>>,
        location_span: Span,
        /// Whether it reserves; none where that is a protocol error.
        reserves: Option<bool>,
        policy: Option<(Box<str>, Span)>,
        /// A mandatory key is missing.
        is_incomplete: bool,
    }

    impl Reader<'_> {
        fn span(&self, raw: &RawValue) -> Span {
            let start = offset(raw.get().as_bytes(), self.file);
            Span::new(start, start + raw.get().len())
        }

        fn problem(&mut self, kind: SignalProblemKind, span: Span) {
            let line = self.lines.at(span.start());
            self.out.problems.push(((kind, span), line));
        }

        /// Reports where a text is not JSON.
        fn not_json(&mut self, error: &serde_json::Error) {
            let mark = self.file.len() - without_mark(self.file).0.len();
            let before = self.file.get(mark..).unwrap_or_default();
            let before = before.split_inclusive(|&byte| byte == b'\n');
            let lines: usize = before.take(error.line().saturating_sub(1)).map(<[u8]>::len).sum();
            let at = mark + lines + error.column().saturating_sub(1);
            let at = at.min(self.file.len());
            self.problem(SignalProblemKind::Format, Span::new(at, at));
        }

        fn array(&mut self, raw: &RawValue) {
            let members = serde_json::from_str::<Vec<&RawValue>>(raw.get()).unwrap_or_default();
            for member in members {
                let span = self.span(member);
                if member.get().starts_with('{') {
                    self.rule(member, span);
                } else {
                    self.problem(SignalProblemKind::Value, span);
                }
            }
        }

        /// An object in place of the array counts only where it reserves (S-055).
        fn bare(&mut self, raw: &RawValue) {
            let span = self.span(raw);
            self.rule(raw, span);
            if self.out.rules.iter().any(|rule| rule.reserves) {
                self.problem(SignalProblemKind::Lenient, span);
            } else {
                self.out.rules.clear();
                self.problem(SignalProblemKind::Format, span);
            }
        }

        fn rule(&mut self, raw: &RawValue, span: Span) {
            let stated = self.stated(raw, span);
            if stated.is_incomplete {
                self.problem(SignalProblemKind::Value, span);
            }
            let Stated { locations: Some(locations), reserves: Some(reserves), .. } = stated else {
                return;
            };
            let location_span = stated.location_span;
            let mut patterns = Vec::with_capacity(locations.len());
            for location in locations {
                // A regular expression is read where it reserves (S-119).
                let is_expression = location.starts_with('^') || location.contains(".*");
                let location = if reserves && is_expression {
                    self.problem(SignalProblemKind::Lenient, location_span);
                    location.strip_prefix('^').unwrap_or(&location).replace(".*", "*").into()
                } else {
                    location
                };
                if !location.starts_with(['/', '*']) {
                    self.problem(SignalProblemKind::Pattern, location_span);
                }
                patterns.push(location);
            }
            let line = self.lines.at(span.start());
            let (policy, policy_span) = stated.policy.unzip();
            let locations = patterns;
            let rule =
                TdmRule { locations, location_span, reserves, policy, policy_span, line, span };
            self.out.rules.push(rule);
        }

        /// What the pairs of an object state. Of a key that is there twice the last counts, of
        /// reservations one that reserves (S-120).
        fn stated(&mut self, raw: &RawValue, span: Span) -> Stated {
            let mut stated = Stated::default();
            let [mut locations, mut reservations, mut policies] = [0, 0, 0];
            let mut reserved = false;
            for (key, value) in pairs(raw) {
                match &*key {
                    "location" => {
                        locations += 1;
                        stated.location_span = self.span(value);
                        stated.locations = self.locations(value);
                    }
                    "tdm-reservation" => {
                        reservations += 1;
                        stated.reserves = self.reservation(value);
                        reserved |= stated.reserves == Some(true);
                    }
                    "tdm-policy" => {
                        policies += 1;
                        let at = self.span(value);
                        let text = serde_json::from_str::<Box<str>>(value.get()).ok();
                        let text = text.filter(|it| !it.trim().is_empty());
                        stated.policy = text.map(|text| (text, at));
                        if stated.policy.is_none() {
                            self.problem(SignalProblemKind::Value, at);
                        }
                    }
                    _ => {}
                }
            }
            if [locations, reservations, policies].into_iter().any(|count| count > 1) {
                self.problem(SignalProblemKind::Lenient, span);
            }
            stated.reserves = if reserved { Some(true) } else { stated.reserves };
            stated.is_incomplete = locations == 0 || reservations == 0;
            stated
        }

        /// One location, or a list of them (S-121).
        fn locations(&mut self, value: &RawValue) -> Option<Vec<Box<str>>> {
            let span = self.span(value);
            let text = |raw: &RawValue| serde_json::from_str::<Box<str>>(raw.get()).ok();
            if !value.get().starts_with('[') {
                let location = text(value);
                if location.is_none() {
                    self.problem(SignalProblemKind::Value, span);
                }
                return location.map(|location| vec![location]);
            }
            self.problem(SignalProblemKind::Lenient, span);
            let members = serde_json::from_str::<Vec<&RawValue>>(value.get()).unwrap_or_default();
            let strings: Vec<Box<str>> = members.iter().filter_map(|it| text(it)).collect();
            if strings.is_empty() || strings.len() < members.len() {
                self.problem(SignalProblemKind::Value, span);
            }
            (!strings.is_empty()).then_some(strings)
        }

        /// Whether a value reserves; none where it is a protocol error (S-053).
        fn reservation(&mut self, value: &RawValue) -> Option<bool> {
            let span = self.span(value);
            let text = serde_json::from_str::<Box<str>>(value.get()).ok();
            let number = serde_json::from_str::<f64>(value.get()).ok();
            // Minus zero is zero.
            let is = |known: f64| number.is_some_and(|it| (it + 0.0).total_cmp(&known).is_eq());
            let (reserves, problem) = match text.as_deref() {
                Some(text @ ("0" | "1")) => (Some(text == "1"), Some(SignalProblemKind::Lenient)),
                None if is(0.0) || is(1.0) => (Some(is(1.0)), None),
                _ => (None, Some(SignalProblemKind::Value)),
            };
            if let Some(kind) = problem {
                self.problem(kind, span);
            }
            reserves
        }
    }

    /// The pairs of an object, those with one key all of them, in their order.
    fn pairs(object: &RawValue) -> Vec<(String, &RawValue)> {
        let mut pairs = Vec::new();
        let mut rest = object.get().strip_prefix('{').unwrap_or_default();
        loop {
            let mut keys = Deserializer::from_str(rest).into_iter::<String>();
            let Some(Ok(key)) = keys.next() else { return pairs };
            let after = rest.get(keys.byte_offset()..).unwrap_or_default().trim_start();
            let after = after.strip_prefix(':').unwrap_or(after);
            let mut values = Deserializer::from_str(after).into_iter::<&RawValue>();
            let Some(Ok(value)) = values.next() else { return pairs };
            pairs.push((key, value));
            let after = after.get(values.byte_offset()..).unwrap_or_default().trim_start();
            match after.strip_prefix(',') {
                Some(more) => rest = more,
                None => return pairs,
            }
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        fn shown(text: &str) -> (Vec<String>, Vec<&'static str>) {
            let file = read(text.as_bytes(), 1 << 20);
            let rule = |it: &TdmRule| {
                format!("{} {} {}", it.line, it.locations.join(" "), u8::from(it.reserves))
            };
            let mut kinds: Vec<_> = file.problems.iter().map(|it| it.0.0.name()).collect();
            kinds.sort_unstable();
            kinds.dedup();
            (file.rules.iter().map(rule).collect(), kinds)
        }

        #[test]
        fn rules_are_read_with_their_lines() {
            let rule = r#"{"location": "/", "tdm-reservation": 1}"#;
            for (text, rules, problems) in [
                (format!("[{rule}]"), &["1 / 1"][..], &[][..]),
                (format!("\u{FEFF}[\n\r\n {rule},\r{rule}]"), &["3 / 1", "4 / 1"], &[]),
                (format!("[\"/\", {rule}]"), &["1 / 1"], &["signal-value"]),
                (rule.to_owned(), &["1 / 1"], &["signal-lenient"]),
                (rule.replace('1', "0"), &[], &["signal-format"]),
                (format!("[{}]", rule.replace('1', "\"0\"")), &["1 / 0"], &["signal-lenient"]),
                (format!("[{}]", rule.replace('1', "1.0")), &["1 / 1"], &[]),
                (format!("[{}]", rule.replace('1', "true")), &[], &["signal-value"]),
                (
                    format!("[{}]", rule.replace("\"/\"", "[\"/a\", 1, \"/b\"]")),
                    &["1 /a /b 1"],
                    &["signal-lenient", "signal-value"],
                ),
                (
                    format!("[{}]", rule.replace("\"/\"", "[]")),
                    &[],
                    &["signal-lenient", "signal-value"],
                ),
                (
                    format!("[{}]", rule.replace("\"/\"", "\"^/i/.*\"")),
                    &["1 /i/* 1"],
                    &["signal-lenient"],
                ),
                (format!("[{}]", rule.replace("\"/\"", "\"a\"")), &["1 a 1"], &["signal-pattern"]),
                (
                    format!("[{}]", rule.replace('}', ", \"tdm-reservation\": 0}")),
                    &["1 / 1"],
                    &["signal-lenient"],
                ),
                (
                    format!("[{}]", rule.replace('}', ", \"loc\\u0061tion\": \"/x\"}")),
                    &["1 /x 1"],
                    &["signal-lenient"],
                ),
                ("<!doctype html>".to_owned(), &[], &["signal-format"]),
                ("[1,]".to_owned(), &[], &["signal-format"]),
                ("\"/\"".to_owned(), &[], &["signal-format"]),
                (String::new(), &[], &["signal-format"]),
                ("[]".to_owned(), &[], &[]),
            ] {
                let rules: Vec<_> = rules.iter().map(ToString::to_string).collect();
                assert_eq!(shown(&text), (rules, problems.to_vec()), "{text}");
            }
        }

        #[test]
        fn depth_and_size_are_bounded() {
            let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
            assert_eq!(shown(&deep).1, ["signal-value"]);
            let deep = format!("[{{\"x\": {deep}, \"location\": \"/\", \"tdm-reservation\": 1}}]");
            assert_eq!(shown(&deep).0, ["1 / 1"]);
            let file = read(b"[]", 1);
            assert_eq!(file.problems.len(), 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_separated_by_commas() {
        let read = Reservations::read(b" 1 ,0, x");
        assert_eq!(read.values, [(true, Span::new(1, 2)), (false, Span::new(4, 5))]);
        assert_eq!(read.problems, [(SignalProblemKind::Value, Span::new(7, 8))]);
    }
}
