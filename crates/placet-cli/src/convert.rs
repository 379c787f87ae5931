//! `placet convert`.

use anyhow::{Context, Result, bail};
use placet::signals::{Families, SignalFiles};
use placet::{Agent, Crawler, PagePolicy, Profile, limits};
use placet_fetch::{Origin, Standing};
use placet_lint::Subject;
use placet_publish::convert::{
    AcapForm, Converted, Loss, Unconvertible, to_acap, to_metas, to_robots, to_robots_tag,
};
use placet_publish::signals::{self, Site, to_fields, to_tdm_metas};
use serde_json::json;
use url::Url;

use crate::args::{Convert, FetchArgs, FileKind, Language, SignalArgs};
use crate::fetcher::ONE_QUESTION;
use crate::output::show;
use crate::signal_files::with_live_files;
use crate::{Status, input, output};

/// What to convert.
enum Source {
    /// A robots.txt, and the other files of its site.
    Robots(SiteFiles),
    Page(PagePolicy),
}

/// A robots.txt, and the files with signals of its site.
pub(crate) struct SiteFiles {
    pub(crate) robots: Vec<u8>,
    pub(crate) signals: SignalFiles,
    /// The origin of the site, if it is known.
    pub(crate) origin: Option<Origin>,
}

pub(crate) fn run(args: &Convert) -> Result<Status> {
    let name = input::name(&args.source);
    let url = args.source.to_str().and_then(|text| Url::parse(text).ok());
    let source = match url.filter(|url| Origin::of(url).is_ok()) {
        Some(url) => fetch(args, &url)?,
        None => read(args)?,
    };
    let converted = match (args.to, &source) {
        (Language::Acap, Source::Robots(SiteFiles { robots: text, .. })) => {
            let form = if args.acap_only { AcapForm::Alone } else { AcapForm::WithSource };
            to_acap(text, form)
        }
        (Language::Robots, Source::Robots(site)) => to_robots(&site.robots),
        (Language::RobotsTag, Source::Page(page)) => to_robots_tag(page),
        (Language::Meta, Source::Page(page)) => to_metas(page),
        (Language::TdmrepMeta, Source::Page(page)) => to_tdm_metas(page),
        (Language::Signal(to), Source::Robots(site)) => return signals(args, to, &name, site),
        (Language::Signal(to), Source::Page(page)) => to_fields(page, to),
        (Language::Acap | Language::Robots, Source::Page(_)) => {
            bail!("cannot convert {name}: robots.txt cannot express the statements of a page")
        }
        (_, Source::Robots(_)) => {
            bail!("cannot convert {name}: it looks like a robots.txt; use --from if it is not")
        }
    };
    let converted = converted.with_context(|| format!("cannot convert {name}"))?;
    print(args, &name, &converted)
}

/// Converts to a language of signals.
fn signals(args: &Convert, to: signals::Language, name: &str, files: &SiteFiles) -> Result<Status> {
    let site = files.site(args.signals.families.chosen());
    let written = site.write(&[to], &[]).with_context(|| format!("cannot convert {name}"))?;
    let (robots, mut others): (Vec<_>, Vec<_>) =
        written.files.into_iter().partition(|file| file.path == "/robots.txt");
    let file = match to {
        signals::Language::Tdmrep | signals::Language::Rsl if others.len() > 1 => {
            bail!("{name} states different things to different crawlers; use `placet write`")
        }
        signals::Language::Tdmrep | signals::Language::Rsl => others.pop(),
        _ => robots.into_iter().find(|file| file.text.contains("\nContent-")),
    };
    let Some(file) = file else {
        bail!("cannot convert {name}: {}", Unconvertible::Nothing);
    };
    let mut converted = Converted::new(file.text.into_bytes());
    (converted.losses, converted.notes) = (written.losses, written.notes);
    print(args, name, &converted)
}

/// Writes the result and reports the losses.
fn print(args: &Convert, name: &str, converted: &Converted) -> Result<Status> {
    let mut text = converted.text.clone();
    if args.to == Language::RobotsTag && !text.is_empty() {
        text = [b"Robots-Tag: ", &*text, b"\n"].concat();
    }
    if args.format.is_json() {
        let document = json!({
            "source": name,
            "text": String::from_utf8_lossy(&text),
            "losses": converted.losses,
            "notes": converted.notes,
        });
        show(&output::json(args.format.format(), &document)?)?;
    } else {
        match &args.output {
            Some(path) => output::replace(path, &text)?,
            None => output::show_document(&text)?,
        }
        report(&converted.losses, &converted.notes);
    }
    Ok(if converted.losses.is_empty() { Status::Yes } else { Status::No })
}

/// Prints losses and notes.
pub(crate) fn report(losses: &[Loss], notes: &[Loss]) {
    for (label, all) in [("lost", losses), ("note", notes)] {
        for loss in all {
            output::message(&format!("{label}: {loss}"));
        }
    }
}

/// Reads a file as the given kind, or as what it looks like.
fn read(args: &Convert) -> Result<Source> {
    let text = input::read_page(&args.source)?;
    Ok(match args.from.unwrap_or_else(|| FileKind::guess(&args.source, &text)) {
        FileKind::Robots => {
            let signals = args.signals.files()?;
            Source::Robots(SiteFiles { robots: text, signals, origin: None })
        }
        FileKind::Fields => Source::Page(fields(&text)),
        FileKind::Page => Source::Page(PagePolicy::builder().html(&text).build()),
    })
}

/// The policy of response header fields, one per line, as `curl -I` prints them.
fn fields(text: &[u8]) -> PagePolicy {
    let subject = Subject::fields("", text);
    subject.page_policy().cloned().unwrap_or_else(|| PagePolicy::builder().build())
}

/// Fetches the page of a URL, or the robots.txt of its site.
fn fetch(args: &Convert, url: &Url) -> Result<Source> {
    let source = match args.to {
        Language::RobotsTag | Language::Meta | Language::TdmrepMeta => {
            let fetcher = args.fetching.open(None, Profile::default(), limits::FILE_MIN, 1)?;
            let crawler = Crawler::new(Agent::new("placet"));
            let site = fetcher.site(&Origin::of(url)?, Some(&crawler))?;
            let agent_policy = site.for_agent(crawler);
            if !agent_policy.verdict(&agent_policy.target(url.as_str())?).is_permit() {
                bail!("cannot fetch {url}: robots.txt does not permit placet to crawl it");
            }
            let page = fetcher.page(url)?;
            if page.status != 200 {
                bail!("cannot fetch {url}: the server answered {}", page.status);
            }
            fetcher.report_store_error();
            Source::Page(page.policy())
        }
        Language::Signal(_) => {
            Source::Robots(SiteFiles::fetch(&args.fetching, url, Some(&args.signals))?)
        }
        _ => Source::Robots(SiteFiles::fetch(&args.fetching, url, None)?),
    };
    Ok(source)
}

impl SiteFiles {
    /// Fetches the robots.txt of the site of a URL, and, if signals matter, its files with signals that
    /// are not given.
    pub(crate) fn fetch(
        fetching: &FetchArgs,
        url: &Url,
        given: Option<&SignalArgs>,
    ) -> Result<Self> {
        let origin = Origin::of(url)?;
        let fetcher = fetching.open(None, Profile::default(), limits::FILE_MIN, ONE_QUESTION)?;
        let crawler = Crawler::new(Agent::new("placet"));
        let site = fetcher.site(&origin, Some(&crawler))?;
        if site.entry().standing() != Standing::Fetched {
            bail!("the robots.txt of {origin} is not available");
        }
        let signals = match given {
            Some(given) => with_live_files(&fetcher, url, site.policy(), given)?,
            None => SignalFiles::new(),
        };
        fetcher.report_store_error();
        let robots = site.policy().text().to_vec();
        Ok(Self { robots, signals, origin: Some(origin) })
    }

    /// The policy to write, with these families of signals.
    pub(crate) fn site(&self, families: Families) -> Site {
        let site = Site::new(&self.robots).files(self.signals.clone()).families(families);
        match &self.origin {
            Some(origin) => site.url(origin.as_ref()),
            None => site,
        }
    }
}
