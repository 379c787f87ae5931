//! The value of `Content-Usage`: a usage preference (draft-ietf-aipref-vocab-08 §6).
//!
//! ```text
//! statement = sf-dictionary        ; train-ai=n, search=y
//! ```

use std::convert::Infallible;

use sfv::visitor::{
    DictionaryVisitor, EntryVisitor, Ignored, InnerListVisitor, ItemVisitor, ParameterVisitor,
};
use sfv::{BareItemFromInput, KeyRef, Parser};

use super::offset;
use super::problem::{SignalProblemAt, SignalProblemKind};
use crate::text::Span;
use crate::vocabulary::Usage;

/// A label of the vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Label {
    /// `train-ai`.
    TrainAi,
    /// `ai-use`.
    AiUse,
    /// `search`.
    Search,
}

/// The labels of older revisions (S-025).
const LEGACY: [&str; 8] =
    ["tdm", "ai", "genai", "inference", "all", "train-genai", "bots", "ai-output"];

impl Label {
    const ALL: [Self; 3] = [Self::TrainAi, Self::AiUse, Self::Search];

    /// The label as it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TrainAi => "train-ai",
            Self::AiUse => "ai-use",
            Self::Search => "search",
        }
    }

    /// The label that speaks about a usage, if one does (S-021).
    pub(crate) fn about(usage: Usage) -> Option<Self> {
        match usage {
            Usage::TrainAi => Some(Self::TrainAi),
            Usage::AiInput => Some(Self::AiUse),
            usage => usage.is_search().then_some(Self::Search),
        }
    }
}

/// What one label says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Preference {
    /// The label.
    pub label: Label,
    /// Whether it allows the usages of the label.
    pub allows: bool,
    /// The key of the member that says so.
    pub span: Span,
}

/// What a statement says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Preferences {
    /// Whether it is a dictionary. If not, all labels are unknown.
    pub parses: bool,
    /// The labels with a value, each once.
    pub preferences: Vec<Preference>,
    /// What is wrong.
    pub problems: Vec<SignalProblemAt>,
}

impl Preferences {
    /// What it says about a usage.
    pub(crate) fn about(&self, usage: Usage) -> Option<&Preference> {
        let label = Label::about(usage)?;
        self.preferences.iter().find(|it| it.label == label)
    }
}

/// Reads a statement.
///
/// ```
/// use placet::syntax::signals::aipref;
///
/// let statement = aipref::read(b"train-ai=n, search=y");
/// assert_eq!(statement.preferences.len(), 2);
/// assert!(!statement.preferences[0].allows);
/// assert!(!aipref::read(b"Train-AI=n").parses);
/// ```
pub fn read(text: &[u8]) -> Preferences {
    let whole = Span::new(0, text.len());
    let Ok(members) = Parser::new(text).parse_dictionary_with_visitor(Members::default()) else {
        let problems = vec![(SignalProblemKind::Unparsable, whole)];
        return Preferences { problems, ..Preferences::default() };
    };
    let mut out = Preferences { parses: true, ..Preferences::default() };
    let mut seen = [false; Label::ALL.len()];
    // Of several members with one key the last counts (RFC 9651 §4.2.2).
    for (key, value) in members.into_iter().rev() {
        let start = offset(key.as_bytes(), text);
        let span = Span::new(start, start + key.len());
        let mut known = Label::ALL.into_iter().zip(&mut seen);
        let Some((label, seen)) = known.find(|(label, _)| label.name() == key) else {
            let kind = if LEGACY.contains(&key) {
                SignalProblemKind::LegacyLabel
            } else {
                SignalProblemKind::UnknownKey
            };
            out.problems.push((kind, span));
            continue;
        };
        match value {
            _ if std::mem::replace(seen, true) => {}
            Some("y" | "n") => {
                out.preferences.push(Preference { label, allows: value == Some("y"), span });
            }
            _ => out.problems.push((SignalProblemKind::Value, span)),
        }
    }
    out.preferences.reverse();
    out.problems.reverse();
    out
}

/// The members of a dictionary: each key, and its value where that is a Token.
#[derive(Default)]
struct Members<'t>(Vec<(&'t str, Option<&'t str>)>);

impl<'t> DictionaryVisitor<'t> for Members<'t> {
    type Out = Vec<(&'t str, Option<&'t str>)>;
    type Error = Infallible;

    fn entry(&mut self, key: &'t KeyRef) -> Result<impl EntryVisitor<'t>, Self::Error> {
        self.0.push((key.as_str(), None));
        Ok(self)
    }

    fn finish(self) -> Result<Self::Out, Self::Error> {
        Ok(self.0)
    }
}

impl<'t> EntryVisitor<'t> for &mut Members<'t> {
    type Error = Infallible;

    fn item(self) -> Result<impl ItemVisitor<'t>, Self::Error> {
        Ok(self)
    }

    fn inner_list(self) -> Result<impl InnerListVisitor<'t>, Self::Error> {
        Ok(Ignored)
    }
}

impl<'t> ItemVisitor<'t> for &mut Members<'t> {
    type Out = ();
    type Error = Infallible;

    fn bare_item(
        self,
        item: BareItemFromInput<'t>,
    ) -> Result<impl ParameterVisitor<'t, Out = Self::Out>, Self::Error> {
        if let (BareItemFromInput::Token(token), Some(last)) = (item, self.0.last_mut()) {
            last.1 = Some(token.as_str());
        }
        Ok(Ignored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> (bool, Vec<String>, Vec<&'static str>) {
        let read = read(text.as_bytes());
        let shown = |it: &Preference| format!("{}={}", it.label.name(), it.allows);
        let problems = read.problems.iter().map(|it| it.0.name()).collect();
        (read.parses, read.preferences.iter().map(shown).collect(), problems)
    }

    #[test]
    fn the_last_value_of_a_label_counts() {
        for (text, says) in [
            ("train-ai=n, search=y", &["train-ai=false", "search=true"][..]),
            ("train-ai=y, train-ai, search=n, search=\"n\"", &[]),
            ("train-ai;allow=n, train-ai=y", &["train-ai=true"]),
            ("ai-use=n;a=b", &["ai-use=false"]),
            ("", &[]),
            ("  search=n ", &["search=false"]),
        ] {
            assert_eq!(shown(text).1, says, "{text}");
            assert!(shown(text).0, "{text}");
        }
    }

    #[test]
    fn what_is_no_dictionary_says_nothing() {
        for text in ["Train-AI=n", "train-ai=n,", "train-ai = n", "train-ai=n;", "é", "*.pdf a=n"]
        {
            assert_eq!(shown(text), (false, vec![], vec!["signal-unparsable"]), "{text}");
        }
        assert_eq!(shown("ai=n, foo=y").2, ["signal-legacy-label", "signal-unknown-key"]);
        assert_eq!(shown("train-ai=(n), ai-use=?0").2, ["signal-value", "signal-value"]);
    }
}
