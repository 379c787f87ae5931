//! Whether a document type puts the document into quirks mode (HTML §13.2.6.4.1).
//!
//! Here this only decides whether a table closes a paragraph.

/// Prefixes of public identifiers that mean quirks mode, in lower case (HTML §13.2.6.4.1).
const QUIRKY: &[&str] = &[
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
];

/// Prefixes that mean quirks mode if there is no system identifier.
const QUIRKY_ALONE: &[&str] =
    &["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"];

/// Public identifiers that mean quirks mode as a whole.
const QUIRKY_WHOLE: &[&str] =
    &["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"];

/// The system identifier that means quirks mode.
const QUIRKY_SYSTEM: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

/// Whether a document type means quirks mode. `text` is the text between `<!doctype` and `>`;
/// `ended` says whether there was a `>`.
pub(super) fn is_quirky(text: &[u8], ended: bool) -> bool {
    let text = String::from_utf8_lossy(text).to_ascii_lowercase();
    let rest = text.trim_start_matches(is_blank);
    let name_len = rest.find(is_blank).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(name_len);
    if !ended || name != "html" {
        return true;
    }
    let rest = rest.trim_start_matches(is_blank);
    let (public, system) = if let Some(rest) = rest.strip_prefix("public") {
        let Some((public, rest)) = identifier(rest) else { return true };
        let rest = rest.trim_start_matches(is_blank);
        match rest.chars().next() {
            None => (Some(public), None),
            Some('"' | '\'') => match identifier(rest) {
                Some((system, _)) => (Some(public), Some(system)),
                None => return true,
            },
            // Anything else is an error that means quirks mode.
            Some(_) => return true,
        }
    } else if let Some(rest) = rest.strip_prefix("system") {
        match identifier(rest) {
            Some((system, _)) => (None, Some(system)),
            None => return true,
        }
    } else {
        return !rest.is_empty();
    };
    let quirky = |public: &str| {
        QUIRKY_WHOLE.contains(&public)
            || QUIRKY.iter().any(|start| public.starts_with(start))
            || system.is_none() && QUIRKY_ALONE.iter().any(|start| public.starts_with(start))
    };
    public.is_some_and(quirky) || system == Some(QUIRKY_SYSTEM)
}

/// Splits off a quoted identifier after blanks.
fn identifier(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches(is_blank);
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    text.get(1..)?.split_once(quote)
}

fn is_blank(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\x0C' | '\r' | ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn document_types() {
        for (text, quirky) in [
            (" html", false),
            ("html", false),
            (" HTML ", false),
            ("", true),
            (" htm", true),
            (" html x", true),
            (" html public", true),
            (" html public \"a\"", false),
            (" html public \"a\" 'b'", false),
            (" html public \"a\"'b' junk", false),
            (" html public \"a\" junk", true),
            (" html public \"a", true),
            (" html public \"-//W3C//DTD HTML 3.2//EN\"", true),
            (" html public \"-//W3C//DTD HTML 4.01 Transitional//EN\"", true),
            (" html public \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"x\"", false),
            (" html system 'about:legacy-compat'", false),
            (" html system 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd'", true),
        ] {
            assert_eq!(is_quirky(text.as_bytes(), true), quirky, "{text:?}");
            assert!(is_quirky(text.as_bytes(), false));
        }
    }
}
