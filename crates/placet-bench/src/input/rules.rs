//! A group of any number of rules, and paths to ask about.

use std::fmt::Write as _;
use std::iter::successors;

use url::Url;

use super::Text;
use placet_testing::Random;

/// A path to ask about, and the same as a URL for contenders that need it.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) path: String,
    pub(crate) url: Url,
}

impl Question {
    /// The question about a path; none where it makes no URL.
    pub(crate) fn new(path: String) -> Option<Self> {
        let url = Url::parse(&format!("{HOST}{path}")).ok()?;
        Some(Self { path, url })
    }
}

const HOST: &str = "https://example.com";

const SECTIONS: [&str; 12] = [
    "account",
    "archive",
    "blog",
    "catalog",
    "community",
    "documents",
    "events",
    "gallery",
    "help",
    "news",
    "products",
    "search",
];

const NOUNS: [&str; 16] = [
    "index", "report", "summer", "winter", "review", "release", "guide", "notes", "garden",
    "travel", "kitchen", "camera", "market", "letter", "history", "science",
];

/// The pattern of the rule at `number`: of ten rules eight are literal, one has a wildcard for a
/// folder and one for a file name.
fn pattern(number: usize) -> String {
    let mut random = Random::at(number as u64);
    let (section, noun) = (random.pick(&SECTIONS), random.pick(&NOUNS));
    match number % 10 {
        4 => format!("/*/{noun}-{number}/"),
        9 => format!("/files/*.{noun}{number}$"),
        3 => format!("/{section}/{noun}-{number}.html"),
        _ => format!("/{section}/{noun}-{number}/"),
    }
}

/// A path that the rule at `number` matches.
fn path_of(number: usize) -> String {
    let pattern = pattern(number);
    let path = pattern.trim_end_matches('$').replace('*', "some-folder");
    if path.ends_with('/') { format!("{path}page.html?view=full") } else { path }
}

/// A file of one group for every crawler with this many rules, one in eight an `Allow`.
pub(crate) fn rules(count: usize) -> Text {
    let mut text = String::from("User-agent: *\n");
    for number in 0..count {
        let key = if number % 8 == 5 { "Allow" } else { "Disallow" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{key}: {}", pattern(number));
    }
    Text::new(text.into_bytes())
}

/// A hundred paths. Nearly half are each matched by one of the first 10,000 rules, more densely the
/// earlier, so that groups of every size have some to match; the others by none.
pub(crate) fn questions() -> Vec<Question> {
    let matched = successors(Some(0), |number| Some(number * 6 / 5 + 1))
        .take_while(|&number| number < 10_000)
        .map(path_of);
    let mut random = Random::at(7);
    let unmatched = (0..).map(|at| {
        let (section, noun) = (random.pick(&SECTIONS), random.pick(&NOUNS));
        match at % 5 {
            0 => format!("/files/2024/{noun}.pdf"),
            1 => format!("/{section}"),
            2 => format!("/{section}/2024/{noun}/{at}/?page=2&order=date"),
            _ => format!("/{section}/{noun}-and-more/page-{at}.html"),
        }
    });
    matched.chain(unmatched).filter_map(Question::new).take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fifth_of_the_rules_has_wildcards() {
        let text = rules(1_000).lossy;
        assert_eq!(text.lines().count(), 1_001);
        assert_eq!(text.lines().skip(1).filter(|line| line.contains('*')).count(), 200);
    }

    #[test]
    fn there_are_a_hundred_questions() {
        assert_eq!(questions().len(), 100);
    }
}
