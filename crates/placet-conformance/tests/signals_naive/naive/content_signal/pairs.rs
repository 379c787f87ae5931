//! The pairs of a `Content-Signal` statement (S-037, S-042 to S-044, S-118).

use crate::naive::finding::Finding;

/// A value that counts, the stricter first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value {
    No,
    Yes,
    Immediate,
    Reference,
    Full,
}

/// A pair that states something.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub(super) key: &'static str,
    pub(super) value: Value,
}

/// A word, or a `=`.
type Lexeme = Option<String>;

/// The pairs of a statement without its path.
pub(super) fn pairs(text: &str, finding: &mut Finding) -> Vec<Pair> {
    let mut pairs = Vec::new();
    if text.contains(';') {
        finding.report("signal-lenient");
    }
    // S-042: commas separate, and `;` too.
    for part in text.split([',', ';']) {
        let lexemes = lexemes(part);
        let has_blanks_at_equals = part.contains([' ', '\t']) && {
            let part: Vec<char> = part.trim_matches([' ', '\t']).chars().collect();
            let is_blank = |c: char| c == ' ' || c == '\t';
            part.windows(2)
                .any(|two| two[0] == '=' && is_blank(two[1]) || is_blank(two[0]) && two[1] == '=')
        };
        if has_blanks_at_equals {
            finding.report("signal-lenient");
        }
        pairs.extend(of_part(&lexemes, finding));
    }
    pairs
}

/// The words of a part, and the `=` between them.
fn lexemes(part: &str) -> Vec<Lexeme> {
    let mut lexemes = Vec::new();
    for word in part.split([' ', '\t']) {
        for (at, piece) in word.split('=').enumerate() {
            if at > 0 {
                lexemes.push(None);
            }
            if !piece.is_empty() {
                lexemes.push(Some(piece.to_owned()));
            }
        }
    }
    lexemes
}

fn of_part(mut lexemes: &[Lexeme], finding: &mut Finding) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut is_first = true;
    while !lexemes.is_empty() {
        // S-042: blanks separate too.
        if !is_first {
            finding.report("signal-lenient");
        }
        is_first = false;
        lexemes = match lexemes {
            // S-118: the value is missing before the next pair.
            [Some(key), None, Some(_), None, ..] if is_key_to_read(key) => {
                finding.report("signal-lenient");
                &lexemes[2..]
            }
            [Some(key), None, Some(value), rest @ ..] => {
                pairs.extend(pair(key, value, finding));
                rest
            }
            [Some(key), None, rest @ ..] => {
                pairs.extend(pair(key, "", finding));
                rest
            }
            // S-118: a colon in place of `=`, before a value that refuses.
            [Some(word), Some(value), rest @ ..]
                if word.strip_suffix(':').is_some_and(is_key_to_read)
                    && is_refusal(value)
                    && rest.first() != Some(&None) =>
            {
                finding.report("signal-lenient");
                pairs.extend(pair(word.trim_end_matches(':'), value, finding));
                rest
            }
            [Some(word), rest @ ..] => {
                match word.split_once(':') {
                    Some((key, value)) if is_key_to_read(key) && is_refusal(value) => {
                        finding.report("signal-lenient");
                        pairs.extend(pair(key, value, finding));
                    }
                    // A part without `=`.
                    _ => finding.report("signal-unparsable"),
                }
                rest
            }
            [None, rest @ ..] => {
                finding.report("signal-unparsable");
                rest
            }
            [] => break,
        };
    }
    pairs
}

/// S-118: the keys of S-036 and S-044 except `use`.
fn is_key_to_read(key: &str) -> bool {
    let keys = ["search", "ai-input", "ai-train", "train-ai", "ai-use"];
    keys.contains(&key.to_ascii_lowercase().as_str())
}

/// `no`, or one of S-043.
fn is_refusal(value: &str) -> bool {
    let values = ["no", "n", "false", "0", "disallow"];
    values.contains(&value.to_ascii_lowercase().as_str())
}

/// What `key=value` states, if anything.
fn pair(key: &str, value: &str, finding: &mut Finding) -> Option<Pair> {
    let key = key.to_ascii_lowercase();
    let value = value.to_ascii_lowercase();
    // S-118: a value in double quotes is read where it refuses.
    let unquoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    let is_quoted = unquoted.is_some_and(is_refusal) && is_key_to_read(&key);
    let value = if is_quoted { unquoted.unwrap_or_default() } else { value.as_str() };
    let refuses = is_refusal(value);
    if is_quoted {
        finding.report("signal-lenient");
    }
    let key = match key.as_str() {
        "search" => "search",
        "ai-input" => "ai-input",
        "ai-train" => "ai-train",
        "use" => {
            let level = match value {
                "immediate" => Value::Immediate,
                "reference" => Value::Reference,
                "full" => Value::Full,
                _ => {
                    finding.report("signal-value");
                    return None;
                }
            };
            return Some(Pair { key: "use", value: level });
        }
        // S-044: with a value that refuses.
        other => {
            finding.report("signal-unknown-key");
            match other {
                "train-ai" if refuses => "ai-train",
                "ai-use" if refuses => "ai-input",
                _ => return None,
            }
        }
    };
    // S-043.
    if !["yes", "no"].contains(&value) {
        finding.report("signal-value");
    }
    match value {
        "yes" => Some(Pair { key, value: Value::Yes }),
        _ if refuses => Some(Pair { key, value: Value::No }),
        _ => None,
    }
}
