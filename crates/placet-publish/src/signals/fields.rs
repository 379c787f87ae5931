//! Signals of a page as response header fields or META elements.

use std::collections::BTreeSet;

use placet::signals::Families;
use placet::{Agent, AgentPolicy, PagePolicy, RobotsPolicy};

use super::Language;
use super::answers::{Answers, Stance, Stated};
use super::classes::Classes;
use super::languages;
use super::list::Entry;
use super::verify::Found;
use crate::convert::{Converted, Loss, Unconvertible};

/// The response field that states what the header and the META elements of a page state, in one
/// language.
///
/// ```
/// use placet::PagePolicy;
/// use placet_publish::signals::{Language, to_fields};
///
/// let page = PagePolicy::builder().header("X-Robots-Tag", "noml").build();
/// let converted = to_fields(&page, Language::ContentUsage)?;
/// assert_eq!(converted.text, b"Content-Usage: train-ai=n\n");
/// # Ok::<(), placet_publish::convert::Unconvertible>(())
/// ```
///
/// # Errors
/// If the page states nothing that the language has a word for, or the language has no field.
pub fn to_fields(page: &PagePolicy, language: Language) -> Result<Converted, Unconvertible> {
    written(page, language, Form::Fields)
}

/// The META elements of the TDM Reservation Protocol that state what the header and the META elements
/// of a page state. They belong in the head of the page.
///
/// ```
/// use placet::PagePolicy;
/// use placet_publish::signals::to_tdm_metas;
///
/// let page = PagePolicy::builder().header("tdm-reservation", "1").build();
/// let converted = to_tdm_metas(&page)?;
/// assert_eq!(converted.text, b"<meta name=\"tdm-reservation\" content=\"1\">\n");
/// # Ok::<(), placet_publish::convert::Unconvertible>(())
/// ```
///
/// # Errors
/// If the page states nothing about text and data mining.
pub fn to_tdm_metas(page: &PagePolicy) -> Result<Converted, Unconvertible> {
    written(page, Language::Tdmrep, Form::Elements)
}

/// Where statements are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Fields,
    Elements,
}

fn written(page: &PagePolicy, language: Language, form: Form) -> Result<Converted, Unconvertible> {
    let robots = RobotsPolicy::parse(b"");
    let policy = |agent: &Agent, page: &PagePolicy| robots.for_agent(agent).page(page);
    let any = Agent::exact("*");
    let of = |policy: &AgentPolicy| Answers::of(policy, "/");
    let answers = of(&policy(&any, page));
    let stated = Stated::of(&answers, language == Language::Tdmrep);
    let classes = Classes::new([]);
    let entries = [Entry { pattern: 0, answer: stated }];
    let fields = match language {
        Language::ContentUsage => languages::content_usage(&classes, &entries),
        Language::ContentSignal => languages::content_signal(&classes, &entries),
        Language::Tdmrep => {
            let value = match stated.reservation() {
                Some(Stance::Allowed) => Some("tdm-reservation: 0".to_owned()),
                Some(Stance::Refused) => Some("tdm-reservation: 1".to_owned()),
                Some(Stance::Silent) | None => None,
            };
            let named = answers.policy.filter(|_| stated.reservation() == Some(Stance::Refused));
            value.into_iter().chain(named.map(|url| format!("tdm-policy: {url}"))).collect()
        }
        Language::Rsl | Language::CrawlerGroups => Vec::new(),
    };
    if fields.is_empty() {
        return Err(Unconvertible::Nothing);
    }
    let text = match form {
        Form::Fields => fields.join("\n") + "\n",
        Form::Elements => fields.iter().filter_map(|it| it.split_once(": ")).map(element).collect(),
    };
    let mut after = PagePolicy::builder();
    if form == Form::Elements {
        after = after.html(text.as_bytes());
    } else {
        for (name, value) in fields.iter().filter_map(|line| line.split_once(": ")) {
            after = after.header(name, value.as_bytes());
        }
    }
    let after = after.build();
    let families: Families = [language.family()].into_iter().collect();
    let addressees = page.statements().filter_map(|it| it.addressee().map(str::to_owned));
    let names: BTreeSet<String> = addressees.filter(|it| it != "*").collect();
    let mut found = Found::new(Some(language), &classes);
    for name in std::iter::once("*").chain(names.iter().map(|it| &**it)) {
        let agent = Agent::exact(name);
        let result = policy(&agent, &after).families(families);
        let place = found.audience(name);
        found.add(place, 0, &of(&policy(&agent, page)), &of(&result));
    }
    let text = text.into_bytes();
    let mut converted = Converted { text, losses: Vec::new(), notes: Vec::new() };
    for loss in found.losses() {
        let (is_loss, loss) = (loss.is_loss(), Loss::from(loss));
        if is_loss { &mut converted.losses } else { &mut converted.notes }.push(loss);
    }
    Ok(converted)
}

/// A META element with a name and a value.
fn element((name, value): (&str, &str)) -> String {
    let value = value.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    format!("<meta name=\"{name}\" content=\"{value}\">\n")
}
