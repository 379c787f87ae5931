//! Conditions against facts: step 6.

use placet_testing::pattern::Pattern;

use crate::borrowed::qualifier::{Condition, decoded};
use crate::borrowed::time::{DAY, days, instant};
use crate::case::Question;

/// Whether the condition turns the permit into a prohibition.
pub(crate) fn fails(condition: &Condition, question: &Question) -> bool {
    is_not_honoured(&condition.kind, question)
        || match condition.kind.as_str() {
            "time-limit" => has_run_out(&condition.value, question),
            "location" => !is_there(&condition.value, &question.url),
            _ => false,
        }
}

/// everything is honoured but `target-condition`, unless the crawler says
/// otherwise.
fn is_not_honoured(kind: &str, question: &Question) -> bool {
    let says = |list: &[String]| list.iter().any(|it| it == kind);
    says(&question.cannot) || kind == "target-condition" && !says(&question.honours)
}

///
fn has_run_out(limit: &str, question: &Question) -> bool {
    if limit == "until-recrawled" {
        return question.recrawled;
    }
    let Some(now) = question.now else { return false };
    if let Some(date) = limit.strip_prefix("until-") {
        // A day is inside to its end; a moment is itself still inside.
        return match days(date) {
            Some(day) => now >= (day + 1) * DAY,
            None => instant(date).is_some_and(|moment| now > moment),
        };
    }
    let number: Option<i64> = limit.strip_suffix("-days").and_then(|digits| digits.parse().ok());
    let (Some(number), Some(crawled)) = (number, question.crawled) else { return false };
    now >= crawled + number * DAY
}

/// A URI: it has a scheme.
pub(crate) fn is_uri(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric())
    })
}

/// whether the URL asked about is that location, as written or without percent
/// notation.
pub(crate) fn is_there(location: &str, url: &str) -> bool {
    lies_at(location, url) || lies_at(&decoded(location), url)
}

/// Where the URL is a path, the path alone counts.
fn lies_at(location: &str, url: &str) -> bool {
    let (place, path) = parts(location);
    // The path in normal form; none here has wildcards.
    let (asked_place, asked_path) = parts(url);
    let same_path = Pattern::conventional(path.as_bytes())
        .is_some_and(|path| path.is_same_as_acap(&Pattern::acap(asked_path.as_bytes())));
    same_path && (asked_place.is_none() || place == asked_place)
}

/// Scheme and authority, without the port that the scheme implies, and the path, without the
/// fragment.
fn parts(url: &str) -> (Option<String>, String) {
    let url = url.split('#').next().unwrap_or_default();
    let Some((scheme, rest)) = url.split_once("://") else { return (None, url.to_owned()) };
    let (host, path) = match rest.find('/') {
        Some(slash) => rest.split_at(slash),
        None => (rest, "/"),
    };
    let (scheme, host) = (scheme.to_ascii_lowercase(), host.to_ascii_lowercase());
    let implied = if scheme == "https" { ":443" } else { ":80" };
    let host = host.strip_suffix(implied).unwrap_or(&host);
    (Some(format!("{scheme}://{host}")), path.to_owned())
}
