//! A small crawler that keeps to what sites say.
//!
//! ```text
//! cargo run -p placet-fetch --example polite_crawler -- https://example.com/
//! ```
//! It asks about each URL before it requests it, leaves the time between requests that the site
//! wants, follows links only where it may, and keeps only pages that it may index.

use std::collections::{HashSet, VecDeque};
use std::error::Error;
use std::io::Write as _;
use std::time::Duration;

use placet::Usage;
use placet_fetch::{Client, FetchedPage, Pace, Pacer};
use url::Url;

/// Who this is: the product token that sites address it by, and where they can read more.
const AGENT: &str = "ExampleBot/1.0 (+https://example.com/bot)";

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let start: Url = std::env::args().nth(1).ok_or("which URL?")?.parse()?;
    let client = Client::builder(AGENT).build()?;
    let found = crawl(&client, start, 10, Duration::from_secs(1)).await?;
    let mut out = std::io::stdout();
    for Visit { url, outcome } in found {
        writeln!(out, "{url}: {outcome}")?;
    }
    Ok(())
}

/// A URL, and what became of it.
#[derive(Debug)]
pub(crate) struct Visit {
    pub(crate) url: Url,
    pub(crate) outcome: String,
}

/// Visits a URL and those it leads to, no more than `most`, with at least `pause` between two
/// requests to one site.
pub(crate) async fn crawl(
    client: &Client,
    start: Url,
    most: usize,
    pause: Duration,
) -> Result<Vec<Visit>, Box<dyn Error>> {
    let pacer = Pacer::new();
    let (mut queue, mut seen) = (VecDeque::from([start]), HashSet::new());
    let mut visits = Vec::new();
    while let Some(url) = queue.pop_front().filter(|_| visits.len() < most) {
        if !seen.insert(url.clone()) {
            continue;
        }
        // Fetched once for each origin, and again when it expires.
        let site = client.site(&url).await?;
        let bot = site.for_agent(AGENT);
        let crawl = bot.may(Usage::Crawl, url.as_str())?;
        let outcome = if crawl.verdict().is_permit() {
            pacer.wait(site.origin(), bot.agent(), Pace::of(&bot).at_least(pause)).await;
            match client.fetch_page(&url).await {
                Ok(page) if page.redirect().is_some() => {
                    queue.extend(page.redirect());
                    "redirects".to_owned()
                }
                Ok(page) if page.status == 200 => {
                    let bot = bot.page(&page.policy());
                    if bot.may(Usage::Follow, url.as_str())?.verdict().is_permit() {
                        queue.extend(links(&page));
                    }
                    let index = bot.may(Usage::Index, url.as_str())?;
                    if index.verdict().is_permit() {
                        format!("keeps {} bytes", page.body.len())
                    } else {
                        format!("not kept: {index}")
                    }
                }
                Ok(page) => format!("the server answered {}", page.status),
                Err(error) => error.to_string(),
            }
        } else {
            format!("not requested: {crawl}")
        };
        visits.push(Visit { url, outcome });
    }
    Ok(visits)
}

/// What the quoted `href` attributes of a page lead to. A real crawler parses HTML.
fn links(page: &FetchedPage) -> Vec<Url> {
    let text = String::from_utf8_lossy(&page.body);
    let targets = text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let urls = targets.filter_map(|target| page.url.join(target).ok());
    urls.filter(|url| matches!(url.scheme(), "http" | "https"))
        .map(|mut url| {
            url.set_fragment(None);
            url
        })
        .collect()
}
