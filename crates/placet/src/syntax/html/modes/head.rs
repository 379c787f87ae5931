//! From "initial" to "after head" (HTML §13.2.6.4.1 to §13.2.6.4.6).

use super::Mode;
use crate::syntax::html::arena::{NodeId, Spot};
use crate::syntax::html::name::{Ident, Name};
use crate::syntax::html::tag::Tag;
use crate::syntax::html::tree::{Content, Flow, Tree};

const HTML: Ident = Ident::known(Name::Html, b"html");
const HEAD: Ident = Ident::known(Name::Head, b"head");
const BODY: Ident = Ident::known(Name::Body, b"body");

/// Whether the element is processed "in head" wherever it occurs (HTML §13.2.6.4.7).
pub(super) fn is_head_content(name: Name) -> bool {
    use Name::{Base, Basefont, Bgsound, Link, Meta, Noframes, Script, Style, Template, Title};
    matches!(
        name,
        Base | Basefont | Bgsound | Link | Meta | Noframes | Script | Style | Template | Title
    )
}

impl Tree {
    /// Sets what the token being processed belongs to.
    pub(super) fn belongs_to(&mut self, node: Option<NodeId>) {
        if let Some(node) = node {
            self.spot = Some(Spot::At(node));
        }
    }

    /// Inserts the `html` element that a token implies.
    pub(super) fn imply_html(&mut self) -> Flow {
        self.html = Some(self.insert_implied(HTML));
        Flow::Again(Mode::BeforeHead)
    }

    /// Inserts the `head` element that a token implies.
    pub(super) fn imply_head(&mut self) -> Flow {
        self.head = Some(self.insert_implied(HEAD));
        Flow::Again(Mode::InHead)
    }

    /// Inserts the `body` element that a token implies.
    pub(super) fn imply_body(&mut self) -> Flow {
        self.body = Some(self.insert_implied(BODY));
        self.has_body = true;
        Flow::Again(Mode::InBody)
    }

    /// Starts directly in the body.
    pub(in crate::syntax::html) fn begin_body(&mut self) {
        self.imply_html();
        self.imply_head();
        self.end_head();
        self.imply_body();
        self.frameset_ok = false;
        self.mode = Mode::InBody;
    }

    /// Ends the head before a token that it cannot contain.
    pub(super) fn end_head(&mut self) -> Flow {
        self.pop();
        Flow::Again(Mode::AfterHead)
    }

    /// Ends a `noscript` in the head before a token that it cannot contain.
    pub(super) fn end_head_noscript(&mut self) -> Flow {
        self.pop();
        Flow::Again(Mode::InHead)
    }

    pub(super) fn before_html_start(&mut self, tag: &Tag) -> Flow {
        if tag.ident.name != Name::Html {
            return self.imply_html();
        }
        self.html = self.insert(tag);
        if let Some(html) = self.html {
            self.record_attributes(html, tag);
        }
        self.mode = Mode::BeforeHead;
        Flow::Done
    }

    pub(super) fn before_html_end(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Head | Name::Body | Name::Html | Name::Br => self.imply_html(),
            _ => Flow::Done,
        }
    }

    pub(super) fn before_head_start(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Html => self.in_body_start(tag),
            Name::Head => {
                self.head = self.insert(tag);
                self.mode = Mode::InHead;
                Flow::Done
            }
            _ => self.imply_head(),
        }
    }

    pub(super) fn before_head_end(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Head | Name::Body | Name::Html | Name::Br => self.imply_head(),
            _ => Flow::Done,
        }
    }

    pub(super) fn in_head_start(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Html => return self.in_body_start(tag),
            Name::Base | Name::Basefont | Name::Bgsound | Name::Link => self.insert_void(tag),
            Name::Meta => {
                self.insert_void(tag);
                self.apply_encoding(tag);
            }
            Name::Title => self.insert_text(tag, Content::Rcdata),
            Name::Noscript if !self.scripting => {
                self.insert(tag);
                self.mode = Mode::InHeadNoscript;
            }
            Name::Noframes | Name::Style | Name::Noscript => {
                self.insert_text(tag, Content::Rawtext);
            }
            Name::Script => self.insert_text(tag, Content::Script),
            Name::Template => {
                self.formatting.push_marker();
                self.frameset_ok = false;
                self.mode = Mode::InTemplate;
                self.templates.push(Mode::InTemplate);
                self.insert(tag);
            }
            Name::Head => {}
            _ => return self.end_head(),
        }
        Flow::Done
    }

    /// While the encoding is tentative, the first `meta` that declares one decides (HTML
    /// §13.2.3.4).
    fn apply_encoding(&mut self, tag: &Tag) {
        if !self.is_tentative {
            return;
        }
        if let Some(named) = self.facts.named_encoding(tag) {
            self.is_tentative = false;
            self.change = self.facts.changed_encoding(named);
        }
    }

    pub(super) fn in_head_end(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Head => {
                self.belongs_to(self.head);
                self.pop();
                self.mode = Mode::AfterHead;
            }
            Name::Body | Name::Html | Name::Br => return self.end_head(),
            Name::Template if self.stack.has(Name::Template) => {
                self.pop_until(|open| !open.is_any(Name::is_implied_thoroughly));
                self.pop_through(|open| open.is(Name::Template));
                self.formatting.clear_to_marker();
                self.templates.pop();
                self.mode = self.reset_mode();
            }
            _ => {}
        }
        Flow::Done
    }

    /// Inserts an element that contains only text (HTML §13.2.6.2).
    pub(super) fn insert_text(&mut self, tag: &Tag, content: Content) {
        self.insert(tag);
        self.original = self.mode;
        self.mode = Mode::Text;
        self.content = content;
    }

    pub(super) fn in_head_noscript_start(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Html => self.in_body_start(tag),
            Name::Basefont
            | Name::Bgsound
            | Name::Link
            | Name::Meta
            | Name::Noframes
            | Name::Style => self.in_head_start(tag),
            Name::Head | Name::Noscript => Flow::Done,
            _ => self.end_head_noscript(),
        }
    }

    pub(super) fn in_head_noscript_end(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Noscript => {
                self.pop();
                self.mode = Mode::InHead;
                Flow::Done
            }
            Name::Br => self.end_head_noscript(),
            _ => Flow::Done,
        }
    }

    pub(super) fn after_head_start(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Html => self.in_body_start(tag),
            Name::Body => {
                self.body = self.insert(tag);
                if let Some(body) = self.body {
                    self.record_attributes(body, tag);
                }
                self.has_body = true;
                self.frameset_ok = false;
                self.mode = Mode::InBody;
                Flow::Done
            }
            Name::Frameset => {
                self.insert(tag);
                self.has_body = true;
                self.mode = Mode::InFrameset;
                Flow::Done
            }
            name if is_head_content(name) => {
                let Some(head) = self.head else { return Flow::Done };
                self.push(crate::syntax::html::stack::Open {
                    ident: HEAD,
                    namespace: crate::syntax::html::name::Namespace::Html,
                    node: head,
                    contains_html: false,
                });
                let flow = self.in_head_start(tag);
                self.remove_from_stack(head);
                flow
            }
            Name::Head => Flow::Done,
            _ => self.imply_body(),
        }
    }

    pub(super) fn after_head_end(&mut self, tag: &Tag) -> Flow {
        match tag.ident.name {
            Name::Template => self.in_head_end(tag),
            Name::Body | Name::Html | Name::Br => self.imply_body(),
            _ => Flow::Done,
        }
    }
}
