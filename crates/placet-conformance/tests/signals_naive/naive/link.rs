//! The field `Link` (RFC 8288 3), as far as licences need it.

/// A link: its target and its parameters, names in lower case.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) target: String,
    parameters: Vec<(String, String)>,
}

impl Link {
    /// The first parameter of a name.
    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// The links of a field line; what is not one is passed over.
pub(crate) fn links(text: &str) -> Vec<Link> {
    let mut links = Vec::new();
    for part in split(text, ',') {
        let Some((target, rest)) =
            part.trim().strip_prefix('<').and_then(|rest| rest.split_once('>'))
        else {
            continue;
        };
        let parameters = split(rest, ';')
            .into_iter()
            .skip(1)
            .map(|parameter| {
                let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
                (name.trim().to_ascii_lowercase(), unquoted(value.trim()))
            })
            .collect();
        links.push(Link { target: target.trim().to_owned(), parameters });
    }
    links
}

/// A text split at a separator outside quotes and outside `<>`.
fn split(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut in_quotes, mut in_target, mut escaped) = (0, false, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_quotes => escaped = true,
            '"' if !in_target => in_quotes = !in_quotes,
            '<' if !in_quotes => in_target = true,
            '>' if !in_quotes => in_target = false,
            c if c == separator && !in_quotes && !in_target => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

fn unquoted(value: &str) -> String {
    match value.strip_prefix('"').and_then(|value| value.strip_suffix('"')) {
        Some(inner) => inner.replace("\\\"", "\"").replace("\\\\", "\\"),
        None => value.to_owned(),
    }
}
