//! `placet convert`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use placet_publish::signals;

use super::value::language;
use super::{FetchArgs, FileKind, OutputArgs, SignalArgs};

/// Write a policy in another language: robots.txt rules as ACAP and back, header fields and META
/// elements as Robots-Tag, and any policy as signals such as Content-Usage
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Languages:
  --to acap        write the rules of a robots.txt as ACAP records. They are appended to the rules,
                   or replace them with --acap-only. The result can close more than the source:
                   ACAP ignores case (Disallow: /x also closes /X), and an ACAP crawler name also
                   matches longer names (bot matches bot-news). Lines end in CR LF, as ACAP requires
  --to robots      write what ACAP records state about crawling as robots.txt groups
  --to robots-tag  write the statements of response header fields (a saved `curl -I`) or of the META
                   elements of a page as one Robots-Tag field
  --to meta        write the same statements as META elements

Signals state what may be done with content. --to content-usage, content-signal, tdmrep and rsl
write what the source states about that: as records of robots.txt next to its rules, as tdmrep.json,
or as an RSL document. The source is a robots.txt with rules, ACAP and signals, with the files of
--tdmrep, --trust-txt, --ai-txt and --rsl; or a page or header fields, which become a header field,
or with --to tdmrep-meta the META elements tdm-reservation and tdm-policy.
`placet write` writes several languages at once, and also RSL with the records that refer to it.

placet guesses what a file is: a page if its name ends in .html or .htm, response header fields if
it starts with HTTP/, Robots-Tag:, X-Robots-Tag: or tdm-reservation:, otherwise a robots.txt. Use
--from to override the guess. From a URL, placet fetches the site's robots.txt, for signals also its
files with signals, or the page with --to robots-tag, --to meta and --to tdmrep-meta.

Statements that the other language cannot express are losses. They are listed on standard error:
each with its line, or with a crawler and a URL for which the result decides differently. A result
that only closes more because ACAP ignores case or matches longer names is a note, not a loss.
placet tries some URLs, not all; `placet diff` shows the complete difference.

Exit status:
  0  converted without losses
  1  converted with losses
  2  not converted

Examples:
  Append ACAP records to a robots.txt and save the result:
    placet convert robots.txt --to acap --output robots.new.txt
  Print the ACAP records only:
    placet convert examples/robots.txt --to acap --acap-only
  Convert ACAP records to robots.txt rules, and list the losses as JSON:
    placet convert examples/acap.txt --to robots --json
  Merge the header fields of a live page into one Robots-Tag field:
    curl -sI https://example.com/ | placet convert - --to robots-tag
  Write the META elements of a page as a Robots-Tag field:
    placet convert examples/page.html --to robots-tag
  Convert the robots.txt of a live site:
    placet convert https://example.com/ --to acap
  Write what Content-Signal and tdmrep.json state as Content-Usage records:
    placet convert examples/signals.txt --tdmrep examples/tdmrep.json --to content-usage
  Write a header field of the TDM Reservation Protocol as a META element:
    printf 'tdm-reservation: 1\\n' | placet convert - --to tdmrep-meta")]
pub(crate) struct Convert {
    /// A file, - for standard input, or a URL
    #[arg(value_name = "FILE|URL")]
    pub(crate) source: PathBuf,

    /// The language of the result
    #[arg(long, value_parser = language(), value_name = "LANGUAGE")]
    pub(crate) to: Language,

    /// What the source is [default: guess from its name and first bytes]
    #[arg(long, value_enum, value_name = "KIND")]
    pub(crate) from: Option<FileKind>,

    /// With --to acap: write the ACAP records without the rules that they are made from
    #[arg(long, alias = "alone")]
    pub(crate) acap_only: bool,

    /// Write the result to this file instead of standard output
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["format", "json"])]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) signals: SignalArgs,

    #[command(flatten)]
    pub(crate) format: OutputArgs,

    #[command(flatten)]
    pub(crate) fetching: FetchArgs,
}

/// A language for policies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Acap,
    Robots,
    RobotsTag,
    Meta,
    /// The TDM Reservation Protocol as META elements.
    TdmrepMeta,
    Signal(signals::Language),
}

impl Language {
    /// All languages, each with its name and what it is.
    pub(super) fn all() -> Vec<(Self, &'static str, &'static str)> {
        let mut all = vec![
            (Self::Acap, "acap", "ACAP records in robots.txt"),
            (Self::Robots, "robots", "robots.txt groups"),
            (Self::RobotsTag, "robots-tag", "The response header field Robots-Tag"),
            (Self::Meta, "meta", "META elements"),
            (Self::TdmrepMeta, "tdmrep-meta", "META elements of the TDM Reservation Protocol"),
        ];
        let is_written = |it: &signals::Language| *it != signals::Language::CrawlerGroups;
        let signals = signals::Language::ALL.into_iter().filter(is_written);
        all.extend(signals.map(|it| (Self::Signal(it), it.name(), it.description())));
        all
    }
}
