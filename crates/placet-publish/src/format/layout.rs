//! Sets blank lines.

use super::line::{Formed, Kind};

/// The text of all lines, with blank lines where groups and records begin.
pub(super) fn set(lines: &[Formed<'_>]) -> Vec<u8> {
    let mut out = Out::default();
    let mut before = Before::default();
    let mut rest = lines;
    loop {
        // Blank lines and comments, up to the next statement.
        let is_between = |line: &Formed<'_>| matches!(line.kind, Kind::Blank | Kind::Comment);
        let len = rest.iter().position(|line| !is_between(line)).unwrap_or(rest.len());
        let (between, after) = rest.split_at_checked(len).unwrap_or((rest, &[]));
        let gap = after.first().map_or(Gap::AsIs, |next| before.gap(next.kind));
        out.between(between, gap);
        let Some((next, after)) = after.split_first() else { return out.finish() };
        out.line(next);
        rest = after;
    }
}

/// Whether there is a blank line between two statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gap {
    /// A blank line.
    One,
    /// No blank line.
    None,
    /// Unchanged, except that several become one.
    AsIs,
}

/// The state after the lines so far.
#[derive(Debug, Default)]
struct Before {
    last: Option<Kind>,
    /// After a `User-agent` line without a rule: another one belongs to the same group (RFC 9309 §2.1, F-03).
    open: bool,
}

impl Before {
    /// The gap before a line of this kind, which is one of the lines so far from then on.
    fn gap(&mut self, next: Kind) -> Gap {
        let begins = match next {
            Kind::Agent => !self.open,
            // after any other field, a crawler field begins a record.
            Kind::Crawler => self.last != Some(Kind::Crawler),
            _ => false,
        };
        self.open = next == Kind::Agent || self.open && next != Kind::Rule;
        let last = self.last.replace(next);
        if begins {
            Gap::One
        } else if last.is_some_and(|last| last.is_of_group() && next.is_of_group())
            || last.is_some_and(|last| last.is_of_record() && next.is_of_record())
        {
            Gap::None
        } else {
            Gap::AsIs
        }
    }
}

impl Kind {
    /// Whether it belongs to conventional groups.
    fn is_of_group(self) -> bool {
        matches!(self, Self::Agent | Self::Rule | Self::OfGroup)
    }

    /// Whether it belongs to ACAP records.
    fn is_of_record(self) -> bool {
        matches!(self, Self::Crawler | Self::Permission)
    }
}

#[derive(Debug, Default)]
struct Out {
    text: Vec<u8>,
    /// The last line written suppresses lint rules on the next line.
    silences: bool,
}

impl Out {
    fn line(&mut self, line: &Formed<'_>) {
        self.text.extend_from_slice(&line.text);
        self.text.push(b'\n');
        self.silences = line.silences;
    }

    /// A blank line, unless it would be the first line or follow another one.
    fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with(b"\n\n") {
            self.text.push(b'\n');
        }
        self.silences = false;
    }

    /// Blank lines and comments between two statements.
    fn between(&mut self, lines: &[Formed<'_>], gap: Gap) {
        // A comment right above a group belongs to it.
        if gap == Gap::One && !lines.iter().any(|line| line.kind == Kind::Blank) && !self.silences {
            self.blank();
        }
        for line in lines {
            match line.kind {
                Kind::Blank if gap == Gap::None && !self.silences => {}
                Kind::Blank => self.blank(),
                _ => self.line(line),
            }
        }
    }

    /// The text, without a blank line at its end.
    fn finish(mut self) -> Vec<u8> {
        if self.text.ends_with(b"\n\n") {
            self.text.pop();
        }
        self.text
    }
}
