//! Example paths of a pattern.

use std::borrow::Cow;

use memchr::memchr;

use super::Pattern;
use crate::pattern::Target;

/// Text that patterns are unlikely to contain.
const UNLIKELY: &[u8] = b"0placet";

impl<'p> Pattern<'p> {
    /// A path that it matches, with `x` in place of every `*`.
    pub fn example(&self) -> String {
        String::from_utf8_lossy(&filled(self.body(), b"x")).into_owned()
    }

    /// A path like the [example](Pattern::example) that it just fails to match: one character
    /// longer if the pattern is anchored, otherwise without its last character. `None` if neither
    /// is a miss.
    pub fn near_miss(&self) -> Option<String> {
        let trimmed = self.trimmed();
        [b"x", b"y"].into_iter().find_map(|filler| {
            let mut path = filled(trimmed.body, filler);
            match *path {
                _ if trimmed.anchored => path.extend(filler),
                [.., b'%', _, _] => path.truncate(path.len() - 3),
                _ => drop(path.pop()),
            }
            let is_miss = path.starts_with(b"/") && !self.matches(&Target::of_bytes(&path));
            is_miss.then(|| String::from_utf8_lossy(&path).into_owned())
        })
    }

    /// The first of its [simplest](Pattern::simplest) paths. Borrowed if it has no wildcard, and then
    /// it matches.
    pub(crate) fn shortest(self) -> Cow<'p, [u8]> {
        match self.body() {
            body @ [b'/', ..] if memchr(b'*', body).is_none() && self.in_query().is_none() => {
                Cow::Borrowed(body)
            }
            body => Cow::Owned(filled(body, b"")),
        }
    }

    /// The simplest paths that it matches. A pattern that decides about any path usually decides
    /// about one of these.
    pub(crate) fn simplest(self) -> impl Iterator<Item = Vec<u8>> + use<'p> {
        let with = move |(between, end): (&[u8], &[u8])| {
            let mut path = filled(self.body(), between);
            path.extend_from_slice(if self.is_anchored() { b"" } else { end });
            path
        };
        [(&b""[..], &b""[..]), (b"", UNLIKELY), (UNLIKELY, b""), (UNLIKELY, UNLIKELY)]
            .into_iter()
            .map(with)
    }
}

/// The path that results from replacing every `*` with `filler`.
fn filled(body: &[u8], filler: &[u8]) -> Vec<u8> {
    let mut path = Vec::with_capacity(body.len() + 1);
    for (at, part) in body.split(|&byte| byte == b'*').enumerate() {
        path.extend_from_slice(if at > 0 { filler } else { b"" });
        path.extend_from_slice(part);
    }
    if path.first() != Some(&b'/') {
        path.insert(0, b'/');
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_and_its_near_miss() {
        for (pattern, matches, misses) in [
            ("/drafts/", "/drafts/", Some("/drafts")),
            ("/*?print=", "/x?print=", Some("/x?print")),
            ("/archive/*.pdf$", "/archive/x.pdf", Some("/archive/x.pdfx")),
            ("*.gif", "/x.gif", Some("/x.gi")),
            ("/a*", "/ax", Some("/")),
            ("/a*$", "/ax", Some("/")),
            ("/*xx", "/xxx", Some("/yx")),
            ("/caf%C3%A9", "/caf%C3%A9", Some("/caf%C3")),
            ("/", "/", None),
        ] {
            let pattern = Pattern::from_normal_form(pattern.as_bytes()).unwrap();
            assert_eq!(pattern.example(), matches);
            assert_eq!(pattern.near_miss().as_deref(), misses);
        }
    }
}
