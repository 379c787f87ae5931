//! Plain English: texts for people contain none of the words in [`FORBIDDEN`].

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::run::placet;
use crate::shell::commands;

/// What is checked. A path is a file or a folder of the repository.
const CHECKED: &[Source] = &[
    Source::Help,
    Source::Rules,
    Source::Path("README.md"),
    Source::Path("ARCHITECTURE.md"),
    Source::Path("CHANGELOG.md"),
    Source::Path("CONTRIBUTING.md"),
    Source::Path("SECURITY.md"),
    Source::Path("docs"),
    Source::Path("crates"),
];

/// Words and phrases that a reader of an RFC or of the Rust book would stumble over.
const FORBIDDEN: &[&str] = &[
    "aside",
    "as it stands",
    "behind",
    "beside",
    "besides",
    "by hand of",
    "could not be had",
    "fate",
    "glance",
    "goes before",
    "had no part",
    "hear",
    "heard",
    "hearing",
    "hears",
    "is left of",
    "lest",
    "octet",
    "octets",
    "said",
    "stands",
    "thereof",
    "told",
    "what had",
    "whence",
    "whoever",
];

/// JSON keys whose names are part of the interface. They are allowed in quotes.
const JSON_KEYS: &[&str] = &["aside", "aside_unlisted", "octets", "unheard"];

/// Exact phrases that are allowed in one file or help text, such as quotations.
const ALLOWED: &[(&str, &str)] = &[
    // Values of JSON output, and former names of rules, go on working.
    ("crates/placet/src/analysis/change/unfinished.rs", "hearing-steps"),
    ("crates/placet-lint/src/alias.rs", "nul-octet"),
    ("crates/placet-lint/src/alias.rs", "text-behind-star"),
    ("crates/placet-cli/src/args/fetch.rs", "octets the size of robots.txt in bytes"),
    ("placet fetch --help", "octets the size of robots.txt in bytes"),
];

/// A collection of texts for people.
#[derive(Debug)]
enum Source {
    /// The help texts and manual pages of all commands.
    Help,
    /// The manuals of all lint rules.
    Rules,
    /// Markdown files, and the doc comments and string literals of Rust files.
    Path(&'static str),
}

/// A text, and where it is.
struct Text {
    /// A path in the repository, or a command.
    place: String,
    line: usize,
    words: String,
}

impl Source {
    fn texts(&self) -> Vec<Text> {
        match self {
            Self::Help => help(),
            Self::Rules => rules(),
            Self::Path(path) => {
                let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
                let mut files = Vec::new();
                walk(&root.join(path), &mut files);
                assert!(!files.is_empty(), "{path}");
                files.iter().flat_map(|file| of_file(&root, file)).collect()
            }
        }
    }
}

fn help() -> Vec<Text> {
    let mut texts = Vec::new();
    for path in std::iter::once(Vec::new()).chain(commands(&[])) {
        let mut args: Vec<&str> = path.iter().map(String::as_str).collect();
        args.push("--help");
        texts.extend(paragraphs(&format!("placet {}", args.join(" ")), &placet(&args, b"").out));
    }
    let folder = tempfile::tempdir().unwrap();
    placet(&["man", "--out", folder.path().to_str().unwrap()], b"");
    for page in fs::read_dir(folder.path()).unwrap() {
        let page = page.unwrap();
        // The help text with escapes, so the same phrases are allowed.
        let command = page.file_name().into_string().unwrap().replace('-', " ");
        let place = format!("{} --help", command.trim_end_matches(".1"));
        let text = fs::read_to_string(page.path()).unwrap().replace("\\-", "-");
        texts.extend(paragraphs(&place, &text));
    }
    assert!(texts.len() > 100, "{}", texts.len());
    texts
}

fn rules() -> Vec<Text> {
    let list = placet(&["rule"], b"").out;
    let codes: Vec<&str> = list.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(codes.len() > 50, "{list}");
    let manual =
        |code: &&str| paragraphs(&format!("placet rule {code}"), &placet(&["rule", code], b"").out);
    codes.iter().flat_map(manual).collect()
}

/// Markdown and Rust files, except tests.
fn walk(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_file() {
        let extension = path.extension().and_then(|it| it.to_str());
        if matches!(extension, Some("md" | "rs")) && !path.ends_with("tests.rs") {
            files.push(path.to_owned());
        }
    } else if !["tests", "benches", "target"].iter().any(|folder| path.ends_with(folder)) {
        let mut entries: Vec<_> =
            fs::read_dir(path).unwrap().map(|it| it.unwrap().path()).collect();
        entries.sort();
        for entry in &entries {
            walk(entry, files);
        }
    }
}

fn of_file(root: &Path, file: &Path) -> Vec<Text> {
    let place = file.strip_prefix(root).unwrap().display().to_string();
    let text = fs::read_to_string(file).unwrap();
    if file.extension().is_some_and(|it| it == "md") {
        return paragraphs(&place, &text);
    }
    let end = text.find("\n#[cfg(test)]\nmod ").unwrap_or(text.len());
    let code = &text[..end];
    let mut texts = paragraphs(&place, &doc_comments(code));
    texts.extend(literals(&place, code));
    texts
}

/// Texts separated by blank lines, each as one text, so that phrases can continue on the next line.
fn paragraphs(place: &str, text: &str) -> Vec<Text> {
    let mut texts: Vec<Text> = Vec::new();
    let mut is_new = true;
    for (line, content) in (1..).zip(text.lines()) {
        match texts.last_mut() {
            _ if content.trim().is_empty() => is_new = true,
            Some(last) if !is_new => last.words = format!("{} {content}", last.words),
            _ => {
                texts.push(Text { place: place.to_owned(), line, words: content.to_owned() });
                is_new = false;
            }
        }
    }
    texts
}

/// The doc comments of a Rust file on their lines; all other lines are empty.
fn doc_comments(code: &str) -> String {
    let doc = |line: &str| {
        let line = line.trim_start();
        let doc = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        doc.unwrap_or_default().to_owned() + "\n"
    };
    code.lines().map(doc).collect()
}

/// The string literals of a Rust file.
fn literals(place: &str, code: &str) -> Vec<Text> {
    let mut texts = Vec::new();
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        let line = 1 + code[..code.len() - rest.len()].matches('\n').count();
        let raw = rest.strip_prefix('r').filter(|it| it.trim_start_matches('#').starts_with('"'));
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(raw) = raw {
            let hashes = "#".repeat(raw.find('"').unwrap());
            let start = 2 + hashes.len();
            let length = rest[start..].find(&format!("\"{hashes}")).unwrap();
            texts.push((line, rest[start..start + length].to_owned()));
            start + length + 1 + hashes.len()
        } else if c == '"' {
            let length = string_length(&rest[1..]);
            texts.push((
                line,
                rest[1..=length].replace("\\\n", " ").replace("\\n", "\n").replace("\\\"", "\""),
            ));
            length + 2
        } else if c == '\'' {
            // A character; a lifetime has no second apostrophe so close.
            let escaped = rest[1..].starts_with('\\');
            let end = rest.char_indices().skip(if escaped { 3 } else { 2 }).take(if escaped {
                9
            } else {
                1
            });
            let end = end.into_iter().find(|(_, it)| *it == '\'');
            end.map_or(1, |(at, _)| at + 1)
        } else if c.is_alphanumeric() || c == '_' {
            // A whole word, so that an `r` at its end does not start a raw string.
            rest.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(rest.len())
        } else {
            c.len_utf8()
        };
        rest = &rest[skipped..];
    }
    let text = |(line, words): (usize, String)| Text { place: place.to_owned(), line, words };
    // A literal that is a key and nothing else has no quotes in it.
    texts.into_iter().filter(|(_, text)| !JSON_KEYS.contains(&&**text)).map(text).collect()
}

/// The length of a string literal after its opening quote.
fn string_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            b'"' if !escaped => return at,
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    rest.len()
}

/// The words of a text in lower case, with a space before and after each.
fn normalized(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '.' && c != '\'');
    let words = words.map(|word| word.trim_matches(['.', '\''])).filter(|word| !word.is_empty());
    words.fold(" ".to_owned(), |text, word| text + &word.to_lowercase() + " ")
}

/// The forbidden words of a text.
fn forbidden(text: &Text) -> Vec<&'static str> {
    // Inline code is not English; code blocks are output or have comments.
    let without_fences = text.words.replace("```", "");
    let mut plain: String = without_fences.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    for key in JSON_KEYS {
        plain = plain.replace(&format!("\"{key}\""), "");
    }
    let mut plain = normalized(&plain);
    for (_, phrase) in ALLOWED.iter().filter(|(place, _)| *place == text.place) {
        plain = plain.replace(&normalized(phrase), " ");
    }
    let is_in = |word: &&&str| plain.contains(&format!(" {word} "));
    FORBIDDEN.iter().filter(is_in).copied().collect()
}

#[test]
fn texts_for_people_are_in_plain_english() {
    let mut found = String::new();
    for text in CHECKED.iter().flat_map(Source::texts) {
        for word in forbidden(&text) {
            let start: String = text.words.trim().chars().take(100).collect();
            writeln!(found, "{}:{}: {word:?} in {start:?}", text.place, text.line).unwrap();
        }
    }
    assert!(found.is_empty(), "words that are not plain English:\n{found}");
}

#[test]
fn forbidden_words_are_found() {
    let code = "/// It was\n/// told.\nfn x() -> char { 'r' }\nconst A: &str = \"not said\"; // told\n\
                const B: &'static str = r#\"behind \"it\"\"#;\nconst C: [&str; 2] = [\"octets\", \"\\\"'\"];\n\
                const D: &str = \"a\\\n    could not\\nbe had\";\n#[cfg(test)]\nmod tests { \"heard\" }\n";
    let end = code.find("\n#[cfg(test)]").unwrap();
    let mut texts = paragraphs("a.rs", &doc_comments(&code[..end]));
    texts.extend(literals("a.rs", &code[..end]));
    let found: Vec<_> = texts.iter().map(|it| (it.line, forbidden(it))).collect();
    assert_eq!(
        found,
        [
            (1, vec!["told"]),
            (4, vec!["said"]),
            (5, vec!["behind"]),
            (6, vec![]),
            (7, vec!["could not be had"])
        ]
    );
    for (text, words) in [
        ("the key \"octets\" and `aside`", &[][..]),
        ("the octets, Told aside", &["aside", "octets", "told"]),
        ("foretold, understands, unsaid", &[]),
    ] {
        let text = Text { place: String::new(), line: 1, words: text.to_owned() };
        assert_eq!(forbidden(&text), words);
    }
}
