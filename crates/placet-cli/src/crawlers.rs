//! `placet crawlers`: well-known crawlers, listed and searched.

use anyhow::Result;
use placet::Agent;
use placet_crawlers::KnownCrawler;
use placet_report::crawlers::text;

use crate::args::{Crawlers, OutputFormat};
use crate::{Status, output};

pub(crate) fn run(args: &Crawlers) -> Result<Status> {
    let query = args.query.join(" ");
    let found: Vec<&KnownCrawler> = exact(&query)
        .map_or_else(|| placet_crawlers::search(&query).collect(), |crawler| vec![crawler]);
    let format = args.output.format();
    match format {
        OutputFormat::Text if found.is_empty() => {
            output::message(&format!(
                "no known crawler matches {query:?}; `placet crawlers` lists them all"
            ));
        }
        OutputFormat::Text => output::show(&output::screen(&text(&found, output::width())))?,
        OutputFormat::Json => output::show(&output::json(format, &found)?)?,
        OutputFormat::Jsonl => {
            for crawler in &found {
                output::show(&output::json(format, crawler)?)?;
            }
        }
    }
    Ok(if found.is_empty() { Status::No } else { Status::Yes })
}

/// The word for all well-known crawlers.
const KNOWN: &str = "known";

/// The crawlers with these names; `known` means the well-known crawlers that are wanted.
pub(crate) fn named_agents(names: &[String], is_wanted: fn(&KnownCrawler) -> bool) -> Vec<Agent> {
    let mut agents: Vec<Agent> = Vec::new();
    for name in names {
        if name == KNOWN {
            let crawlers = placet_crawlers::crawlers().iter().filter(|it| is_wanted(it));
            agents.extend(crawlers.map(|it| Agent::exact(&it.token)));
        } else {
            agents.push(Agent::new(name));
        }
    }
    agents
}

/// The crawler whose token the query is: `Googlebot` is not a search for `Googlebot-Image`.
fn exact(query: &str) -> Option<&'static KnownCrawler> {
    placet_crawlers::known(query.trim())
}
