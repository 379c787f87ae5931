//! Changes counted over a list of URLs.

use std::fmt::Write as _;

use placet::Usage;
use placet::compare::{Audience, Effect};
use serde::Serialize;

use super::{not_compared, usages};
use crate::screen::shown;
use crate::table::table_of_numbers;

/// How many URLs are kept as examples of each effect on an audience.
const EXAMPLES: usize = 3;

/// How many URLs of a list change for one audience.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Count {
    /// For each usage, the number of URLs per effect.
    by_usage: Vec<[u64; 3]>,
    /// For each effect, the first URLs with their line numbers.
    examples: [Vec<(u64, String)>; 3],
}

impl Count {
    /// Adds the effects on the URL of a line, one per usage, always in the same order.
    pub fn add(&mut self, line: u64, url: &str, effects: &[Option<Effect>]) {
        self.by_usage.resize(effects.len(), [0; 3]);
        if effects.iter().all(Option::is_none) {
            return;
        }
        for (count, effect) in self.by_usage.iter_mut().zip(effects) {
            let index = Effect::ALL.iter().position(|it| Some(*it) == *effect);
            if let Some(count) = index.and_then(|index| count.get_mut(index)) {
                *count += 1;
            }
        }
        for (effect, examples) in Effect::ALL.iter().zip(&mut self.examples) {
            if examples.len() < EXAMPLES && effects.contains(&Some(*effect)) {
                examples.push((line, url.to_owned()));
            }
        }
    }

    /// Adds the count of another thread.
    pub fn join(&mut self, other: Self) {
        self.by_usage.resize(self.by_usage.len().max(other.by_usage.len()), [0; 3]);
        for (own, other) in self.by_usage.iter_mut().zip(other.by_usage) {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        }
        for (own, other) in self.examples.iter_mut().zip(other.examples) {
            own.extend(other);
            own.sort_unstable();
            own.truncate(EXAMPLES);
        }
    }

    /// Whether at least one URL has this effect for some usage.
    pub fn has(&self, effect: Effect) -> bool {
        let index = Effect::ALL.iter().position(|it| *it == effect);
        self.by_usage.iter().any(|it| index.and_then(|at| it.get(at)).is_some_and(|&n| n > 0))
    }
}

/// How many URLs of a list change.
#[derive(Debug)]
#[expect(clippy::exhaustive_structs, reason = "callers set every field")]
pub struct Counts<'c> {
    /// The name of the list.
    pub name: String,
    /// How many URLs it has.
    pub urls: u64,
    /// How many of its lines are not URLs.
    pub invalid: u64,
    /// How many crawlers were not compared.
    pub unlisted: usize,
    /// The usages counted, in order.
    pub usages: &'c [Usage],
    /// The count of each audience for which something may change.
    pub audiences: Vec<(&'c Audience, Count)>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct CountsJson {
    name: String,
    urls: u64,
    invalid: u64,
    counts: Vec<CountJson>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct CountJson {
    crawlers: Vec<String>,
    usages: Vec<&'static str>,
    closes: u64,
    opens: u64,
    conditions: u64,
    stays: u64,
    examples: Vec<ExampleJson>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct ExampleJson {
    effect: &'static str,
    line: u64,
    url: String,
}

impl Counts<'_> {
    /// The counts of one audience; usages with equal counts share a row.
    fn rows(&self, count: &Count) -> Vec<(Vec<Usage>, [u64; 3])> {
        let mut rows: Vec<(Vec<Usage>, [u64; 3])> = Vec::new();
        for (&usage, &counted) in self.usages.iter().zip(&count.by_usage) {
            match rows.iter_mut().find(|(_, it)| *it == counted) {
                Some((usages, _)) => usages.push(usage),
                None => rows.push((vec![usage], counted)),
            }
        }
        rows
    }

    /// The crawlers for which something changes; those with equal counts together.
    fn changing(&self) -> Vec<(Vec<String>, &Count)> {
        let mut changing: Vec<(Vec<String>, &Count)> = Vec::new();
        for (audience, count) in &self.audiences {
            let members = audience.members().iter().map(ToString::to_string);
            if !Effect::ALL.iter().any(|effect| count.has(*effect)) {
                continue;
            }
            match changing.iter_mut().find(|(_, same)| *same == count) {
                Some((crawlers, _)) => crawlers.extend(members),
                None => changing.push((members.collect(), count)),
            }
        }
        changing
    }

    /// Renders the counts as a table that ends in a newline, at most `width` wide.
    pub fn text(&self, width: Option<u16>) -> String {
        let mut rows = Vec::new();
        let mut examples = String::new();
        for (crawlers, count) in self.changing() {
            let crawlers = shown(&crawlers.join(", "));
            for (of, counted) in self.rows(count) {
                let of = usages(&of, self.usages).unwrap_or_else(|| "every usage".to_owned());
                let [closes, opens, conditions] = counted;
                let stays = self.urls - closes - opens - conditions;
                let [closes, opens, conditions, stays] =
                    [closes, opens, conditions, stays].map(|it| it.to_string());
                rows.push([crawlers.clone(), of, closes, opens, conditions, stays]);
            }
            for (effect, found) in Effect::ALL.iter().zip(&count.examples) {
                if !found.is_empty() {
                    let urls: Vec<String> = found.iter().map(|(_, url)| shown(url)).collect();
                    let label = match effect {
                        Effect::Closes => "closed to",
                        Effect::Opens => "opened to",
                        Effect::Conditions => "other conditions for",
                    };
                    // Writing to a string cannot fail.
                    let _ = writeln!(examples, "{label} {crawlers}: {}", urls.join(" "));
                }
            }
        }
        let noun = if self.urls == 1 { "URL" } else { "URLs" };
        let of = format!("{} {noun} of {}", self.urls, shown(&self.name));
        let not_compared = not_compared(self.unlisted);
        let is_empty = rows.is_empty();
        let head = ["crawler", "usage", "closes", "opens", "conditions", "unchanged"];
        let table = table_of_numbers(head, rows.into_iter(), 2, width);
        match (is_empty, self.unlisted) {
            (true, 0) => format!("no change in effect for {of}\n"),
            (true, _) => format!("no change found for {of}\nundetermined: {not_compared}"),
            (false, 0) => format!("{of}\n{table}\n{examples}"),
            (false, _) => format!("{of}\n{table}\n{examples}undetermined: {not_compared}"),
        }
    }

    pub(super) fn json(&self) -> CountsJson {
        let counts = self.changing().into_iter().flat_map(|(crawlers, count)| {
            let examples = move |counted: [u64; 3]| {
                let found = Effect::ALL.iter().zip(&count.examples).zip(counted);
                found.filter(|(_, counted)| *counted > 0).flat_map(|((effect, found), _)| {
                    found.iter().map(|(line, url)| ExampleJson {
                        effect: effect.name(),
                        line: *line,
                        url: url.clone(),
                    })
                })
            };
            self.rows(count).into_iter().map(move |(of, [closes, opens, conditions])| CountJson {
                crawlers: crawlers.clone(),
                usages: of.iter().map(|usage| usage.name()).collect(),
                closes,
                opens,
                conditions,
                stays: self.urls - closes - opens - conditions,
                examples: examples([closes, opens, conditions]).collect(),
            })
        });
        CountsJson {
            name: self.name.clone(),
            urls: self.urls,
            invalid: self.invalid,
            counts: counts.collect(),
        }
    }
}
