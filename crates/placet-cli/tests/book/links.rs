//! Links in the documents lead to files, and anchors to headings. Nothing is fetched.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::{documents, pages, root};

/// Links to files of the project on its own site are checked against the checkout.
const OWN: [&str; 2] =
    ["https://github.com/placet/placet/blob/main/", "https://github.com/placet/placet/tree/main/"];

/// Lines outside of fenced code, with their numbers.
pub(crate) fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(at, line)| {
        let is_fence = line.trim_start().starts_with("```");
        fenced ^= is_fence;
        (!fenced && !is_fence).then_some((at + 1, line))
    })
}

/// A line without what is between backticks.
pub(crate) fn without_code(line: &str) -> String {
    line.split('`').enumerate().filter(|(at, _)| at % 2 == 0).map(|(_, it)| it).collect()
}

/// The targets of the inline links of a text, each with its line.
fn targets(text: &str) -> Vec<(usize, String)> {
    let mut targets = Vec::new();
    for (line, text) in prose(text) {
        for after in without_code(text).split("](").skip(1) {
            let target = after.split(')').next().unwrap_or_default();
            targets.push((line, target.to_owned()));
        }
    }
    targets
}

/// The anchors of the headings of a text, as mdBook and GitHub make them.
fn anchors(text: &str) -> Vec<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut anchors = Vec::new();
    for (_, line) in prose(text) {
        let title = line.trim_start_matches('#');
        if title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let kept = title.trim().chars().filter_map(|it| match it {
            ' ' => Some('-'),
            it => (it.is_alphanumeric() || matches!(it, '-' | '_')).then_some(it),
        });
        let anchor = kept.collect::<String>().to_lowercase();
        let times = seen.entry(anchor.clone()).or_default();
        anchors.push(if *times == 0 { anchor } else { format!("{anchor}-{times}") });
        *times += 1;
    }
    anchors
}

/// A path without `.` and `..`.
fn resolved(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(out.pop()),
            Component::CurDir => {}
            part => out.push(part),
        }
    }
    out
}

/// What is wrong with a link on a page.
fn problem(page: &Path, target: &str) -> Option<String> {
    let (root, book) = (root(), root().join("docs/src"));
    let own = OWN.iter().find_map(|own| target.strip_prefix(own));
    if own.is_none() && (target.contains("://") || target.starts_with("mailto:")) {
        return None;
    }
    let (file, anchor) =
        own.unwrap_or(target).split_once('#').unwrap_or((own.unwrap_or(target), ""));
    let path = match (own, file) {
        (Some(file), _) => root.join(file.split('#').next().unwrap_or_default()),
        (None, "") => page.to_owned(),
        (None, file) => resolved(&page.parent().unwrap().join(file)),
    };
    if !path.exists() {
        return Some(format!("{} does not exist", path.display()));
    }
    if own.is_none() && page.starts_with(&book) && !path.starts_with(&book) {
        return Some("leads out of the book: give the URL on the project's site".to_owned());
    }
    let has_anchor = || anchors(&fs::read_to_string(&path).unwrap()).iter().any(|it| it == anchor);
    (!anchor.is_empty() && !has_anchor()).then(|| format!("no heading is #{anchor}"))
}

#[test]
fn links_lead_somewhere() {
    let (mut links, mut problems) = (0, Vec::new());
    for page in documents() {
        for (line, target) in targets(&fs::read_to_string(&page).unwrap()) {
            links += 1;
            if let Some(problem) = problem(&page, &target) {
                problems.push(format!("{}:{line}: {target}: {problem}", page.display()));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(links > 200, "{links} links");
}

#[test]
fn the_summary_lists_every_page() {
    let book = root().join("docs/src");
    let summary = book.join("SUMMARY.md");
    let listed = targets(&fs::read_to_string(&summary).unwrap());
    let listed: Vec<PathBuf> = listed.iter().map(|(_, target)| book.join(target)).collect();
    for page in pages(&book) {
        assert!(page == summary || listed.contains(&page), "{} is not listed", page.display());
    }
}

#[test]
fn anchors_are_those_of_mdbook_and_github() {
    let text = "# One\n```\n# no heading\n```\n## Two `words`: 1 & 2\n## One\n#none\n";
    assert_eq!(anchors(text), ["one", "two-words-1--2", "one-1"]);
    assert_eq!(targets("[a](b.md#c) `[x](y)` ![d](e)\n"), [(1, "b.md#c".into()), (1, "e".into())]);
}
