//! Reads or fetches the files to lint.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow, bail};
use placet::signals::SignalFile;
use placet::{Agent, Profile, Usage};
use placet_fetch::{Entry, FetchedPage, Origin, SignalEntry, Standing};
use placet_lint::{Config, Missing, Report, Subject, Visit, lint, lint_visit};
use placet_report::evidence::refused_address;
use url::Url;

use crate::args::{FetchArgs, Lint, LintKind, StoreArgs, StoreLocation};
use crate::fetcher::{Fetcher, ONE_QUESTION};
use crate::question::allow_private_hint;
use crate::{files, input, output};

/// The product token by which a robots.txt can exclude the linter.
const AGENT: &str = "placet";

/// A file that was read or fetched.
#[derive(Debug)]
pub(super) struct InputFile {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    /// Its path, which can be standard input; none if it was fetched.
    pub(super) path: Option<PathBuf>,
    kind: LintKind,
    /// The URL of an RSL licence, by which other files refer to it.
    url: Option<String>,
    /// The `Content-Type` of the response.
    content_type: Option<String>,
    /// What file is missing, and why; its text is empty then.
    missing: Option<(SignalFile, Missing)>,
}

impl InputFile {
    fn fetched(name: String, bytes: Vec<u8>, kind: LintKind) -> Self {
        Self { name, bytes, path: None, kind, url: None, content_type: None, missing: None }
    }

    /// A local file.
    fn read(path: PathBuf, kind: impl FnOnce(&Path, &[u8]) -> LintKind) -> Result<Self> {
        let (name, bytes) = (input::name(&path), input::read_page(&path)?);
        let kind = kind(&path, &bytes);
        Ok(Self { path: Some(path), ..Self::fetched(name, bytes, kind) })
    }

    /// The file for the linter.
    pub(super) fn subject(&self) -> Subject<'_> {
        if let Some((file, why)) = &self.missing {
            return Subject::missing(&self.name, file.clone(), why.clone());
        }
        let subject = match self.kind {
            LintKind::Robots => Subject::new(&self.name, &self.bytes),
            LintKind::Fields => Subject::fields(&self.name, &self.bytes),
            LintKind::Page => Subject::page(&self.name, &self.bytes),
            LintKind::Tdmrep => Subject::tdmrep(&self.name, &self.bytes),
            LintKind::Rsl => Subject::rsl(&self.name, self.url.as_deref(), &self.bytes),
            LintKind::TrustTxt => Subject::trust_txt(&self.name, &self.bytes),
            LintKind::AiTxt => Subject::ai_txt(&self.name, &self.bytes),
        };
        subject.served_as(self.content_type.as_deref().unwrap_or_default())
    }
}

/// Files to lint together: one file, or all files of one URL.
#[derive(Debug)]
pub(super) struct FileSet {
    pub(super) files: Vec<InputFile>,
    pub(super) url: Option<String>,
}

impl FileSet {
    /// The units that the linter works on.
    pub(super) fn units(&self) -> Result<Vec<Unit<'_>>> {
        let files = self.files.iter().map(InputFile::subject);
        let Some(url) = &self.url else { return Ok(files.map(Unit::File).collect()) };
        let visit = Visit::new(url, files.collect());
        let visit = visit.with_context(|| format!("cannot lint the files of {url:?}"))?;
        Ok(vec![Unit::Visit(visit)])
    }
}

/// One file, or all files of one URL.
#[derive(Debug)]
pub(super) enum Unit<'t> {
    File(Subject<'t>),
    Visit(Visit<'t>),
}

impl Unit<'_> {
    /// One report per file.
    pub(super) fn reports(&self, config: &Config) -> Vec<Report<'_>> {
        match self {
            Self::File(file) => vec![lint(file, config)],
            Self::Visit(visit) => lint_visit(visit, config),
        }
    }
}

/// Everything to lint, and whether something could not be read or fetched.
#[derive(Debug, Default)]
pub(super) struct Inputs {
    pub(super) sets: Vec<FileSet>,
    pub(super) failed: bool,
}

impl Inputs {
    /// Reports an error with one file; the run continues.
    pub(super) fn fail(&mut self, error: &Error) {
        output::message(&format!("{error:#}"));
        self.failed = true;
    }
}

/// Reads and fetches everything to lint. Errors with single files are reported, and the run continues.
pub(super) fn load(args: &Lint, config: &Config) -> Result<Inputs> {
    let urls = args.subjects.iter().filter_map(|it| url(it)).count();
    if urls > 0 && args.url.is_some() {
        bail!("--url is for local files; a fetched file already has a URL");
    }
    if urls > 0 && args.fix && !args.diff {
        bail!("cannot fix a fetched file in place; use --diff to show what would change");
    }
    let mut inputs = Inputs::default();
    let fetcher = if urls > 0 { Some(fetcher(args)?) } else { None };
    let mut seen = BTreeSet::new();
    for subject in &args.subjects {
        if let Some((fetcher, url)) = fetcher.as_ref().zip(url(subject)) {
            let set = fetch(fetcher, url).and_then(|mut set| {
                read_signal_files(args, &mut set.files)?;
                fetch_signal_files(fetcher, config, &mut set)?;
                Ok(set)
            });
            match set {
                Ok(set) => inputs.sets.push(set),
                Err(error) => inputs.fail(&error),
            }
            continue;
        }
        for path in files::expand(subject, files::ROBOTS) {
            // A folder or glob may include a file that another argument names.
            let is_new = path.as_ref().map_or(true, |path| seen.insert(path.clone()));
            let kind = |path: &Path, bytes: &[u8]| {
                args.kind.unwrap_or_else(|| LintKind::guess(path, bytes))
            };
            match path.and_then(|path| InputFile::read(path, kind)) {
                Ok(file) if is_new => {
                    inputs.sets.push(FileSet { files: vec![file], url: None });
                }
                Ok(_) => {}
                Err(error) => inputs.fail(&error),
            }
        }
    }
    if urls == 0 {
        let mut files = Vec::new();
        if let Err(error) = read_signal_files(args, &mut files) {
            inputs.fail(&error);
        }
        inputs.sets.extend(files.into_iter().map(|it| FileSet { files: vec![it], url: None }));
    }
    if let Some(url) = args.url.as_ref().filter(|_| !inputs.sets.is_empty()) {
        let files = inputs.sets.into_iter().flat_map(|set| set.files).collect();
        inputs.sets = vec![FileSet { files, url: Some(url.clone()) }];
    }
    Ok(inputs)
}

/// Reads the files with signals that options name.
fn read_signal_files(args: &Lint, files: &mut Vec<InputFile>) -> Result<()> {
    for (file, path) in args.signal_files.copies() {
        let (kind, url) = kind_of(&file);
        files.push(InputFile { url, ..InputFile::read(path.clone(), |_, _| kind)? });
    }
    Ok(())
}

/// What a file with signals is, and the URL by which other files refer to it.
fn kind_of(file: &SignalFile) -> (LintKind, Option<String>) {
    match file {
        SignalFile::Tdmrep => (LintKind::Tdmrep, None),
        SignalFile::TrustTxt => (LintKind::TrustTxt, None),
        SignalFile::Rsl(url) => (LintKind::Rsl, Some(url.to_string())),
        _ => (LintKind::AiTxt, None),
    }
}

/// Fetches the files with signals that the site may have and those that its files refer to, and adds
/// them: their texts, or why crawlers cannot read them. That a site does not have a file which nothing
/// refers to is the rule.
fn fetch_signal_files(fetcher: &Fetcher, config: &Config, set: &mut FileSet) -> Result<()> {
    let Some(url) = &set.url else { return Ok(()) };
    let visit = Visit::new(url, set.files.iter().map(InputFile::subject).collect());
    let visit = visit.with_context(|| format!("cannot lint the files of {url:?}"))?;
    let needed = visit.signal_files_needed(config);
    drop(visit);
    if needed.is_empty() {
        return Ok(());
    }
    let entries = fetcher.signal_files(&url.parse()?, needed.clone())?;
    for file in needed {
        let own = || entries.iter().filter(|it| *it.file() == file);
        if let Some((it, text)) = own().find_map(|it| Some((it, it.text()?))) {
            let copy = it.entry().copy();
            let content_type = copy.and_then(|it| content_type(it.fields().get("content-type")));
            let (kind, url) = kind_of(&file);
            let found = InputFile::fetched(it.entry().url().to_string(), text.to_vec(), kind);
            set.files.push(InputFile { url, content_type, ..found });
        } else if let Some((it, why)) = own().find_map(|it| Some((it, missing(it)?))) {
            let name = it.entry().url().to_string();
            let absent = InputFile::fetched(name, Vec::new(), kind_of(&file).0);
            set.files.push(InputFile { missing: Some((file, why)), ..absent });
        } else if own().next().is_none() {
            output::message(&format!("{file} was not fetched: there are too many licences"));
        }
    }
    Ok(())
}

/// Why crawlers cannot read a file that they look for or that the site refers to.
fn missing(it: &SignalEntry) -> Option<Missing> {
    if it.is_web_page() {
        return Some(Missing::WebPage);
    }
    let is_referred = matches!(it.file(), SignalFile::Rsl(_));
    let is_missing = match it.entry().standing() {
        Standing::Unreachable => true,
        Standing::Unavailable => is_referred,
        _ => false,
    };
    is_missing.then(|| Missing::Unavailable(it.entry().cause().to_string()))
}

/// The argument as a URL, if it is one.
fn url(argument: &Path) -> Option<&str> {
    let text = argument.to_str()?;
    let is_url = ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme));
    is_url.then_some(text)
}

/// A client that always asks the site, because the user may have just changed the file.
fn fetcher(args: &Lint) -> Result<Fetcher> {
    let fetching = FetchArgs {
        store: StoreArgs { store: Some(StoreLocation::Memory) },
        max_age: Some(0),
        network: args.network.clone(),
    };
    // As much as possible, so that a rule can report records past the part that crawlers read.
    let ceiling = placet::limits::FILE_MAX;
    fetching.open(args.user_agent.as_deref(), Profile::default(), ceiling, ONE_QUESTION)
}

/// Fetches the files of a URL: only a robots.txt for an origin, the URL of a robots.txt or of a file
/// with signals; otherwise the site's robots.txt, the response and the page.
fn fetch(fetcher: &Fetcher, text: &str) -> Result<FileSet> {
    fetcher.restart_timeout();
    let url = Url::parse(text).with_context(|| format!("cannot lint {text:?}"))?;
    let origin = Origin::of(&url).with_context(|| format!("cannot lint {url}"))?;
    let name = url.path().rsplit('/').next().unwrap_or_default();
    let mut files = Vec::new();
    if name.eq_ignore_ascii_case("robots.txt") && url.path() != "/robots.txt" {
        // Crawlers do not request this URL, but its author can lint it.
        let page = page(fetcher, &url)?;
        let content_type = content_type(page.fields.get("content-type"));
        let file = InputFile::fetched(url.to_string(), page.body, LintKind::Robots);
        files.push(InputFile { content_type, ..file });
        return Ok(FileSet { files, url: Some(url.to_string()) });
    }
    files.extend(robots(fetcher, &origin)?);
    // With a trailing slash, it is the URL of the home page.
    let is_origin = text.split_once("://").is_some_and(|(_, rest)| !rest.contains(['/', '?', '#']));
    let of_site = [SignalFile::Tdmrep, SignalFile::TrustTxt, SignalFile::AiTxt];
    let is_of_site = url.path() == "/robots.txt"
        || of_site.iter().any(|file| file.paths().contains(&url.path()));
    if !is_of_site && !is_origin {
        check_own_group(&files, &url)?;
        let page = page(fetcher, &url)?;
        let fields = fields(&page);
        files.push(InputFile::fetched(format!("{url} (header)"), fields, LintKind::Fields));
        if page.policy_builder().is_html() {
            files.push(InputFile::fetched(url.to_string(), page.body, LintKind::Page));
        }
    }
    Ok(FileSet { files, url: Some(url.to_string()) })
}

/// The robots.txt of a site; none with a message if the site has none.
fn robots(fetcher: &Fetcher, origin: &Origin) -> Result<Option<InputFile>> {
    let entry = fetcher.robots(origin)?;
    match (entry.standing(), entry.copy()) {
        (Standing::Fetched, Some(copy)) => {
            let bytes = copy.body().bytes().to_vec();
            let content_type = content_type(copy.fields().get("content-type"));
            let file = InputFile::fetched(entry.url().to_string(), bytes, LintKind::Robots);
            Ok(Some(InputFile { content_type, ..file }))
        }
        (Standing::Unavailable, _) => {
            let (url, cause) = (entry.url(), entry.cause());
            output::message(&format!("{url} is unavailable, so nothing is closed: {cause}"));
            Ok(None)
        }
        _ => Err(unreachable(fetcher, &entry)),
    }
}

/// The value of a `Content-Type` field, as text.
fn content_type(value: Option<impl AsRef<[u8]>>) -> Option<String> {
    value.map(|value| String::from_utf8_lossy(value.as_ref()).into_owned())
}

fn unreachable(fetcher: &Fetcher, entry: &Entry) -> Error {
    match refused_address(entry) {
        Some(refused) => anyhow!("{refused}{}", allow_private_hint(fetcher.allows_private())),
        None => anyhow!("cannot fetch {}: {}", entry.url(), entry.cause()),
    }
}

/// Fails if a group names placet and closes the page.
///
/// Other groups do not apply: the linter is not a crawler. It fetches a page once, as a browser would,
/// and has to see pages that are closed to crawlers.
fn check_own_group(files: &[InputFile], url: &Url) -> Result<()> {
    for subject in files.iter().map(InputFile::subject) {
        let named = subject.policy().addressees().contains(&Agent::new(AGENT));
        let decision =
            subject.policy().for_agent(Agent::new(AGENT)).may(Usage::Crawl, url.as_str());
        let decision = decision.with_context(|| format!("cannot lint {url}"))?;
        if named && !decision.verdict().is_permit() {
            bail!("{url} was not fetched, because robots.txt closes it to placet: {decision}");
        }
    }
    Ok(())
}

fn page(fetcher: &Fetcher, url: &Url) -> Result<FetchedPage> {
    let page = fetcher.page(url).with_context(|| format!("cannot fetch {url}"))?;
    if let Some(to) = page.redirect() {
        bail!("{url} redirects to {to}; lint that URL instead");
    }
    if !(200..300).contains(&page.status) {
        bail!("cannot fetch {url}: the server answered {}", page.status);
    }
    Ok(page)
}

/// The header fields of a response, one per line.
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
