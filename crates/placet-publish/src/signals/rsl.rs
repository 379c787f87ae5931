//! RSL documents: terms for each kind of path.

use std::fmt::Write as _;

use super::answers::{Stance, Stated};
use super::classes::Classes;
use super::list::{Entry, by_length, projected};

/// What a licence refuses; `None` where nothing is stated.
type Terms = Option<Refused>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "one for each word of RSL")]
struct Refused {
    search: bool,
    train: bool,
    input: bool,
    /// Mining, and with it everything that has no word of its own.
    rest: bool,
}

fn terms(stated: Stated) -> Terms {
    let stances = [stated.search, stated.train, stated.input, stated.mine];
    let [search, train, input, rest] = stances.map(|it| it == Stance::Refused);
    let is_stated = stances.iter().any(|it| *it != Stance::Silent);
    is_stated.then_some(Refused { search, train, input, rest })
}

/// The document for what is stated to an audience; `None` if nothing is.
///
/// The longest `url` that matches decides if each licence names every word: then its terms override
/// those of shorter ones (S-073). A licence whose list has not `all` grants only the words in it
/// (S-074).
pub(super) fn document(classes: &Classes, stated: &[Entry<Stated>]) -> Option<String> {
    let mut entries = projected(classes, stated, |it| terms(*it));
    entries.pop_if(|last| last.answer.is_none());
    if entries.is_empty() {
        return None;
    }
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rsl xmlns=\"https://rslstandard.org/rsl\">\n",
    );
    for (pattern, terms) in by_length(classes, &entries) {
        let nothing = Refused { search: false, train: false, input: false, rest: false };
        let refused = terms.unwrap_or(nothing);
        let words = [
            ("search", refused.search),
            ("ai-train", refused.train),
            ("ai-input", refused.input),
            ("ai-index", refused.input),
        ];
        let named = |is_refused: bool| {
            words.iter().filter(move |it| it.1 == is_refused).map(|(word, _)| *word)
        };
        let mut permits: Vec<&str> = (!refused.rest).then_some("all").into_iter().collect();
        // `all` alone grants them, unless another licence refuses one.
        if refused.rest || entries.len() > 1 {
            permits.extend(named(false));
        }
        let mut prohibits: Vec<&str> = named(true).collect();
        if permits.is_empty() {
            prohibits.insert(0, "all");
        }
        let _ = writeln!(text, "  <content url=\"{}\">\n    <license>", escaped(&pattern));
        for (element, words) in [("permits", permits), ("prohibits", prohibits)] {
            if !words.is_empty() {
                let words = words.join(" ");
                let _ = writeln!(text, "      <{element} type=\"usage\">{words}</{element}>");
            }
        }
        text.push_str("    </license>\n  </content>\n");
    }
    text.push_str("</rsl>\n");
    Some(text)
}

/// The text as the value of an XML attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
