//! The statements about the usage that the profile does not read, or whose family of signals is not
//! read.

use super::{NotApplied, NotAppliedReason, is_about};
use crate::evaluate::Decision;
use crate::law::order::needed;
use crate::law::rfc9309;
use crate::pattern::Target;
use crate::policy::{At, HeaderName, PageParts, Record, RobotsPolicy};
use crate::syntax::robots::Key;
use crate::text::{Span, limits};
use crate::vocabulary::{Agent, Family, Usage};

impl Decision {
    /// The statements about the usage that were not read, so that they did not apply:
    ///
    /// - signals about the use of content of [families](crate::AgentPolicy::families) that are not
    ///   read, and in other profiles than the full one those of all families: `Content-Signal`,
    ///   `Content-Usage`, `License`, `DisallowAITraining` and `AllowAITraining` in the groups that
    ///   apply, `Content-Signal`, `Content-Usage`, `tdm-reservation` and links to licences in the
    ///   response, `tdm-reservation` in the page, the rules `noai`, `noimageai` and `noml`;
    /// - ACAP in other profiles than the full one.
    ///
    /// At most [`limits::NOT_READ`] are listed.
    /// [`Explanation::not_applied`](crate::explain::Explanation::not_applied) lists the statements
    /// that were read and did not apply.
    pub fn not_applied(&self) -> Vec<NotApplied> {
        let mut found = self.not_read_in_robots();
        if let Some(asked) = self.page_asked() {
            let parts = &*asked.policy.parts;
            found.extend(self.not_read_in_fields(parts));
            found.extend(self.not_read_in_page(parts));
        }
        found.truncate(limits::NOT_READ);
        found
    }

    /// Why a signal did not apply.
    fn no_signals(&self) -> NotAppliedReason {
        let read = self.profile().behaviour().reads_signals;
        if read { NotAppliedReason::Signal } else { NotAppliedReason::OtherProfile }
    }

    /// Whether a family of signals was read.
    fn reads(&self, family: Family) -> bool {
        self.profile().behaviour().reads_signals && self.families().contains(family)
    }

    fn not_read_in_robots(&self) -> Vec<NotApplied> {
        let policy = self.policy();
        let listed = |record: Record<'_>, reason| {
            let span = record.span().record(policy.text());
            NotApplied::in_file(policy, record.line(), span, reason)
        };
        let mut found = Vec::new();
        // RFC 9309 has a full answer about crawling; only ACAP is about other usages.
        if !self.profile().reads_acap() && self.usage() != Usage::Crawl {
            let fields = policy.records().filter(|record| record.kind() == Key::Acap);
            found.extend(fields.map(|record| listed(record, NotAppliedReason::OtherProfile)));
        }
        // No signal is about access.
        if self.usage().is_access() {
            return found;
        }
        let signals = policy.plain_records().filter_map(|record| {
            let (signal, pattern) = Signal::of_record(&record)?;
            let family = Signal::family(record.kind())?;
            let is_listed = signal.is_about(self.usage()) && !self.reads(family);
            is_listed.then_some((record, pattern))
        });
        let mut signals: Vec<(Record<'_>, Option<String>)> = signals.collect();
        choose(&mut signals, policy, self.agent());
        signals.retain(|(_, pattern)| pattern.as_ref().is_none_or(|it| self.is_matched_by(it)));
        found.extend(signals.into_iter().map(|(record, _)| listed(record, self.no_signals())));
        found
    }

    /// Whether a rule with this pattern would match the target (S-009).
    fn is_matched_by(&self, pattern: &str) -> bool {
        let rule = format!("User-agent: *\nDisallow: {pattern}\n");
        let policy = RobotsPolicy::builder().profile(self.profile()).parse(rule.as_bytes());
        let target = Target::new(self.target(), self.profile());
        target.is_ok_and(|it| !policy.for_agent(Agent::new("a")).verdict(&it).is_permit())
    }

    fn not_read_in_fields<'d>(
        &'d self,
        parts: &'d PageParts,
    ) -> impl Iterator<Item = NotApplied> + 'd {
        let lines = (0..).zip(&parts.fields).filter(|(_, field)| {
            let signal = Signal::of_field(&field.name, &String::from_utf8_lossy(&field.value));
            signal.is_some_and(|(signal, family)| {
                signal.is_about(self.usage()) && !self.reads(family)
            })
        });
        lines.map(|(line, field)| {
            let span = Span::new(0, field.value.len().min(limits::FILE_MAX));
            written(parts, At::Field { line, span }, self.no_signals())
        })
    }

    fn not_read_in_page(&self, parts: &PageParts) -> Vec<NotApplied> {
        let mut found = Vec::new();
        let signals = &parts.element_signals;
        let reserves = signals.reservations.iter().filter(|(reserves, _)| *reserves);
        if Signal::Mining.is_about(self.usage()) && !self.reads(Family::Tdmrep) {
            found.extend(reserves.map(|&(_, at)| written(parts, at, self.no_signals())));
        }
        let rules = parts.restrictions.iter().filter(|_| !self.reads(Family::Noai));
        for restriction in rules.filter(|it| it.rule.is_signal() && it.binds(self.agent())) {
            if restriction.rule.effect(self.usage()).is_some() {
                found.push(written(parts, restriction.at, self.no_signals()));
            }
        }
        if self.profile().reads_acap() {
            return found;
        }
        let reason = NotAppliedReason::OtherProfile;
        let usages = needed(self.usage());
        for statement in parts.acap.statements.iter().filter(|it| is_about(&usages, it.usage)) {
            let record = parts.acap.records.get(statement.record as usize);
            if record.and_then(|record| record.addresses(self.agent())).is_some() {
                found.push(written(parts, parts.meta_at(statement), reason));
            }
        }
        let marks = parts.marks.iter().filter(|mark| {
            let about = |usage: &Usage| mark.about(*usage, None).is_some();
            Usage::ALL.iter().any(|usage| about(usage) && is_about(&usages, *usage))
        });
        let mut elements: Vec<At> = marks
            .map(|mark| At::Element { document: mark.document, element: mark.element })
            .collect();
        elements.dedup();
        found.extend(elements.into_iter().map(|at| written(parts, at, reason)));
        found
    }
}

/// A statement of the page as written.
fn written(parts: &PageParts, at: At, reason: NotAppliedReason) -> NotApplied {
    let text = String::from_utf8_lossy(parts.span(at).of(parts.text(at))).into_owned();
    NotApplied::in_page(parts, at, text, reason)
}

/// What a signal can be about (the table of signals-law §13).
enum Signal {
    /// `Content-Usage` or `Content-Signal`, with its words.
    Words(Vec<String>),
    /// A licence.
    License,
    /// Training alone.
    Training,
    /// Mining, and so training.
    Mining,
}

impl Signal {
    /// The family that reads a record.
    fn family(key: Key) -> Option<Family> {
        match key {
            Key::ContentUsage => Some(Family::Aipref),
            Key::ContentSignal => Some(Family::ContentSignal),
            Key::License => Some(Family::Rsl),
            Key::DisallowAiTraining | Key::AllowAiTraining => Some(Family::AiTraining),
            _ => None,
        }
    }

    /// The signal that a record is, and the pattern of the paths that it is about.
    fn of_record(record: &Record<'_>) -> Option<(Self, Option<String>)> {
        let value = record.value();
        match record.kind() {
            Key::ContentSignal | Key::ContentUsage => {
                let is_path = value.starts_with(['/', '*']);
                match value.split_once([' ', '\t']).filter(|_| is_path) {
                    Some((path, words)) => Some((Self::words(words), Some(path.to_owned()))),
                    None => Some((Self::words(&value), None)),
                }
            }
            Key::License => {
                let lower = value.to_ascii_lowercase();
                let mut starts = ["/", "http://", "https://"].iter();
                let is_reference = starts.any(|start| lower.starts_with(start));
                is_reference.then_some((Self::License, None))
            }
            Key::DisallowAiTraining | Key::AllowAiTraining => {
                Some((Self::Training, Some(value.into_owned())))
            }
            _ => None,
        }
    }

    /// The signal that a header field is, and the family that reads it.
    fn of_field(name: &HeaderName, value: &str) -> Option<(Self, Family)> {
        if name.is("content-signal") {
            Some((Self::words(value), Family::ContentSignal))
        } else if name.is("content-usage") {
            Some((Self::words(value), Family::Aipref))
        } else if name.is("tdm-reservation") {
            let reserves = value.split(',').any(|it| it.trim() == "1");
            reserves.then_some((Self::Mining, Family::Tdmrep))
        } else if name.is("link") {
            let lower = value.to_ascii_lowercase();
            let is_rsl = lower.contains("license") && lower.contains("application/rsl+xml");
            is_rsl.then_some((Self::License, Family::Rsl))
        } else {
            None
        }
    }

    fn words(value: &str) -> Self {
        let separates = |c: char| !(c.is_ascii_alphanumeric() || c == '-');
        Self::Words(value.split(separates).map(str::to_ascii_lowercase).collect())
    }

    fn is_about(&self, usage: Usage) -> bool {
        let accesses = usage.is_access();
        match self {
            Self::Training => usage == Usage::TrainAi,
            Self::Mining => matches!(usage, Usage::Mine | Usage::TrainAi),
            Self::License => !accesses,
            Self::Words(words) => words.iter().any(|word| match &**word {
                "search" => usage.is_search(),
                "train-ai" | "ai-train" => usage == Usage::TrainAi,
                "ai-use" | "ai-input" => usage == Usage::AiInput,
                // How far content may be used at all.
                "use" => !accesses,
                _ => false,
            }),
        }
    }
}

/// Keeps the records of the groups that apply to a crawler. `Content-Signal` and `License` are also
/// kept before the first group, and after the last rule and a blank line, where authors put what
/// they mean for all crawlers (S-008, S-010, S-011).
fn choose(signals: &mut Vec<(Record<'_>, Option<String>)>, policy: &RobotsPolicy, agent: &Agent) {
    if signals.is_empty() {
        return;
    }
    let parts = &*policy.parts;
    let (_, lines) = rfc9309::addressing(parts, agent);
    let agents = lines.iter().filter_map(|&line| parts.agents.get(line as usize));
    let groups: Vec<usize> = agents.map(|line| line.group as usize).collect();
    let last = policy
        .groups()
        .flat_map(|group| {
            let rules = group.rules().map(|rule| rule.line()).max();
            rules.into_iter().chain(group.agents().map(|line| line.line()).max())
        })
        .max()
        .unwrap_or_default();
    let is_blank = |line: &[u8]| line.trim_ascii().is_empty();
    let after = policy.text().split(|&byte| byte == b'\n').skip(last);
    let blank = after.take_while(|line| !is_blank(line)).count() + last + 1;
    signals.retain(|(record, _)| {
        let is_loose = record.group().is_none() || record.line() > blank;
        let is_for_all = matches!(record.kind(), Key::ContentSignal | Key::License) && is_loose;
        record.group().is_some_and(|group| groups.contains(&group)) || is_for_all
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_are_about_the_usages_that_their_words_name() {
        let about = |key: &str, value: &str| -> Vec<&str> {
            let policy = RobotsPolicy::parse(format!("User-agent: *\n{key}: {value}\n").as_bytes());
            let record = policy.plain_records().find_map(|it| Signal::of_record(&it));
            let usages =
                [Usage::Crawl, Usage::Index, Usage::Preserve, Usage::TrainAi, Usage::AiInput];
            let is_about = |it: &Usage| record.as_ref().is_some_and(|(one, _)| one.is_about(*it));
            usages.iter().filter(|it| is_about(it)).map(|it| it.name()).collect()
        };
        let all = ["index", "preserve", "train-ai", "ai-input"];
        assert_eq!(about("Content-Usage", "train-ai=n"), ["train-ai"]);
        assert_eq!(about("content-usage", "ai-use=n, search=y"), ["index", "ai-input"]);
        assert_eq!(about("Content-Signal", "AI-Train: no"), ["train-ai"]);
        assert_eq!(about("Content-Signal", "use=immediate"), all);
        assert_eq!(about("License", "https://example.com/l.xml"), all);
        assert_eq!(about("License", "MIT"), [""; 0]);
        assert_eq!(about("DisallowAITraining", "/"), ["train-ai"]);
        assert_eq!(about("AllowAITraining", "/"), ["train-ai"]);
        assert_eq!(about("Disallow", "/"), [""; 0]);
    }
}
