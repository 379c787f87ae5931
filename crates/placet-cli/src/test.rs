//! `placet test`: what a site is meant to say, against what it says.

use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use placet::{Inquiry, PagePolicy, RobotsPolicy};
use placet_fetch::{Origin, Standing};
use placet_publish::expect::{self, Expectation, Expectations, Page};
use placet_report::expected::{self, Tested, Unmet};
use placet_report::{Origins, Style, evidence};
use url::Url;

use crate::args::{Test, Who};
use crate::check::show;
use crate::fetch::bar;
use crate::fetching::Fetcher;
use crate::{Status, input};

/// The table that is read where none is named.
const TABLE: &str = "placet.toml";

/// The file that is tested where none is named.
const ROBOTS: &str = "robots.txt";

pub(crate) fn run(args: &Test) -> Result<Status> {
    let table = args.expectations.clone().unwrap_or_else(|| TABLE.into());
    if args.init {
        return init(args, &table);
    }
    let expectations = read(&table)?;
    let run = Run { args, table: &table, who: who(args) };
    let mut what = args.what.clone();
    if what.is_empty() {
        let file = run.beside(expectations.file.as_deref().unwrap_or(ROBOTS));
        what.push(file.to_string_lossy().into_owned());
    }
    let mut fetcher = None;
    let mut tested = Vec::new();
    for name in &what {
        tested.push(run.check(name, &expectations.all, &mut fetcher)?);
    }
    if let Some(fetcher) = fetcher {
        fetcher.tell_trouble();
    }
    let coloured = std::io::stdout().is_terminal();
    let style = if coloured { Style::Coloured } else { Style::Plain };
    show(&expected::render(&tested, args.format.into(), style))?;
    let met = tested.iter().all(|it| it.unmet.is_empty());
    Ok(if met { Status::Yes } else { Status::No })
}

/// Reads a table that expects something.
fn read(table: &Path) -> Result<Expectations> {
    let text = fs::read_to_string(table).with_context(|| {
        format!("cannot read {}; `placet test --init` writes a first set", table.display())
    })?;
    let read =
        if is_toml(table) { Expectations::from_toml(&text) } else { Expectations::from_csv(&text) };
    let expectations = read.with_context(|| format!("cannot use {}", table.display()))?;
    if expectations.all.is_empty() {
        bail!("there are no expectations in {}", table.display());
    }
    Ok(expectations)
}

fn is_toml(table: &Path) -> bool {
    table.extension().is_some_and(|it| it.eq_ignore_ascii_case("toml"))
}

/// What is known of all crawlers.
fn who(args: &Test) -> Who {
    Who { now: args.now, reference: args.reference.clone(), ..Who::default() }
}

/// One run over the expectations.
struct Run<'a> {
    args: &'a Test,
    table: &'a Path,
    who: Who,
}

/// Where a site's robots.txt was found, and what is to be known of it.
type Answered = (String, Vec<String>);

/// What is asked: a file, or a site.
enum Subject<'f> {
    File(RobotsPolicy),
    Site(&'f Fetcher, Origin),
}

impl Run<'_> {
    /// Holds the expectations against one file or site.
    fn check(
        &self,
        name: &str,
        expectations: &[Expectation],
        fetcher: &mut Option<Fetcher>,
    ) -> Result<Tested> {
        let subject = self.subject(name, fetcher)?;
        let mut tested = Tested {
            name: input::name(Path::new(name)),
            is_file: matches!(subject, Subject::File(_)),
            expectations: expectations.len(),
            unmet: Vec::new(),
            told: Vec::new(),
        };
        let mut robots = tested.name.clone();
        let bar = bar();
        bar.inc_length(expectations.len() as u64);
        // Those of one crawler and of one page stand together.
        let mut asked: Option<(&Expectation, Inquiry)> = None;
        let mut page: Option<(&Arc<Page>, Option<PagePolicy>)> = None;
        for it in expectations {
            let same =
                |other: &Expectation| (&other.agent, &other.purposes) == (&it.agent, &it.purposes);
            if !asked.as_ref().is_some_and(|(other, _)| same(other)) {
                let (inquiry, from) = self.ask(&subject, it)?;
                if let Some((url, notes)) = from {
                    (robots, tested.told) = (url, notes);
                }
                asked = Some((it, inquiry));
            }
            if !page.as_ref().is_some_and(|(other, _)| Arc::ptr_eq(other, &it.page)) {
                page = Some((&it.page, self.page(&it.page)?));
            }
            let Some((_, inquiry)) = &asked else { continue };
            let inquiry = match page.as_ref().and_then(|(_, policy)| policy.as_ref()) {
                Some(policy) => inquiry.page(policy),
                None => inquiry.clone(),
            };
            let inquiry = match &it.page.element {
                Some(id) => inquiry.element(id),
                None => inquiry,
            };
            let decision = it.decide(&inquiry, &self.who.occasion()).with_context(|| {
                format!("{}:{}: cannot decide about {:?}", self.table.display(), it.line, it.url)
            })?;
            if !it.is_met_by(&decision) {
                let page = it.page.html.as_ref();
                let page = page.map(|file| self.beside(file).display().to_string());
                let origins = Origins { robots: Some(robots.clone()), page, rendered: None };
                let (expected, table) = (it.to_string(), self.table.display().to_string());
                tested.unmet.push(Unmet { decision, origins, expected, table, line: it.line });
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(tested)
    }

    fn subject<'f>(&self, name: &str, fetcher: &'f mut Option<Fetcher>) -> Result<Subject<'f>> {
        if !name.contains("://") {
            return self.who.site(Some(Path::new(name)), &self.args.reading).map(Subject::File);
        }
        if !self.who.reference.is_empty() {
            bail!("--reference goes with files: what a fetched robots.txt refers to is fetched");
        }
        let url = Url::parse(name).with_context(|| format!("cannot fetch from {name:?}"))?;
        let origin = Origin::of(&url).with_context(|| format!("cannot fetch from {name:?}"))?;
        if fetcher.is_none() {
            let (sent, reading) = (self.args.user_agent.as_deref(), &self.args.reading);
            *fetcher =
                Some(self.args.fetching.open(sent, reading.profile, reading.ceiling(), 1)?);
        }
        match fetcher {
            Some(fetcher) => Ok(Subject::Site(fetcher, origin)),
            None => bail!("there is no client"),
        }
    }

    /// The crawler of an expectation before the site; and where that was asked, by which URL and
    /// what is to be known of it.
    fn ask(&self, subject: &Subject<'_>, it: &Expectation) -> Result<(Inquiry, Option<Answered>)> {
        let crawler = it.crawler(self.who.crawler(&it.agent, self.args.reading.profile));
        match subject {
            Subject::File(policy) => Ok((policy.ask(crawler), None)),
            Subject::Site(fetcher, origin) => {
                let site = fetcher.site(origin, &crawler)?;
                let notes = evidence::notes(site.entry());
                if site.entry().standing() == Standing::Unreachable {
                    bail!("nothing can be tested: {}", notes.join("; "));
                }
                let url = site.entry().evidence().final_url.to_string();
                Ok((site.ask(crawler), Some((url, notes))))
            }
        }
    }

    /// A file that the table names.
    fn beside(&self, file: &str) -> PathBuf {
        self.table.parent().unwrap_or(Path::new("")).join(file)
    }

    /// What the page of an expectation says, where one is given.
    fn page(&self, page: &Page) -> Result<Option<PagePolicy>> {
        if page.is_empty() {
            return Ok(None);
        }
        let html = page.html.as_ref().map(|file| input::read_page(&self.beside(file)));
        let html = html.transpose()?;
        Ok(Some(input::page(&page.headers, html.as_deref(), None)))
    }
}

/// Writes a first set of expectations.
fn init(args: &Test, table: &Path) -> Result<Status> {
    let file = match &args.what[..] {
        [] => PathBuf::from(ROBOTS),
        [file] if !file.contains("://") && file != "-" => PathBuf::from(file),
        _ => bail!("--init takes one file"),
    };
    let policy = who(args).site(Some(&file), &args.reading)?;
    let set = expect::first(&policy);
    let before = if table.exists() {
        fs::read_to_string(table).with_context(|| format!("cannot read {}", table.display()))?
    } else {
        String::new()
    };
    let text = if is_toml(table) {
        let named = file.strip_prefix(table.parent().unwrap_or(Path::new(""))).unwrap_or(&file);
        let named = named.to_string_lossy().replace('\\', "/");
        expect::with_settings(&before, &named, &set, args.force).with_context(|| {
            format!("{} is left as it is; --force puts its expectations aside", table.display())
        })?
    } else if before.is_empty() || args.force {
        let tabs = table.extension().is_some_and(|it| it.eq_ignore_ascii_case("tsv"));
        expect::table(&set, if tabs { b'\t' } else { b',' })
    } else {
        bail!("{} is left as it is; --force writes over it", table.display());
    };
    fs::write(table, text).with_context(|| format!("cannot write {}", table.display()))?;
    let count: usize = set.tables.iter().map(|it| it.agents.len() * it.urls.len()).sum();
    let cut = if set.is_cut { "; the file has more rules than these cover" } else { "" };
    show(&format!("{count} expectations are written to {}{cut}\n", table.display()))?;
    Ok(Status::Yes)
}
