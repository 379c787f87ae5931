//! What the documents show, link to and count is true.

#![expect(clippy::unwrap_used, reason = "test code may stop at once")]

mod coverage;
mod crates;
mod links;
#[path = "../cli/server.rs"]
#[expect(dead_code, reason = "the tests of the command line need more of it")]
mod server;
#[cfg(unix)]
mod shown;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the checkout.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// All Markdown files in a folder and the folders below it, in order.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut entries: Vec<PathBuf> = entries.collect();
    entries.sort();
    let mut pages = Vec::new();
    for entry in entries {
        if entry.is_dir() {
            pages.extend(self::pages(&entry));
        } else if entry.extension().is_some_and(|it| it == "md") {
            pages.push(entry);
        }
    }
    pages
}

/// All documents that people read.
fn documents() -> Vec<PathBuf> {
    let root = root();
    let mut documents = pages(&root.join("docs/src"));
    for folder in [&root, &root.join("conformance"), &root.join("fuzz")] {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        documents.extend(entries.filter(|path| path.extension().is_some_and(|it| it == "md")));
    }
    for folder in fs::read_dir(root.join("crates")).unwrap() {
        let readme = folder.unwrap().path().join("README.md");
        documents.extend(readme.exists().then_some(readme));
    }
    documents
}

/// Compares a page with what it should be. `INSTA_UPDATE=always` writes it instead.
fn expect_page(path: &Path, page: &str) {
    #[expect(clippy::disallowed_methods, reason = "the same setting as for snapshots")]
    if std::env::var("INSTA_UPDATE").is_ok_and(|it| it == "always") {
        fs::write(path, page).unwrap();
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    let differs = kept.lines().zip(page.lines()).find(|(kept, page)| kept != page);
    assert!(
        kept == page,
        "{} is out of date (INSTA_UPDATE=always writes it):\n{differs:#?}",
        path.display()
    );
}
