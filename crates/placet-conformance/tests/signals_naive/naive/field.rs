//! Response fields (S-012, S-115).

use super::robots::trim;
use super::site::Site;

/// T-06, T-14.
const CEILING: usize = 8192;

/// The lines of one field that are read.
#[derive(Debug)]
pub(crate) struct Field {
    /// The number of each line among all field lines, counted from 1, and its value.
    pub(crate) lines: Vec<(usize, String)>,
    /// S-115: there was more.
    pub(crate) is_cut: bool,
}

/// The lines of the field with this name, which ignores case.
pub(crate) fn field(site: &Site<'_>, name: &str) -> Field {
    let all = site.question.headers.iter().enumerate();
    let lines: Vec<(usize, String)> = all
        .filter(|(_, (written, _))| written.eq_ignore_ascii_case(name))
        .map(|(at, (_, value))| (at + 1, trim(value).to_owned()))
        .collect();
    let mut read: Vec<(usize, String)> = Vec::new();
    let mut used = 0;
    for (line, value) in lines {
        // The lines are measured joined with `, `.
        let start = if read.is_empty() { 0 } else { used + 2 };
        if start + value.len() > CEILING {
            // The members before the last comma inside the ceiling or directly after it.
            let within = CEILING.saturating_sub(start);
            let comma = value.bytes().take(within + 1).collect::<Vec<_>>();
            if let Some(end) = comma.iter().rposition(|&byte| byte == b',') {
                read.push((line, value[..end].to_owned()));
            }
            return Field { lines: read, is_cut: true };
        }
        used = start + value.len();
        read.push((line, value));
    }
    Field { lines: read, is_cut: false }
}

/// The value of a META element that is read, and whether that is not all of it (T-14).
pub(crate) fn content(value: &str) -> (&str, bool) {
    if value.len() <= CEILING {
        return (value, false);
    }
    let start = &value.as_bytes()[..=CEILING];
    let end = start.iter().rposition(|&byte| byte == b',').unwrap_or_default();
    (&value[..end], true)
}
