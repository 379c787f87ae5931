//! The files to lint: read, or fetched.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, bail};
use placet::{Agent, Profile, Usage};
use placet_fetch::{Entry, Failure, FetchedPage, Origin, Standing};
use placet_lint::{Config, Report, Subject, Visit, lint, lint_visit};
use url::Url;

use crate::args::{Fetching, Kept, Kind, Lint, Place};
use crate::fetching::Fetcher;
use crate::{files, input, output};

/// The name by which a robots.txt can keep the linter from its pages.
const NAME: &str = "placet";

/// A file that was read or fetched.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    /// Where it was read from, which can be standard input; none where it was fetched.
    pub(super) path: Option<PathBuf>,
    kind: Kind,
    /// The `Content-Type` it was served with.
    content_type: Option<String>,
}

impl Text {
    fn fetched(name: String, bytes: Vec<u8>, kind: Kind) -> Self {
        Self { name, bytes, path: None, kind, content_type: None }
    }

    /// The file as what it is.
    pub(super) fn subject(&self) -> Subject<'_> {
        let subject = match self.kind {
            Kind::Robots => Subject::new(&self.name, &self.bytes),
            Kind::Fields => Subject::fields(&self.name, &self.bytes),
            Kind::Page => Subject::page(&self.name, &self.bytes),
        };
        subject.served_as(self.content_type.as_deref().unwrap_or_default())
    }
}

/// Files that are linted together: a single one, or all that is met at one URL.
#[derive(Debug)]
pub(super) struct Sheaf {
    pub(super) texts: Vec<Text>,
    pub(super) url: Option<String>,
}

impl Sheaf {
    /// What there is to lint in it.
    pub(super) fn matters(&self) -> Result<Vec<Matter<'_>>> {
        let files = self.texts.iter().map(Text::subject);
        let Some(url) = &self.url else { return Ok(files.map(Matter::File).collect()) };
        let visit = Visit::new(url, files.collect());
        let visit = visit.with_context(|| format!("cannot lint what is met at {url:?}"))?;
        Ok(vec![Matter::Visit(visit)])
    }
}

/// A single file, or all that is met at one URL.
#[derive(Debug)]
pub(super) enum Matter<'t> {
    File(Subject<'t>),
    Visit(Visit<'t>),
}

impl Matter<'_> {
    /// A report for each file.
    pub(super) fn reports(&self, config: &Config) -> Vec<Report<'_>> {
        match self {
            Self::File(file) => vec![lint(file, config)],
            Self::Visit(visit) => lint_visit(visit, config),
        }
    }
}

/// What is to be linted, and whether some of it could not be read or fetched.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) sheaves: Vec<Sheaf>,
    pub(super) failed: bool,
}

impl Gathered {
    /// Reports what is in the way of one file, and goes on.
    pub(super) fn fail(&mut self, error: &Error) {
        output::tell(&format!("{error:#}"));
        self.failed = true;
    }
}

/// Reads and fetches what is to be linted. What cannot be is reported, and does not stop the rest.
pub(super) fn gather(args: &Lint) -> Result<Gathered> {
    let urls = args.subjects.iter().filter_map(|it| url(it)).count();
    if urls > 0 && args.url.is_some() {
        bail!("--url says where files are met; what is fetched is met at its own URL");
    }
    if urls > 0 && args.fix && !args.diff {
        bail!("what is fetched cannot be fixed in place: --diff shows what would change");
    }
    let mut gathered = Gathered::default();
    let fetcher = if urls > 0 { Some(fetcher(args)?) } else { None };
    let mut seen = BTreeSet::new();
    for subject in &args.subjects {
        if let Some((fetcher, url)) = fetcher.as_ref().zip(url(subject)) {
            match fetch(fetcher, url) {
                Ok(sheaf) => gathered.sheaves.push(sheaf),
                Err(error) => gathered.fail(&error),
            }
            continue;
        }
        for path in files::expand(subject, files::ROBOTS) {
            // Folders and globs may take in a file that is given by name too.
            let is_new = path.as_ref().map_or(true, |path| seen.insert(path.clone()));
            match path.and_then(|path| read(args, path)) {
                Ok(text) if is_new => {
                    gathered.sheaves.push(Sheaf { texts: vec![text], url: None });
                }
                Ok(_) => {}
                Err(error) => gathered.fail(&error),
            }
        }
    }
    if let Some(url) = args.url.as_ref().filter(|_| !gathered.sheaves.is_empty()) {
        let texts = gathered.sheaves.into_iter().flat_map(|sheaf| sheaf.texts).collect();
        gathered.sheaves = vec![Sheaf { texts, url: Some(url.clone()) }];
    }
    Ok(gathered)
}

/// What was given, where it is a URL.
fn url(given: &Path) -> Option<&str> {
    let text = given.to_str()?;
    let is_url = ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme));
    is_url.then_some(text)
}

/// A file as what it is said to be, or looks like.
fn read(args: &Lint, path: PathBuf) -> Result<Text> {
    let (name, bytes) = (input::name(&path), input::read_page(&path)?);
    let ends = |ending: &str| name.to_ascii_lowercase().ends_with(ending);
    let looks = if ends(".html") || ends(".htm") {
        Kind::Page
    } else if bytes.starts_with(b"HTTP/") {
        Kind::Fields
    } else {
        Kind::Robots
    };
    let kind = args.kind.unwrap_or(looks);
    Ok(Text { name, bytes, path: Some(path), kind, content_type: None })
}

/// A client that asks sites anew: who has just changed a file wants to hear of that one.
fn fetcher(args: &Lint) -> Result<Fetcher> {
    let fetching = Fetching {
        kept: Kept { store: Some(Place::Memory) },
        max_age: Some(0),
        timeout: args.live.timeout,
        allow_private: args.live.allow_private,
    };
    // As much as can be, so that it can be told what lies behind the part that crawlers read.
    let ceiling = placet::limits::FILE_MAX;
    fetching.open(args.live.user_agent.as_deref(), Profile::default(), ceiling, 1)
}

/// What is met at a URL: a robots.txt alone where the URL is that of one, or of an origin; else the
/// site's robots.txt, the response and the page.
fn fetch(fetcher: &Fetcher, given: &str) -> Result<Sheaf> {
    fetcher.another_question();
    let url = Url::parse(given).with_context(|| format!("cannot lint {given:?}"))?;
    let origin = Origin::of(&url).with_context(|| format!("cannot lint {url}"))?;
    let name = url.path().rsplit('/').next().unwrap_or_default();
    let mut texts = Vec::new();
    if name.eq_ignore_ascii_case("robots.txt") && url.path() != "/robots.txt" {
        // No crawler asks for this one; it is what its author sees.
        let page = page(fetcher, &url)?;
        let content_type = content_type(page.fields.get("content-type"));
        let text = Text::fetched(url.to_string(), page.body, Kind::Robots);
        texts.push(Text { content_type, ..text });
        return Ok(Sheaf { texts, url: Some(url.to_string()) });
    }
    texts.extend(robots(fetcher, &origin)?);
    // With a slash behind it, it is the URL of the first page.
    let is_origin =
        given.split_once("://").is_some_and(|(_, rest)| !rest.contains(['/', '?', '#']));
    if url.path() != "/robots.txt" && !is_origin {
        refuse_where_named(&texts, &url)?;
        let page = page(fetcher, &url)?;
        let fields = fields(&page);
        texts.push(Text::fetched(format!("{url} (header)"), fields, Kind::Fields));
        if page.policy_builder().is_html() {
            texts.push(Text::fetched(url.to_string(), page.body, Kind::Page));
        }
    }
    Ok(Sheaf { texts, url: Some(url.to_string()) })
}

/// The robots.txt of a site; none, which is told, where it has none.
fn robots(fetcher: &Fetcher, origin: &Origin) -> Result<Option<Text>> {
    let entry = fetcher.robots(origin)?;
    match (entry.standing(), entry.copy()) {
        (Standing::Fetched, Some(copy)) => {
            let bytes = copy.body().bytes().to_vec();
            let content_type = content_type(copy.fields().get("content-type"));
            let text = Text::fetched(entry.url().to_string(), bytes, Kind::Robots);
            Ok(Some(Text { content_type, ..text }))
        }
        (Standing::Unavailable, _) => {
            output::tell(&format!("{} is not there, so nothing is closed", entry.url()));
            Ok(None)
        }
        _ => Err(unreachable(&entry)),
    }
}

/// The value of a `Content-Type` field, as text.
fn content_type(value: Option<impl AsRef<[u8]>>) -> Option<String> {
    value.map(|value| String::from_utf8_lossy(value.as_ref()).into_owned())
}

fn unreachable(entry: &Entry) -> Error {
    let hint = match entry.cause().failure() {
        Some(Failure::Address) => "; --allow-private lets private addresses be asked",
        _ => "",
    };
    anyhow::anyhow!("cannot fetch {}: {}{hint}", entry.url(), entry.cause())
}

/// A page is fetched whatever robots.txt says to crawlers, once, as a browser would: whoever lints
/// it is no crawler, and what is closed is what there is to lint. A group that names placet is
/// obeyed all the same.
fn refuse_where_named(texts: &[Text], url: &Url) -> Result<()> {
    for subject in texts.iter().map(Text::subject) {
        let named = subject.policy().addressees().contains(&Agent::new(NAME));
        let inquiry = subject.policy().for_agent(Agent::new(NAME));
        let decision = inquiry.may(Usage::Crawl, url.as_str());
        let decision = decision.with_context(|| format!("cannot lint {url}"))?;
        if named && !decision.verdict().is_permit() {
            bail!("{url} is not fetched: a group of robots.txt names placet: {decision}");
        }
    }
    Ok(())
}

fn page(fetcher: &Fetcher, url: &Url) -> Result<FetchedPage> {
    let page = fetcher.page(url).with_context(|| format!("cannot fetch {url}"))?;
    if let Some(to) = page.redirect() {
        bail!("{url} redirects to {to}: lint that");
    }
    if !(200..300).contains(&page.status) {
        bail!("cannot fetch {url}: the server answered {}", page.status);
    }
    Ok(page)
}

/// The fields of a response, one a line.
fn fields(page: &FetchedPage) -> Vec<u8> {
    let mut text = format!("HTTP/1.1 {}\r\n", page.status).into_bytes();
    for (name, value) in &page.fields {
        text.extend_from_slice(name.as_str().as_bytes());
        text.extend_from_slice(b": ");
        text.extend_from_slice(value.as_bytes());
        text.extend_from_slice(b"\r\n");
    }
    text
}
