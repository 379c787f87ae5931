//! From "initial" to "after head" (HTML §13.2.6.4.1 to §13.2.6.4.6).

use super::Mode;
use crate::syntax::html::arena::{NodeId, Spot};
use crate::syntax::html::name::{Called, Name};
use crate::syntax::html::tag::Tag;
use crate::syntax::html::tree::{Content, Flow, Tree};

const HTML: Called = Called::known(Name::Html, b"html");
const HEAD: Called = Called::known(Name::Head, b"head");
const BODY: Called = Called::known(Name::Body, b"body");

/// The elements that go into the head wherever they stand (HTML §13.2.6.4.7).
pub(super) fn is_head_content(name: Name) -> bool {
    use Name::{Base, Basefont, Bgsound, Link, Meta, Noframes, Script, Style, Template, Title};
    matches!(
        name,
        Base | Basefont | Bgsound | Link | Meta | Noframes | Script | Style | Template | Title
    )
}

impl Tree {
    /// What is being processed belongs to `node`.
    pub(super) fn belongs_to(&mut self, node: Option<NodeId>) {
        if let Some(node) = node {
            self.spot = Some(Spot::At(node));
        }
    }

    /// Something that no `html` stands before.
    pub(super) fn imply_html(&mut self) -> Flow {
        self.html = Some(self.insert_implied(HTML));
        Flow::Again(Mode::BeforeHead)
    }

    /// Something that no `head` stands before.
    pub(super) fn imply_head(&mut self) -> Flow {
        self.head = Some(self.insert_implied(HEAD));
        Flow::Again(Mode::InHead)
    }

    /// Something that no `body` stands before.
    pub(super) fn imply_body(&mut self) -> Flow {
        self.body = Some(self.insert_implied(BODY));
        self.has_body = true;
        Flow::Again(Mode::InBody)
    }

    /// Begins in the body.
    pub(in crate::syntax::html) fn begin_body(&mut self) {
        self.imply_html();
        self.imply_head();
        self.end_head();
        self.imply_body();
        self.frameset_ok = false;
        self.mode = Mode::InBody;
    }

    /// Something that cannot be in the head.
    pub(super) fn end_head(&mut self) -> Flow {
        self.pop();
        Flow::Again(Mode::AfterHead)
    }

    /// Something that cannot be in `noscript` in the head.
    pub(super) fn end_head_noscript(&mut self) -> Flow {
        self.pop();
        Flow::Again(Mode::InHead)
    }

    pub(super) fn before_html_start(&mut self, tag: &Tag) -> Flow {
        if tag.called.name != Name::Html {
            return self.imply_html();
        }
        self.html = self.insert(tag);
        if let Some(html) = self.html {
            self.remember(html, tag);
        }
        self.mode = Mode::BeforeHead;
        Flow::Done
    }

    pub(super) fn before_html_end(&mut self, tag: &Tag) -> Flow {
        match tag.called.name {
            Name::Head | Name::Body | Name::Html | Name::Br => self.imply_html(),
            _ => Flow::Done,
        }
    }

    pub(super) fn before_head_start(&mut self, tag: &Tag) -> Flow {
        match tag.called.name {
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
        match tag.called.name {
            Name::Head | Name::Body | Name::Html | Name::Br => self.imply_head(),
            _ => Flow::Done,
        }
    }

    pub(super) fn in_head_start(&mut self, tag: &Tag) -> Flow {
        match tag.called.name {
            Name::Html => return self.in_body_start(tag),
            Name::Base | Name::Basefont | Name::Bgsound | Name::Link => self.insert_void(tag),
            Name::Meta => {
                self.insert_void(tag);
                self.hear_encoding(tag);
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

    /// While the encoding is tentative, the first `meta` that names one settles it (HTML
    /// §13.2.3.4).
    fn hear_encoding(&mut self, tag: &Tag) {
        if !self.is_tentative {
            return;
        }
        if let Some(named) = self.facts.named_encoding(tag) {
            self.is_tentative = false;
            self.change = self.facts.changed_encoding(named);
        }
    }

    pub(super) fn in_head_end(&mut self, tag: &Tag) -> Flow {
        match tag.called.name {
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

    /// Inserts an element that holds only text (HTML §13.2.6.2).
    pub(super) fn insert_text(&mut self, tag: &Tag, content: Content) {
        self.insert(tag);
        self.original = self.mode;
        self.mode = Mode::Text;
        self.content = content;
    }

    pub(super) fn in_head_noscript_start(&mut self, tag: &Tag) -> Flow {
        match tag.called.name {
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
        match tag.called.name {
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
        match tag.called.name {
            Name::Html => self.in_body_start(tag),
            Name::Body => {
                self.body = self.insert(tag);
                if let Some(body) = self.body {
                    self.remember(body, tag);
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
                    called: HEAD,
                    space: crate::syntax::html::name::Space::Html,
                    node: head,
                    holds_html: false,
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
        match tag.called.name {
            Name::Template => self.in_head_end(tag),
            Name::Body | Name::Html | Name::Br => self.imply_body(),
            _ => Flow::Done,
        }
    }
}
