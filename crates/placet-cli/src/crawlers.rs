//! `placet crawlers`: well-known crawlers, listed and searched.

use anyhow::Result;
use placet_crawlers::KnownCrawler;
use placet_report::crawlers::text;

use crate::args::{Crawlers, Form};
use crate::{Status, output};

pub(crate) fn run(args: &Crawlers) -> Result<Status> {
    let query = args.query.join(" ");
    let found: Vec<&KnownCrawler> = exact(&query)
        .map_or_else(|| placet_crawlers::search(&query).collect(), |crawler| vec![crawler]);
    let form = args.shown.form();
    match form {
        Form::Text if found.is_empty() => {
            output::tell(&format!(
                "no known crawler matches {query:?}; `placet crawlers` lists them all"
            ));
        }
        Form::Text => output::show(&output::screen(&text(&found, output::width())))?,
        Form::Json => output::show(&output::json(form, &found)?)?,
        Form::Jsonl => {
            for crawler in &found {
                output::show(&output::json(form, crawler)?)?;
            }
        }
    }
    Ok(if found.is_empty() { Status::No } else { Status::Yes })
}

/// The crawler whose token the query is: `Googlebot` is not a search for `Googlebot-Image`.
fn exact(query: &str) -> Option<&'static KnownCrawler> {
    placet_crawlers::known(query.trim())
}
