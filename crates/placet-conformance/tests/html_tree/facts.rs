//! What is compared: the facts that follow from a tree, and those that the reader finds.

use std::collections::{BTreeMap, BTreeSet};

use placet::syntax::html::{Element, Markup, Piece, PieceKind, Reader, Settings};

use crate::dom::{Dom, Node};

/// The facts of one page, in a form that two parsers can agree on.
#[derive(Debug, PartialEq, Eq, Default)]
pub(crate) struct Facts {
    /// Name, content and whether it is in the head.
    pub(crate) metas: Vec<(String, String, bool)>,
    /// Each marked element, with the marked element that contains it.
    pub(crate) elements: Vec<(String, String)>,
    /// Each id inside marked elements, with those that contain an element of that id; `None` means
    /// outside of all of them.
    pub(crate) ids: BTreeMap<String, BTreeSet<String>>,
    /// Each word of text, with the marked element that contains it.
    pub(crate) words: BTreeMap<String, String>,
}

/// The options when parsers are compared.
pub(crate) fn settings(pieces: bool) -> Settings {
    let mut settings = Settings::default();
    settings.charset = Some("utf-8".into());
    settings.ids = vec!["wanted".into()];
    settings.classes = vec!["wanted".into(), "WANTED".into()];
    settings.pieces = pieces;
    settings
}

/// The words in a text: `w` and a number, in brackets.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split("[w").skip(1).filter_map(|after| {
        let (word, _) = after.split_once(']')?;
        (!word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())).then_some(word)
    })
}

impl Facts {
    /// By html5ever.
    pub(crate) fn of_html5ever(html: &str) -> Self {
        Self::of_trees(&Dom::parse(html, false), &Dom::parse(html, true))
    }

    /// By the trees that a client without scripts and one with them build.
    pub(crate) fn of_trees(off: &Dom, on: &Dom) -> Self {
        let mut facts = Self { metas: metas(off), ..Self::default() };
        // An element that is not in the head with scripts is reported if only that client finds it.
        // Framesets have no body.
        let has_body = [off, on].iter().all(|dom| dom.nodes.iter().all(|it| it.name != "frameset"));
        for meta in metas(on).into_iter().filter(|(_, _, in_head)| *in_head || has_body) {
            let same = facts.metas.iter_mut().find(|it| it.0 == meta.0 && it.1 == meta.1);
            match same {
                Some(same) => same.2 |= meta.2,
                None => facts.metas.push(meta),
            }
        }
        facts.metas.sort();
        let mut seen = Vec::new();
        for (at, node) in off.nodes.iter().enumerate() {
            if !off.is_in_document(at) {
                continue;
            }
            let holder = holder(off, at);
            for word in words(&node.text) {
                facts.words.insert(word.to_owned(), holder.clone());
            }
            let Some(marked) = marked(node).filter(|it| !seen.contains(it)) else { continue };
            let outer =
                off.outwards(at).skip(1).filter_map(|outer| self::marked(&off.nodes[outer]));
            let outer = outer.into_iter().find(|outer| *outer != marked);
            facts.elements.push((marked.clone(), outer.unwrap_or_default()));
            seen.push(marked);
        }
        facts.elements.sort();
        facts.ids = ids(off);
        facts
    }

    /// By the reader.
    pub(crate) fn of_markup(html: &str, markup: &Markup) -> Self {
        let name = |element: &Element| {
            let class = element.tokens.iter().map(|token| &**token).collect::<Vec<_>>().join(" ");
            named(
                &element.tag,
                &class,
                element.id.as_deref(),
                element.nosnippet,
                &element.classes.iter().map(ToString::to_string).collect::<Vec<_>>(),
            )
        };
        let held = |holder: Option<u32>| {
            holder.map_or(String::new(), |holder| name(&markup.elements[holder as usize]))
        };
        let mut facts = Self::default();
        for meta in &markup.metas {
            facts.metas.push((meta.name.to_string(), meta.content.to_string(), meta.in_head));
        }
        facts.metas.sort();
        let mut seen = Vec::new();
        for element in &markup.elements {
            // Equal elements are indistinguishable in a tree; the first counts.
            if !seen.contains(&name(element)) {
                facts.elements.push((name(element), held(element.parent)));
                seen.push(name(element));
            }
        }
        facts.elements.sort();
        for (id, holder) in &markup.ids {
            facts.ids.entry(id.to_string()).or_default().insert(held(*holder));
        }
        for Piece { span, container: holder, kind, .. } in &markup.pieces {
            if *kind != PieceKind::Markup {
                for word in words(&html[span.range()]) {
                    facts.words.insert(word.to_owned(), held(*holder));
                }
            }
        }
        facts
    }

    /// Removes the words that `others` does not have: text that is in no tree still belongs to its
    /// position.
    pub(crate) fn without_dropped_words(mut self, others: &Self) -> Self {
        self.words.retain(|word, _| others.words.contains_key(word));
        self
    }

    /// By the reader, fed the page as a whole.
    pub(crate) fn of_reader(html: &str) -> Self {
        let mut reader = Reader::new(settings(true));
        reader.feed(html.as_bytes());
        let markup = reader.finish();
        let mut end = 0;
        for piece in &markup.pieces {
            assert_eq!(piece.span.start(), end, "pieces tile the page");
            end = piece.span.end();
        }
        assert_eq!(end, html.len(), "pieces tile the page");
        Self::of_markup(html, &markup)
    }
}

fn metas(dom: &Dom) -> Vec<(String, String, bool)> {
    let mut metas = Vec::new();
    for (at, node) in dom.nodes.iter().enumerate() {
        let (Some(name), Some(content)) = (node.attribute("name"), node.attribute("content"))
        else {
            continue;
        };
        if node.name != "meta" || !node.is_html || !dom.is_in_document(at) {
            continue;
        }
        let names: Vec<_> = dom.outwards(at).map(|outer| dom.nodes[outer].name.as_str()).collect();
        let in_head = names.ends_with(&["head", "html", ""]) && !names.contains(&"template");
        metas.push((name.to_owned(), content.to_owned(), in_head));
    }
    metas
}

/// The ids of elements inside marked elements, wherever elements of that id are. Of an element and
/// its copies, which have one number, the one whose tag comes first counts.
fn ids(dom: &Dom) -> BTreeMap<String, BTreeSet<String>> {
    let mut all = Vec::new();
    for (at, node) in dom.nodes.iter().enumerate() {
        if let Some(id) = node.attribute("id").filter(|_| dom.is_in_document(at)) {
            let number = node.attribute("k").unwrap_or_default();
            all.push((node.has_id_since.unwrap_or(at), id, number, holder(dom, at)));
        }
    }
    all.sort();
    let mut seen = BTreeSet::new();
    let mut ids: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (_, id, number, holder) in all {
        if seen.insert((id, number)) {
            ids.entry(id.to_owned()).or_default().insert(holder);
        }
    }
    ids.retain(|_, holders| holders.iter().any(|holder| !holder.is_empty()));
    ids
}

/// The innermost marked element that is or contains a node.
fn holder(dom: &Dom, node: usize) -> String {
    dom.outwards(node).find_map(|outer| marked(&dom.nodes[outer])).unwrap_or_default()
}

/// The name of a marked element in these tests.
fn marked(node: &Node) -> Option<String> {
    let class = node.attribute("class").unwrap_or_default();
    let tokens = || class.split(['\t', '\n', '\x0C', '\r', ' ']).filter(|it| !it.is_empty());
    let is_acap =
        |token: &&str| token.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("the-acap:"));
    let acap: Vec<_> = tokens().filter(is_acap).collect();
    let no_snippet = node.attribute("data-nosnippet").is_some();
    let id = node.attribute("id");
    let mut wanted: Vec<String> =
        tokens().filter(|it| ["wanted", "WANTED"].contains(it)).map(str::to_owned).collect();
    let mut once = Vec::new();
    wanted.retain(|class| {
        !once.contains(class) && {
            once.push(class.clone());
            true
        }
    });
    if acap.is_empty() && !no_snippet && wanted.is_empty() && id != Some("wanted") {
        return None;
    }
    Some(named(&node.name, &acap.join(" "), id, no_snippet, &wanted))
}

fn named(tag: &str, acap: &str, id: Option<&str>, no_snippet: bool, wanted: &[String]) -> String {
    format!("<{tag} [{acap}] {id:?} {no_snippet} {wanted:?}>")
}
