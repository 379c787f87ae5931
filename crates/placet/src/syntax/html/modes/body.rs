//! Start tags "in body" (HTML §13.2.6.4.7).

use super::Mode;
use super::head::is_head_content;
use crate::syntax::html::arena::NOWHERE;
use crate::syntax::html::attribute::Kept;
use crate::syntax::html::name::{Ident, Name, Namespace};
use crate::syntax::html::stack::Scope;
use crate::syntax::html::tag::Tag;
use crate::syntax::html::tree::{Content, Flow, Tree};

/// Whether it is one of the blocks that the standard lists together for start and end tags, without
/// special rules.
pub(super) fn is_plain_block(name: Name) -> bool {
    use Name::{
        Address, Article, Aside, Blockquote, Center, Details, Dialog, Dir, Div, Dl, Fieldset,
        Figcaption, Figure, Footer, Header, Hgroup, Main, Menu, Nav, Ol, Search, Section, Summary,
        Ul,
    };
    matches!(
        name,
        Address
            | Article
            | Aside
            | Blockquote
            | Center
            | Details
            | Dialog
            | Dir
            | Div
            | Dl
            | Fieldset
            | Figcaption
            | Figure
            | Footer
            | Header
            | Hgroup
            | Main
            | Menu
            | Nav
            | Ol
            | Search
            | Section
            | Summary
            | Ul
    )
}

/// Whether it closes a paragraph and is otherwise ordinary.
fn closes_p(name: Name) -> bool {
    is_plain_block(name) || name == Name::P
}

impl Tree {
    pub(super) fn in_body_start(&mut self, tag: &Tag) -> Flow {
        let name = tag.ident.name;
        match name {
            Name::Html => {
                if let Some(html) = self.html.filter(|_| !self.stack.has(Name::Template)) {
                    self.add_attributes(html, tag);
                }
            }
            _ if is_head_content(name) => return self.in_head_start(tag),
            Name::Body => self.body_again(tag),
            Name::Frameset => self.frameset_in_body(tag),
            _ if closes_p(name) => {
                self.close_p_in_button_scope();
                self.insert(tag);
            }
            _ if name.is_heading() => {
                self.close_p_in_button_scope();
                if self.stack.current().is_some_and(|open| open.is_any(Name::is_heading)) {
                    self.pop();
                }
                self.insert(tag);
            }
            Name::Pre | Name::Listing => {
                self.close_p_in_button_scope();
                self.insert(tag);
                self.ignore_lf = true;
                self.frameset_ok = false;
            }
            Name::Form => self.form_start(tag),
            Name::Li | Name::Dd | Name::Dt => self.item_start(tag),
            Name::Plaintext => {
                self.close_p_in_button_scope();
                self.insert(tag);
                self.content = Content::Plaintext;
            }
            Name::Button => {
                if self.stack.has_in(Scope::Default, Name::Button) {
                    self.imply_end_tags(None);
                    self.pop_through(|open| open.is(Name::Button));
                }
                self.reconstruct();
                self.insert(tag);
                self.frameset_ok = false;
            }
            _ if name.is_formatting() => self.formatting_start(tag),
            Name::Applet | Name::Marquee | Name::Object => {
                self.reconstruct();
                self.insert(tag);
                self.formatting.push_marker();
                self.frameset_ok = false;
            }
            Name::Table => {
                if !self.quirks {
                    self.close_p_in_button_scope();
                }
                self.insert(tag);
                self.frameset_ok = false;
                self.mode = Mode::InTable;
            }
            Name::Math => return self.enter_foreign(tag, Namespace::MathMl),
            Name::Svg => return self.enter_foreign(tag, Namespace::Svg),
            _ => self.void_or_text_start(tag),
        }
        Flow::Done
    }

    /// Handles elements without content or with only text, parts of forms, and all others.
    fn void_or_text_start(&mut self, tag: &Tag) {
        match tag.ident.name {
            Name::Area
            | Name::Br
            | Name::Embed
            | Name::Image
            | Name::Img
            | Name::Keygen
            | Name::Wbr => {
                self.reconstruct();
                self.insert_void(tag);
                self.frameset_ok = false;
            }
            Name::Input => self.input_start(tag),
            Name::Param | Name::Source | Name::Track => self.insert_void(tag),
            Name::Hr => {
                self.close_p_in_button_scope();
                if self.stack.has_in(Scope::Default, Name::Select) {
                    self.imply_end_tags(None);
                }
                self.insert_void(tag);
                self.frameset_ok = false;
            }
            Name::Textarea => {
                self.frameset_ok = false;
                self.insert_text(tag, Content::Rcdata);
            }
            Name::Xmp => {
                self.close_p_in_button_scope();
                self.reconstruct();
                self.frameset_ok = false;
                self.insert_text(tag, Content::Rawtext);
            }
            Name::Iframe => {
                self.frameset_ok = false;
                self.insert_text(tag, Content::Rawtext);
            }
            Name::Noembed => self.insert_text(tag, Content::Rawtext),
            Name::Noscript if self.scripting => self.insert_text(tag, Content::Rawtext),
            Name::Caption
            | Name::Col
            | Name::Colgroup
            | Name::Frame
            | Name::Head
            | Name::Tbody
            | Name::Td
            | Name::Tfoot
            | Name::Th
            | Name::Thead
            | Name::Tr => {}
            Name::Select | Name::Option | Name::Optgroup => self.select_start(tag),
            Name::Rb | Name::Rtc | Name::Rp | Name::Rt => {
                if self.stack.has_in(Scope::Default, Name::Ruby) {
                    let is_base = matches!(tag.ident.name, Name::Rb | Name::Rtc);
                    self.imply_end_tags((!is_base).then_some(Name::Rtc));
                }
                self.insert(tag);
            }
            _ => {
                self.reconstruct();
                self.insert(tag);
            }
        }
    }

    /// Adds the attributes of a second `body` tag to the first.
    fn body_again(&mut self, tag: &Tag) {
        let second = self.stack.get(1).filter(|open| open.is(Name::Body)).map(|open| open.node);
        if let Some(body) = second.filter(|_| !self.stack.has(Name::Template)) {
            self.frameset_ok = false;
            self.add_attributes(body, tag);
        }
    }

    /// Replaces a body that contains nothing yet with a frameset.
    fn frameset_in_body(&mut self, tag: &Tag) {
        let second = self.stack.get(1).filter(|open| open.is(Name::Body)).map(|open| open.node);
        let Some(body) = second.filter(|_| self.frameset_ok) else { return };
        self.arena.move_to(body, NOWHERE);
        self.lost_body = true;
        self.pop_to(1);
        self.insert(tag);
        self.mode = Mode::InFrameset;
    }

    fn form_start(&mut self, tag: &Tag) {
        let in_template = self.stack.has(Name::Template);
        if self.form.is_some() && !in_template {
            return;
        }
        self.close_p_in_button_scope();
        let form = self.insert(tag);
        if !in_template {
            self.form = form;
        }
    }

    fn item_start(&mut self, tag: &Tag) {
        self.frameset_ok = false;
        let closes = |name: Name| match tag.ident.name {
            Name::Li => name == Name::Li,
            _ => matches!(name, Name::Dd | Name::Dt),
        };
        let mut found = None;
        for open in self.stack.iter().rev() {
            self.steps += 1;
            if open.is_any(closes) {
                found = Some(open.ident.name);
                break;
            }
            let goes_on = |name| matches!(name, Name::Address | Name::Div | Name::P);
            if open.is_any(|name| name.is_special() && !goes_on(name)) {
                break;
            }
        }
        if let Some(name) = found {
            self.imply_end_tags(Some(name));
            self.pop_through(|open| open.is(name));
        }
        self.close_p_in_button_scope();
        self.insert(tag);
    }

    fn formatting_start(&mut self, tag: &Tag) {
        if tag.ident.name == Name::A {
            self.close_open_a();
        }
        self.reconstruct();
        if tag.ident.name == Name::Nobr && self.stack.has_in(Scope::Default, Name::Nobr) {
            self.adopt(tag.ident);
            self.reconstruct();
        }
        self.insert_formatting(tag);
    }

    fn input_start(&mut self, tag: &Tag) {
        if self.stack.has_in(Scope::Default, Name::Select) {
            self.pop_through(|open| open.is(Name::Select));
        }
        self.reconstruct();
        self.insert_void(tag);
        if !is_hidden(tag) {
            self.frameset_ok = false;
        }
    }

    fn select_start(&mut self, tag: &Tag) {
        let name = tag.ident.name;
        let in_select = self.stack.has_in(Scope::Default, Name::Select);
        if name == Name::Select {
            if in_select {
                self.pop_through(|open| open.is(Name::Select));
                return;
            }
            self.reconstruct();
            self.insert(tag);
            self.frameset_ok = false;
            return;
        }
        if in_select {
            self.imply_end_tags((name == Name::Option).then_some(Name::Optgroup));
        } else if self.stack.is_at(Name::Option) {
            self.pop();
        }
        self.reconstruct();
        self.insert(tag);
    }

    /// Closes a paragraph that is in button scope.
    pub(super) fn close_p_in_button_scope(&mut self) {
        if self.stack.has_in(Scope::Button, Name::P) {
            self.close_p();
        }
    }

    /// Closes a paragraph.
    pub(super) fn close_p(&mut self) {
        self.imply_end_tags(Some(Name::P));
        self.pop_through(|open| open.is(Name::P));
    }

    /// Processes a start tag "in body" with foster parenting.
    pub(super) fn foster_start(&mut self, tag: &Tag) -> Flow {
        self.fostering = true;
        let flow = self.in_body_start(tag);
        self.fostering = false;
        flow
    }

    /// Inserts the paragraph that a `</p>` without one implies.
    pub(super) fn imply_p(&mut self) {
        self.insert_implied(Ident::known(Name::P, b"p"));
    }
}

/// Whether an `input` is hidden.
pub(super) fn is_hidden(tag: &Tag) -> bool {
    tag.value(Kept::Kind).is_some_and(|raw| {
        let value = crate::syntax::html::reference::value(&String::from_utf8_lossy(raw));
        value.eq_ignore_ascii_case("hidden")
    })
}
