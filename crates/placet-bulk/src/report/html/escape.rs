//! Text of the input in HTML: it can name anything, and never becomes markup.

use crate::report::text::{clean, clean_lines};

/// Text for content and attributes in quotes.
pub(super) fn escaped(text: &str) -> String {
    escape(&clean(text))
}

/// The same for text that has line breaks.
pub(super) fn escaped_lines(text: &str) -> String {
    escape(&clean_lines(text))
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_quotes_and_hidden_characters_are_replaced() {
        let hostile = "<script>alert('1')</script>&\"\u{202e}\u{0}\n";
        let expected =
            "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;&quot;\u{fffd}\u{fffd}\u{fffd}";
        assert_eq!(escaped(hostile), expected);
        assert_eq!(escaped_lines("a\n<b>"), "a\n&lt;b&gt;");
    }
}
