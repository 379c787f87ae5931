//! `placet check` and `placet matrix`: one URL.

use std::collections::HashMap;
use std::io::{IsTerminal, Write};

use anyhow::{Context, Result};
use placet::{Crawler, Inquiry, Occasion, Target};
use placet_report::json::{self, Check as CheckJson};
use placet_report::matrix::{self, Matrix as MatrixJson};
use placet_report::{Style, text};

use crate::args::{Asked, Check, Matrix};
use crate::{Status, input};

pub(crate) fn run(args: &Check) -> Result<Status> {
    let inquiry = args.asked.inquiry()?;
    let target = args.asked.target(&inquiry)?;
    let decision = inquiry.decide_on(args.usage, &target, &args.asked.occasion());
    let shown = if args.json {
        serde_json::to_string_pretty(&CheckJson::new(&decision))? + "\n"
    } else {
        let coloured = std::io::stdout().is_terminal();
        let style = if coloured { Style::Coloured } else { Style::Plain };
        text::decision(&decision, &input::name(&args.asked.robots), style)
    };
    show(&shown)?;
    Ok(if decision.verdict().is_permit() { Status::Yes } else { Status::No })
}

pub(crate) fn run_matrix(args: &Matrix) -> Result<Status> {
    let inquiry = args.asked.inquiry()?;
    let target = args.asked.target(&inquiry)?;
    let decisions = inquiry.matrix(&target, &args.asked.occasion());
    let shown = if args.json {
        serde_json::to_string_pretty(&MatrixJson::new(&decisions))? + "\n"
    } else {
        matrix::text(&decisions, terminal_size::terminal_size().map(|(width, _)| width.0))
    };
    show(&shown)?;
    Ok(Status::Yes)
}

fn show(text: &str) -> Result<()> {
    let mut out = anstream::stdout();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context("cannot write")
}

impl Asked {
    fn crawler(&self) -> Crawler {
        let mut agent = json::agent(&self.agent, self.reading.profile);
        if let Some(field) = &self.user_agent {
            agent = agent.with_user_agent(field);
        }
        let crawler = Crawler::new(agent);
        let crawler = self.purpose.iter().fold(crawler, |crawler, it| crawler.purpose(it));
        self.honours.iter().fold(crawler, |crawler, &(qualifier, honours)| {
            if honours { crawler.can_honour(qualifier) } else { crawler.cannot_honour(qualifier) }
        })
    }

    fn inquiry(&self) -> Result<Inquiry> {
        let robots = input::read(&self.robots, self.reading.ceiling())?;
        let mut referred = HashMap::new();
        for (path, file) in &self.reference {
            referred.insert(path.as_str(), input::read(file, self.reading.ceiling())?);
        }
        let site = self.reading.parse(&robots, self.reading.profile);
        Ok(site.join(|path| referred.get(path)).ask(self.crawler()))
    }

    fn target(&self, inquiry: &Inquiry) -> Result<Target<'_>> {
        inquiry.target(&self.url).with_context(|| format!("cannot decide about {:?}", self.url))
    }

    fn occasion(&self) -> Occasion {
        let mut occasion = Occasion::new().recrawled(self.recrawled);
        occasion.now = self.now;
        occasion.first_used = self.first_used;
        occasion
    }
}
