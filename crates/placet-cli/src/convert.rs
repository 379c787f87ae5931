//! `placet convert`: the same policy in another language.

use std::path::Path;

use anyhow::{Context, Result, bail};
use placet::{Agent, Crawler, PagePolicy, Profile, limits};
use placet_fetch::{Origin, Standing};
use placet_lint::Subject;
use placet_publish::convert::{
    AcapForm, Converted, Loss, to_acap, to_metas, to_robots, to_robots_tag,
};
use serde_json::json;
use url::Url;

use crate::args::{Convert, Kind, Language};
use crate::output::show;
use crate::{Status, input, output};

/// What is converted.
enum Source {
    Robots(Vec<u8>),
    Page(PagePolicy),
}

pub(crate) fn run(args: &Convert) -> Result<Status> {
    let name = input::name(&args.source);
    let url = args.source.to_str().and_then(|text| Url::parse(text).ok());
    let source = match url.filter(|url| Origin::of(url).is_ok()) {
        Some(url) => fetched(args, &url)?,
        None => read(args)?,
    };
    let converted = match (args.to, &source) {
        (Language::Acap, Source::Robots(text)) => {
            let form = if args.alone { AcapForm::Alone } else { AcapForm::WithSource };
            to_acap(text, form)
        }
        (Language::Robots, Source::Robots(text)) => to_robots(text),
        (Language::RobotsTag, Source::Page(page)) => to_robots_tag(page),
        (Language::Meta, Source::Page(page)) => to_metas(page),
        (Language::Acap | Language::Robots, Source::Page(_)) => {
            bail!("cannot convert {name}: what a page says cannot be said in robots.txt")
        }
        (Language::RobotsTag | Language::Meta, Source::Robots(_)) => {
            bail!("cannot convert {name}: it is a robots.txt; --from says what it is else")
        }
    };
    let converted = converted.with_context(|| format!("cannot convert {name}"))?;
    tell(args, &name, &converted)
}

/// Writes the result, and tells what is lost.
fn tell(args: &Convert, name: &str, converted: &Converted) -> Result<Status> {
    let mut text = converted.text.clone();
    if args.to == Language::RobotsTag && !text.is_empty() {
        text = [b"Robots-Tag: ", &*text, b"\n"].concat();
    }
    if args.shown.is_json() {
        let shown = json!({
            "source": name,
            "text": String::from_utf8_lossy(&text),
            "losses": converted.losses,
            "notes": converted.notes,
        });
        show(&output::json(args.shown.form(), &shown)?)?;
    } else {
        match &args.output {
            Some(path) => output::replace(path, &text)?,
            None => output::show_document(&text)?,
        }
        let lines = |what: &str, all: &[Loss]| {
            for loss in all {
                output::tell(&format!("{what}: {loss}"));
            }
        };
        lines("lost", &converted.losses);
        lines("note", &converted.notes);
    }
    Ok(if converted.losses.is_empty() { Status::Yes } else { Status::No })
}

/// Reads a file as what it is said to be, or looks like.
fn read(args: &Convert) -> Result<Source> {
    let text = input::read_page(&args.source)?;
    Ok(match args.from.unwrap_or_else(|| looks(&args.source, &text)) {
        Kind::Robots => Source::Robots(text),
        Kind::Fields => Source::Page(fields(&text)),
        Kind::Page => Source::Page(PagePolicy::builder().html(&text).build()),
    })
}

fn looks(path: &Path, text: &[u8]) -> Kind {
    let html = ["html", "htm"]
        .iter()
        .any(|it| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(it)));
    let begins = |start: &str| {
        text.get(..start.len()).is_some_and(|it| it.eq_ignore_ascii_case(start.as_bytes()))
    };
    if html {
        Kind::Page
    } else if ["HTTP/", "Robots-Tag:", "X-Robots-Tag:"].into_iter().any(begins) {
        Kind::Fields
    } else {
        Kind::Robots
    }
}

/// What the fields of a response say, one a line, as `curl -I` prints them.
fn fields(text: &[u8]) -> PagePolicy {
    let subject = Subject::fields("", text);
    subject.page_policy().cloned().unwrap_or_else(|| PagePolicy::builder().build())
}

/// Fetches what a URL leads to: the page, or the robots.txt of its site.
fn fetched(args: &Convert, url: &Url) -> Result<Source> {
    let fetcher = args.fetching.open(None, Profile::default(), limits::FILE_MIN, 1)?;
    let crawler = Crawler::new(Agent::new("placet"));
    let site = fetcher.site(&Origin::of(url)?, Some(&crawler))?;
    let source = match args.to {
        Language::Acap | Language::Robots => {
            if site.entry().standing() != Standing::Fetched {
                bail!("{} has no robots.txt that could be read", Origin::of(url)?);
            }
            Source::Robots(site.policy().text().to_vec())
        }
        Language::RobotsTag | Language::Meta => {
            let inquiry = site.for_agent(crawler);
            if !inquiry.verdict(&inquiry.target(url.as_str())?).is_permit() {
                bail!("{url} may not be crawled");
            }
            let page = fetcher.page(url)?;
            if page.status != 200 {
                bail!("{url} was answered with status {}", page.status);
            }
            Source::Page(page.policy())
        }
    };
    fetcher.tell_trouble();
    Ok(source)
}
