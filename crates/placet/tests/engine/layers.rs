//! The layers of the engine: a module uses layers listed before its own, and modules of its own
//! layer without a cycle. Checked by reading the imports in the source.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "test code may stop at once")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The layers, bottom up.
const LAYERS: [&str; 10] = [
    "text",
    "vocabulary",
    "pattern",
    "syntax",
    "policy",
    "law",
    "evaluate",
    "explain",
    "analysis",
    "write",
];

/// A module directly inside a layer.
type Node = (String, String);

#[test]
fn imports_respect_the_layers() {
    let source = Source::read();
    let mut wrong = BTreeSet::new();
    let mut inner: BTreeMap<Node, BTreeSet<Node>> = BTreeMap::new();
    for (file, text) in &source.files {
        let Some(from) = source.node(&module(file)) else { continue };
        for path in paths(text, &module(file)) {
            let Some(to) = source.node(&path) else {
                wrong.insert(format!("{file}: {} is in no layer", path.join("::")));
                continue;
            };
            let level = |node: &Node| LAYERS.iter().position(|layer| *layer == node.0);
            if level(&to) > level(&from) {
                wrong.insert(format!("{}::{} uses {}::{} ({file})", from.0, from.1, to.0, to.1));
            } else if to.0 == from.0 && to != from {
                inner.entry(from.clone()).or_default().insert(to);
            }
        }
    }
    for node in inner.keys() {
        if let Some(cycle) = cycle(&inner, node) {
            let names: Vec<&str> = cycle.iter().map(|node| node.1.as_str()).collect();
            wrong.insert(format!("{} has a cycle: {}", node.0, names.join(" -> ")));
        }
    }
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(
        wrong.is_empty(),
        "{} imports go against the layers:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// A shortest cycle through a module, if that module is the first by name in the cycle.
fn cycle(uses: &BTreeMap<Node, BTreeSet<Node>>, start: &Node) -> Option<Vec<Node>> {
    let mut chains = vec![vec![start.clone()]];
    let mut seen = BTreeSet::new();
    while let Some(chain) = (!chains.is_empty()).then(|| chains.remove(0)) {
        for next in uses.get(chain.last()?).into_iter().flatten() {
            if next == start {
                return Some([chain, vec![start.clone()]].concat());
            }
            if next > start && seen.insert(next.clone()) {
                chains.push([chain.clone(), vec![next.clone()]].concat());
            }
        }
    }
    None
}

/// The source files without tests, by their paths below `src`.
struct Source {
    files: BTreeMap<String, String>,
    /// For each name that a layer re-exports, the module that defines it.
    exported: BTreeMap<Node, String>,
}

impl Source {
    fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut files = BTreeMap::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path: PathBuf = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
                    files.insert(name, fs::read_to_string(&path).unwrap());
                }
            }
        }
        let of_tests: Vec<Vec<String>> = files
            .iter()
            .flat_map(|(file, text)| {
                test_modules(text).into_iter().map(|name| [module(file), vec![name]].concat())
            })
            .collect();
        files.retain(|file, _| !of_tests.iter().any(|below| module(file).starts_with(below)));
        for text in files.values_mut() {
            *text = code(text);
        }
        let mut source = Self { files, exported: BTreeMap::new() };
        for layer in LAYERS {
            let text = &source.files[&format!("{layer}/mod.rs")];
            let uses = text.split(';').filter_map(|item| item.split_once("use ")).map(|it| it.1);
            let mut exported = Vec::new();
            for path in uses.flat_map(|uses| leaves(uses, &[layer.to_owned()])) {
                assert!(path.len() > 2, "{layer}/mod.rs may only re-export names of its modules");
                exported.push(((layer.to_owned(), path[path.len() - 1].clone()), path[1].clone()));
            }
            let items = ["fn ", "struct ", "enum ", "impl ", "const ", "trait ", "type "];
            let item = items.iter().find(|keyword| {
                text.lines().any(|line| {
                    line.trim_start_matches("pub(crate) ")
                        .trim_start_matches("pub ")
                        .starts_with(**keyword)
                })
            });
            assert_eq!(item, None, "{layer}/mod.rs may only list its modules");
            source.exported.extend(exported);
        }
        source
    }

    /// The module that a path leads to.
    fn node(&self, path: &[String]) -> Option<Node> {
        let layer = LAYERS.iter().find(|layer| path.first().is_some_and(|it| it == *layer))?;
        let Some(name) = path.get(1) else { return Some(((*layer).to_owned(), String::new())) };
        let is_module = |file: &String| {
            let of = module(file);
            of.len() > 1 && of[0] == *layer && of[1] == *name
        };
        if self.files.keys().any(is_module) {
            return Some(((*layer).to_owned(), name.clone()));
        }
        let defined_in = self.exported.get(&((*layer).to_owned(), name.clone()))?;
        Some(((*layer).to_owned(), defined_in.clone()))
    }
}

/// The path of the module in a file.
fn module(file: &str) -> Vec<String> {
    let name = file.trim_end_matches(".rs").trim_end_matches("/mod");
    let root = name == "lib" || name == "mod";
    if root { Vec::new() } else { name.split('/').map(str::to_owned).collect() }
}

/// The modules of a file that have files of their own and are compiled for tests only.
fn test_modules(text: &str) -> Vec<String> {
    let after = text.split("#[cfg(test)]\n").skip(1);
    let names = after.filter_map(|it| it.trim_start().strip_prefix("mod ")?.split_once(';'));
    names.map(|it| it.0.to_owned()).filter(|name| !name.contains('{')).collect()
}

/// The text without comments and without its tests, which come last.
fn code(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let lines = text[..end].lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| line.split(" // ").next().unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// Every path in the text that begins with `crate` or `super`, as an absolute path.
fn paths(text: &str, own: &[String]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for word in ["crate::", "super::"] {
        for (at, _) in text.match_indices(word) {
            let before = text[..at].chars().next_back();
            let is_visibility = text[..at].ends_with("pub(in ");
            if !is_visibility && before.is_none_or(|it| !it.is_alphanumeric() && it != ':') {
                found.extend(leaves(&text[at..], own));
            }
        }
    }
    found
}

/// The paths of one path expression, one for each name in its braces; `super` is the parent of
/// `own`.
fn leaves(text: &str, own: &[String]) -> Vec<Vec<String>> {
    let text = text.trim_start();
    if let Some(rest) = text.strip_prefix("crate::") {
        return leaves(rest, &[]);
    }
    if let Some(rest) = text.strip_prefix("super::") {
        return leaves(rest, &own[..own.len().saturating_sub(1)]);
    }
    if let Some(group) = text.strip_prefix('{') {
        let (mut depth, mut found, mut start) = (0_u32, Vec::new(), 0);
        for (at, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                ',' | '}' if depth == 0 => {
                    found.extend(leaves(&group[start..at], own));
                    start = at + 1;
                    if c == '}' {
                        break;
                    }
                }
                '}' => depth -= 1,
                _ => {}
            }
        }
        return found;
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    match (name, rest.strip_prefix("::")) {
        ("", _) => Vec::new(),
        ("self", Some(rest)) => leaves(rest, own),
        ("self", None) => vec![own.to_vec()],
        (name, rest) => {
            let path = [own, &[name.to_owned()]].concat();
            match rest.map(str::trim_start) {
                Some(rest) if rest.starts_with(|c: char| c.is_alphabetic() || c == '{') => {
                    leaves(rest, &path)
                }
                _ => match alias(text, end) {
                    Some(alias) => vec![[path, vec![alias]].concat()],
                    None => vec![path],
                },
            }
        }
    }
}

/// The alias of an import, whose own name ends at `end`.
fn alias(text: &str, end: usize) -> Option<String> {
    let alias = text.get(end..)?.trim_start().strip_prefix("as ")?;
    let end = alias.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(alias.len());
    Some(alias[..end].to_owned())
}
