//! Whether a changed file is answered as before: what a safe fix has to prove.

use std::collections::BTreeSet;

use memchr::memchr;
use placet::compare::{Changes, Compare};
use placet::robots::Record;
use placet::syntax::robots::Key;
use placet::write::same_meaning;
use placet::{Crawler, Profile, RobotsPolicy};

use crate::limits::{PROOF_STEPS, PROOFS};
use crate::subject::{Kind, Subject};

/// A robots.txt whose answers are kept while it is changed.
pub(crate) struct Proof {
    /// What it was changed to last.
    text: Vec<u8>,
    /// That in every profile.
    policies: Vec<RobotsPolicy>,
    steps: u64,
    tries: usize,
}

impl Proof {
    /// None where nothing can be proved: the file is no robots.txt, is in an encoding whose
    /// characters are no bytes, or goes on after the part that all crawlers read, so that other lines
    /// could move into that part (RFC 9309 §2.5, F-08).
    pub(crate) fn new(subject: &Subject<'_>) -> Option<Self> {
        let text = subject.text();
        let is_whole = text.len() <= placet::limits::FILE_MIN;
        let is_wide = subject.policy().encoding().is_wide();
        (subject.kind() == Kind::Robots && is_whole && !is_wide).then(|| {
            let policies = Profile::ALL.iter().map(|&profile| read(text, profile)).collect();
            Self { text: text.to_vec(), policies, steps: 0, tries: 0 }
        })
    }

    /// Changes the file to `new`, and says whether that is done: it is where `new` keeps every
    /// comment, and in every profile says the same to every crawler about every URL, the same
    /// decisions, delays and other records. What is the same as the same is the same, so the file
    /// never says anything else than it did at first.
    ///
    /// # Limits
    /// Nothing is changed any more after [`PROOFS`]. After [`PROOF_STEPS`], or where one comparison
    /// does not come to an end, only what has the same groups, rules and records in the same order
    /// is the same.
    pub(crate) fn change(&mut self, new: &[u8]) -> bool {
        self.tries += 1;
        let is_tried = self.tries <= PROOFS && new.len() <= placet::limits::FILE_MIN;
        if !is_tried || !comments(&self.text).eq(comments(new)) {
            return false;
        }
        let mut policies = Vec::with_capacity(self.policies.len());
        for old in &self.policies {
            let new = read(new, old.profile());
            let can_compare = self.steps < PROOF_STEPS;
            let is_same = same_meaning(old, &new)
                || can_compare && is_answered_alike(old, &new, &mut self.steps);
            if !is_same {
                return false;
            }
            policies.push(new);
        }
        self.policies = policies;
        self.text = new.to_vec();
        true
    }
}

fn read(text: &[u8], profile: Profile) -> RobotsPolicy {
    RobotsPolicy::builder().profile(profile).parse(text)
}

/// Whether both answer all questions alike. Their ACAP fields have to be the same: what a page says
/// takes the place of fields type by type, which no comparison of two robots.txt files sees.
fn is_answered_alike(old: &RobotsPolicy, new: &RobotsPolicy, steps: &mut u64) -> bool {
    if !fields(old).eq(fields(new)) {
        return false;
    }
    let changes = Compare::new(old, new).run();
    *steps += changes.steps();
    changes.is_none() && same_records(&changes, old, new)
}

/// Whether all other records are the same: sitemaps, and what the groups of each crawler say.
fn same_records(changes: &Changes, old: &RobotsPolicy, new: &RobotsPolicy) -> bool {
    let sitemaps = |it| RobotsPolicy::sitemaps(it).map(|it| said(&it)).collect::<BTreeSet<_>>();
    if sitemaps(old) != sitemaps(new) {
        return false;
    }
    let is_of_group = |it: &Record<'_>| !matches!(it.kind(), Key::Sitemap | Key::Acap);
    if !old.records().chain(new.records()).any(|it| is_of_group(&it)) {
        return true;
    }
    let records = |it: &RobotsPolicy, crawler: &Crawler| {
        let inquiry = it.for_agent(crawler);
        let said: BTreeSet<_> = inquiry.records().filter(is_of_group).map(|it| said(&it)).collect();
        (inquiry.crawl_delay(), said)
    };
    // All members of an audience read the same groups.
    let mut crawlers = changes.audiences().iter().filter_map(|it| it.members().first());
    crawlers.all(|it| records(old, it.crawler()) == records(new, it.crawler()))
}

/// The ACAP fields that a file has, where the profile reads them.
fn fields(policy: &RobotsPolicy) -> impl Iterator<Item = (String, String)> {
    let is_read = policy.profile() == Profile::Full;
    policy.records().filter(move |it| is_read && it.kind() == Key::Acap).map(|it| said(&it))
}

fn said(record: &Record<'_>) -> (String, String) {
    (record.key().to_ascii_lowercase(), record.value().into_owned())
}

/// The comments of a text: what stands after the first `#` of a line, without white space around.
fn comments(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| matches!(byte, b'\n' | b'\r')).filter_map(|line| {
        let hash = memchr(b'#', line)?;
        line.get(hash..).map(<[u8]>::trim_ascii)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keeps(old: &str, new: &str) -> bool {
        let subject = Subject::new("robots.txt", old.as_bytes());
        Proof::new(&subject).unwrap().change(new.as_bytes())
    }

    #[test]
    fn what_is_said_otherwise_is_kept() {
        for (old, new) in [
            ("Useragent *\nDissallow: /a\n", "User-agent: *\nDisallow: /a\n"),
            ("User-agent: *\nDisallow: /a/\nDisallow: /a/b\n", "User-agent: *\nDisallow: /a/\n"),
            ("User-agent: *\nCrawl-delay: 5\nAllow: /\n", "User-agent: *\nCrawl-delay: 5\n"),
            ("Sitemap: https://a/b\nsitemap: https://a/b # b\n", "sitemap: https://a/b # b\n"),
            (
                "Sitemap: https://a/b\nSitemap: https://a/b\nACAP-crawler: *\nACAP-allow-crawl: /",
                "Sitemap: https://a/b\nACAP-crawler: *\nACAP-allow-crawl: /",
            ),
            (
                "acap-crawler:*\nACAP-disallow-crawl: a\n",
                "ACAP-crawler: *\nACAP-disallow-crawl: /a\n",
            ),
        ] {
            assert!(keeps(old, new), "{new}");
        }
    }

    #[test]
    fn what_changes_an_answer_in_one_profile_is_not() {
        let group = |rules: &str| format!("User-agent: *\n{rules}");
        for (old, new) in [
            (group("Disallow: /a"), group("Disallow: /a/")),
            // Google's matcher decodes nothing (F-22), so these are two rules to it.
            (group("Disallow: /~\nDisallow: /%7E"), group("Disallow: /~")),
            (group("Crawl-delay: 5\nAllow: /"), group("Allow: /")),
            (group("Noindex: /a\nAllow: /"), group("Allow: /")),
            ("Sitemap: https://a/b".into(), "Sitemap: https://a/c".into()),
            (group("Disallow: /a # why"), group("Disallow: /a")),
            // In a page, ACAP's fields are replaced type by type.
            (
                "ACAP-crawler: *\nACAP-disallow-crawl: /\nACAP-disallow-index: /".into(),
                "ACAP-crawler: *\nACAP-disallow-crawl: /".into(),
            ),
        ] {
            assert!(!keeps(&old, &new), "{new}");
        }
    }

    #[test]
    fn nothing_is_proved_of_what_is_not_read_whole_or_is_no_robots_txt() {
        let long = "#".repeat(placet::limits::FILE_MIN + 1);
        assert!(Proof::new(&Subject::new("robots.txt", long.as_bytes())).is_none());
        assert!(Proof::new(&Subject::page("page.html", b"")).is_none());
        let wide: Vec<u8> =
            "\u{FEFF}User-agent: *\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(Proof::new(&Subject::new("robots.txt", &wide)).is_none());
    }
}
