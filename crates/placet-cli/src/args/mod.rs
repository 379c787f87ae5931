//! The command line: commands, arguments and help texts.

mod audit;
mod cache;
mod convert;
mod crawlers;
mod decide;
mod diff;
mod explain;
mod fetch;
mod fmt;
mod lint;
mod output;
mod page;
mod question;
mod records;
#[cfg(feature = "serve")]
mod serve;
mod shell;
mod signals;
mod test;
mod value;
mod write;

use clap::{Args as ClapArgs, Parser, Subcommand};
use placet::Usage;

pub(crate) use audit::{Audit, ColumnRole};
pub(crate) use cache::{Cache, CacheCommand, List, Purge, Replay, Show};
pub(crate) use convert::{Convert, Language};
pub(crate) use crawlers::Crawlers;
pub(crate) use decide::Decide;
pub(crate) use diff::Diff;
pub(crate) use explain::Explain;
pub(crate) use fetch::{Fetch, FetchArgs, NetworkArgs, StoreArgs, StoreLocation};
pub(crate) use fmt::Fmt;
pub(crate) use lint::{FileKind, Lint, LintFormat, LintKind, Rule};
pub(crate) use output::{Color, JsonLinesArgs, OutputArgs, OutputFormat};
pub(crate) use page::{Extract, ExtractFormat, Page};
pub(crate) use question::{
    AgentArgs, CrawlerArgs, PageArgs, QuestionArgs, ReadArgs, ReferenceArgs,
};
pub(crate) use records::Records;
#[cfg(feature = "serve")]
pub(crate) use serve::Serve;
pub(crate) use shell::{Completions, Man};
pub(crate) use signals::{FamilyArgs, SignalArgs, Signals};
pub(crate) use test::Test;
pub(crate) use write::Write;

use value::usage;

/// May this crawler use this URL, and which line of the site decides?
///
/// placet reads robots.txt (RFC 9309 and ACAP), the response header fields Robots-Tag and
/// X-Robots-Tag, the META elements and class attributes of a page, and signals about the use of
/// content such as Content-Usage, Content-Signal, tdmrep.json and RSL.
#[derive(Debug, Parser)]
#[command(
    name = "placet",
    version,
    arg_required_else_help = true,
    after_help = "\
Run `placet COMMAND --help` for the options, exit statuses and examples of a command.

Commands print text for people by default. Use --format json or --format jsonl (one JSON object per
line) in programs; --json is short for the first of these that a command has.

Exit status:
  0  yes, or done: permitted, no findings, no changes, expectations met
  1  no: prohibited, findings, changes, losses, expectations not met, site unreachable
  2  unknown, or an error; a message on standard error starts with `placet:`
docs/src/reference/exit-status.md lists every case.

Examples:
  Fetch the robots.txt of a site and decide whether a crawler may fetch a page:
    placet check https://example.com/ --agent ExampleBot
  Decide from a local robots.txt, without any request:
    placet check https://example.com/drafts/42 --agent ExampleBot --robots examples/robots.txt
  Show every usage of a page: crawling, indexing, snippets, AI training and others:
    placet matrix https://example.com/news/1 --agent ExampleBot --robots examples/acap.txt
  Show what a robots.txt contains and how much it closes to each crawler:
    placet records examples/robots.txt
  Show the statements of a page:
    placet page examples/page.html
  Find mistakes in a robots.txt:
    placet lint examples/robots.txt
  Compare the effect of two robots.txt files:
    placet diff examples/robots.txt examples/acap.txt
  Preview a uniform layout:
    placet fmt --diff examples/robots.txt
  Write the same policy in ACAP:
    placet convert examples/robots.txt --to acap
  Refuse AI training and allow search, in every language that crawlers read:
    placet write examples/robots.txt --site https://example.com --refuse train-ai --allow search
  Check that a robots.txt still does what you expect:
    placet test --expectations examples/placet.toml"
)]
pub(crate) struct Args {
    #[arg(
        long,
        help = "When to use colours; auto uses them on a terminal unless NO_COLOR is set, and \
                everywhere if CLICOLOR_FORCE is set",
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value_t = Color::Auto,
        display_order = 1000
    )]
    pub(crate) color: Color,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(Check),
    Explain(Explain),
    Matrix(Matrix),
    Decide(Decide),
    Audit(Audit),
    Records(Records),
    Page(Page),
    Extract(Extract),
    Fetch(Fetch),
    Cache(Cache),
    Replay(Replay),
    Lint(Lint),
    Rule(Rule),
    Crawlers(Crawlers),
    Signals(Signals),
    Diff(Diff),
    Fmt(Fmt),
    Convert(Convert),
    Write(Write),
    Test(Test),
    #[cfg(feature = "serve")]
    Serve(Serve),
    Completions(Completions),
    Man(Man),
}

/// Decide about one usage of a URL and show the lines that decide
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Without --robots, placet fetches the robots.txt of the URL's site or takes it from the store. As
RFC 9309 requires, a site without a robots.txt permits everything, and a site whose robots.txt is
unreachable prohibits everything. placet does not connect to private addresses without
--allow-private; the answer is then unknown.

Requests carry placet's own User-Agent, not the name of the crawler in question. Use --user-agent
to send another one. A stored answer is used whatever User-Agent fetched it; use --store memory to
ask the site again under another name.

For usages that signals are about, such as train-ai, placet also fetches the files with signals that
could decide, if the crawler may crawl the URL: tdmrep.json, trust.txt, ai.txt and RSL licences. A
file that is missing or unreachable states nothing.

With --page, placet also fetches the page, provided that the crawler may crawl it. If it may not,
the decision uses robots.txt only. If the page is unavailable, usages other than crawling that
robots.txt permits are unknown, because the page could prohibit them.

Several URLs and several --agent options give a table with a row for each crawler and URL.

Exit status; for several questions, the highest:
  0  permitted
  1  prohibited
  2  unknown, or an error

Examples:
  Fetch the site's robots.txt and decide about crawling:
    placet check https://example.com/drafts/42 --agent ExampleBot
  Decide about indexing, read the page as well, and show which bytes the decision is based on:
    placet check https://example.com/news/1 --agent ExampleBot --usage index --page --evidence
  Decide about training AI, and fetch the files with signals that could decide:
    placet check https://example.com/news/1 --agent GPTBot --usage train-ai
  Use a local robots.txt; the URL may then be a path:
    placet check https://example.com/drafts/42 --agent OtherBot --robots examples/robots.txt
    placet check /drafts/42 -a 'Mozilla/5.0 (compatible; ExampleBot/2.1)' -r examples/robots.txt
  Ask about two paths for two crawlers:
    placet check /drafts/42 /news/1 -a ExampleBot -a GPTBot -r examples/robots.txt
  Ask about snippets, with conditions from ACAP:
    placet check /news/1 --agent ExampleBot --robots examples/acap.txt --usage present-snippet
  Use a saved page and a response header field:
    placet check / -a ExampleBot -u index --html examples/page.html --header 'Robots-Tag: *;noindex'
  Read robots.txt from standard input and print JSON:
    curl -s https://example.com/robots.txt | placet check / --agent ExampleBot --robots - --json")]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    /// More URLs
    #[arg(value_name = "URL")]
    pub(crate) more: Vec<String>,

    /// What the crawler wants to do with the URL
    #[arg(short, long, default_value = "crawl", value_parser = usage())]
    pub(crate) usage: Usage,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Decide about every usage of one URL: a table with verdicts, conditions and deciding lines
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
This is `placet check` for all usages at once; see `placet check --help` for what is fetched.

Exit status:
  0  every usage is decided
  2  at least one usage is unknown, or an error

Examples:
  Fetch robots.txt and the page:
    placet matrix https://example.com/news/1 --agent ExampleBot --page
  Use a local robots.txt:
    placet matrix https://example.com/news/1 --agent ExampleBot --robots examples/acap.txt")]
pub(crate) struct Matrix {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[cfg(test)]
mod tests {
    use clap::{Command as ClapCommand, CommandFactory as _};

    use super::*;

    /// The arguments of an example up to a pipe; single quotes group words.
    fn words(example: &str) -> Vec<String> {
        let mut words = vec![String::new()];
        let mut quoted = false;
        for character in example.chars() {
            match character {
                '\'' => quoted = !quoted,
                ' ' if !quoted => words.push(String::new()),
                _ => words.last_mut().unwrap().push(character),
            }
        }
        let end = words.iter().position(|it| matches!(&**it, "|" | ">" | ">>" | "<"));
        words.truncate(end.unwrap_or(words.len()));
        words
    }

    fn check_examples(command: &ClapCommand, checked: &mut usize) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        for line in help.lines().filter(|line| line.starts_with("  ")) {
            // Other commands may come before it in a pipe.
            for example in line.split(" | ").map(str::trim).filter(|it| it.starts_with("placet ")) {
                let parsed = Args::try_parse_from(words(example));
                assert!(parsed.is_ok(), "{example}\n{}", parsed.unwrap_err());
                *checked += 1;
            }
        }
        command.get_subcommands().for_each(|child| check_examples(child, checked));
    }

    #[test]
    fn every_example_in_a_help_text_is_a_valid_command() {
        let mut checked = 0;
        check_examples(&Args::command(), &mut checked);
        assert!(checked > 60, "{checked}");
    }

    fn check_widths(command: &ClapCommand) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let long: Vec<&str> = help.lines().filter(|line| line.chars().count() > 100).collect();
        assert!(long.is_empty(), "clap would wrap these lines: {long:#?}");
        command.get_subcommands().for_each(check_widths);
    }

    #[test]
    fn help_texts_fit_100_columns() {
        check_widths(&Args::command());
    }

    #[test]
    fn old_spellings_are_accepted_and_hidden() {
        for (args, old) in [
            ("check /a -a b -r c --no-element-level", "no-element-level"),
            ("convert robots.txt --to acap --alone", "alone"),
            ("replay sha256:00 /a -a b --referred /c=sha256:00", "referred"),
            ("lint robots.txt --format full", "full"),
            ("lint robots.txt --format json-lines", "json-lines"),
            ("test --format full", "full"),
        ] {
            let args = format!("placet {args}");
            assert!(Args::try_parse_from(words(&args)).is_ok(), "{args}");
            let name = words(&args).remove(1);
            let mut command = Args::command();
            let help = command.find_subcommand_mut(&name).unwrap().render_long_help().to_string();
            for shown in [format!("--{old}"), format!("- {old}:")] {
                assert!(!help.contains(&shown), "{shown}\n{help}");
            }
        }
    }
}
