//! Every requirement has vectors or names the tests that show it, and its row has their number.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use placet_conformance::vectors;

use crate::{expect_page, pages, root};

/// Folders of `conformance/`, each with what its vectors are about.
const FOLDERS: [(&str, &str); 4] = [
    ("rep", "robots.txt by RFC 9309, and as Google's matcher reads it"),
    ("acap", "ACAP in robots.txt, META elements and class attributes"),
    ("robots-tag", "`Robots-Tag`, `X-Robots-Tag` and robots META elements"),
    ("signals", "signals about the use of content"),
];

/// Whether a text is a number such as `F-01`.
fn is_number(text: &str) -> bool {
    let (letter, digits) = text.split_once('-').unwrap_or_default();
    let is_letter = letter.len() == 1 && letter.bytes().all(|it| it.is_ascii_uppercase());
    is_letter && digits.len() >= 2 && digits.bytes().all(|it| it.is_ascii_digit())
}

/// How many vectors cite each number.
fn cited() -> BTreeMap<String, usize> {
    let mut cited = BTreeMap::new();
    for vector in FOLDERS.iter().flat_map(|(folder, _)| vectors(folder).unwrap()) {
        let reading = vector.more.get("ambiguity").and_then(|it| it.as_str()).unwrap_or_default();
        let mut numbers: Vec<&str> =
            vector.requirement.split(' ').chain(reading.split(' ')).collect();
        numbers.sort_unstable();
        numbers.dedup();
        for number in numbers.into_iter().filter(|it| is_number(it)) {
            *cited.entry(number.to_owned()).or_default() += 1;
        }
    }
    cited
}

/// A page whose rows have the right number of vectors, and how many rows there are.
fn counted(text: &str, cited: &mut BTreeMap<String, usize>) -> (String, usize) {
    let (mut out, mut rows) = (String::new(), 0);
    for line in text.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let number = cells.first().copied().unwrap_or_default();
        if !line.starts_with("| ") || !is_number(number) {
            out.extend([line, "\n"]);
            continue;
        }
        rows += 1;
        let last = cells.last().copied().unwrap_or_default();
        let shown = if let Some(count) = cited.remove(number) {
            count.to_string()
        } else {
            // Without vectors, the row names the file or folder of the tests.
            let tests = last.trim_matches('`');
            assert!(root().join(tests).exists() && !tests.is_empty(), "{number}: no {last:?}");
            last.to_owned()
        };
        let (kept, _) = line.trim_end_matches([' ', '|']).rsplit_once(" | ").unwrap();
        let _ = writeln!(out, "{kept} | {shown} |");
    }
    (out, rows)
}

#[test]
fn every_requirement_has_vectors_or_names_its_tests() {
    let law = root().join("docs/src/law");
    let mut cited = cited();
    let mut page = String::from(
        "# Coverage\n\n\
         A vector is a question with its right answer: a site's text, a crawler, a usage, a URL. The\n\
         library and the command line answer all of them in every run of the tests. They are in\n\
         [conformance/](https://github.com/placet/placet/blob/main/conformance/README.md), one JSON\n\
         object a line, and each names the requirements that it shows:\n\n\
         ```sh\ngrep -h 'F-23' conformance/rep/*.jsonl\n```\n\n\
         | vectors | about | how many |\n|---|---|---|\n",
    );
    for (folder, about) in FOLDERS {
        let _ = writeln!(
            page,
            "| `conformance/{folder}/` | {about} | {} |",
            vectors(folder).unwrap().len()
        );
    }
    page.push_str(
        "\nThe last column of each page below has the number of vectors that show a requirement or a\n\
         reading. Where it names a file instead, the tests there show it. A test counts, and writes this\n\
         page.\n\n| page | of | how many |\n|---|---|---|\n",
    );
    for path in pages(&law) {
        let text = fs::read_to_string(&path).unwrap();
        let (text, rows) = counted(&text, &mut cited);
        if rows == 0 {
            continue;
        }
        expect_page(&path, &text);
        let title = text.lines().next().unwrap_or_default().trim_start_matches("# ");
        let file = path.strip_prefix(&law).unwrap();
        let kind = file.parent().unwrap().display();
        let _ = writeln!(page, "| [{title}]({}) | {kind} | {rows} |", file.display());
    }
    assert!(cited.is_empty(), "vectors cite what no page lists: {cited:?}");
    expect_page(&law.join("coverage.md"), &page);
}
