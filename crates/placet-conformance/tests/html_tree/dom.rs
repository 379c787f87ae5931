//! The tree that html5ever builds, in a simple form.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{Attribute, LocalName, Namespace, ParseOpts, QualName, ns, parse_document};

/// An element, a text, or another node.
#[derive(Debug, Default, Clone)]
pub(crate) struct Node {
    /// The name of an element, in lower case; empty for other nodes.
    pub(crate) name: String,
    pub(crate) is_html: bool,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) text: String,
    pub(crate) parent: Option<usize>,
    /// The line on which the tag ends, counted from 1.
    pub(crate) line: u64,
    /// How many nodes there were when a later tag gave it its id.
    pub(crate) has_id_since: Option<usize>,
    qualified: Option<(Namespace, LocalName)>,
    children: Vec<usize>,
    contents: Option<usize>,
    holds_html: bool,
}

impl Node {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// All nodes, in the order in which they were made. The first is the document. The contents of a
/// template are inside the template.
#[derive(Debug)]
pub(crate) struct Dom {
    pub(crate) nodes: Vec<Node>,
}

impl Dom {
    pub(crate) fn parse(html: &str, scripting_enabled: bool) -> Self {
        let sink = Sink { nodes: RefCell::new(vec![Node::default()]), line: Cell::new(1) };
        let tree_builder = TreeBuilderOpts { scripting_enabled, ..TreeBuilderOpts::default() };
        let options = ParseOpts { tree_builder, ..ParseOpts::default() };
        let nodes = parse_document(sink, options).one(html);
        Self { nodes }
    }

    /// A node and its ancestors, innermost first.
    pub(crate) fn outwards(&self, node: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(node), |&node| self.nodes[node].parent)
    }

    pub(crate) fn is_in_document(&self, node: usize) -> bool {
        self.outwards(node).last() == Some(0)
    }
}

struct Sink {
    nodes: RefCell<Vec<Node>>,
    line: Cell<u64>,
}

#[derive(Debug)]
struct Name(Namespace, LocalName);

impl ElemName for Name {
    fn ns(&self) -> &Namespace {
        &self.0
    }

    fn local_name(&self) -> &LocalName {
        &self.1
    }
}

impl Sink {
    fn add(&self, node: Node) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(node);
        nodes.len() - 1
    }

    fn detach(&self, node: usize) {
        let mut nodes = self.nodes.borrow_mut();
        if let Some(parent) = nodes[node].parent.take() {
            nodes[parent].children.retain(|&child| child != node);
        }
    }

    fn node(&self, child: NodeOrText<usize>) -> usize {
        match child {
            NodeOrText::AppendNode(node) => node,
            NodeOrText::AppendText(text) => {
                self.add(Node { text: text.to_string(), ..Node::default() })
            }
        }
    }

    fn place(&self, parent: usize, before: Option<usize>, node: usize) {
        self.detach(node);
        let mut nodes = self.nodes.borrow_mut();
        nodes[node].parent = Some(parent);
        let children = &nodes[parent].children;
        let at = before.and_then(|before| children.iter().position(|&child| child == before));
        let at = at.unwrap_or(children.len());
        let before = at.checked_sub(1).map(|before| children[before]);
        // Adjacent texts are merged.
        if let Some(before) = before.filter(|&before| !nodes[before].text.is_empty())
            && !nodes[node].text.is_empty()
        {
            let text = std::mem::take(&mut nodes[node].text);
            nodes[before].text += &text;
            nodes[node].parent = None;
            return;
        }
        nodes[parent].children.insert(at, node);
    }
}

impl TreeSink for Sink {
    type Handle = usize;
    type Output = Vec<Node>;
    type ElemName<'a> = Name;

    fn finish(self) -> Vec<Node> {
        self.nodes.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Name {
        let (space, name) = self.nodes.borrow()[*target].qualified.clone().expect("an element");
        Name(space, name)
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> usize {
        let attributes = attrs.iter().map(|it| (it.name.local.to_string(), it.value.to_string()));
        let element = self.add(Node {
            name: name.local.to_ascii_lowercase().to_string(),
            is_html: name.ns == ns!(html),
            attributes: attributes.collect(),
            qualified: Some((name.ns, name.local)),
            line: self.line.get(),
            holds_html: flags.mathml_annotation_xml_integration_point,
            ..Node::default()
        });
        if flags.template {
            let contents = self.add(Node { parent: Some(element), ..Node::default() });
            self.nodes.borrow_mut()[element].contents = Some(contents);
        }
        element
    }

    fn create_comment(&self, _: StrTendril) -> usize {
        self.add(Node::default())
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> usize {
        self.add(Node::default())
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        let child = self.node(child);
        self.place(*parent, None, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &usize,
        prev_element: &usize,
        child: NodeOrText<usize>,
    ) {
        let child = self.node(child);
        let parent = self.nodes.borrow()[*element].parent;
        match parent {
            Some(parent) => self.place(parent, Some(*element), child),
            None => self.place(*prev_element, None, child),
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &usize) -> usize {
        self.nodes.borrow()[*target].contents.expect("a template")
    }

    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &usize, new_node: NodeOrText<usize>) {
        let child = self.node(new_node);
        let parent = self.nodes.borrow()[*sibling].parent.expect("a sibling has a parent");
        self.place(parent, Some(*sibling), child);
    }

    fn add_attrs_if_missing(&self, target: &usize, attrs: Vec<Attribute>) {
        let mut nodes = self.nodes.borrow_mut();
        for it in attrs {
            let name = it.name.local.to_string();
            if nodes[*target].attribute(&name).is_none() {
                if name == "id" {
                    nodes[*target].has_id_since = Some(nodes.len());
                }
                nodes[*target].attributes.push((name, it.value.to_string()));
            }
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        self.detach(*target);
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let children = std::mem::take(&mut self.nodes.borrow_mut()[*node].children);
        for child in children {
            self.nodes.borrow_mut()[child].parent = None;
            self.place(*new_parent, None, child);
        }
    }

    fn set_current_line(&self, line: u64) {
        self.line.set(line);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &usize) -> bool {
        self.nodes.borrow()[*handle].holds_html
    }
}
