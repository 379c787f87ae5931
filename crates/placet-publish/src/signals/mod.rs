//! The same policy in the languages of signals about the use of content.
//!
//! | language | file |
//! |---|---|
//! | `Content-Usage` (IETF AI Preferences) | robots.txt |
//! | `Content-Signal` (Content Signals Policy) | robots.txt |
//! | TDM Reservation Protocol | `/.well-known/tdmrep.json` |
//! | Really Simple Licensing | `/license.xml`, and `License` records in robots.txt |
//! | `Content-Usage`, `Content-Signal` and `tdm-reservation` as response fields, by [`to_fields`] | – |
//! | `tdm-reservation` as META elements, by [`to_tdm_metas`] | – |
//! | groups that name known AI crawlers | robots.txt |
//!
//! The source is whatever the engine reads: robots.txt with rules, ACAP and signals, the other files of
//! signals, and [preferences](Preference) that the publisher states in addition. Statements are not
//! translated one by one: the engine is asked about each crawler, each usage and one path of each
//! kind, and each language states the same answers, as far as it can. The result is read back and
//! compared; every difference is listed.

mod answers;
mod audience;
mod classes;
mod fields;
mod groups;
mod languages;
mod list;
mod loss;
mod robots;
mod rsl;
mod tdmrep;
mod verify;

use placet::explain::GroupChoice;
use placet::signals::{Families, Family, SignalFiles};
use placet::syntax::robots::{Key, is_markup};
use placet::{RobotsPolicy, Usage};

use crate::convert::{Loss, LossKind, Unconvertible, to_robots};
use answers::{Stance, Stated};
use classes::Classes;
pub use fields::{to_fields, to_tdm_metas};
pub use groups::AiCrawler;
pub use loss::{LossEffect, SignalLoss};

/// A language that signals are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Language {
    /// `Content-Usage` records in robots.txt.
    ContentUsage,
    /// `Content-Signal` records in robots.txt.
    ContentSignal,
    /// `/.well-known/tdmrep.json`.
    Tdmrep,
    /// RSL documents, and `License` records in robots.txt.
    Rsl,
    /// Groups in robots.txt that name known AI crawlers and the tokens that control them.
    CrawlerGroups,
}

impl Language {
    /// All languages, in the order in which they are written.
    pub const ALL: [Self; 5] =
        [Self::ContentUsage, Self::ContentSignal, Self::Tdmrep, Self::Rsl, Self::CrawlerGroups];

    /// The name used at the prompt and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ContentUsage => "content-usage",
            Self::ContentSignal => "content-signal",
            Self::Tdmrep => "tdmrep",
            Self::Rsl => "rsl",
            Self::CrawlerGroups => "crawler-groups",
        }
    }

    /// What is written, for help texts.
    pub const fn description(self) -> &'static str {
        match self {
            Self::ContentUsage => "Content-Usage records in robots.txt, or a header field",
            Self::ContentSignal => "Content-Signal records in robots.txt, or a header field",
            Self::Tdmrep => "The file tdmrep.json, or a header field",
            Self::Rsl => "RSL documents, and License records in robots.txt",
            Self::CrawlerGroups => "Groups in robots.txt for known AI crawlers",
        }
    }

    /// The family of signals that reads it.
    pub const fn family(self) -> Family {
        match self {
            Self::ContentUsage => Family::Aipref,
            Self::ContentSignal => Family::ContentSignal,
            Self::Tdmrep => Family::Tdmrep,
            Self::Rsl => Family::Rsl,
            Self::CrawlerGroups => Family::ControlToken,
        }
    }
}

/// What the publisher wants in addition to what the source states, for all crawlers.
///
/// It replaces the answers of the source about these usages where its pattern matches. Of several
/// preferences the longest pattern counts, and of equally long ones the refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "callers state all three")]
pub struct Preference {
    /// The usages; none of them is crawling or following links.
    pub usages: Vec<Usage>,
    /// Whether they are allowed or refused.
    pub allow: bool,
    /// The paths, as a pattern of RFC 9309.
    pub pattern: String,
}

/// The usages that `search` includes in `Content-Usage` and `Content-Signal`.
pub const SEARCH: [Usage; 4] =
    [Usage::Index, Usage::PresentLink, Usage::PresentSnippet, Usage::PresentOldsnippet];

/// The source of a policy: the files of a site, and the preferences of its publisher.
///
/// ```
/// use placet::Usage;
/// use placet_publish::signals::{Language, Preference, Site};
///
/// let no = Preference { usages: vec![Usage::TrainAi], allow: false, pattern: "/".to_owned() };
/// let written = Site::new(b"User-agent: *\nDisallow: /cart/\n")
///     .preference(no)
///     .write(&[Language::ContentUsage], &[])?;
/// assert_eq!(
///     written.files[0].text,
///     "User-agent: *\nContent-Usage: train-ai=n\nDisallow: /cart/\n"
/// );
/// assert!(written.losses.is_empty());
/// # Ok::<(), placet_publish::convert::Unconvertible>(())
/// ```
#[derive(Debug, Clone)]
pub struct Site {
    robots: RobotsPolicy,
    files: SignalFiles,
    families: Families,
    url: String,
    preferences: Vec<Preference>,
}

/// A file of the result.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct WrittenFile {
    /// Where the site has to serve it.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// The files of the result, and what they do not express.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// The files, robots.txt first.
    pub files: Vec<WrittenFile>,
    /// What the source states and the result does not.
    pub losses: Vec<Loss>,
    /// What the result refuses in addition, and what single languages of several do not express.
    pub notes: Vec<Loss>,
}

impl Site {
    /// A site with this robots.txt.
    pub fn new(robots: &[u8]) -> Self {
        Self {
            robots: RobotsPolicy::parse(robots),
            files: SignalFiles::new(),
            families: Families::ALL,
            url: String::new(),
            preferences: Vec::new(),
        }
    }

    /// Adds the other files of the site that contain signals.
    #[must_use]
    pub fn files(mut self, files: SignalFiles) -> Self {
        self.files = files;
        self
    }

    /// Reads only these families of signals in the source.
    #[must_use]
    pub fn families(mut self, families: Families) -> Self {
        self.families = families;
        self
    }

    /// The origin of the site, such as `https://example.com`. Without it, `License` records have
    /// relative references, which not all crawlers read.
    #[must_use]
    pub fn url(mut self, origin: &str) -> Self {
        origin.trim_end_matches('/').clone_into(&mut self.url);
        self
    }

    /// Adds a preference of the publisher.
    #[must_use]
    pub fn preference(mut self, preference: Preference) -> Self {
        self.preferences.push(preference);
        self
    }

    /// Writes the policy in some languages. `crawlers` are those that
    /// [`Language::CrawlerGroups`] may name.
    ///
    /// robots.txt keeps the rules, the other records of groups, and the sitemaps. Rules that ACAP
    /// states are written as rules, as [`to_robots`] does. Comments and signals of the source are
    /// not kept.
    ///
    /// # Errors
    /// If robots.txt is a web page, or its patterns take too many steps to compare.
    pub fn write(
        &self,
        languages: &[Language],
        crawlers: &[AiCrawler],
    ) -> Result<Written, Unconvertible> {
        if is_markup(self.robots.text()) {
            return Err(Unconvertible::Page);
        }
        let mut written = Written { files: Vec::new(), losses: Vec::new(), notes: Vec::new() };
        let base = self.base(&mut written)?;
        let crawlers = if languages.contains(&Language::CrawlerGroups) { crawlers } else { &[] };
        let mut audiences = audience::audiences(self, &base, crawlers);
        let classes = Classes::new(audience::patterns(self, &audiences));
        if audiences.len().saturating_mul(classes.all.len()) > crate::limits::SIGNAL_ANSWERS {
            return Err(Unconvertible::TooLong);
        }
        for audience in &mut audiences {
            audience.answers =
                classes.all.iter().map(|it| self.answers(audience, &it.path)).collect();
        }
        for audience in &mut audiences {
            let own = if audience.is_written {
                groups::rules(&base, audience, &classes, crawlers, &mut written.notes)
            } else {
                None
            };
            if audience.is_control_token() {
                // It has a group if the source has one, or if it has to refuse something.
                let choice = base.for_agent(audience.name.as_str()).choice();
                audience.is_written = own.is_some() || choice == GroupChoice::Named;
            }
            audience.rules = own.unwrap_or_else(|| robots::rules(&base, audience));
        }
        let mut result = verify::Reread::default();
        let mut reservations = vec![None; classes.all.len()];
        if languages.contains(&Language::Tdmrep) {
            let is_alone = languages == [Language::Tdmrep];
            reservations = tdmrep::reservations(&audiences, classes.all.len(), is_alone);
            let others = audiences.iter().find(|it| it.is_others());
            let answers = others.map_or(&[][..], |it| &it.answers);
            let policies: Vec<_> = answers.iter().map(|it| it.policy.as_deref()).collect();
            result.tdmrep = tdmrep::document(&classes, &reservations, &policies, is_alone);
        }
        for audience in audiences.iter_mut().filter(|it| it.is_written && it.is_open()) {
            let kinds = audience.answers.iter().zip(&reservations);
            let is_reserved = |it: &Option<Stance>| *it == Some(Stance::Refused);
            let has_mining =
                languages.iter().any(|it| matches!(it, Language::Tdmrep | Language::Rsl));
            let stated = kinds.map(|(it, own)| match Stated::of(it, is_reserved(own)) {
                stated if has_mining => stated,
                stated => stated.without_mining(),
            });
            // One list for all languages, so that they state the same where none is exact.
            let stated =
                list::entries(&classes, &stated.collect::<Vec<_>>(), |one, other| one.join(*other));
            if languages.contains(&Language::ContentUsage) {
                audience.signals.extend(languages::content_usage(&classes, &stated));
            }
            if languages.contains(&Language::ContentSignal) {
                audience.signals.extend(languages::content_signal(&classes, &stated));
            }
            if languages.contains(&Language::Rsl)
                && let Some(document) = rsl::document(&classes, &stated)
            {
                let url = result.license(&self.url, document);
                audience.signals.push(format!("License: {url}"));
            }
        }
        let needs_robots = languages.iter().any(|it| *it != Language::Tdmrep);
        result.robots = robots::text(&base, &audiences);
        if result.robots.len() > placet::limits::FILE_MIN {
            let why = "the result is longer than the 500 KiB that all crawlers read";
            written.losses.push(Loss::new(LossKind::Length, None, why));
        }
        written.notes.extend(groups::notes(&audiences, crawlers));
        verify::compare(self, &classes, &audiences, languages, &result, &mut written);
        if needs_robots {
            let has_comments = self.robots.text().contains(&b'#');
            if has_comments {
                let why = "comments of robots.txt are not in the result";
                written.notes.push(Loss::new(LossKind::Record, None, why));
            }
            written.file("/robots.txt", result.robots);
        }
        if let Some(text) = result.tdmrep {
            written.file("/.well-known/tdmrep.json", text);
        }
        for (path, text) in result.licenses {
            written.file(&path, text);
        }
        Ok(written)
    }

    /// The rules of the result: those of the source, and what ACAP states about crawling.
    fn base(&self, written: &mut Written) -> Result<RobotsPolicy, Unconvertible> {
        if !self.robots.records().any(|record| record.kind() == Key::Acap) {
            return Ok(self.robots.clone());
        }
        let converted = to_robots(self.robots.text())?;
        // Losses of other usages are found by comparing answers.
        let is_about_crawling =
            |loss: &Loss| !matches!(loss.kind, LossKind::Usage | LossKind::Condition);
        written.losses.extend(converted.losses.into_iter().filter(is_about_crawling));
        written.notes.extend(converted.notes);
        Ok(RobotsPolicy::parse(&converted.text))
    }
}

impl Written {
    fn file(&mut self, path: &str, text: String) {
        self.files.push(WrittenFile { path: path.to_owned(), text });
    }
}
