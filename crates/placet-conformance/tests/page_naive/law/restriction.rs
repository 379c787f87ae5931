//! Rules in header and meta: step 5.

use crate::borrowed::crawler::Crawler;
use crate::borrowed::qualifier::{Condition, is_derivative};
use crate::case::{Case, Content, Header, Rule};

/// What one rule does to a usage.
#[derive(Debug)]
pub(crate) enum Effect {
    Nothing,
    Prohibits,
    Adds(Condition),
}

/// T-04, T-12: all rules for everyone and for the crawler, of all fields and both forms.
pub(crate) fn rules(case: &Case) -> Vec<&Rule> {
    let crawler = Crawler::new(&case.question.agent);
    // T-02: compared whole, without case.
    let is_token = |name: &str| name.eq_ignore_ascii_case(&crawler.token);
    let mut rules = Vec::new();
    for header in &case.page.headers {
        match header {
            Header::New(members) => {
                for (addressee, own) in members {
                    if addressee == "*" || is_token(addressee) {
                        rules.extend(own);
                    }
                }
            }
            Header::Old(scope, own) => {
                let everyone = ["*", "robots"];
                if scope.as_deref().is_none_or(|name| everyone.contains(&name) || is_token(name)) {
                    rules.extend(own);
                }
            }
        }
    }
    for meta in case.page.documents().flat_map(|document| &document.metas) {
        let name = meta.name.trim();
        let addresses = name.eq_ignore_ascii_case("robots") || is_token(name);
        if let (Content::Rules(own), true, false) = (&meta.content, addresses, meta.in_body) {
            rules.extend(own);
        }
    }
    rules
}

/// T-05 and the table of rules and usages.
pub(crate) fn effect(rule: &Rule, usage: &str, is_full: bool) -> Effect {
    let is = |usages: &[&str]| usages.contains(&usage);
    let presents = usage == "present" || is_derivative(usage);
    let snippet = is(&["present-snippet", "present-oldsnippet"]);
    let thumbnail = is(&["present-thumbnail", "present-oldthumbnail"]);
    let copy = is(&["present-currentcopy", "present-oldcopy"]);
    let add = |kind: &str, value: String| Effect::Adds(Condition { kind: kind.to_owned(), value });
    match rule {
        Rule::Word("noindex" | "none") if usage == "index" => Effect::Prohibits,
        Rule::Word("nofollow" | "none") if usage == "follow" => Effect::Prohibits,
        Rule::Word("nosnippet") if snippet => Effect::Prohibits,
        Rule::Word("noarchive" | "nocache") if copy => Effect::Prohibits,
        // They are signals.
        Rule::Word("noai" | "noimageai" | "noml") if !is_full => Effect::Nothing,
        Rule::Word("noai" | "noimageai") if is(&["train-ai", "ai-input"]) => Effect::Prohibits,
        Rule::Word("noml") if usage == "train-ai" => Effect::Prohibits,
        Rule::Word("noimageindex") if usage == "index" => add("no-images", String::new()),
        Rule::Word("notranslate") if usage == "present" || copy => {
            add("prohibited-modification", "translation".to_owned())
        }
        Rule::Number("max-snippet", 0) if snippet => Effect::Prohibits,
        Rule::Number("max-snippet", number @ 1..) if snippet => {
            add("max-length", format!("{number}-chars"))
        }
        Rule::Number("max-video-preview", number @ 0..) if snippet || thumbnail => {
            add("max-video-preview", number.to_string())
        }
        Rule::MaxImagePreview("none") if thumbnail => Effect::Prohibits,
        Rule::MaxImagePreview(value @ ("standard" | "large")) if thumbnail => {
            add("max-image-preview", (*value).to_owned())
        }
        Rule::UnavailableAfter(date) if usage == "index" || presents => {
            add("time-limit", format!("until-{}", date.rfc3339))
        }
        _ => Effect::Nothing,
    }
}
