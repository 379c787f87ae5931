//! `placet check` and `placet matrix`: one URL.

use std::collections::HashMap;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use placet::{Crawler, Inquiry, Occasion, PagePolicy, Profile, RobotsPolicy, Target};
use placet_report::json::{self, Check as CheckJson};
use placet_report::matrix::{self, Matrix as MatrixJson};
use placet_report::{Origins, Style, text};

use crate::args::{Asked, Check, Matrix, PageGiven, Reading, Who};
use crate::{Status, input};

pub(crate) fn run(args: &Check) -> Result<Status> {
    let inquiry = args.asked.inquiry()?;
    let target = args.asked.target(&inquiry)?;
    let decision = inquiry.decide_on(args.usage, &target, &args.asked.who.occasion());
    let shown = if args.json {
        serde_json::to_string_pretty(&CheckJson::new(&decision))? + "\n"
    } else {
        let coloured = std::io::stdout().is_terminal();
        let style = if coloured { Style::Coloured } else { Style::Plain };
        text::decision(&decision, &args.asked.origins(), style)
    };
    show(&shown)?;
    Ok(if decision.verdict().is_permit() { Status::Yes } else { Status::No })
}

pub(crate) fn run_matrix(args: &Matrix) -> Result<Status> {
    let inquiry = args.asked.inquiry()?;
    let target = args.asked.target(&inquiry)?;
    let decisions = inquiry.matrix(&target, &args.asked.who.occasion());
    let shown = if args.json {
        serde_json::to_string_pretty(&MatrixJson::new(&decisions))? + "\n"
    } else {
        matrix::text(&decisions, terminal_size::terminal_size().map(|(width, _)| width.0))
    };
    show(&shown)?;
    Ok(Status::Yes)
}

/// Writes text to standard output.
pub(crate) fn show(text: &str) -> Result<()> {
    let mut out = anstream::stdout();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context("cannot write")
}

impl Asked {
    fn inquiry(&self) -> Result<Inquiry> {
        let inputs = [&self.robots, &self.page.html, &self.page.rendered];
        input::refuse_stdin_twice(inputs.into_iter().flatten().map(|path| &**path))?;
        let site = self.who.site(self.robots.as_deref(), &self.reading)?;
        let inquiry = site.ask(self.who.crawler(&self.agent, self.reading.profile));
        let Some(page) = self.page.read()? else { return Ok(inquiry) };
        let inquiry = inquiry.page(&page);
        Ok(self.element.as_deref().map_or_else(|| inquiry.clone(), |id| inquiry.element(id)))
    }

    fn target(&self, inquiry: &Inquiry) -> Result<Target<'_>> {
        inquiry.target(&self.url).with_context(|| format!("cannot decide about {:?}", self.url))
    }

    /// What the sources of reasons are called at the prompt.
    fn origins(&self) -> Origins {
        let name = |path: &Option<_>| path.as_deref().map(input::name);
        Origins {
            robots: name(&self.robots),
            page: name(&self.page.html),
            rendered: name(&self.page.rendered),
        }
    }
}

impl Who {
    /// The crawler of this name.
    pub(crate) fn crawler(&self, agent: &str, profile: Profile) -> Crawler {
        let mut agent = json::agent(agent, profile);
        if let Some(field) = &self.user_agent {
            agent = agent.with_user_agent(field);
        }
        let crawler = Crawler::new(agent);
        let crawler = self.purpose.iter().fold(crawler, |crawler, it| crawler.purpose(it));
        let crawler = self.honours.iter().fold(crawler, |crawler, &(qualifier, honours)| {
            if honours { crawler.can_honour(qualifier) } else { crawler.cannot_honour(qualifier) }
        });
        if self.no_element_level { crawler.whole_pages() } else { crawler }
    }

    /// When the use is made.
    pub(crate) fn occasion(&self) -> Occasion {
        let mut occasion = Occasion::new().recrawled(self.recrawled);
        occasion.now = self.now;
        occasion.first_used = self.first_used;
        occasion
    }

    /// The site's robots.txt with the files that it refers to; an empty one where none is given.
    pub(crate) fn site(&self, robots: Option<&Path>, reading: &Reading) -> Result<RobotsPolicy> {
        let robots = match robots {
            Some(path) => input::read(path, reading.ceiling())?,
            None => Vec::new(),
        };
        let mut referred = HashMap::new();
        for (path, file) in &self.reference {
            referred.insert(path.as_str(), input::read(file, reading.ceiling())?);
        }
        Ok(reading.parse(&robots, reading.profile).join(|path| referred.get(path)))
    }
}

impl PageGiven {
    /// What the page says, where anything of it is given.
    fn read(&self) -> Result<Option<PagePolicy>> {
        let read = |path: &Option<PathBuf>| path.as_deref().map(input::read_page).transpose();
        let (html, rendered) = (read(&self.html)?, read(&self.rendered)?);
        if self.header.is_empty() && html.is_none() && rendered.is_none() {
            return Ok(None);
        }
        Ok(Some(input::page(&self.header, html.as_deref(), rendered.as_deref())))
    }
}
