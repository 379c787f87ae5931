//! `placet convert`.

use anyhow::{Context, Result, bail};
use placet::{Agent, Crawler, PagePolicy, Profile, limits};
use placet_fetch::{Origin, Standing};
use placet_lint::Subject;
use placet_publish::convert::{
    AcapForm, Converted, Loss, Unconvertible, to_acap, to_metas, to_robots, to_robots_tag,
};
use placet_publish::signals::{Site, to_fields};
use serde_json::json;
use url::Url;

use crate::args::{Convert, FetchArgs, FileKind, Language};
use crate::output::show;
use crate::{Status, input, output};

/// What to convert.
enum Source {
    Robots(Vec<u8>),
    Page(PagePolicy),
}

pub(crate) fn run(args: &Convert) -> Result<Status> {
    let name = input::name(&args.source);
    let url = args.source.to_str().and_then(|text| Url::parse(text).ok());
    let source = match url.filter(|url| Origin::of(url).is_ok()) {
        Some(url) => fetch(args, &url)?,
        None => read(args)?,
    };
    let converted = match (args.to, &source) {
        (Language::Acap, Source::Robots(text)) => {
            let form = if args.acap_only { AcapForm::Alone } else { AcapForm::WithSource };
            to_acap(text, form)
        }
        (Language::Robots, Source::Robots(text)) => to_robots(text),
        (Language::RobotsTag, Source::Page(page)) => to_robots_tag(page),
        (Language::Meta, Source::Page(page)) => to_metas(page),
        (to, Source::Robots(text)) if to.signal().is_some() => return signals(args, &name, text),
        (to, Source::Page(page)) if to.signal().is_some() => {
            to.signal().map_or(Err(Unconvertible::Nothing), |to| to_fields(page, to))
        }
        (Language::Acap | Language::Robots, Source::Page(_)) => {
            bail!("cannot convert {name}: robots.txt cannot express the statements of a page")
        }
        (_, Source::Robots(_)) => {
            bail!("cannot convert {name}: it looks like a robots.txt; use --from if it is not")
        }
        (_, Source::Page(_)) => bail!("cannot convert {name}: expected a robots.txt"),
    };
    let converted = converted.with_context(|| format!("cannot convert {name}"))?;
    print(args, &name, &converted)
}

/// Converts to a language of signals.
fn signals(args: &Convert, name: &str, robots: &[u8]) -> Result<Status> {
    let site =
        Site::new(robots).files(args.signals.files()?).families(args.signals.families.chosen());
    let languages: Vec<_> = args.to.signal().into_iter().collect();
    let written = site.write(&languages, &[]).with_context(|| format!("cannot convert {name}"))?;
    let (robots, mut others): (Vec<_>, Vec<_>) =
        written.files.into_iter().partition(|file| file.path == "/robots.txt");
    let file = match args.to {
        Language::Tdmrep | Language::Rsl if others.len() > 1 => {
            bail!("{name} states different things to different crawlers; use `placet write`")
        }
        Language::Tdmrep | Language::Rsl => others.pop(),
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
        FileKind::Robots => Source::Robots(text),
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
        Language::RobotsTag | Language::Meta => {
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
        _ => Source::Robots(fetch_robots(&args.fetching, url)?),
    };
    Ok(source)
}

/// Fetches the robots.txt of the site of a URL.
pub(crate) fn fetch_robots(fetching: &FetchArgs, url: &Url) -> Result<Vec<u8>> {
    let fetcher = fetching.open(None, Profile::default(), limits::FILE_MIN, 1)?;
    let crawler = Crawler::new(Agent::new("placet"));
    let site = fetcher.site(&Origin::of(url)?, Some(&crawler))?;
    if site.entry().standing() != Standing::Fetched {
        bail!("the robots.txt of {} is not available", Origin::of(url)?);
    }
    fetcher.report_store_error();
    Ok(site.policy().text().to_vec())
}
