//! The elements of a page that can say something.

use url::Url;

use crate::dom::Dom;

#[derive(Debug, Clone)]
pub(crate) struct Element {
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
    pub(crate) text: String,
    pub(crate) in_head: bool,
    pub(crate) line: usize,
    /// S-066: what its references are relative to.
    pub(crate) base: Option<Url>,
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// The META, link and script elements of a page. T-11: one that either scripting setting places
/// in the head is in the head.
pub(crate) fn elements(html: &str, url: Option<&Url>) -> Vec<Element> {
    let mut all: Vec<Element> = Vec::new();
    for scripting in [false, true] {
        for element in of_tree(&Dom::parse(html, scripting), url) {
            let same = all.iter_mut().find(|other| {
                let key = |it: &Element| (it.name.clone(), it.attributes.clone(), it.line);
                key(other) == key(&element) && other.text == element.text
            });
            match same {
                Some(same) => same.in_head |= element.in_head,
                None => all.push(element),
            }
        }
    }
    all
}

fn of_tree(dom: &Dom, url: Option<&Url>) -> Vec<Element> {
    let is_element = |at: &usize, name: &str| {
        let node = &dom.nodes[*at];
        node.name == name && node.is_html && dom.is_in_document(*at)
    };
    let all = 0..dom.nodes.len();
    let base = all.clone().filter(|at| is_element(at, "base")).find_map(|at| {
        let href = dom.nodes[at].attribute("href")?;
        match url {
            Some(url) => url.join(href).ok(),
            None => Url::parse(href).ok(),
        }
    });
    let base = base.or_else(|| url.cloned());
    let wanted = |at: &usize| ["meta", "link", "script"].iter().any(|name| is_element(at, name));
    all.filter(wanted)
        .map(|at| {
            let node = &dom.nodes[at];
            let outer: Vec<&str> =
                dom.outwards(at).map(|outer| dom.nodes[outer].name.as_str()).collect();
            let texts = dom.nodes.iter().filter(|child| child.parent == Some(at));
            Element {
                name: node.name.clone(),
                attributes: node.attributes.clone(),
                text: texts.map(|child| child.text.as_str()).collect(),
                in_head: outer.ends_with(&["head", "html", ""]) && !outer.contains(&"template"),
                line: usize::try_from(node.line).unwrap(),
                base: base.clone(),
            }
        })
        .collect()
}
