//! Compares the speed of placet with other readers of robots.txt, in one process and one run.
//!
//! Only ratios and minima are meaningful: contenders take turns, and the best lap of each counts,
//! because a busy machine can make a lap slower and never faster.

#![expect(clippy::print_stdout, reason = "the report is what the program is for")]

mod contender;
mod input;
mod race;
mod report;
mod requirement;
mod section;

use std::io::Write as _;
use std::path::PathBuf;

use clap::Parser;

use crate::input::Corpus;
use crate::race::Effort;
use crate::report::Report;
use crate::section::{
    Section, acap, allocation, bulk, cold, decide, extent, hostile, lint, matching, page, parse,
    size, store, warm,
};

/// Compare the speed of placet with other readers of robots.txt.
#[derive(Debug, Parser)]
#[command(name = "placet-bench", version)]
struct Arguments {
    /// What to measure [default: everything]
    #[arg(value_enum)]
    sections: Vec<Section>,

    /// Real files: a folder, or a .tar.zst archive [default: ../shared/corpus/robots.tar.zst, else
    /// generated files]
    #[arg(long, value_name = "PATH")]
    corpus: Option<PathBuf>,

    /// Print the figures as one JSON object.
    #[arg(long)]
    json: bool,

    /// Fewer laps: a minute less, and rougher figures.
    #[arg(long)]
    quick: bool,

    /// Measure only these contenders, for a profiler.
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let contenders = contender::named(&arguments.only)?;
    let effort = if arguments.quick { Effort::QUICK } else { Effort::FULL };
    let corpus = Corpus::open(arguments.corpus.as_deref())?;
    if !arguments.json {
        writeln!(std::io::stderr(), "measuring with {corpus}")?;
    }

    let wanted = |section| arguments.sections.is_empty() || arguments.sections.contains(&section);
    let report = Report {
        parse: wanted(Section::Parse).then(|| parse::measure(&contenders, &corpus, effort)),
        cold: wanted(Section::Cold).then(|| cold::measure(&contenders, &corpus, effort)),
        allocation: wanted(Section::Allocation)
            .then(|| allocation::measure(arguments.corpus.as_deref())),
        matching: wanted(Section::Match).then(|| matching::measure(&contenders, effort)),
        extent: wanted(Section::Extent).then(|| extent::measure(&corpus, effort)),
        acap: wanted(Section::Acap).then(|| acap::measure(effort)),
        page: wanted(Section::Page).then(|| page::measure(&corpus, effort)),
        lint: wanted(Section::Lint).then(|| lint::measure(&corpus, effort)),
        size: wanted(Section::Size).then(|| size::measure(&corpus)),
        store: wanted(Section::Store).then(|| store::measure(effort)),
        warm: wanted(Section::Warm).then(|| warm::measure(effort)),
        decide: wanted(Section::Decide).then(|| decide::measure(effort)),
        bulk: wanted(Section::Bulk).then(|| bulk::measure(&corpus, effort)),
        // Last, because a contender past its limit keeps running in the background.
        hostile: wanted(Section::Hostile).then(|| hostile::measure(&contenders, effort)),
        corpus: corpus.summary(),
    };
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&report.to_json()?)?);
    } else {
        println!("{report}");
    }
    Ok(())
}
