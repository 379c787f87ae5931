//! Text for terminals, free of control sequences from a site.
//!
//! A robots.txt can contain sequences that clear the screen, set the window title or type into a
//! shell, and characters that reorder text. [`Screen`] is the only type that the command line prints
//! for people, and its constructors replace all of these.

use std::fmt;

/// How many characters of a text from a site are shown.
pub const TEXT_SHOWN: usize = 160;

/// How many characters of any line are shown. Tables with many columns and deeply indented excerpts
/// need a few thousand.
pub const LINE_MAX: usize = 16_384;

/// Replaces characters that are not shown.
const HIDDEN: char = char::REPLACEMENT_CHARACTER;

/// Text that is safe to print to a terminal.
///
/// It contains no control characters except newlines and colours (`ESC [ 1;31 m`), no characters that
/// are invisible or change the direction of text, and no line longer than [`LINE_MAX`] characters.
///
/// ```
/// use placet_report::Screen;
///
/// let screen = Screen::new("Disallow: /\u{1B}]0;title\u{7}\u{9B}2J\u{202E}\n");
/// assert_eq!(screen.as_str(), "Disallow: /\u{FFFD}]0;title\u{FFFD}\u{FFFD}2J\u{FFFD}\n");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Screen(String);

impl Screen {
    /// Makes rendered text safe. Colours are kept, so text from a site must pass through [`shown`]
    /// before it is put into coloured output.
    pub fn new(rendered: &str) -> Self {
        let mut text = String::with_capacity(rendered.len());
        let mut length = 0_usize;
        let mut rest = rendered;
        while let Some(c) = rest.chars().next() {
            let colour = colour(rest);
            let taken = colour.unwrap_or(c.len_utf8());
            let (piece, after) = rest.split_at_checked(taken).unwrap_or((rest, ""));
            rest = after;
            if colour.is_some() {
                // All colours are kept, because a missing reset would colour the text that follows.
                text.push_str(piece);
                continue;
            }
            if c == '\n' {
                length = 0;
                text.push(c);
                continue;
            }
            length += 1;
            match length {
                ..=LINE_MAX if c == '\t' => text.push(' '),
                ..=LINE_MAX => text.push(if is_hidden(c) { HIDDEN } else { c }),
                _ if length == LINE_MAX + 1 => text.push('…'),
                _ => {}
            }
        }
        Self(text)
    }

    /// Makes text without colours safe: any colours in it come from a site and are replaced.
    pub fn plain(text: &str) -> Self {
        Self::new(&text.replace('\u{1B}', "\u{FFFD}"))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The length of a colour sequence at the start of a text: `ESC [`, digits and `;`, `m`.
fn colour(text: &str) -> Option<usize> {
    let codes = text.strip_prefix("\u{1B}[")?;
    let length = codes.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    codes.get(length..)?.starts_with('m').then_some(length + 3)
}

/// Whether a character moves the cursor, changes the direction of text, or is invisible.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            // Marks, embeddings, overrides and isolates that change the direction; separators.
            '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{206F}'
            // Invisible characters.
            | '\u{00AD}' | '\u{180E}' | '\u{200B}' | '\u{2060}'..='\u{2065}' | '\u{FEFF}'
            | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

/// Text from a site on one line: hidden characters are replaced, and it is cut after [`TEXT_SHOWN`]
/// characters.
pub fn shown(text: &str) -> String {
    let visible = |c: char| if is_hidden(c) { HIDDEN } else { c };
    let mut shown: String = text.chars().take(TEXT_SHOWN).map(visible).collect();
    if text.chars().nth(TEXT_SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// Text from a file on one line, with escapes for invisible characters, so that a change to them is
/// visible; cut after [`TEXT_SHOWN`] characters.
pub(crate) fn escaped(text: &[u8]) -> String {
    let mut shown = String::new();
    let text = String::from_utf8_lossy(text);
    let mut chars = text.chars();
    for c in chars.by_ref().take(TEXT_SHOWN) {
        match c {
            '\n' | '\r' | '\t' => shown.extend(c.escape_default()),
            c if is_hidden(c) || c.is_whitespace() && c != ' ' => shown.extend(c.escape_unicode()),
            c => shown.push(c),
        }
    }
    if chars.next().is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colours_are_kept() {
        let bold = "\u{1B}[1;31ma\u{1B}[0m\n";
        assert_eq!(Screen::new(bold).as_str(), bold);
        for hostile in
            ["\u{1B}[2J", "\u{1B}]0;x\u{7}", "\u{1B}[1;1H", "\u{1B}", "\u{1B}[", "\r", "\0"]
        {
            let screen = Screen::new(hostile);
            assert!(!screen.as_str().contains(|c: char| c.is_control()), "{hostile:?}");
        }
        assert_eq!(Screen::new("a\tb\n").as_str(), "a b\n");
        assert_eq!(Screen::plain(bold).as_str(), "\u{FFFD}[1;31ma\u{FFFD}[0m\n");
    }

    #[test]
    fn long_lines_are_cut() {
        let screen = Screen::new(&format!("{}\nb\n", "a".repeat(LINE_MAX + 9)));
        assert_eq!(screen.as_str(), format!("{}…\nb\n", "a".repeat(LINE_MAX)));
    }
}
