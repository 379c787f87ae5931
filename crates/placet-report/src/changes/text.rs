//! Changes for people.

use std::fmt::Write as _;

use placet::compare::{Changes, Effect};

use super::{Entry, Named, Side, What, count, entries, undetermined, usages};
use crate::screen::shown;
use crate::text::Style;

/// How many changes are shown; the rest are counted. The JSON has them all.
const SHOWN: usize = 100;

/// How many crawlers of one change are named.
const CRAWLERS: usize = 12;

/// How many lines of one change are numbered.
const LINES: usize = 6;

/// The changes as text, ending in a line end.
pub fn text(changes: &Changes, named: &Named, style: Style) -> String {
    let entries = entries(changes);
    let mut text = String::new();
    for entry in entries.iter().take(SHOWN) {
        entry.write(&mut text, changes, named, style);
        text.push('\n');
    }
    // A string takes all that is written to it.
    let _ = writeln!(text, "{}", summary(&entries, changes.is_complete()));
    text + &undetermined(changes)
}

fn summary(entries: &[Entry<'_>], complete: bool) -> String {
    if entries.is_empty() {
        let nothing = if complete { "nothing changes in effect" } else { "no change was found" };
        return nothing.to_owned();
    }
    let counted = Effect::ALL.map(|effect| {
        let count = count(entries, effect);
        let word = match (effect, count) {
            (_, 0) => return None,
            (Effect::Closes, 1) => "closes",
            (Effect::Closes, _) => "close",
            (Effect::Opens, 1) => "opens",
            (Effect::Opens, _) => "open",
            (Effect::Conditions, 1) => "changes conditions",
            (Effect::Conditions, _) => "change conditions",
        };
        Some(format!("{count} {word}"))
    });
    let counted: Vec<String> = counted.into_iter().flatten().collect();
    let noun = if entries.len() == 1 { "change" } else { "changes" };
    let hidden = entries.len().saturating_sub(SHOWN);
    let hidden = if hidden > 0 { format!("; {hidden} not shown") } else { String::new() };
    format!("{} {noun} in effect: {}{hidden}", entries.len(), counted.join(", "))
}

impl Entry<'_> {
    fn write(&self, text: &mut String, changes: &Changes, named: &Named, style: Style) {
        let what = match self.what {
            What::WholeSite => "the whole site".to_owned(),
            What::RestOfSite => "what was left of the site".to_owned(),
            What::All(pattern) => shown(pattern),
            What::Within(pattern) => format!("something within {}", shown(pattern)),
        };
        let (does, to) = match self.effect {
            Effect::Closes => ("closes", "to"),
            Effect::Opens => ("opens", "to"),
            Effect::Conditions => ("changes the conditions on", "for"),
        };
        let whom = listed(&self.who, CRAWLERS);
        let uses = usages(self.usages, changes.usages());
        let uses = uses.map(|uses| format!(": {uses}")).unwrap_or_default();
        let colour = match self.effect {
            Effect::Closes => Colour::Red,
            Effect::Opens => Colour::Green,
            Effect::Conditions => Colour::Yellow,
        };
        let does = colour.paint(does, style);
        let _ = writeln!(text, "{does} {what} {to} {whom}{uses}");
        let _ = writeln!(text, "  such as {}", shown(self.path));
        let _ = writeln!(text, "  {}", self.before.line("-", &named.old, Colour::Red, style));
        let _ = writeln!(text, "  {}", self.after.line("+", &named.new, Colour::Green, style));
    }
}

impl Side {
    fn line(&self, sign: &str, file: &str, colour: Colour, style: Style) -> String {
        let conditions = if self.conditions.is_empty() {
            String::new()
        } else {
            format!(" on {}", shown(&self.conditions.join(", ")))
        };
        let numbers: Vec<String> = self.lines.iter().map(ToString::to_string).collect();
        let place = match &*numbers {
            [] => String::new(),
            numbers => {
                let file = self.source.as_deref().unwrap_or(file);
                format!("{}:{} ", shown(file), listed(numbers, LINES))
            }
        };
        let line = format!("{sign} {}{conditions}: {place}{}", self.verdict, self.by);
        colour.paint(&line, style)
    }
}

/// A list as people say it, and not too much of it.
fn listed(items: &[String], most: usize) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] if items.len() <= most => format!("{} and {last}", first.join(", ")),
        _ => {
            let shown = items.get(..most).unwrap_or_default();
            format!("{} and {} more", shown.join(", "), items.len() - most)
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum Colour {
    Red,
    Green,
    Yellow,
}

impl Colour {
    fn paint(self, text: &str, style: Style) -> String {
        let code = match self {
            Self::Red => 31,
            Self::Green => 32,
            Self::Yellow => 33,
        };
        match style {
            Style::Plain => text.to_owned(),
            Style::Coloured => format!("\x1B[{code}m{text}\x1B[0m"),
        }
    }
}
