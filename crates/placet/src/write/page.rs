//! Rules about one page, written as a `Robots-Tag` field or as META elements.

use super::InvalidText;
use crate::syntax::rule::PageRule;
use crate::text::limits;

/// The rules of a page.
///
/// ```
/// use placet::page::PageRule;
/// use placet::write::PageRules;
///
/// let rules = PageRules::new()
///     .everyone(PageRule::MaxSnippet(Some(20)))
///     .crawler("_bot", PageRule::NoIndex)?;
/// assert_eq!(rules.robots_tag()?, "*;max-snippet=20, \"_bot\";noindex");
/// assert_eq!(
///     rules.metas()?,
///     "<meta name=\"robots\" content=\"max-snippet:20\">\n\
///      <meta name=\"_bot\" content=\"noindex\">\n"
/// );
/// # Ok::<(), placet::write::InvalidText>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageRules {
    everyone: Vec<PageRule>,
    crawlers: Vec<(Box<str>, Vec<PageRule>)>,
}

impl PageRules {
    /// Creates an empty set of rules.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a rule for every crawler. Naming a crawler does not exempt it (T-04).
    #[must_use]
    pub fn everyone(mut self, rule: PageRule) -> Self {
        add(&mut self.everyone, rule);
        self
    }

    /// Adds a rule for the crawler with this name, in addition to those for every crawler. Names
    /// are compared without case (T-02).
    ///
    /// # Errors
    /// If the name is empty, too long, `*` or `robots`, which address every crawler, has white
    /// space at its start or end, or contains a control character or characters outside ASCII.
    pub fn crawler(mut self, name: &str, rule: PageRule) -> Result<Self, InvalidText> {
        check_crawler(name)?;
        match self.crawlers.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, rules)) => add(rules, rule),
            None => self.crawlers.push((name.into(), vec![rule])),
        }
        Ok(self)
    }

    /// The value of the field `Robots-Tag`: a List (Robots-Tag draft §3.1.1, T-01). Without rules
    /// it is empty; then send no field (RFC 9651 §3.1).
    ///
    /// A name that is not a Token is written as a String (T-02), and so is a date, because parsers
    /// of RFC 8941 reject a whole list that contains a Date. A rule that occurs again with another
    /// value begins a new member, since only the last of several equal parameters counts (RFC 9651
    /// §4.2.3.2).
    ///
    /// # Errors
    /// If it is longer than [`limits::FIELD_VALUE`], because readers need not read more (T-06).
    pub fn robots_tag(&self) -> Result<String, InvalidText> {
        let mut members: Vec<String> = Vec::new();
        for (name, rules) in self.members() {
            let item = name.map_or("*".to_owned(), item);
            for (at, rule) in rules.iter().enumerate() {
                let before = rules.get(..at).unwrap_or_default();
                match members.last_mut() {
                    Some(member) if at > 0 && before.iter().all(|it| it.name() != rule.name()) => {
                        member.push_str(&parameter(*rule));
                    }
                    _ => members.push(format!("{item}{}", parameter(*rule))),
                }
            }
        }
        let value = members.join(", ");
        check_length(value)
    }

    /// The META elements, one per line (§3.1.2, T-10).
    ///
    /// # Errors
    /// If the content of one is longer than [`limits::FIELD_VALUE`], because readers need not read
    /// more (T-14).
    pub fn metas(&self) -> Result<String, InvalidText> {
        let mut text = String::new();
        for (name, rules) in self.members() {
            let rules: Vec<String> = rules.iter().map(ToString::to_string).collect();
            text.push_str(&meta(name, &check_length(rules.join(", "))?));
        }
        Ok(text)
    }

    /// The rules for every crawler (`None`) and for each named one.
    fn members(&self) -> impl Iterator<Item = (Option<&str>, &[PageRule])> {
        let everyone = (!self.everyone.is_empty()).then_some((None, &*self.everyone));
        let crawlers = self.crawlers.iter().map(|(name, rules)| (Some(&**name), &**rules));
        everyone.into_iter().chain(crawlers)
    }
}

/// Adds a rule, unless it is there already.
fn add(rules: &mut Vec<PageRule>, rule: PageRule) {
    if !rules.contains(&rule) {
        rules.push(rule);
    }
}

/// Writes a META element for every crawler, or for one (R-140, T-10).
pub(super) fn meta(crawler: Option<&str>, content: &str) -> String {
    let name = escaped(crawler.unwrap_or("robots"));
    format!("<meta name=\"{name}\" content=\"{}\">\n", escaped(content))
}

/// Escapes text for the value of an attribute in double quotes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            _ => out.push(c),
        }
    }
    out
}

/// Checks the name of one crawler, for fields and META elements.
pub(super) fn check_crawler(name: &str) -> Result<(), InvalidText> {
    if name.is_empty() {
        Err(InvalidText::new("the name is empty"))
    } else if name.len() > limits::AGENT_NAME {
        Err(InvalidText::new("the name is longer than 256 bytes"))
    } else if name == "*" || name.eq_ignore_ascii_case("robots") {
        Err(InvalidText::new("the name addresses every crawler"))
    } else if name.trim_ascii() != name {
        Err(InvalidText::new("white space at the start or end would be lost"))
    } else if !name.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        Err(InvalidText::new("the name contains a control character or characters outside ASCII"))
    } else {
        Ok(())
    }
}

/// Checks the length of a field value or of the content of a META element.
pub(super) fn check_length(text: String) -> Result<String, InvalidText> {
    if text.len() <= limits::FIELD_VALUE {
        Ok(text)
    } else {
        Err(InvalidText::new("the value is longer than 8 KiB, and readers need not read more"))
    }
}

/// Writes a name as a Token if it is one, otherwise as a String (RFC 9651 §3.3.3, §3.3.4).
fn item(name: &str) -> String {
    let part = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~:/".contains(c);
    let can_begin = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '*');
    if can_begin && name.chars().all(part) { name.to_owned() } else { string(name) }
}

fn string(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Writes a parameter with its `;`: the name of the rule and its value, if it has one.
fn parameter(rule: PageRule) -> String {
    let name = rule.name();
    match rule {
        // An Integer has at most 15 digits (RFC 9651 §3.3.1).
        PageRule::MaxSnippet(Some(count)) | PageRule::MaxVideoPreview(Some(count))
            if count > 999_999_999_999_999 =>
        {
            format!(";{name}=\"{count}\"")
        }
        PageRule::UnavailableAfter(moment) => format!(";{name}=\"{moment}\""),
        _ => format!(";{}", rule.to_string().replacen(':', "=", 1)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::syntax::rule::{Addressee, Directive, NoEffect};
    use crate::syntax::{robots_meta, robots_tag};
    use crate::vocabulary::{ImagePreview, Moment};

    fn addressed(rules: &[Directive]) -> Vec<(Addressee, PageRule)> {
        rules.iter().map(|it| (it.addressee.clone(), it.rule)).collect()
    }

    /// The rules of META elements, read by a minimal parser.
    fn read_metas(text: &str) -> Vec<(Addressee, PageRule)> {
        let plain = |text: &str| {
            let text = text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">");
            text.replace("&amp;", "&")
        };
        let mut all = Vec::new();
        for line in text.lines() {
            let [_, name, between, content, end] =
                line.split('"').map(plain).collect::<Vec<_>>().try_into().unwrap();
            assert_eq!((&*between, &*end), (" content=", ">"));
            let to = match &*name {
                "robots" => Addressee::Everyone,
                name => Addressee::Crawler(name.into()),
            };
            let read = robots_meta::read(&content, &to);
            assert!(read.problems.is_empty(), "{content} {:?}", read.problems);
            all.extend(addressed(&read.rules));
        }
        all
    }

    fn rule() -> impl Strategy<Value = PageRule> {
        prop_oneof![
            Just(PageRule::NoIndex),
            Just(PageRule::None),
            Just(PageRule::NoSnippet),
            Just(PageRule::NoImageAi),
            Just(PageRule::NoEffect(NoEffect::All)),
            any::<Option<u64>>().prop_map(PageRule::MaxSnippet),
            (0..2_000_000_000_000_000_u64).prop_map(|n| PageRule::MaxVideoPreview(Some(n))),
            Just(PageRule::MaxImagePreview(ImagePreview::None)),
            Just(PageRule::MaxImagePreview(ImagePreview::Standard)),
            (-62_167_219_200..=253_402_300_799_i64)
                .prop_map(|at| PageRule::UnavailableAfter(Moment::from_unix(at).unwrap())),
        ]
    }

    proptest! {
        #[test]
        fn written_rules_are_read_back(
            everyone in prop::collection::vec(rule(), 0..5),
            named in prop::collection::vec(("[ -~]{1,8}", rule()), 0..5),
        ) {
            let mut rules = PageRules::new();
            for rule in everyone {
                rules = rules.everyone(rule);
            }
            for (name, rule) in named {
                rules = rules.clone().crawler(&name, rule).unwrap_or(rules);
            }
            let expected: Vec<_> = rules
                .members()
                .flat_map(|(name, rules)| {
                    let to = name.map_or(Addressee::Everyone, |it| Addressee::Crawler(it.into()));
                    rules.iter().map(move |rule| (to.clone(), *rule))
                })
                .collect();
            let value = rules.robots_tag().unwrap();
            let read = robots_tag::read(value.as_bytes());
            prop_assert!(read.problems.is_empty(), "{} {:?}", value, read.problems);
            prop_assert_eq!(addressed(&read.rules), &*expected, "{}", value);
            prop_assert_eq!(read_metas(&rules.metas().unwrap()), expected);
        }
    }

    #[test]
    fn invalid_names_and_long_values_are_rejected() {
        for name in ["", "*", "Robots", " a", "a\n", "é", &"a".repeat(257)] {
            assert!(PageRules::new().crawler(name, PageRule::NoIndex).is_err(), "{name}");
        }
        let mut rules = PageRules::new();
        for count in 0..1_000 {
            rules = rules.everyone(PageRule::MaxSnippet(Some(count)));
        }
        assert!(rules.robots_tag().is_err() && rules.metas().is_err());
    }

    #[test]
    fn rules_for_one_name_are_written_together() {
        let rules = PageRules::new()
            .crawler("a", PageRule::NoIndex)
            .and_then(|rules| rules.crawler("b", PageRule::NoAi))
            .and_then(|rules| rules.crawler("A", PageRule::NoMl))
            .and_then(|rules| rules.crawler("a", PageRule::NoMl))
            .unwrap();
        assert_eq!(rules.robots_tag().unwrap(), "a;noindex;noml, b;noai");
        let lengths = [Some(5), Some(9)].map(PageRule::MaxSnippet);
        let rules = lengths.into_iter().fold(PageRules::new(), PageRules::everyone);
        let rules = rules.everyone(PageRule::NoAi).everyone(PageRule::MaxSnippet(None));
        let value = "*;max-snippet=5, *;max-snippet=9;noai, *;max-snippet=-1";
        assert_eq!(rules.robots_tag().unwrap(), value);
        assert_eq!(PageRules::new().robots_tag().unwrap(), "");
        assert_eq!(PageRules::new().metas().unwrap(), "");
    }
}
