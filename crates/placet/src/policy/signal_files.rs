//! Files of a site that contain signals: tdmrep.json, trust.txt, ai.txt and RSL documents.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use super::robots::RobotsPolicy;
use super::source::Source;
use crate::pattern::OwnedPattern;
use crate::pattern::target::have_one_authority;
use crate::syntax::signals::rsl::{Content, RslDocument};
use crate::syntax::signals::tdmrep::TdmRule;
use crate::syntax::signals::trust_txt::{self, TrustTxt};
use crate::syntax::signals::{SignalProblemAt, SignalProblemKind};
use crate::text::{Span, limits};
use crate::vocabulary::{Agent, Profile};

/// A file that signals are read from.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SignalFile {
    /// `/.well-known/tdmrep.json`.
    Tdmrep,
    /// `/trust.txt`, or where there is none `/.well-known/trust.txt`.
    TrustTxt,
    /// `/ai.txt`.
    AiTxt,
    /// The RSL document at this URL.
    Rsl(Arc<str>),
}

impl SignalFile {
    /// The paths at which the file of a site is looked for, the first that exists counting; none for
    /// an RSL document, which is referred to by its URL.
    pub const fn paths(&self) -> &'static [&'static str] {
        match self {
            Self::Tdmrep => &["/.well-known/tdmrep.json"],
            Self::TrustTxt => &["/trust.txt", "/.well-known/trust.txt"],
            Self::AiTxt => &["/ai.txt"],
            Self::Rsl(_) => &[],
        }
    }

    /// The source of its statements.
    pub(crate) fn source(&self) -> Source {
        match self {
            Self::Tdmrep => Source::Tdmrep,
            Self::TrustTxt => Source::TrustTxt,
            Self::AiTxt => Source::AiTxt,
            Self::Rsl(url) => Source::Rsl(Arc::clone(url)),
        }
    }
}

impl fmt::Display for SignalFile {
    /// The first path, or the URL of an RSL document.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rsl(url) => f.pad(url),
            file => f.pad(file.paths().first().unwrap_or(&"")),
        }
    }
}

/// The files of a site that contain signals, read once for any number of questions.
///
/// The engine does not fetch:
/// [`AgentPolicy::signal_files_needed`](crate::AgentPolicy::signal_files_needed) lists the files that
/// a question depends on, and the caller supplies each, or states that the site does not have it. A
/// missing file states nothing; an RSL document that is not supplied becomes a condition: the crawler
/// has to obtain the licence (S-069).
///
/// ```
/// use placet::signals::SignalFiles;
/// use placet::{RobotsPolicy, Usage};
///
/// let files = SignalFiles::new().trust_txt(b"datatrainingallowed=no\n");
/// let bot = RobotsPolicy::parse(b"").for_agent("ExampleBot").signal_files(&files);
/// let decision = bot.may(Usage::TrainAi, "https://example.com/")?;
/// assert_eq!(decision.to_string(), "trust.txt:1 datatrainingallowed=no");
/// # Ok::<(), placet::InvalidUrl>(())
/// ```
#[derive(Debug, Clone)]
pub struct SignalFiles {
    pub(crate) files: Arc<Files>,
    ceiling: usize,
}

/// The files, in the order in which they were supplied.
#[derive(Debug, Clone, Default)]
pub(crate) struct Files {
    all: Vec<Arc<ReadFile>>,
}

/// A file that was supplied.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ReadFile {
    pub(crate) file: SignalFile,
    /// Its text; empty where the site does not have it.
    pub(crate) text: Box<[u8]>,
    pub(crate) says: FileContent,
    pub(crate) problems: Vec<(SignalProblemAt, u32)>,
}

/// What a file says.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(not(feature = "signals"), expect(dead_code, reason = "only reading a file makes it"))]
pub(crate) enum FileContent {
    /// The site does not have it.
    Absent,
    /// The rules of tdmrep.json, each with its patterns.
    Tdmrep(Vec<(TdmRule, Vec<OwnedPattern>)>),
    TrustTxt(TrustTxt),
    /// An ai.txt; nothing where it is in another format.
    AiTxt(Option<RobotsPolicy>),
    Rsl(RslDocument),
}

impl Default for SignalFiles {
    fn default() -> Self {
        Self::new()
    }
}

impl SignalFiles {
    /// No file yet.
    pub fn new() -> Self {
        Self { files: Arc::default(), ceiling: limits::SIGNAL_FILE }
    }

    /// How many bytes a tdmrep.json or an RSL document may have that is supplied from here on; at
    /// least [`limits::FILE_MIN`], which is also the most that is read of trust.txt and ai.txt. A
    /// longer one counts as unreadable.
    #[must_use]
    pub fn ceiling(mut self, bytes: usize) -> Self {
        self.ceiling = bytes.clamp(limits::FILE_MIN, limits::FILE_MAX);
        self
    }

    /// The text of `/.well-known/tdmrep.json`.
    #[cfg(feature = "signals")]
    #[must_use]
    pub fn tdmrep(self, text: &[u8]) -> Self {
        let read = crate::syntax::signals::tdmrep::read(text, self.ceiling);
        let rules = read.rules.into_iter().map(|rule| {
            let patterns = rule.locations.iter().map(|it| OwnedPattern::new(it.as_bytes()));
            let patterns = patterns.collect();
            (rule, patterns)
        });
        let says = FileContent::Tdmrep(rules.collect());
        self.with(SignalFile::Tdmrep, text, says, read.problems)
    }

    /// The text of trust.txt.
    #[must_use]
    pub fn trust_txt(self, text: &[u8]) -> Self {
        let mut read = trust_txt::read(text);
        let problems = std::mem::take(&mut read.problems);
        self.with(SignalFile::TrustTxt, text, FileContent::TrustTxt(read), problems)
    }

    /// The text of `/ai.txt`.
    #[must_use]
    pub fn ai_txt(self, text: &[u8]) -> Self {
        // It is in the grammar of robots.txt, with rules alone (S-103).
        let policy = RobotsPolicy::builder().profile(Profile::Rfc9309).parse(text);
        let mut problems = Vec::new();
        if policy.parts.is_cut() {
            problems.push(((SignalProblemKind::Truncated, Span::new(0, 0)), 1));
        }
        let is_read = !policy.parts.agents.is_empty();
        if !is_read {
            problems.push(((SignalProblemKind::Format, Span::new(0, 0)), 1));
        }
        let says = FileContent::AiTxt(is_read.then_some(policy));
        self.with(SignalFile::AiTxt, text, says, problems)
    }

    /// The text of the RSL document that is referred to by this URL.
    #[cfg(feature = "signals")]
    #[must_use]
    pub fn rsl(self, url: &str, text: &[u8]) -> Self {
        let document = crate::syntax::signals::rsl::read(text, self.ceiling);
        self.with(SignalFile::Rsl(url.into()), text, FileContent::Rsl(document), Vec::new())
    }

    /// States that a file is unavailable: the site does not have it, or it cannot be reached. It is no
    /// longer [needed](crate::AgentPolicy::signal_files_needed).
    #[must_use]
    pub fn unavailable(self, file: SignalFile) -> Self {
        self.with(file, b"", FileContent::Absent, Vec::new())
    }

    /// Of one file that is supplied twice the last counts.
    fn with(
        mut self,
        file: SignalFile,
        text: &[u8],
        says: FileContent,
        mut problems: Vec<(SignalProblemAt, u32)>,
    ) -> Self {
        problems.truncate(limits::PROBLEMS);
        let text = text.get(..limits::FILE_MAX).unwrap_or(text).into();
        let read = Arc::new(ReadFile { file, text, says, problems });
        let all = &mut Arc::make_mut(&mut self.files).all;
        all.retain(|it| it.file != read.file);
        all.push(read);
        self
    }

    /// Leaves out what RSL documents state about sites other than that of a URL. Then questions about
    /// a path alone, for which the site of a `content` element does not matter (S-071), get the
    /// answers of that site.
    #[must_use]
    pub fn of_site(mut self, url: &str) -> Self {
        let is_other =
            |it: &Content| it.has_authority() && have_one_authority(&it.url, url) != Some(true);
        for read in &mut Arc::make_mut(&mut self.files).all {
            let FileContent::Rsl(document) = &read.says else { continue };
            if document.contents.iter().any(is_other) {
                let mut document = document.clone();
                document.contents.retain(|it| !is_other(it));
                let (file, text, problems) =
                    (read.file.clone(), read.text.clone(), read.problems.clone());
                let says = FileContent::Rsl(document);
                *read = Arc::new(ReadFile { file, text, says, problems });
            }
        }
        self
    }

    /// The URLs of `content` elements of RSL documents that name a site, sorted and each once.
    pub fn site_urls(&self) -> Vec<&str> {
        let documents = self.files.iter().filter_map(|read| match &read.says {
            FileContent::Rsl(document) => Some(&document.contents),
            _ => None,
        });
        let contents = documents.flatten().filter(|it| it.has_authority());
        let urls: BTreeSet<&str> = contents.map(|it| &*it.url).collect();
        urls.into_iter().collect()
    }

    /// The same files, which share those that are equal with `other`: equal files are one then.
    pub(crate) fn sharing(mut self, other: &Self) -> Self {
        for read in &mut Arc::make_mut(&mut self.files).all {
            let equal = other.files.all.iter().find(|it| *it == read);
            if let Some(equal) = equal {
                *read = Arc::clone(equal);
            }
        }
        self
    }

    /// Whether two sets have the same files, which they [share](SignalFiles::sharing).
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let (own, other) = (&self.files.all, &other.files.all);
        let is_in_other = |it: &Arc<ReadFile>| other.iter().any(|other| Arc::ptr_eq(it, other));
        own.len() == other.len() && own.iter().all(is_in_other)
    }

    /// The policy of ai.txt, where it is read.
    pub(crate) fn ai_policy(&self) -> Option<&RobotsPolicy> {
        match self.files.find(&SignalFile::AiTxt).map(|(_, read)| &read.says) {
            Some(FileContent::AiTxt(policy)) => policy.as_ref(),
            _ => None,
        }
    }

    /// The crawlers that ai.txt addresses, each once, in the order of the file; `*` for all that it
    /// does not name.
    pub fn addressees(&self) -> Vec<Agent> {
        self.ai_policy().map_or_else(Vec::new, RobotsPolicy::addressees)
    }

    /// The files that were supplied or stated to be unavailable.
    pub fn iter(&self) -> impl Iterator<Item = &SignalFile> {
        self.files.all.iter().map(|it| &it.file)
    }
}

impl Files {
    /// All files.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &ReadFile> {
        self.all.iter().map(|it| &**it)
    }

    /// The file at a place.
    pub(crate) fn get(&self, place: u32) -> Option<&ReadFile> {
        self.all.get(place as usize).map(|it| &**it)
    }

    /// A file, with its place.
    pub(crate) fn find(&self, file: &SignalFile) -> Option<(u32, &ReadFile)> {
        self.find_by(|it| it == file)
    }

    /// The RSL document of a URL, with its place.
    pub(crate) fn rsl(&self, url: &str) -> Option<(u32, &ReadFile)> {
        self.find_by(|it| matches!(it, SignalFile::Rsl(own) if **own == *url))
    }

    fn find_by(&self, is: impl Fn(&SignalFile) -> bool) -> Option<(u32, &ReadFile)> {
        (0..).zip(&self.all).find(|(_, it)| is(&it.file)).map(|(place, it)| (place, &**it))
    }
}
