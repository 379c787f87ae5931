//! Proves that a safe fix changes no decision.

use std::collections::BTreeSet;

use memchr::memchr;
use placet::compare::{Changes, Compare};
use placet::robots::Record;
use placet::syntax::robots::Key;
use placet::syntax::signals::{aipref, content_signal};
use placet::write::same_meaning;
use placet::{Crawler, Profile, RobotsPolicy};

use crate::limits::{PROOF_STEPS, PROOFS};
use crate::subject::{Kind, Subject};

/// A robots.txt that changes without changing its decisions.
pub(crate) struct Proof {
    /// Its current text.
    text: Vec<u8>,
    /// Its policy in every profile.
    policies: Vec<RobotsPolicy>,
    steps: u64,
    tries: usize,
}

impl Proof {
    /// `None` if nothing can be proved: the file is not a robots.txt, is in UTF-16 or UTF-32, or is
    /// longer than the part that all crawlers read, so that a fix could move other lines into that
    /// part (RFC 9309 §2.5, F-08).
    pub(crate) fn new(subject: &Subject<'_>) -> Option<Self> {
        let text = subject.text();
        let is_whole = text.len() <= placet::limits::FILE_MIN;
        let is_wide = subject.policy().encoding().is_wide();
        (subject.kind() == Kind::Robots && is_whole && !is_wide).then(|| {
            let policies = Profile::ALL.iter().map(|&profile| read(text, profile)).collect();
            Self { text: text.to_vec(), policies, steps: 0, tries: 0 }
        })
    }

    /// Changes the file to `new` if that is proved to be safe, and returns whether it is: `new` keeps
    /// every comment, and in every profile it has the same decisions, delays and other records for
    /// every crawler and URL. Equivalence is transitive, so the file stays equivalent to the first.
    ///
    /// # Limits
    /// At most [`PROOFS`] changes are tried. After [`PROOF_STEPS`], or if one comparison reaches its
    /// own ceiling, only a file with the same groups, rules and records in the same order is
    /// equivalent.
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
            let is_same =
                same_meaning(old, &new) || can_compare && is_equivalent(old, &new, &mut self.steps);
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

/// Whether both have the same decisions. Their ACAP fields have to be the same: statements of a page
/// replace fields type by type, which a comparison of two robots.txt files does not see.
fn is_equivalent(old: &RobotsPolicy, new: &RobotsPolicy, steps: &mut u64) -> bool {
    if !fields(old).eq(fields(new)) {
        return false;
    }
    let changes = Compare::new(old, new).run();
    *steps += changes.steps();
    changes.is_none() && same_records(&changes, old, new)
}

/// Whether all other records are the same: sitemaps, and the records in the groups of each crawler.
fn same_records(changes: &Changes, old: &RobotsPolicy, new: &RobotsPolicy) -> bool {
    let sitemaps =
        |it| RobotsPolicy::sitemaps(it).map(|it| key_and_value(&it)).collect::<BTreeSet<_>>();
    if sitemaps(old) != sitemaps(new) {
        return false;
    }
    let is_of_group = |it: &Record<'_>| !matches!(it.kind(), Key::Sitemap | Key::Acap);
    if !old.records().chain(new.records()).any(|it| is_of_group(&it)) {
        return true;
    }
    let records = |it: &RobotsPolicy, crawler: &Crawler| {
        let policy = it.for_agent(crawler);
        let records = policy.records().filter(is_of_group).map(|it| key_and_value(&it));
        (policy.crawl_delay(), records.collect::<BTreeSet<_>>())
    };
    // All members of an audience read the same groups.
    let mut crawlers = changes.audiences().iter().filter_map(|it| it.members().first());
    crawlers.all(|it| records(old, it.crawler()) == records(new, it.crawler()))
}

/// The ACAP fields of a file, if the profile reads them.
fn fields(policy: &RobotsPolicy) -> impl Iterator<Item = (String, String)> {
    let is_read = policy.profile() == Profile::Full;
    policy
        .records()
        .filter(move |it| is_read && it.kind() == Key::Acap)
        .map(|it| key_and_value(&it))
}

/// The key and the value of a record; of a signal what it states, so that two spellings of one
/// statement are the same.
fn key_and_value(record: &Record<'_>) -> (String, String) {
    let (key, value) = (record.key().to_ascii_lowercase(), record.value());
    let parted = || {
        let end = value.find([' ', '\t']).filter(|_| value.starts_with(['/', '*']));
        value.split_at_checked(end.unwrap_or(0)).unwrap_or_default()
    };
    let value = match record.kind() {
        Key::ContentSignal => {
            let (path, statement) = parted();
            let stated = content_signal::read(statement.as_bytes()).stated;
            let stated: BTreeSet<String> = stated.iter().map(|it| format!("{:?}", it.0)).collect();
            format!("{path} {stated:?}")
        }
        Key::ContentUsage => {
            let (path, statement) = parted();
            let read = aipref::read(statement.as_bytes());
            let says = read.preferences.iter().map(|it| (it.label.name(), it.allows));
            format!("{path} {} {:?}", read.parses, says.collect::<BTreeSet<_>>())
        }
        _ => value.into_owned(),
    };
    (key, value)
}

/// The comments of a text: each from the first `#` of a line, without white space around it.
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
    fn another_spelling_is_equivalent() {
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
    fn a_change_in_one_profile_is_not_equivalent() {
        let group = |rules: &str| format!("User-agent: *\n{rules}");
        for (old, new) in [
            (group("Disallow: /a"), group("Disallow: /a/")),
            // Google's matcher decodes nothing (F-22), so for it these are two rules.
            (group("Disallow: /~\nDisallow: /%7E"), group("Disallow: /~")),
            (group("Crawl-delay: 5\nAllow: /"), group("Allow: /")),
            (group("Noindex: /a\nAllow: /"), group("Allow: /")),
            ("Sitemap: https://a/b".into(), "Sitemap: https://a/c".into()),
            (group("Disallow: /a # why"), group("Disallow: /a")),
            // Statements of a page replace ACAP fields type by type.
            (
                "ACAP-crawler: *\nACAP-disallow-crawl: /\nACAP-disallow-index: /".into(),
                "ACAP-crawler: *\nACAP-disallow-crawl: /".into(),
            ),
        ] {
            assert!(!keeps(&old, &new), "{new}");
        }
    }

    #[test]
    fn nothing_is_proved_for_long_wide_or_other_files() {
        let long = "#".repeat(placet::limits::FILE_MIN + 1);
        assert!(Proof::new(&Subject::new("robots.txt", long.as_bytes())).is_none());
        assert!(Proof::new(&Subject::page("page.html", b"")).is_none());
        let wide: Vec<u8> =
            "\u{FEFF}User-agent: *\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(Proof::new(&Subject::new("robots.txt", &wide)).is_none());
    }
}
