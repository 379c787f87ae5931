//! Whether an XML text is one that takes a bounded time to parse, found in one pass.
//!
//! A parser compares the attributes of an element with each other, and copies the namespaces in scope
//! for each element that declares one: half a megabyte of either would take minutes or a gigabyte.

use memchr::{memchr, memmem};

use crate::text::limits;

/// Whether no element has more attributes, and the text no more declarations of namespaces, than
/// the ceilings; and whether there is no document type declaration, which could define entities
/// (S-115).
pub(super) fn is_bounded(text: &[u8]) -> bool {
    if memmem::find_iter(text, b"xmlns").count() > limits::XML_NAMESPACES {
        return false;
    }
    let mut at = 0;
    while let Some(open) = memchr(b'<', text.get(at..).unwrap_or_default()) {
        let rest = text.get(at + open..).unwrap_or_default();
        let len = match rest {
            [b'<', b'!', b'-', b'-', ..] => after(rest, b"-->"),
            [b'<', b'!', b'[', ..] => after(rest, b"]]>"),
            [b'<', b'!', ..] => return false,
            [b'<', b'?', ..] => after(rest, b"?>"),
            _ => tag(rest),
        };
        match len {
            Some(len) => at += open + len,
            None => return false,
        }
    }
    true
}

/// Up to where `end` is found.
fn after(text: &[u8], end: &[u8]) -> Option<usize> {
    memmem::find(text, end).map(|at| at + end.len())
}

/// The length of a tag; none where it does not end or has too many attributes.
fn tag(text: &[u8]) -> Option<usize> {
    let (mut quote, mut attributes) = (None, 0);
    for (at, &byte) in text.iter().enumerate() {
        match (quote, byte) {
            (Some(open), byte) => quote = quote.filter(|_| byte != open),
            (None, b'"' | b'\'') => {
                quote = Some(byte);
                attributes += 1;
                if attributes > limits::XML_ATTRIBUTES {
                    return None;
                }
            }
            (None, b'>') => return Some(at + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ceilings_hold_for_elements_and_not_for_comments() {
        let attributes = |count: usize| " a=''".repeat(count);
        assert!(is_bounded(format!("<a{}/>", attributes(limits::XML_ATTRIBUTES)).as_bytes()));
        assert!(!is_bounded(format!("<a{}/>", attributes(limits::XML_ATTRIBUTES + 1)).as_bytes()));
        assert!(is_bounded(format!("<a><!--<{}--></a>", attributes(1000)).as_bytes()));
        assert!(is_bounded(b"<?xml version='1.0'?><a b='>'><![CDATA[<!DOCTYPE]]></a>"));
        assert!(!is_bounded(b"<!DOCTYPE a><a/>"));
        assert!(!is_bounded(b"<a b='"));
        let names = "<a xmlns:b='c'>".repeat(limits::XML_NAMESPACES + 1);
        assert!(!is_bounded(names.as_bytes()));
    }
}
