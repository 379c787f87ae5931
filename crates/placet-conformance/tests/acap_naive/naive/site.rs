//! Everything a site says to one crawler with one purpose about one URL.

use placet_testing::pattern::{Case, Target};

use super::acap::{File, Record};
use super::conventional::{Chosen, Conventional, is_conventional};
use super::crawler::Crawler;
use super::definition::View;
use super::expansion::{Plain, Resources, expand};
use super::purpose::Reach;
use super::question::{Place, Question};
use super::text::{acap_field, lines, lower};

/// A plain statement that applies: crawler, purpose and resource match.
#[derive(Debug, Clone)]
pub(crate) struct Applicable {
    /// The file it is in.
    pub(crate) source: String,
    pub(crate) plain: Plain,
    /// Whether its record names the crawler; otherwise it is addressed to any.
    pub(crate) named: bool,
    pub(crate) reach: Reach,
}

/// What the files say.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) target: Target,
    pub(crate) statements: Vec<Applicable>,
    /// The conventional rules of each file that does not have them ignored.
    pub(crate) conventional: Vec<Chosen>,
    /// the references that could not be read, or refer further.
    pub(crate) failed_references: Vec<Place>,
}

impl Site {
    /// Step 2a and 2b: reads the robots.txt and what it refers this crawler to.
    pub(crate) fn read(question: &Question) -> Self {
        let crawler = Crawler::new(&question.agent);
        let mut site = Self {
            target: Target::new(&question.url),
            statements: Vec::new(),
            conventional: Vec::new(),
            failed_references: Vec::new(),
        };
        let file = File::read(&question.robots);
        let robots_txt = ("robots.txt", &*question.robots);
        site.take(&file, robots_txt, &[&file.definitions], &crawler, question);
        for record in &file.records {
            if address(record, &crawler).is_none() {
                continue;
            }
            for (line, reference) in &record.references {
                let place = ("robots.txt".to_owned(), *line);
                let Some(bytes) = question.refs.get(reference) else {
                    site.failed_references.push(place);
                    continue;
                };
                let referred = File::read(bytes);
                // any reference inside it, for any crawler; and a file that is not a robots.txt.
                if referred.refers || !is_robots_txt(bytes) {
                    site.failed_references.push(place);
                }
                let view = [&referred.definitions, &file.definitions];
                site.take(&referred, (reference, bytes), &view, &crawler, question);
            }
        }
        site
    }

    fn take(
        &mut self,
        file: &File,
        (source, bytes): (&str, &[u8]),
        view: &View<'_>,
        crawler: &Crawler,
        question: &Question,
    ) {
        for record in &file.records {
            let Some(named) = address(record, crawler) else { continue };
            for statement in &record.statements {
                let purposes = statement.purposes.as_deref();
                let reach = Reach::new(purposes, question.purpose.as_deref());
                if !reach.applies() {
                    continue;
                }
                for plain in expand(statement, view) {
                    let matches = match &plain.resources {
                        Resources::Matching(pattern) => pattern.matches(&self.target, Case::Folded),
                        Resources::Unknown => true,
                    };
                    if matches {
                        let source = source.to_owned();
                        self.statements.push(Applicable { source, plain, named, reach });
                    }
                }
            }
        }
        // the directive acts on its own file only.
        if !file.ignores_conventional {
            self.conventional.push(Conventional::read(bytes).chosen(crawler, source));
        }
    }
}

/// Whether a record names the crawler (`true`), or is for any (`false`), or for others (`None`).
///
fn address(record: &Record, crawler: &Crawler) -> Option<bool> {
    if record.crawlers.iter().any(|name| crawler.is_named(name)) {
        Some(true)
    } else if record.crawlers.iter().any(|name| name == "*") {
        Some(false)
    } else {
        None
    }
}

/// no HTML, no XML, and not without any record.
fn is_robots_txt(bytes: &[u8]) -> bool {
    let begins = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let first = begins.iter().find(|byte| !byte.is_ascii_whitespace());
    let known = ["sitemap", "crawl-delay", "host"];
    let is_record = |line: &Vec<u8>| {
        acap_field(line).is_some_and(|it| it.value.is_some() || it.key.ends_with("-records"))
            || is_conventional(line)
            || lower(line).split_once(':').is_some_and(|(key, _)| known.contains(&key.trim()))
    };
    first != Some(&b'<') && lines(bytes).iter().any(is_record)
}
