//! `placet convert`.

use anyhow::{Context, Result, bail};
use placet::{Agent, Crawler, PagePolicy, Profile, limits};
use placet_fetch::{Origin, Standing};
use placet_lint::Subject;
use placet_publish::convert::{
    AcapForm, Converted, Loss, to_acap, to_metas, to_robots, to_robots_tag,
};
use serde_json::json;
use url::Url;

use crate::args::{Convert, FileKind, Language};
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
        (Language::Acap | Language::Robots, Source::Page(_)) => {
            bail!("cannot convert {name}: robots.txt cannot express the statements of a page")
        }
        (Language::RobotsTag | Language::Meta, Source::Robots(_)) => {
            bail!("cannot convert {name}: it looks like a robots.txt; use --from if it is not")
        }
    };
    let converted = converted.with_context(|| format!("cannot convert {name}"))?;
    print(args, &name, &converted)
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
        let report = |label: &str, all: &[Loss]| {
            for loss in all {
                output::message(&format!("{label}: {loss}"));
            }
        };
        report("lost", &converted.losses);
        report("note", &converted.notes);
    }
    Ok(if converted.losses.is_empty() { Status::Yes } else { Status::No })
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
    let fetcher = args.fetching.open(None, Profile::default(), limits::FILE_MIN, 1)?;
    let crawler = Crawler::new(Agent::new("placet"));
    let site = fetcher.site(&Origin::of(url)?, Some(&crawler))?;
    let source = match args.to {
        Language::Acap | Language::Robots => {
            if site.entry().standing() != Standing::Fetched {
                bail!("the robots.txt of {} is not available", Origin::of(url)?);
            }
            Source::Robots(site.policy().text().to_vec())
        }
        Language::RobotsTag | Language::Meta => {
            let agent_policy = site.for_agent(crawler);
            if !agent_policy.verdict(&agent_policy.target(url.as_str())?).is_permit() {
                bail!("cannot fetch {url}: robots.txt does not permit placet to crawl it");
            }
            let page = fetcher.page(url)?;
            if page.status != 200 {
                bail!("cannot fetch {url}: the server answered {}", page.status);
            }
            Source::Page(page.policy())
        }
    };
    fetcher.report_store_error();
    Ok(source)
}
