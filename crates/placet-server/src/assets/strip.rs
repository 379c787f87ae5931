//! Leaves out what browsers do not need: comments and indentation.

/// The text of a file of a kind, such as `js`, without the comments and the indentation of its lines.
///
/// Scripts and style sheets must be written so that a line can be read by itself: no text and no
/// comment goes over several lines. A test checks those of the page.
pub(super) fn strip(kind: &str, text: &str) -> String {
    let (is_script, is_style) = (kind == "js", kind == "css");
    let is_comment = |line: &str| {
        let is_block = line.starts_with("/*") && line.find("*/") == Some(line.len() - 2);
        (is_script && line.starts_with("//")) || ((is_script || is_style) && is_block)
    };
    let mut out = String::with_capacity(text.len());
    for line in text.lines().map(str::trim) {
        if !line.is_empty() && !is_comment(line) {
            out.push_str(if is_script { before_comment(line) } else { line });
            out.push('\n');
        }
    }
    out
}

/// A line of a script without the comment at its end. In a text, a quotation mark would follow.
fn before_comment(line: &str) -> &str {
    match line.rsplit_once(" // ") {
        Some((code, comment)) if !comment.contains(['"', '\'', '`']) => code,
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Embedded;
    use super::*;

    #[test]
    fn comments_and_indentation_are_left_out() {
        let script =
            "// Head.\n/** A function. */\nfunction a() {\n  return \"x // y\"; // why\n\n}\n";
        assert_eq!(strip("js", script), "function a() {\nreturn \"x // y\";\n}\n");
        let text = "const a = \"http://a // b\"; // it's a text\n";
        assert_eq!(strip("js", text), text);
        assert_eq!(strip("css", "/* A */\n  a{b:c}\n/* d */ e{}\n"), "a{b:c}\n/* d */ e{}\n");
        assert_eq!(strip("html", "<a>\n  // b\n</a>\n"), "<a>\n// b\n</a>\n");
    }

    #[test]
    fn no_text_and_no_comment_of_the_page_goes_over_several_lines() {
        for name in Embedded::iter() {
            let file = Embedded::get(&name).unwrap();
            let text = String::from_utf8(file.data.into_owned()).unwrap();
            for line in text.lines() {
                let is_comment = line.trim().starts_with("/*");
                assert!(!is_comment || line.contains("*/"), "{name}: {line}");
                assert!(line.matches('`').count() % 2 == 0, "{name}: {line}");
                assert!(!line.ends_with('\\'), "{name}: {line}");
            }
        }
    }
}
