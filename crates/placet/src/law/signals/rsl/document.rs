//! What one RSL document comes to (S-071 to S-080).

use crate::law::signal_ruling::SignalOutcome;
use crate::pattern::Target;
use crate::pattern::target::have_one_authority;
use crate::syntax::signals::SignalProblemKind;
use crate::syntax::signals::rsl::{Content, ElementAt, License, RslDocument, Subject, is_search};
use crate::vocabulary::{Condition, Usage};

/// What a document comes to by its own terms.
#[derive(Debug)]
pub(super) struct Evaluated {
    pub(super) outcome: SignalOutcome,
    pub(super) conditions: Vec<Condition>,
    /// The element that decides, if one matches.
    pub(super) at: Option<ElementAt>,
    /// One of its `content` elements is about the resource.
    pub(super) matches: bool,
    /// It allows `train-ai`.
    pub(super) lets_train: bool,
    pub(super) problems: Vec<(SignalProblemKind, ElementAt)>,
}

/// A `content` element that matches, with the length of its pattern.
type Matching<'d> = (usize, &'d Content);

/// Evaluates a document that was found at a URL.
pub(super) fn evaluate(
    document: &RslDocument,
    usage: Usage,
    url: &str,
    target: &Target<'_>,
) -> Evaluated {
    let mut problems = Vec::new();
    let mut matching: Vec<Matching<'_>> = Vec::new();
    for content in &document.contents {
        match len(content, target) {
            Ok(Some(len)) => matching.push((len, content)),
            Ok(None) => {}
            Err(kind) => problems.push((kind, content.at)),
        }
    }
    let judged = judge(&matching, Subject::Usage(usage));
    let trained = judge(&matching, Subject::Usage(Usage::TrainAi));
    let mut out = Evaluated {
        outcome: SignalOutcome::Silent,
        conditions: Vec::new(),
        at: None,
        matches: !matching.is_empty(),
        lets_train: matches!(trained, Judged::Granted(_)),
        problems,
    };
    match judged {
        Judged::Nothing => {}
        Judged::Refused(at) => (out.outcome, out.at) = (SignalOutcome::Disallow, Some(at)),
        Judged::Unmentioned(at) => {
            out.at = Some(at);
            out.problems.push((SignalProblemKind::SearchUnmentioned, at));
        }
        Judged::Granted(licenses) => {
            out.outcome = SignalOutcome::Allow;
            out.at = licenses.first().map(|it| it.at);
            out.conditions = conditions(&matching, &licenses, usage, url);
        }
    }
    out
}

/// The length of the pattern of a `content` element, if it matches; else what is wrong with it (S-071,
/// S-123).
fn len(content: &Content, target: &Target<'_>) -> Result<Option<usize>, SignalProblemKind> {
    let (url, pattern) = (&*content.url, content.pattern().ok_or(SignalProblemKind::Pattern)?);
    if url.is_empty() {
        return Ok(Some(0));
    }
    let is_known = content.has_authority() && !target.url().starts_with('/');
    if is_known && have_one_authority(url, target.url()) != Some(true) {
        return Err(SignalProblemKind::Pattern);
    }
    Ok(pattern.len_where_it_matches(target))
}

/// What the matching elements say about a subject.
enum Judged<'d> {
    /// None matches.
    Nothing,
    /// They refuse it, by this element.
    Refused(ElementAt),
    /// These licences grant it.
    Granted(Vec<&'d License>),
    /// Their lists name AI uses only, and it is one of search (S-074).
    Unmentioned(ElementAt),
}

fn judge<'d>(matching: &[Matching<'d>], subject: Subject) -> Judged<'d> {
    let Some(longest) = matching.iter().map(|(len, _)| *len).max() else { return Judged::Nothing };
    if let Some(at) = prohibition(matching, subject) {
        return Judged::Refused(at);
    }
    let narrowest = matching.iter().filter(|(len, _)| *len == longest);
    let licenses = || narrowest.clone().flat_map(|(_, content)| &content.licenses);
    let granting: Vec<&License> = licenses().filter(|it| grants(it, subject)).collect();
    if !granting.is_empty() {
        return Judged::Granted(granting);
    }
    let lists = || licenses().filter_map(|it| it.permits.as_ref());
    if matches!(subject, Subject::Usage(usage) if is_search(usage))
        && let Some(list) = lists().find(|it| it.is_ai_only())
    {
        return Judged::Unmentioned(list.at);
    }
    let first = lists().map(|it| it.at).min();
    let content = narrowest.clone().map(|(_, content)| content.at).min();
    first.or(content).map_or(Judged::Nothing, Judged::Refused)
}

/// The first prohibition that nothing narrower overrides (S-073).
fn prohibition(matching: &[Matching<'_>], subject: Subject) -> Option<ElementAt> {
    let terms = || {
        matching.iter().flat_map(|(len, content)| {
            content.licenses.iter().flat_map(move |license| {
                let lists = [(false, &license.permits), (true, &license.prohibits)];
                lists.into_iter().flat_map(move |(prohibits, list)| {
                    let tokens = list.iter().flat_map(|list| &list.tokens);
                    let covering = tokens.filter(move |(token, _)| token.covers(subject));
                    covering.map(move |(token, at)| (*len, token.class(), prohibits, *at))
                })
            })
        })
    };
    // The longest path among the terms that are at least as narrow in class, and narrower.
    let longest = |least: u8| terms().filter(|it| it.1 >= least).map(|it| it.0).max();
    let by_class = [longest(0), longest(1), longest(2), None];
    let is_overridden = |len: usize, class: u8| {
        let at_least = by_class.get(usize::from(class)).copied().flatten();
        let narrower = by_class.get(usize::from(class) + 1).copied().flatten();
        at_least > Some(len) || narrower >= Some(len)
    };
    let left =
        terms().filter(|&(len, class, prohibits, _)| prohibits && !is_overridden(len, class));
    left.map(|it| it.3).min()
}

/// Whether a licence grants a subject (S-074, S-075).
fn grants(license: &License, subject: Subject) -> bool {
    let permitted = license.permits.as_ref().map(|it| it.narrowest(subject));
    let prohibited = license.prohibits.as_ref().and_then(|it| it.narrowest(subject));
    match (permitted, prohibited) {
        // Without a list everything is granted.
        (None, prohibited) => prohibited.is_none(),
        (Some(None), _) => false,
        (Some(Some(_)), None) => true,
        (Some(Some(permitted)), Some(prohibited)) => permitted > prohibited,
    }
}

/// The conditions of the licences that grant a usage: those of one where they are contained in those
/// of every other, else the licence itself (S-078, S-080).
fn conditions(
    matching: &[Matching<'_>],
    licenses: &[&License],
    usage: Usage,
    url: &str,
) -> Vec<Condition> {
    let asks_for_index = usage == Usage::AiInput;
    let no_index = asks_for_index && prohibition(matching, Subject::AiIndex).is_some();
    let of = |license: &&License| {
        let concerned = license.conditions.iter().filter(|(concern, _)| concern.includes(usage));
        let mut all: Vec<Condition> = concerned.map(|(_, it)| it.clone()).collect();
        if asks_for_index && (no_index || !grants(license, Subject::AiIndex)) {
            all.push(Condition::NoAiIndex);
        }
        all.sort_unstable();
        all.dedup();
        all
    };
    let offers: Vec<Vec<Condition>> = licenses.iter().map(of).collect();
    let Some(least) = offers.iter().min_by_key(|it| it.len()) else { return Vec::new() };
    let holds = |offer: &Vec<Condition>| least.iter().all(|it| offer.binary_search(it).is_ok());
    if offers.iter().all(holds) {
        return least.clone();
    }
    vec![Condition::License(url.into())]
}
