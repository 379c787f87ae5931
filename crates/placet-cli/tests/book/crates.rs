//! Every crate that is published introduces itself.

use std::fs;

use crate::root;

/// What the manifest of a published crate has, with a value of its own or that of the workspace.
const KEYS: [&str; 10] = [
    "description",
    "version",
    "rust-version",
    "license",
    "repository",
    "homepage",
    "documentation",
    "readme",
    "keywords",
    "categories",
];

#[test]
fn published_crates_have_all_metadata() {
    let mut published = 0;
    for folder in fs::read_dir(root().join("crates")).unwrap() {
        let folder = folder.unwrap().path();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let (package, _) = manifest.split_once("\n\n").unwrap();
        if package.contains("publish = false") {
            continue;
        }
        published += 1;
        for key in KEYS {
            let has = |line: &str| {
                let rest = line.strip_prefix(key);
                rest.is_some_and(|rest| rest.starts_with([' ', '.']))
            };
            assert!(package.lines().any(has), "{} lacks {key}", folder.display());
        }
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(folder.join(file).exists(), "{} lacks {file}", folder.display());
        }
    }
    assert!(published >= 6, "{published} crates are published");
}
