//! A document, read into its parts (S-068 to S-070, S-122).

use std::collections::BTreeSet;

use roxmltree::{Document as Xml, Node};

use super::licence::Licence;

/// S-115.
const CEILING: usize = 512_000;

const ELEMENTS: [&str; 16] = [
    "rsl",
    "content",
    "license",
    "permits",
    "prohibits",
    "payment",
    "standard",
    "custom",
    "amount",
    "accepts",
    "reporting",
    "legal",
    "alternate",
    "schema",
    "copyright",
    "terms",
];

/// What became of the text of a document.
pub(super) enum Text {
    Missing,
    Unreadable,
    Read(Document),
}

#[derive(Debug)]
pub(super) struct Document {
    pub(super) contents: Vec<Content>,
    pub(super) is_conformant: bool,
    pub(super) problems: BTreeSet<&'static str>,
}

/// A `content` element that counts.
#[derive(Debug)]
pub(super) struct Content {
    pub(super) url: String,
    pub(super) licences: Vec<Licence>,
}

impl Document {
    pub(super) fn read(text: Option<&str>) -> Text {
        let Some(given) = text else { return Text::Missing };
        if given.len() > CEILING {
            return Text::Unreadable;
        }
        let mut problems = BTreeSet::new();
        let mut text = given.strip_prefix('\u{feff}').unwrap_or(given);
        let start = text.trim_start_matches([' ', '\t', '\n', '\r']);
        if start.starts_with("<?xml") && start != text {
            problems.insert("signal-lenient");
            text = start;
        }
        let first_line = given[..given.len() - text.len()].matches('\n').count();
        // A document type declaration is an error of this parser.
        let Ok(xml) = Xml::parse(text) else { return Text::Unreadable };
        let root = xml.root_element();
        if !is_rsl(root) || root.tag_name().name() != "rsl" {
            return Text::Unreadable;
        }
        let mut reading = Reading { xml: &xml, first_line, is_conformant: true, problems };
        if root.descendants().any(|node| node.tag_name().namespace() == Some(OLD)) {
            reading.problems.insert("signal-lenient");
        }
        reading.check(root);
        let contents = reading.contents(root);
        if !reading.is_conformant {
            reading.problems.insert("signal-not-conformant");
        }
        let Reading { is_conformant, problems, .. } = reading;
        Text::Read(Self { contents, is_conformant, problems })
    }
}

const NEW: &str = "https://rslstandard.org/rsl";
const OLD: &str = "http://rslstandard.org/rsl";

fn is_rsl(node: Node<'_, '_>) -> bool {
    node.is_element() && [Some(NEW), Some(OLD)].contains(&node.tag_name().namespace())
}

/// The children of an element that have a name; elements of other namespaces are ignored.
pub(super) fn children<'x>(node: Node<'x, 'x>, name: &str) -> Vec<Node<'x, 'x>> {
    let children = node.children().filter(|&child| is_rsl(child));
    children.filter(|child| child.tag_name().name() == name).collect()
}

/// A document while it is read.
pub(super) struct Reading<'x> {
    xml: &'x Xml<'x>,
    first_line: usize,
    is_conformant: bool,
    pub(super) problems: BTreeSet<&'static str>,
}

impl<'x> Reading<'x> {
    /// The line of an element in the text as given.
    pub(super) fn line(&self, node: Node<'_, '_>) -> usize {
        let row = self.xml.text_pos_at(node.range().start).row;
        self.first_line + usize::try_from(row).unwrap()
    }

    /// S-070: unknown elements, and `permits` and `prohibits` of unknown types.
    fn check(&mut self, node: Node<'_, '_>) {
        let name = node.tag_name().name();
        let is_list = name == "permits" || name == "prohibits";
        let is_known_type = ["usage", "user", "geo"].map(Some).contains(&node.attribute("type"));
        if !ELEMENTS.contains(&name) || is_list && !is_known_type {
            self.is_conformant = false;
            return;
        }
        for child in node.children().filter(|&child| is_rsl(child)) {
            self.check(child);
        }
    }

    fn contents(&mut self, root: Node<'x, 'x>) -> Vec<Content> {
        let mut contents = Vec::new();
        for node in children(root, "content") {
            let licences = children(node, "license");
            let url = node.attribute("url");
            // S-070.
            let (Some(url), false) = (url, licences.is_empty()) else {
                self.is_conformant = false;
                continue;
            };
            let licences =
                licences.into_iter().map(|licence| Licence::read(self, licence, node)).collect();
            contents.push(Content { url: url.to_owned(), licences });
        }
        contents
    }
}
