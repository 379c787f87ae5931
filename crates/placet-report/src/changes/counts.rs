//! What changes over a list of URLs.

use std::fmt::Write as _;

use placet::Usage;
use placet::compare::{Audience, Effect};
use serde::Serialize;

use super::{not_asked, usages};
use crate::screen::shown;
use crate::table::table_of_numbers;

/// How many URLs are kept as examples of each effect on an audience.
const EXAMPLES: usize = 3;

/// What becomes of the URLs of a list for one audience.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Count {
    /// For each usage, how many of each effect.
    by_usage: Vec<[u64; 3]>,
    /// For each effect, the first URLs and the numbers of their lines.
    examples: [Vec<(u64, String)>; 3],
}

impl Count {
    /// Takes in what becomes of one URL, on a line of this number; usages stand in one order
    /// throughout.
    pub fn add(&mut self, line: u64, url: &str, effects: &[Option<Effect>]) {
        self.by_usage.resize(effects.len(), [0; 3]);
        if effects.iter().all(Option::is_none) {
            return;
        }
        for (count, effect) in self.by_usage.iter_mut().zip(effects) {
            let place = Effect::ALL.iter().position(|it| Some(*it) == *effect);
            if let Some(count) = place.and_then(|place| count.get_mut(place)) {
                *count += 1;
            }
        }
        for (effect, examples) in Effect::ALL.iter().zip(&mut self.examples) {
            if examples.len() < EXAMPLES && effects.contains(&Some(*effect)) {
                examples.push((line, url.to_owned()));
            }
        }
    }

    /// Takes in what was counted elsewhere.
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

    /// Whether some URL changes so for some usage.
    pub fn has(&self, effect: Effect) -> bool {
        let place = Effect::ALL.iter().position(|it| *it == effect);
        self.by_usage.iter().any(|it| place.and_then(|at| it.get(at)).is_some_and(|&n| n > 0))
    }
}

/// What becomes of the URLs of a list.
#[derive(Debug)]
#[expect(clippy::exhaustive_structs, reason = "made by hand, field by field")]
pub struct Counts<'c> {
    /// What the list is called.
    pub name: String,
    /// How many URLs it holds.
    pub urls: u64,
    /// How many of its lines are no URLs.
    pub invalid: u64,
    /// How many crawlers were not asked.
    pub unlisted: usize,
    /// The usages counted, in their order.
    pub usages: &'c [Usage],
    /// For each audience that something may change for.
    pub audiences: Vec<(&'c Audience, Count)>,
}

#[derive(Debug, Serialize)]
pub(super) struct CountsJson {
    name: String,
    urls: u64,
    invalid: u64,
    counts: Vec<CountJson>,
}

#[derive(Debug, Serialize)]
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
struct ExampleJson {
    effect: &'static str,
    line: u64,
    url: String,
}

impl Counts<'_> {
    /// Usages that come to the same together, for one audience.
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

    /// Those for whom something changes; those for whom the same does together.
    fn changing(&self) -> Vec<(Vec<String>, &Count)> {
        let mut changing: Vec<(Vec<String>, &Count)> = Vec::new();
        for (audience, count) in &self.audiences {
            let who = audience.members().iter().map(ToString::to_string);
            if !Effect::ALL.iter().any(|effect| count.has(*effect)) {
                continue;
            }
            match changing.iter_mut().find(|(_, same)| *same == count) {
                Some((crawlers, _)) => crawlers.extend(who),
                None => changing.push((who.collect(), count)),
            }
        }
        changing
    }

    /// The counts as a table, ending in a line end. `width` bounds it.
    pub fn text(&self, width: Option<u16>) -> String {
        let mut rows = Vec::new();
        let mut examples = String::new();
        for (who, count) in self.changing() {
            let who = shown(&who.join(", "));
            for (of, counted) in self.rows(count) {
                let of = usages(&of, self.usages).unwrap_or_else(|| "every use".to_owned());
                let [closes, opens, conditions] = counted;
                let stays = self.urls - closes - opens - conditions;
                let [closes, opens, conditions, stays] =
                    [closes, opens, conditions, stays].map(|it| it.to_string());
                rows.push([who.clone(), of, closes, opens, conditions, stays]);
            }
            for (effect, found) in Effect::ALL.iter().zip(&count.examples) {
                if !found.is_empty() {
                    let urls: Vec<String> = found.iter().map(|(_, url)| shown(url)).collect();
                    // A string takes all that is written to it.
                    let does = match effect {
                        Effect::Closes => "closes to",
                        Effect::Opens => "opens to",
                        Effect::Conditions => "changes its conditions for",
                    };
                    let _ = writeln!(examples, "{does} {who}: {}", urls.join(" "));
                }
            }
        }
        let noun = if self.urls == 1 { "URL" } else { "URLs" };
        let of = format!("{} {noun} of {}", self.urls, shown(&self.name));
        let not_asked = not_asked(self.unlisted);
        let is_empty = rows.is_empty();
        let head = ["crawler", "use", "closes", "opens", "conditions", "stays"];
        let table = table_of_numbers(head, rows.into_iter(), 2, width);
        match (is_empty, self.unlisted) {
            (true, 0) => format!("nothing changes for {of}\n"),
            (true, _) => format!("no change was found for {of}\nundetermined: {not_asked}"),
            (false, 0) => format!("{of}\n{table}\n{examples}"),
            (false, _) => format!("{of}\n{table}\n{examples}undetermined: {not_asked}"),
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
