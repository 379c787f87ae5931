//! What the site says that could speak about the usage and was not weighed.

use crate::evaluate::Decision;
use crate::law::rfc9309;
use crate::pattern::Target;
use crate::policy::{At, PageParts, Record, RobotsPolicy, Source};
use crate::syntax::robots::Key;
use crate::text::{Span, limits};
use crate::vocabulary::{Agent, Usage};

use crate::law::order::needed;

/// A statement that could speak about the usage and was not weighed in the decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unweighed {
    source: Source,
    line: usize,
    column: usize,
    text: String,
    why: NotWeighed,
}

/// Why a statement was not weighed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NotWeighed {
    /// It is a signal about the use of content that this version knows but does not read.
    Signal,
    /// The profile that was followed does not read it.
    Profile,
}

impl NotWeighed {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Signal => "signal",
            Self::Profile => "profile",
        }
    }
}

impl Unweighed {
    /// Where it is.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The line, counted as [`Reason::line`](super::Reason::line) does.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column it begins at, counted in bytes from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// The statement as written; what is not UTF-8 is replaced.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Why it was not weighed.
    pub fn why(&self) -> NotWeighed {
        self.why
    }
}

impl Decision {
    /// What the site says that could speak about the usage and had no say in the decision:
    ///
    /// - signals about the use of content, which this version does not read: `Content-Signal`,
    ///   `Content-Usage`, `License`, `DisallowAITraining` and `AllowAITraining` in the groups that
    ///   apply, `Content-Signal`, `Content-Usage`, `tdm-reservation` and links to licences in the
    ///   response, `tdm-reservation` in the page;
    /// - what the full profile reads and the one that was followed does not: ACAP, and the rules
    ///   `noai`, `noimageai` and `noml`.
    ///
    /// No more than [`limits::UNWEIGHED`] are listed.
    pub fn unweighed(&self) -> Vec<Unweighed> {
        let mut found = self.in_robots();
        if let Some(asked) = self.page_asked() {
            let parts = &*asked.policy.parts;
            found.extend(self.in_fields(parts));
            found.extend(self.in_page(parts));
        }
        found.truncate(limits::UNWEIGHED);
        found
    }

    /// Why a signal is not weighed.
    fn no_signals(&self) -> NotWeighed {
        let read = self.profile().behaviour().reads_signals;
        if read { NotWeighed::Signal } else { NotWeighed::Profile }
    }

    fn in_robots(&self) -> Vec<Unweighed> {
        let policy = self.policy();
        let listed = |record: Record<'_>, why| {
            let (text, span) = (policy.text(), record.span().record(policy.text()));
            Unweighed {
                source: Source::RobotsTxt,
                line: record.line(),
                column: span.column(text),
                text: String::from_utf8_lossy(span.of(text)).into_owned(),
                why,
            }
        };
        let mut found = Vec::new();
        // RFC 9309 has a full answer about crawling; of other usages only ACAP speaks.
        if !self.profile().reads_acap() && self.usage() != Usage::Crawl {
            let fields = policy.records().filter(|record| record.kind() == Key::Acap);
            found.extend(fields.map(|record| listed(record, NotWeighed::Profile)));
        }
        // No signal is about access.
        if matches!(self.usage(), Usage::Crawl | Usage::Follow) {
            return found;
        }
        let speaks = |record: &Record<'_>| {
            let (value, _) = value_and_path(record);
            signal(&record.key(), &value).is_some_and(|signal| signal.speaks_of(self.usage()))
        };
        let mut signals: Vec<Record<'_>> = policy.plain_records().filter(speaks).collect();
        choose(&mut signals, policy, self.agent());
        signals.retain(|record| value_and_path(record).1.is_none_or(|path| self.is_below(&path)));
        found.extend(signals.into_iter().map(|record| listed(record, self.no_signals())));
        found
    }

    /// Whether the target is one that a rule with this pattern would match (S-009).
    fn is_below(&self, pattern: &str) -> bool {
        let rule = format!("User-agent: *\nDisallow: {pattern}\n");
        let policy = RobotsPolicy::builder().profile(self.profile()).parse(rule.as_bytes());
        let target = Target::new(self.target(), self.profile());
        target.is_ok_and(|it| !policy.for_agent(Agent::new("a")).verdict(&it).is_permit())
    }

    fn in_fields<'d>(&'d self, parts: &'d PageParts) -> impl Iterator<Item = Unweighed> + 'd {
        let lines = (0..).zip(&parts.fields).filter(|(_, field)| {
            let value = String::from_utf8_lossy(&field.value);
            let signal = match signal(field.name.as_str(), &value) {
                // Only a link can name a licence here.
                Some(Signal::License | Signal::Training) => None,
                None if is_reserved(field.name.as_str(), &value) => Some(Signal::Training),
                None if is_license_link(field.name.as_str(), &value) => Some(Signal::License),
                signal => signal,
            };
            signal.is_some_and(|signal| signal.speaks_of(self.usage()))
        });
        lines.map(|(line, field)| {
            let at =
                At::Field { line, span: Span::new(0, field.value.len().min(limits::FILE_MAX)) };
            in_page(parts, at, self.no_signals())
        })
    }

    fn in_page(&self, parts: &PageParts) -> Vec<Unweighed> {
        let mut found = Vec::new();
        if self.usage() == Usage::TrainAi {
            found.extend(parts.signals.iter().map(|&at| in_page(parts, at, self.no_signals())));
        }
        if self.profile().reads_acap() {
            return found;
        }
        let usages: Vec<Usage> = needed(self.usage()).collect();
        let is_about = |usage: Usage| super::not_applied::is_about(&usages, usage);
        for restriction in &parts.restrictions {
            let binds = restriction.binds(self.agent()) && restriction.rule.is_signal();
            if binds && restriction.rule.effect(self.usage()).is_some() {
                found.push(in_page(parts, restriction.at, NotWeighed::Profile));
            }
        }
        for statement in parts.acap.statements.iter().filter(|it| is_about(it.usage)) {
            let record = parts.acap.records.get(statement.record as usize);
            if record.and_then(|record| record.addresses(self.agent())).is_some() {
                found.push(in_page(parts, parts.meta_at(statement), NotWeighed::Profile));
            }
        }
        let marks = parts.marks.iter().filter(|mark| {
            let speaks = |usage: &Usage| mark.about(*usage, None).is_some();
            Usage::ALL.iter().any(|usage| speaks(usage) && is_about(*usage))
        });
        let mut elements: Vec<At> = marks
            .map(|mark| At::Element { document: mark.document, element: mark.element })
            .collect();
        elements.dedup();
        found.extend(elements.into_iter().map(|at| in_page(parts, at, NotWeighed::Profile)));
        found
    }
}

fn in_page(parts: &PageParts, at: At, why: NotWeighed) -> Unweighed {
    Unweighed {
        source: parts.source(at),
        line: parts.line(at),
        column: parts.column(at),
        text: String::from_utf8_lossy(parts.span(at).of(parts.text(at))).into_owned(),
        why,
    }
}

/// What a signal can speak about (the table of signals-law §13).
enum Signal {
    /// `Content-Usage` or `Content-Signal`, with its words.
    Words(Vec<String>),
    /// A licence.
    License,
    /// Training alone.
    Training,
}

impl Signal {
    fn speaks_of(&self, usage: Usage) -> bool {
        let is_search = matches!(
            usage,
            Usage::Index | Usage::PresentLink | Usage::PresentSnippet | Usage::PresentOldsnippet
        );
        let accesses = matches!(usage, Usage::Crawl | Usage::Follow);
        match self {
            Self::Training => usage == Usage::TrainAi,
            Self::License => !accesses,
            Self::Words(words) => words.iter().any(|word| match &**word {
                "search" => is_search,
                "train-ai" | "ai-train" => usage == Usage::TrainAi,
                "ai-use" | "ai-input" => usage == Usage::AiInput,
                // How far content may be used at all.
                "use" => !accesses,
                _ => false,
            }),
        }
    }
}

/// The signal that a record or a field is, if it is one.
fn signal(key: &str, value: &str) -> Option<Signal> {
    let is = |known: &str| key.eq_ignore_ascii_case(known);
    if is("content-signal") || is("content-usage") {
        let part = |c: char| !(c.is_ascii_alphanumeric() || c == '-');
        Some(Signal::Words(value.split(part).map(str::to_ascii_lowercase).collect()))
    } else if is("license") {
        let lower = value.to_ascii_lowercase();
        let is_reference = ["/", "http://", "https://"].iter().any(|it| lower.starts_with(it));
        is_reference.then_some(Signal::License)
    } else {
        (is("disallowaitraining") || is("allowaitraining")).then_some(Signal::Training)
    }
}

/// Whether a field reserves text and data mining, which training is.
fn is_reserved(name: &str, value: &str) -> bool {
    name.eq_ignore_ascii_case("tdm-reservation") && value.split(',').any(|it| it.trim() == "1")
}

/// Whether a field links to a licence of RSL.
fn is_license_link(name: &str, value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    name.eq_ignore_ascii_case("link")
        && lower.contains("license")
        && lower.contains("application/rsl+xml")
}

/// The value of a record without the path that it is about, and that path.
fn value_and_path(record: &Record<'_>) -> (String, Option<String>) {
    let value = record.value().into_owned();
    let key = record.key();
    if key.to_ascii_lowercase().ends_with("aitraining") {
        return (String::new(), Some(value));
    }
    let has_path =
        key.to_ascii_lowercase().starts_with("content-") && value.starts_with(['/', '*']);
    match value.split_once([' ', '\t']).filter(|_| has_path) {
        Some((path, rest)) => (rest.to_owned(), Some(path.to_owned())),
        None => (value, None),
    }
}

/// Leaves the records of the groups that apply to a crawler; and of `Content-Signal` and `License`
/// those that stand before all groups, or behind the last rule and a blank line, where authors put
/// what they mean for all (signals-law S-008, S-010, S-011).
fn choose(records: &mut Vec<Record<'_>>, policy: &RobotsPolicy, agent: &Agent) {
    if records.is_empty() {
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
    let behind = policy.text().split(|&byte| byte == b'\n').skip(last);
    let blank = behind.take_while(|line| !is_blank(line)).count() + last + 1;
    records.retain(|record| {
        let is_loose = record.group().is_none() || record.line() > blank;
        let is_for_all = matches!(record.kind(), Key::ContentSignal | Key::License) && is_loose;
        record.group().is_some_and(|group| groups.contains(&group)) || is_for_all
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_speak_about_what_their_words_name() {
        let speaks = |key: &str, value: &str| -> Vec<&str> {
            let usages =
                [Usage::Crawl, Usage::Index, Usage::Preserve, Usage::TrainAi, Usage::AiInput];
            let signal = signal(key, value);
            let spoken_of =
                |it: &Usage| signal.as_ref().is_some_and(|signal| signal.speaks_of(*it));
            usages.iter().filter(|it| spoken_of(it)).map(|it| it.name()).collect()
        };
        let all = ["index", "preserve", "train-ai", "ai-input"];
        assert_eq!(speaks("Content-Usage", "train-ai=n"), ["train-ai"]);
        assert_eq!(speaks("content-usage", "ai-use=n, search=y"), ["index", "ai-input"]);
        assert_eq!(speaks("Content-Signal", "AI-Train: no"), ["train-ai"]);
        assert_eq!(speaks("Content-Signal", "use=immediate"), all);
        assert_eq!(speaks("License", "https://example.com/l.xml"), all);
        assert_eq!(speaks("License", "MIT"), [""; 0]);
        assert_eq!(speaks("DisallowAITraining", "/"), ["train-ai"]);
        assert_eq!(speaks("AllowAITraining", "/"), ["train-ai"]);
        assert_eq!(speaks("Disallow", "/"), [""; 0]);
    }
}
