//! One licence: its tokens and its conditions (S-076, S-077, S-081 to S-088).

use std::collections::BTreeSet;

use roxmltree::Node;

use super::document::{Reading, children};

/// A usage token, in lower case, and the line of its element.
pub(super) type Token = (String, usize);

#[derive(Debug, Default)]
pub(super) struct Licence {
    /// The line of the first `permits type="usage"`, where there is one.
    pub(super) permits_line: Option<usize>,
    /// Known tokens alone; unknown ones permit nothing and prohibit nothing (S-077).
    pub(super) permits: Vec<Token>,
    pub(super) prohibits: Vec<Token>,
    /// Conditions for every usage.
    conditions: BTreeSet<String>,
    /// Conditions for `train-ai` alone, and for `train-ai` and `ai-input` (S-082).
    for_training: BTreeSet<String>,
    for_use: BTreeSet<String>,
}

impl Licence {
    /// The conditions of the licence on a usage.
    pub(super) fn conditions(&self, usage: &str) -> BTreeSet<String> {
        let mut conditions = self.conditions.clone();
        if usage == "train-ai" {
            conditions.extend(self.for_training.clone());
        }
        if usage == "train-ai" || usage == "ai-input" {
            conditions.extend(self.for_use.clone());
        }
        conditions
    }

    pub(super) fn read<'x>(
        reading: &mut Reading<'x>,
        licence: Node<'x, 'x>,
        content: Node<'x, 'x>,
    ) -> Self {
        let mut read = Self::default();
        let permits = tokens(reading, licence, "permits", "usage");
        read.permits_line = permits.line;
        read.permits = known(reading, permits);
        let prohibits = tokens(reading, licence, "prohibits", "usage");
        read.prohibits = known(reading, prohibits);
        // S-085.
        for (element, kind, condition) in [
            ("permits", "user", "user"),
            ("prohibits", "user", "not-user"),
            ("permits", "geo", "geo"),
            ("prohibits", "geo", "not-geo"),
        ] {
            let list = tokens(reading, licence, element, kind);
            if list.line.is_some() {
                let sorted: BTreeSet<&str> =
                    list.tokens.iter().map(|(token, _)| token.as_str()).collect();
                let joined = sorted.into_iter().collect::<Vec<_>>().join("|");
                read.conditions.insert(format!("{condition}={joined}"));
            }
        }
        for payment in children(licence, "payment") {
            read.payment(reading, payment);
        }
        // S-086, S-088: in the licence, or in `content` for all its licences.
        for place in [licence, content] {
            for reporting in children(place, "reporting") {
                let profile = reporting.attribute("profile").or(reporting.attribute("type"));
                if let Some(profile) = profile {
                    read.conditions.insert(format!("reporting={profile}"));
                }
            }
            for legal in children(place, "legal") {
                if legal.attribute("type") == Some("disclaimer") {
                    read.conditions.insert("legal=disclaimer".to_owned());
                }
            }
            for terms in children(place, "terms") {
                read.conditions.insert(format!("terms={}", text(terms)));
            }
        }
        // S-087.
        if let Some(server) = content.attribute("server") {
            read.conditions.insert(format!("token={server}"));
        }
        read
    }

    /// S-081 to S-084.
    fn payment<'x>(&mut self, reading: &mut Reading<'x>, payment: Node<'x, 'x>) {
        let kind = payment.attribute("type");
        let concerned = match kind {
            Some("training") => &mut self.for_training,
            Some("use") => &mut self.for_use,
            _ => &mut self.conditions,
        };
        match kind {
            None | Some("free") => {}
            Some("attribution") => {
                concerned.insert("attribution=required".to_owned());
            }
            Some(kind) => {
                let known =
                    ["purchase", "subscription", "crawl", "contribution", "training", "use"];
                if !known.contains(&kind) {
                    reading.problems.insert("signal-unknown-key");
                }
                concerned.insert(format!("payment={kind}"));
            }
        }
        for name in ["standard", "custom"] {
            for element in children(payment, name) {
                concerned.insert(format!("license={}", text(element)));
            }
        }
    }
}

/// The text of an element, without white space around it.
fn text(node: Node<'_, '_>) -> String {
    let texts = node.children().filter(Node::is_text).filter_map(|text| text.text());
    texts.collect::<String>().trim_matches([' ', '\t', '\n', '\r']).to_owned()
}

struct Tokens {
    /// Of the first element.
    line: Option<usize>,
    tokens: Vec<Token>,
}

/// S-076: the tokens of all elements of one type in a licence, as one list.
fn tokens<'x>(reading: &mut Reading<'x>, licence: Node<'x, 'x>, name: &str, kind: &str) -> Tokens {
    let mut elements = children(licence, name);
    elements.retain(|element| element.attribute("type") == Some(kind));
    if elements.len() > 1 {
        reading.problems.insert("signal-lenient");
    }
    let mut tokens = Vec::new();
    for &element in &elements {
        let text = text(element);
        if text.contains(',') {
            reading.problems.insert("signal-lenient");
        }
        let words = text.split([' ', '\t', '\n', '\r', ',']).filter(|word| !word.is_empty());
        tokens.extend(words.map(|word| (word.to_owned(), reading.line(element))));
    }
    Tokens { line: elements.first().map(|&first| reading.line(first)), tokens }
}

/// S-077: usage tokens ignore case; unknown ones are reported.
fn known(reading: &mut Reading<'_>, list: Tokens) -> Vec<Token> {
    let mut known = Vec::new();
    for (token, line) in list.tokens {
        let token = token.to_ascii_lowercase();
        if ["search", "ai-train", "ai-input", "ai-index", "ai-all", "all"].contains(&&*token) {
            known.push((token, line));
        } else {
            reading.problems.insert("signal-unknown-key");
        }
    }
    known
}
