//! `placet signals`.

use std::path::Path;

use anyhow::{Context as _, Result};
use placet::{Agent, AskedAt};
use placet_fetch::{Origin, Time};
use placet_report::SourceNames;
use placet_report::signals::Overview;
use url::Url;

use crate::args::{OutputFormat, Signals};
use crate::output::{self, documents, screen, show};
use crate::{Status, input};

pub(crate) fn run(args: &Signals) -> Result<Status> {
    let url = Url::parse(&args.source).ok().filter(|url| Origin::of(url).is_ok());
    let path = url.is_none().then(|| Path::new(&args.source));
    let pages = args.page.html.iter().chain(&args.page.rendered);
    let files = pages.chain(args.files.paths()).map(|path| &**path);
    input::refuse_stdin_twice(path.into_iter().chain(files))?;

    let (policy, robots) = match (&url, path) {
        (Some(url), _) => {
            let profile = args.reading.profile;
            let fetcher = args.fetching.open(None, profile, args.reading.ceiling(), 1)?;
            let site = fetcher.site(&Origin::of(url)?, None)?;
            fetcher.report_store_error();
            let robots = site.entry().evidence().final_url.to_string();
            (site.for_agent("*").policy().clone(), robots)
        }
        (None, path) => {
            let path = path.unwrap_or(Path::new("-"));
            let (text, unread) = input::read_robots(path, &args.reading)?;
            crate::question::report_unread(unread.as_slice());
            (args.reading.parse(&text, args.reading.profile), input::name(path))
        }
    };
    let names = SourceNames {
        robots: Some(robots),
        page: args.page.html.as_deref().map(input::name),
        rendered: args.page.rendered.as_deref().map(input::name),
    };
    let page = args.page.read(&policy)?;
    let target = url.as_ref().map_or("/", Url::as_str);
    let mut asked_at = AskedAt::new();
    asked_at.now = Time::now().to_system();
    let agents = if args.agent.is_empty() {
        vec![Agent::exact("*")]
    } else {
        args.agent.iter().map(|it| Agent::new(it)).collect()
    };
    let overview = |agent: Agent| {
        let bot = args.files.apply(&policy.for_agent(agent))?;
        let bot = page.as_ref().map_or_else(|| bot.clone(), |page| bot.page(page));
        let overview = Overview::new(&bot, target, &asked_at, &names);
        overview.with_context(|| format!("cannot decide about {target:?}"))
    };
    let overviews = agents.into_iter().map(overview).collect::<Result<Vec<_>>>()?;
    let format = args.output.format();
    show(&if format == OutputFormat::Text {
        let texts: Vec<String> = overviews.iter().map(|it| it.text(output::width())).collect();
        screen(&texts.join("\n"))
    } else {
        let texts = overviews.iter().map(|it| output::json_text(format, it));
        documents(format, &texts.collect::<Result<Vec<_>>>()?)
    })?;
    Ok(Status::Yes)
}
