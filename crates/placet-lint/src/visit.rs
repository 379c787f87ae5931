//! The files of one URL.

use std::fmt;

use placet::signals::{SignalFile, SignalFiles};
use placet::{Agent, PagePolicy, RobotsPolicy, Usage};
use url::Url;

use crate::config::Config;
use crate::limits::CRAWLERS_ASKED;
use crate::subject::{Kind, Subject, field_lines};

/// The files that a crawler finds at one URL: the robots.txt of the site, the header of the response,
/// the page, and the files that signals are read from, or some of them.
///
/// ```
/// use placet_lint::{Config, Subject, Visit, lint_visit};
///
/// let files = vec![
///     Subject::new("robots.txt", b"User-agent: *\nDisallow: /drafts/\n"),
///     Subject::page("draft.html", b"<meta name=robots content=noindex>"),
/// ];
/// let visit = Visit::new("https://example.com/drafts/1", files)?;
/// let reports = lint_visit(&visit, &Config::default());
/// assert_eq!(reports[1].findings()[0].rule().name(), "noindex-unread");
/// # Ok::<(), placet_lint::InvalidVisit>(())
/// ```
#[derive(Debug)]
pub struct Visit<'t> {
    url: Url,
    files: Vec<Subject<'t>>,
    page_policy: PagePolicy,
}

impl<'t> Visit<'t> {
    /// The files of `url`: at most one of each kind, and any number of RSL documents.
    ///
    /// # Errors
    /// If the URL is not an absolute http or https URL, or two files are of one kind.
    pub fn new(url: &str, files: Vec<Subject<'t>>) -> Result<Self, InvalidVisit> {
        let url = Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let url = url.ok_or(InvalidVisit::Url)?;
        for kind in Kind::SINGLE {
            if files.iter().filter(|file| file.kind() == kind).count() > 1 {
                return Err(InvalidVisit::Twice(kind.name()));
            }
        }
        let page_policy = page_policy(&files);
        Ok(Self { url, files, page_policy })
    }

    /// The URL.
    pub fn url(&self) -> &str {
        self.url.as_str()
    }

    /// The files, in the order given.
    pub fn files(&self) -> &[Subject<'t>] {
        &self.files
    }

    /// The files with signals that decisions about the URL depend on, for any crawler, and that are
    /// not among the files: those of the site, and the RSL documents that the files refer to.
    pub fn signal_files_needed(&self, config: &Config) -> Vec<SignalFile> {
        let none = RobotsPolicy::parse(b"");
        let robots = self.file(Kind::Robots).map_or(&none, Subject::policy);
        let named = robots.addressees().into_iter().filter(|it| it.name() != "*");
        let agents = std::iter::once(Agent::new("*")).chain(named).take(CRAWLERS_ASKED);
        let (given, families) = (self.signal_files(), config.families());
        let mut needed = Vec::new();
        for agent in agents {
            let bot = robots.for_agent(agent).page(&self.page_policy).families(families);
            let bot = bot.signal_files(&given);
            let Ok(target) = bot.target(self.url()) else { continue };
            // Every file with signals is about this usage.
            for file in bot.signal_files_needed(Usage::TrainAi, &target) {
                if !needed.contains(&file) {
                    needed.push(file);
                }
            }
        }
        needed
    }

    pub(crate) fn address(&self) -> &Url {
        &self.url
    }

    /// The file of this kind.
    pub(crate) fn file(&self, kind: Kind) -> Option<&Subject<'t>> {
        self.files.iter().find(|file| file.kind() == kind)
    }

    /// The file that is the RSL document of this URL.
    pub(crate) fn rsl(&self, url: &str) -> Option<usize> {
        self.files.iter().position(|file| file.rsl_url() == Some(url))
    }

    /// The files that signals are read from.
    pub(crate) fn signal_files(&self) -> SignalFiles {
        self.files.iter().fold(SignalFiles::new(), |files, file| file.add_to(files))
    }

    /// The statements of header and page.
    pub(crate) fn page_policy(&self) -> &PagePolicy {
        &self.page_policy
    }
}

fn page_policy(files: &[Subject<'_>]) -> PagePolicy {
    let mut builder = PagePolicy::builder();
    for file in files {
        match file.kind() {
            Kind::Fields => {
                for line in field_lines(file.text()) {
                    builder = builder.header(&line.name, line.value);
                }
            }
            Kind::Page => builder = builder.html(file.text()),
            _ => {}
        }
    }
    builder.build()
}

/// The files cannot belong to one URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidVisit {
    /// The URL is not an absolute http or https URL.
    Url,
    /// Two files are of this kind.
    Twice(&'static str),
}

impl fmt::Display for InvalidVisit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url => f.write_str("expected an absolute http or https URL"),
            Self::Twice(kind) => write!(f, "two files are {kind}; one URL has one"),
        }
    }
}

impl std::error::Error for InvalidVisit {}
