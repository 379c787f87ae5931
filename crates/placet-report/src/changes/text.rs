//! Changes as text.

use std::fmt::Write as _;

use placet::compare::{Changes, Effect};

use super::{Entry, FileNames, Part, Side, count, entries, undetermined, usages};
use crate::screen::shown;
use crate::text::Style;

/// How many changes are shown; the rest are counted. The JSON has all.
const SHOWN: usize = 100;

/// How many crawlers are named per change.
const CRAWLERS: usize = 12;

/// How many line numbers are shown per change.
const LINES: usize = 6;

/// Renders the changes, and what [changes without an effect](super::also()), as text that ends in a
/// newline.
pub fn text(changes: &Changes, also: &[String], names: &FileNames, style: Style) -> String {
    let entries = entries(changes);
    let mut text = String::new();
    for entry in entries.iter().take(SHOWN) {
        entry.write(&mut text, changes, names, style);
        text.push('\n');
    }
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}", summary(&entries, changes.is_complete()));
    for also in also {
        let _ = writeln!(text, "also: {also}");
    }
    text + &undetermined(changes)
}

fn summary(entries: &[Entry<'_>], complete: bool) -> String {
    if entries.is_empty() {
        return if complete { "no change in effect" } else { "no change found" }.to_owned();
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
    fn write(&self, text: &mut String, changes: &Changes, names: &FileNames, style: Style) {
        let part = match self.part {
            Part::WholeSite => "the whole site".to_owned(),
            Part::RestOfSite => "the rest of the site".to_owned(),
            Part::All(pattern) => shown(pattern),
            Part::RestOf(pattern) => format!("the rest of {}", shown(pattern)),
            Part::Within(pattern) => format!("part of {}", shown(pattern)),
        };
        let (verb, to) = match self.effect {
            Effect::Closes => ("closes", "to"),
            Effect::Opens => ("opens", "to"),
            Effect::Conditions => ("changes the conditions on", "for"),
        };
        let crawlers = listed(&self.crawlers, CRAWLERS);
        let usages = usages(self.usages, changes.usages());
        let usages = usages.map(|usages| format!(": {usages}")).unwrap_or_default();
        let colour = match self.effect {
            Effect::Closes => Colour::Red,
            Effect::Opens => Colour::Green,
            Effect::Conditions => Colour::Yellow,
        };
        let verb = colour.paint(verb, style);
        let _ = writeln!(text, "{verb} {part} {to} {crawlers}{usages}");
        let _ = writeln!(text, "  example: {}", shown(self.path));
        let _ = writeln!(text, "  {}", self.before.line("-", &names.old, Colour::Red, style));
        let _ = writeln!(text, "  {}", self.after.line("+", &names.new, Colour::Green, style));
    }
}

impl Side {
    fn line(&self, sign: &str, file: &str, colour: Colour, style: Style) -> String {
        let conditions = if self.conditions.is_empty() {
            String::new()
        } else {
            format!(" on condition {}", shown(&self.conditions.join(", ")))
        };
        let numbers: Vec<String> = self.lines.iter().map(ToString::to_string).collect();
        let location = match &*numbers {
            [] => String::new(),
            numbers => {
                let file = self.source.as_deref().unwrap_or(file);
                format!("{}:{} ", shown(file), listed(numbers, LINES))
            }
        };
        let line = format!("{sign} {}{conditions}: {location}{}", self.verdict, self.reason);
        colour.paint(&line, style)
    }
}

/// A list in prose, with at most `limit` items.
pub(super) fn listed(items: &[String], limit: usize) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] if items.len() <= limit => format!("{} and {last}", first.join(", ")),
        _ => {
            let shown = items.get(..limit).unwrap_or_default();
            format!("{} and {} more", shown.join(", "), items.len() - limit)
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
