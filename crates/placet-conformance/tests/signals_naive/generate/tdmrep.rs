//! tdmrep.json.

use placet_testing::Random;

use super::Theme;

/// A tdmrep.json.
pub(super) fn file(random: &mut Random, theme: &Theme) -> String {
    let mut text = match random.below(40) {
        0 => {
            return random
                .pick(&["", "{", "[}", "[{\"location\": }]", "<html>", "[1,]"])
                .to_owned();
        }
        1 => return random.pick(&["1", "\"/\"", "null", "true"]).to_owned(),
        2..=4 => rule(random, theme),
        _ => {
            let rules: Vec<String> =
                (0..random.up_to(3, 60)).map(|_| member(random, theme)).collect();
            let separator = random.pick(&[", ", ",\n", ",\n\n  "]);
            format!("[{}{}\n]", random.pick(&["", "\n"]), rules.join(separator))
        }
    };
    if random.one_in(30) {
        text.insert(0, '\u{feff}');
    }
    text
}

fn member(random: &mut Random, theme: &Theme) -> String {
    if random.one_in(25) {
        return random.pick(&["1", "null", "[]", "\"/\"", "{}"]).to_owned();
    }
    rule(random, theme)
}

fn rule(random: &mut Random, theme: &Theme) -> String {
    let mut members = Vec::new();
    if !random.one_in(20) {
        members.push(format!("\"location\": {}", location(random, theme)));
    }
    for _ in 0..random.mostly_one(2, 60) {
        let value = match random.below(16) {
            0..=7 => "1",
            8..=11 => "0",
            12 => "\"1\"",
            13 => "\"0\"",
            _ => random.pick(&["true", "2", "\"yes\"", "null", "[1]", "-1", "10"]),
        };
        members.push(format!("\"tdm-reservation\": {value}"));
    }
    if random.chance(350) {
        let policy = match random.below(8) {
            0 => "\"/policy.json\"",
            1 => "\"policy.json\"",
            2 => random.pick(&["\"\"", "1", "null"]),
            _ => "\"https://example.com/tdm.json\"",
        };
        members.push(format!("\"tdm-policy\": {policy}"));
    }
    if random.one_in(12) {
        members.push("\"other\": {\"tdm-reservation\": 0}".to_owned());
    }
    if random.one_in(20) {
        members.push(format!("\"location\": {}", location(random, theme)));
    }
    let separator = random.pick(&[", ", ",", ",\n  "]);
    format!("{{{}}}", members.join(separator))
}

fn location(random: &mut Random, theme: &Theme) -> String {
    let pattern = theme.pattern(random);
    match random.below(16) {
        0 => format!("\"^{pattern}\""),
        1 => format!("\"{}\"", pattern.replace('*', ".*")),
        2 => format!("[\"/nothing/\", \"{pattern}\"]"),
        3 => random.pick(&["[]", "[1]", "[1, \"/\"]", "1", "null", "\"img/\"", "\"\""]).to_owned(),
        4 => format!("\"{}\"", pattern.replace('/', "\\/")),
        5 => "\"/nothing/\"".to_owned(),
        _ => format!("\"{pattern}\""),
    }
}
