//! ## What it finds
//! Crawler names that are similar to the name of a well-known crawler. A group that also has the
//! documented name is not reported.
//!
//! ## Why it matters
//! A crawler compares its whole name with the line. With one letter, space or hyphen too many, the
//! group does not apply to it.
//!
//! ## Example
//! ```robots
//! User-agent: GPT-Bot
//! User-agent: Claude Bot
//! Disallow: /
//! ```
//! Write instead:
//! ```robots
//! User-agent: GPTBot
//! User-agent: ClaudeBot
//! Disallow: /
//! ```
//!
//! ## Fix
//! Unsafe: writes the documented name; the rules apply to that crawler after the fix.
//!
//! ## Reference
//! - [RFC 9309 §2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1)

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use placet::syntax::acap::Field;
use placet_crawlers::{KnownCrawler, crawlers, known};

use crate::effect::sets::token;
use crate::finding::{Edit, Findings, Fix, Severity};
use crate::limits::SIMILAR_WORD;
use crate::rule::{Check, Rule};
use crate::view::{View, lossy};

pub(crate) const RULE: Rule = Rule {
    code: "ROB131",
    name: "typo-in-agent",
    severity: Severity::Warning,
    source: include_str!("typo_in_agent.rs"),
    check: Check::File(check),
};

fn check(view: &View<'_>, findings: &mut Findings) {
    let table = &*NAMES;
    let mut named = HashSet::new();
    for (line, names) in view.agents.iter().zip(view.names()) {
        named.extend(names.iter().flatten().map(|name| (line.group(), name.as_str())));
    }
    for line in &view.agents {
        let Some(meant) = table.meant(&line.value()) else { continue };
        if !named.contains(&(line.group(), &*meant.token.to_ascii_lowercase())) {
            report(view, line.span().range(), meant, findings);
        }
    }
    for row in &view.acap().fields {
        let Field::Crawler(name) = row.field else { continue };
        if let Some(meant) = table.meant(&lossy(view.of(name.range()))) {
            report(view, name.range(), meant, findings);
        }
    }
}

fn report(view: &View<'_>, span: Range<usize>, meant: &KnownCrawler, findings: &mut Findings) {
    let KnownCrawler { token, operator, documentation, .. } = meant;
    findings
        .at(
            span.clone(),
            format!(
                "this line does not address {operator}'s crawler `{token}`: {} is another name",
                view.quote(span.clone())
            ),
        )
        .help(format!("write `{token}`, the name that {documentation} documents"))
        .fix(Fix::risky("write the documented name", Edit::replace(span, token.as_str())));
}

/// Made once, because it costs more than all other rules on a file of ordinary size.
static NAMES: LazyLock<Names> = LazyLock::new(Names::new);

/// The names of well-known crawlers, each with its letters.
struct Names(Vec<(String, &'static KnownCrawler)>);

impl Names {
    fn new() -> Self {
        // Yandex looks for its name anywhere in the line, so a similar name still addresses it.
        let others = crawlers().iter().filter(|it| it.operator != "Yandex");
        Self(others.map(|it| (letters(&it.token), it)).collect())
    }

    /// The crawler that a name most likely should address, and does not.
    fn meant(&self, value: &str) -> Option<&'static KnownCrawler> {
        let name = value.split('/').next().unwrap_or(value).trim();
        // Other rules report lists and wildcards.
        if value.len() > SIMILAR_WORD
            || value.contains(['*', ',', ';', '|'])
            || known(name).is_some()
        {
            return None;
        }
        let (letters, addressed) = (letters(name), known(token(name)));
        let found = self.0.iter().find(|(known, _)| {
            letters == *known
                || addressed.is_none() && is_slip(letters.as_bytes(), known.as_bytes())
        });
        found.map(|&(_, crawler)| crawler)
    }
}

/// The letters and digits of a name, in lower case.
fn letters(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

/// Whether two names differ by one typing error: two adjacent letters swapped, or, in a long name,
/// one letter added, missing or replaced. Too many real short names differ by one letter: `XingBot`
/// is not `bingbot`.
fn is_slip(one: &[u8], other: &[u8]) -> bool {
    if one.len().abs_diff(other.len()) > 1 {
        return false;
    }
    let same = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (one, other, len) = (one.get(same..), other.get(same..), one.len().min(other.len()));
    let (Some(one), Some(other)) = (one, other) else { return false };
    match (one, other) {
        ([a, b, rest @ ..], [c, d, after @ ..]) if a == d && b == c => len >= 6 && rest == after,
        ([_, rest @ ..], [_, after @ ..]) if rest == after => len >= 9,
        ([_, rest @ ..], _) if rest == other => len >= 9,
        (_, [_, rest @ ..]) if rest == one => len >= 9,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: [
            "User-agent: GPT-Bot\nUser-agent: Claude Bot\nUser-agent: GTPBot\nDisallow: /\n",
            "User-agent: Goolgebot\nUser-agent: Gogglebot/2.1\nUser-agent: Googlebots\nDisallow: /\n",
            "User-agent: Googlebot Image\nUser-agent: +Baiduspider\nDisallow: /\n",
            "ACAP-crawler: Google-bot\nACAP-disallow-crawl: /\n",
        ],
        silent: [
            "User-agent: gptbot\nUser-agent: CLAUDEBOT/1.0\nUser-agent: MJ12bot\nDisallow: /\n",
            "User-agent: Baiduspider+\nUser-agent: Googlebot*\nUser-agent: Yandex Bot\nDisallow: /\n",
            "User-agent: XingBot\nUser-agent: Roverbot\nUser-agent: aipbot\nUser-agent: psbot\nDisallow: /\n",
            "User-agent: GPT-Bot\nUser-agent: GPTBot\nDisallow: /\n",
            "User-agent: Googlebot-Mobile\nUser-agent: Facebot\nUser-agent: SemrushBot-SA\nDisallow: /\n",
        ],
    }
}
