//! The documents use plain words.

use std::fs;
use std::path::PathBuf;

use crate::links::{prose, without_code};
use crate::{documents, root};

/// Words that the documents do not use, each with the word to use instead.
const AVOIDED: [(&str, &str); 14] = [
    ("said", "stated, or the name of the statement"),
    ("told", "reported"),
    ("heard", "read, considered"),
    ("hear", "read, consider"),
    ("behind", "after"),
    ("beside", "next to"),
    ("stands", "is"),
    ("octet", "byte"),
    ("octets", "bytes"),
    ("aside", "except, not applied"),
    ("lest", "so that … not"),
    ("whence", "from which"),
    ("thereof", "of it"),
    ("fate", "outcome"),
];

#[test]
fn documents_use_plain_words() {
    let mut found = Vec::new();
    // The changelog names what was renamed.
    let is_own = |path: &PathBuf| *path != root().join("CHANGELOG.md");
    for path in documents().into_iter().filter(is_own) {
        let text = fs::read_to_string(&path).unwrap();
        for (line, text) in prose(&text) {
            let text = without_code(text).to_lowercase();
            let words = text.split(|it: char| !it.is_alphanumeric());
            for word in words {
                if let Some((_, better)) = AVOIDED.iter().find(|(avoided, _)| *avoided == word) {
                    let path = path.strip_prefix(root()).unwrap().display();
                    found.push(format!("{path}:{line}: {word}: write {better}"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
