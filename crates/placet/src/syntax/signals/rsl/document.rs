//! From XML to what a document says (S-068, S-070, S-076, S-077, S-081 to S-088, S-122).

use memchr::memmem;
use roxmltree::{Document, Node, TextPos};

use super::super::problem::SignalProblemKind;
use super::super::{LineCount, without_mark};
use super::bounded::is_bounded;
use super::{Concern, Content, ElementAt, License, RslDocument, Terms, Unreadable, UsageToken};
use crate::text::Span;
use crate::vocabulary::Condition;

/// The namespace of RSL.
const NAMESPACE: &str = "https://rslstandard.org/rsl";

/// The same with the scheme that authors write by mistake.
const OTHER_NAMESPACE: &str = "http://rslstandard.org/rsl";

/// The names of the elements of RSL.
pub const ELEMENTS: &[&str] = &[
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

/// Reads a document, if it has no more than `ceiling` bytes.
///
/// ```
/// use placet::syntax::signals::rsl;
///
/// let text = "<rsl xmlns='https://rslstandard.org/rsl'><content url='/'><license>\
///             <prohibits type='usage'>ai-train</prohibits></license></content></rsl>";
/// let document = rsl::read(text.as_bytes(), 1 << 16);
/// let prohibits = document.contents[0].licenses[0].prohibits.as_ref().unwrap();
/// assert_eq!(prohibits.tokens[0].0.name(), "ai-train");
/// ```
pub fn read(file: &[u8], ceiling: usize) -> RslDocument {
    let mut out = RslDocument::default();
    let (text, _) = without_mark(file);
    let whole = Span::new(0, 0);
    let unreadable = |mut out: RslDocument, cause, at: usize| {
        let line = LineCount::new(file).at(at);
        out.problems.push(((SignalProblemKind::NotConformant, Span::new(at, at)), line));
        out.unreadable = Some(cause);
        out
    };
    if file.len() > ceiling {
        out.problems.push(((SignalProblemKind::Truncated, whole), 1));
        return unreadable(out, Unreadable::TooLong, 0);
    }
    let start = text.trim_ascii_start();
    let text = if start.len() < text.len() && start.starts_with(b"<?xml") {
        out.problems.push(((SignalProblemKind::Lenient, whole), 1));
        start
    } else {
        text
    };
    let before = file.len() - text.len();
    if !is_bounded(text) {
        let cause = if memmem::find(text, b"<!DOCTYPE").is_some() || has_end(text) {
            Unreadable::Unbounded
        } else {
            Unreadable::NotXml
        };
        return unreadable(out, cause, before);
    }
    let Ok(text) = std::str::from_utf8(text) else {
        return unreadable(out, Unreadable::NotXml, before);
    };
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(error) => {
            let at = before + offset_of(error.pos(), text);
            return unreadable(out, Unreadable::NotXml, at);
        }
    };
    let root = document.root_element();
    if !is(root, "rsl") {
        return unreadable(out, Unreadable::OtherRoot, before + root.range().start);
    }
    let mut reader = Reader { before, lines: LineCount::new(file), out };
    reader.document(root);
    reader.out
}

/// Whether a text ends with the end of a tag, so that what is over a ceiling is not an open tag.
fn has_end(text: &[u8]) -> bool {
    text.trim_ascii_end().ends_with(b">")
}

/// The offset of a place that the parser names by row and column, the latter in characters.
fn offset_of(at: TextPos, text: &str) -> usize {
    let rows = text.split_inclusive('\n');
    let row = at.row as usize;
    let before: usize = rows.clone().take(row.saturating_sub(1)).map(str::len).sum();
    let line = text.get(before..).unwrap_or_default();
    let column = line.char_indices().nth((at.col as usize).saturating_sub(1));
    (before + column.map_or(line.len(), |it| it.0)).min(text.len())
}

/// Whether a node is an element of RSL.
fn is_rsl(node: Node<'_, '_>) -> bool {
    let namespace = node.tag_name().namespace();
    node.is_element() && matches!(namespace, Some(NAMESPACE | OTHER_NAMESPACE))
}

fn is(node: Node<'_, '_>, name: &str) -> bool {
    is_rsl(node) && node.tag_name().name() == name
}

/// The children of a node that are RSL elements of this name.
fn children<'d, 'i>(node: Node<'d, 'i>, name: &'static str) -> impl Iterator<Item = Node<'d, 'i>> {
    node.children().filter(move |it| is(*it, name))
}

/// The text of a node, without that of the elements in it.
fn text(node: Node<'_, '_>) -> String {
    node.children().filter(Node::is_text).filter_map(|it| it.text()).collect()
}

struct Reader<'t> {
    /// How many bytes of the file are before the text that was parsed.
    before: usize,
    lines: LineCount<'t>,
    out: RslDocument,
}

impl Reader<'_> {
    fn at(&mut self, node: Node<'_, '_>) -> ElementAt {
        let range = node.range();
        let span = Span::new(self.before + range.start, self.before + range.end);
        ElementAt { line: self.lines.at(span.start()), span }
    }

    fn problem(&mut self, kind: SignalProblemKind, node: Node<'_, '_>) {
        let at = self.at(node);
        self.out.problems.push(((kind, at.span), at.line));
    }

    /// Reports a token that RSL does not have, where it is written; one that is written with entities
    /// at its list.
    fn unknown(&mut self, token: &str, list: Node<'_, '_>) {
        let source = list.document().input_text().get(list.range()).unwrap_or_default();
        let inside = source.find('>').unwrap_or_default();
        let found = source.get(inside..).and_then(|text| text.find(token));
        let at = self.at(list);
        let start = at.span.start() + inside;
        let span = found.map_or(at.span, |it| Span::new(start + it, start + it + token.len()));
        let line = self.lines.at(span.start());
        self.out.problems.push(((SignalProblemKind::UnknownKey, span), line));
    }

    fn not_conformant(&mut self, node: Node<'_, '_>) {
        self.out.is_conformant = false;
        self.problem(SignalProblemKind::NotConformant, node);
    }

    fn document(&mut self, root: Node<'_, '_>) {
        (self.out.is_readable, self.out.is_conformant) = (true, true);
        if root.tag_name().namespace() == Some(OTHER_NAMESPACE) {
            self.problem(SignalProblemKind::Lenient, root);
        }
        self.check(root);
        for content in children(root, "content") {
            self.content(content);
        }
    }

    /// Looks for elements that RSL does not have. What other namespaces contain is not looked at.
    fn check(&mut self, root: Node<'_, '_>) {
        let mut next = root.first_child();
        while let Some(node) = next {
            let known = !is_rsl(node) || ELEMENTS.contains(&node.tag_name().name());
            if !known {
                self.not_conformant(node);
            }
            let inside = node.first_child().filter(|_| is_rsl(node));
            next = inside.or_else(|| {
                let mut outer = Some(node);
                while let Some(it) = outer.filter(|it| *it != root) {
                    if let Some(sibling) = it.next_sibling() {
                        return Some(sibling);
                    }
                    outer = it.parent();
                }
                None
            });
        }
    }

    fn content(&mut self, node: Node<'_, '_>) {
        let url = node.attribute("url");
        let has_license = children(node, "license").next().is_some();
        let Some(url) = url.filter(|_| has_license) else { return self.not_conformant(node) };
        let at = self.at(node);
        let mut shared = conditions(node);
        if let Some(server) = node.attribute("server") {
            shared.push((Concern::All, Condition::Token(server.trim().into())));
        }
        let licenses = children(node, "license").map(|it| self.license(it, &shared)).collect();
        self.out.contents.push(Content::new(url, licenses, at));
    }

    fn license(&mut self, node: Node<'_, '_>, shared: &[(Concern, Condition)]) -> License {
        let mut license = License {
            at: self.at(node),
            permits: self.terms(node, "permits"),
            prohibits: self.terms(node, "prohibits"),
            conditions: shared.to_vec(),
        };
        license.conditions.extend(conditions(node));
        for payment in children(node, "payment") {
            self.payment(payment, &mut license.conditions);
        }
        for (list, make) in [
            (("permits", "user"), Condition::User as fn(Box<str>) -> Condition),
            (("prohibits", "user"), Condition::NotUser),
            (("permits", "geo"), Condition::Geo),
            (("prohibits", "geo"), Condition::NotGeo),
        ] {
            if let Some(tokens) = self.classes(node, list) {
                license.conditions.push((Concern::All, make(tokens.into())));
            }
        }
        license
    }

    /// What a payment asks for (S-081 to S-084).
    fn payment(&mut self, node: Node<'_, '_>, conditions: &mut Vec<(Concern, Condition)>) {
        let kind = node.attribute("type").unwrap_or_default();
        let concern = match kind {
            "training" => Concern::Training,
            "use" => Concern::AiUse,
            _ => Concern::All,
        };
        match kind {
            "" | "free" => {}
            "attribution" => conditions.push((concern, Condition::Attribution)),
            _ => conditions.push((concern, Condition::Payment(kind.into()))),
        }
        let known = ["purchase", "subscription", "crawl", "contribution", "training", "use"];
        if !matches!(kind, "" | "free" | "attribution") && !known.contains(&kind) {
            self.problem(SignalProblemKind::UnknownKey, node);
        }
        for license in children(node, "standard").chain(children(node, "custom")) {
            conditions.push((concern, Condition::License(text(license).trim().into())));
        }
    }

    /// The elements of one name and type in a licence. Several are one list (S-076).
    fn lists<'d, 'i>(
        &mut self,
        node: Node<'d, 'i>,
        (name, kind): (&'static str, &'static str),
    ) -> Vec<Node<'d, 'i>> {
        let lists: Vec<_> =
            children(node, name).filter(|it| it.attribute("type") == Some(kind)).collect();
        for more in lists.iter().skip(1) {
            self.problem(SignalProblemKind::Lenient, *more);
        }
        for list in &lists {
            if text(*list).contains(',') {
                self.problem(SignalProblemKind::Lenient, *list);
            }
        }
        lists
    }

    /// The usage tokens that a licence permits or prohibits.
    fn terms(&mut self, node: Node<'_, '_>, name: &'static str) -> Option<Terms> {
        for list in children(node, name) {
            if !matches!(list.attribute("type"), Some("usage" | "user" | "geo")) {
                self.not_conformant(list);
            }
        }
        let lists = self.lists(node, (name, "usage"));
        let at = self.at(*lists.first()?);
        let mut terms = Terms { tokens: Vec::new(), at };
        for list in lists {
            let at = self.at(list);
            for token in tokens(&text(list)) {
                match UsageToken::of_name(token) {
                    Some(token) => terms.tokens.push((token, at)),
                    None => self.unknown(token, list),
                }
            }
        }
        Some(terms)
    }

    /// The classes of users or regions that a list names, in one form (S-085).
    fn classes(
        &mut self,
        node: Node<'_, '_>,
        list: (&'static str, &'static str),
    ) -> Option<String> {
        let lists = self.lists(node, list);
        lists.first()?;
        let written: Vec<String> = lists.into_iter().map(text).collect();
        let mut all: Vec<&str> = written.iter().flat_map(|it| tokens(it)).collect();
        all.sort_unstable();
        all.dedup();
        Some(all.join("|"))
    }
}

/// `reporting`, `legal` and `terms` (S-086, S-088).
fn conditions(node: Node<'_, '_>) -> Vec<(Concern, Condition)> {
    let reporting = children(node, "reporting").map(|it| {
        let how = it.attribute("profile").or(it.attribute("type")).unwrap_or_default();
        Condition::Reporting(how.trim().into())
    });
    let legal = children(node, "legal")
        .filter(|it| it.attribute("type") == Some("disclaimer"))
        .map(|_| Condition::LegalDisclaimer);
    let terms = children(node, "terms").map(|it| Condition::Terms(text(it).trim().into()));
    reporting.chain(legal).chain(terms).map(|it| (Concern::All, it)).collect()
}

fn tokens(list: &str) -> impl Iterator<Item = &str> {
    list.split([' ', '\t', '\n', '\r', ',']).filter(|token| !token.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(document: &RslDocument) -> Vec<&'static str> {
        let mut kinds: Vec<_> = document.problems.iter().map(|it| it.0.0.name()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    fn rsl(inside: &str) -> RslDocument {
        let text = format!("<rsl xmlns='{NAMESPACE}'>\n{inside}</rsl>");
        read(text.as_bytes(), 1 << 20)
    }

    #[test]
    fn what_is_no_rsl_is_unreadable() {
        for text in [
            "",
            "not xml",
            "<rsl/>",
            "<a xmlns='https://rslstandard.org/rsl'/>",
            "<rsl xmlns='https://rslstandard.org/rsl'>",
            "<rsl xmlns='https://rslstandard.org/rsl'/><rsl/>",
            "<rsl xmlns='https://rslstandard.org/rsl'>&a;</rsl>",
            "<rsl xmlns='https://rslstandard.org/rsl' a='' a=''/>",
            "<!DOCTYPE rsl><rsl xmlns='https://rslstandard.org/rsl'/>",
        ] {
            let document = read(text.as_bytes(), 1 << 20);
            assert!(!document.is_readable, "{text}");
            assert_eq!(kinds(&document), ["signal-not-conformant"], "{text}");
        }
        let long = read(b"<rsl xmlns='https://rslstandard.org/rsl'/>", 10);
        assert_eq!(kinds(&long), ["signal-not-conformant", "signal-truncated"]);
    }

    #[test]
    fn licences_are_read_with_their_lines() {
        let document = rsl(
            "<content url='/' server=' https://s/ '>\n<license>\n<permits type='usage'>ai-train \
             <!-- x -->SEARCH gold</permits>\n<payment type='training'><standard> u </standard>\
             </payment></license><legal type='disclaimer'/></content>",
        );
        assert!(document.is_conformant);
        assert_eq!(kinds(&document), ["signal-unknown-key"]);
        let license = &document.contents[0].licenses[0];
        let permits = license.permits.as_ref().unwrap();
        assert_eq!((permits.at.line, permits.tokens.len()), (4, 2));
        let conditions: Vec<String> =
            license.conditions.iter().map(|(_, it)| it.to_string()).collect();
        let expected = ["legal=disclaimer", "token=https://s/", "payment=training", "license=u"];
        assert_eq!(conditions, expected);
        assert_eq!(license.conditions[3].0, Concern::Training);
    }

    #[test]
    fn parts_that_rsl_does_not_have_are_left_out() {
        for inside in [
            "<permit/>",
            "<content url='/'/>",
            "<content><license/></content>",
            "<content url='/'><license><permits>all</permits></license></content>",
            "<content url='/'><license><prohibits type='x'>all</prohibits></license></content>",
        ] {
            assert!(!rsl(inside).is_conformant, "{inside}");
        }
        let foreign = "<x xmlns='urn:x'><permit xmlns='https://rslstandard.org/rsl'/></x>";
        assert!(rsl(foreign).is_conformant);
        let lenient = read(
            b"\n <?xml version='1.0' encoding='utf-16'?><rsl xmlns='http://rslstandard.org/rsl'/>",
            1 << 20,
        );
        assert!(lenient.is_conformant);
        assert_eq!(lenient.problems.len(), 2);
    }

    #[test]
    fn depth_is_no_danger() {
        let deep = format!("{}{}", "<terms>".repeat(30_000), "</terms>".repeat(30_000));
        assert!(rsl(&deep).is_conformant);
        let foreign = format!("{}{}", "<x:y>".repeat(30_000), "</x:y>".repeat(30_000));
        let text = format!("<rsl xmlns='{NAMESPACE}' xmlns:x='x'>{foreign}</rsl>");
        assert!(read(text.as_bytes(), 1 << 20).is_conformant);
    }
}
