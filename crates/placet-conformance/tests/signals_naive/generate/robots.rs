//! robots.txt, ai.txt and trust.txt.

use placet_testing::Random;

use super::Theme;
use super::statement::{content_signal, content_usage};
use super::vocabulary::{LICENCES, NAMES};

/// A robots.txt.
pub(super) fn robots(random: &mut Random, theme: &Theme) -> String {
    let mut lines = Vec::new();
    if random.one_in(12) {
        lines.push("# a comment".to_owned());
    }
    while random.chance(120) {
        lines.extend(signal(random, theme));
    }
    for _ in 0..random.up_to(3, 150) {
        if random.chance(700) {
            lines.push(random.pick(&["", "", " \t", "# comment"]).to_owned());
        }
        group(random, theme, &mut lines);
    }
    // At the end, after a blank line or not (S-011).
    if random.chance(200) {
        lines.push(
            random.pick(&["", "", "  ", "# end", "Sitemap: https://example.com/s.xml"]).into(),
        );
        lines.extend(signal(random, theme));
        lines.extend(signal(random, theme));
    }
    if random.one_in(40) {
        let verb = random.pick(&["allow", "disallow", "disallow"]);
        let usage = random.pick(&["other", "index", "present-snippet", "preserve"]);
        lines.push("ACAP-crawler: *".to_owned());
        lines.push(format!("ACAP-{verb}-{usage}: {}", theme.pattern(random)));
    }
    finish(random, &lines)
}

fn finish(random: &mut Random, lines: &[String]) -> String {
    let end = random.pick(&["\n", "\n", "\n", "\r\n", "\r"]);
    let mut text = lines.join(end);
    if !random.one_in(6) {
        text += end;
    }
    if random.one_in(30) {
        text.insert(0, '\u{feff}');
    }
    text
}

fn group(random: &mut Random, theme: &Theme, lines: &mut Vec<String>) {
    for _ in 0..random.mostly_one(3, 300) {
        let key = random.pick(&["User-agent", "User-agent", "user-agent", "Useragent"]);
        lines.push(format!("{key}: {}", name(random, theme)));
        // Between two names, where some records end a run of them and others do not.
        if random.one_in(10) {
            lines.extend(signal(random, theme));
        }
    }
    for _ in 0..random.between(0, 4) {
        match random.below(8) {
            0..=4 => lines.extend(signal(random, theme)),
            5 => lines.push(rule(random, theme)),
            6 => lines.push("Allow: /".to_owned()),
            _ => lines.push(random.pick(&["", "Crawl-delay: 2", "# c", "Foo: bar"]).to_owned()),
        }
    }
}

fn name(random: &mut Random, theme: &Theme) -> &'static str {
    let token = match theme.agent.to_ascii_lowercase() {
        agent if agent.contains("googlebot") => "Google-Extended",
        agent if agent.contains("applebot") => "Applebot-Extended",
        _ => "OtherBot",
    };
    match random.below(10) {
        0..=4 => "*",
        5..=6 if theme.agent.contains('/') => "ExampleBot",
        5..=6 => theme.agent,
        7..=8 => token,
        _ => random.pick(NAMES),
    }
}

/// A rule about access. Most are harmless, for what may not be crawled may not be used.
fn rule(random: &mut Random, theme: &Theme) -> String {
    let key = random.pick(&["Disallow", "Allow", "Allow", "Dissallow", "Disallowed"]);
    let pattern = match random.below(4) {
        0 => theme.pattern(random),
        1 => random.pick(&["", "img", "/nothing/"]),
        _ => "/closed/",
    };
    let pattern = if key == "Allow" { theme.pattern(random) } else { pattern };
    format!("{key}: {pattern}")
}

/// A signal record of one of the families of the question.
fn signal(random: &mut Random, theme: &Theme) -> Option<String> {
    let keys = ["aipref", "content-signal", "rsl", "ai-training", "control-token"];
    let family = theme.family(random, &keys)?;
    let path = match random.below(5) {
        0..=1 => format!("{} ", theme.pattern(random)),
        _ => String::new(),
    };
    Some(match family {
        "aipref" => {
            let key = random.pick(&["Content-Usage", "Content-Usage", "content-usage"]);
            let path = if path.starts_with('/') { path } else { String::new() };
            format!("{key}: {path}{}", content_usage(random))
        }
        "content-signal" => {
            let key = random.pick(&["Content-Signal", "Content-Signal", "content-signal"]);
            format!("{key}: {path}{}", content_signal(random))
        }
        "rsl" => {
            let urls = ["/license.xml", "MIT", "https://example.com/license.xml (terms)", ""];
            let url = if random.one_in(8) { random.pick(&urls) } else { random.pick(LICENCES) };
            format!("License: {url}")
        }
        "ai-training" => {
            let key = random.pick(&["DisallowAITraining", "AllowAITraining"]);
            let pattern = if random.one_in(10) {
                random.pick(&["", "img/", "$"])
            } else {
                theme.pattern(random)
            };
            format!("{key}: {pattern}")
        }
        _ => {
            let key = random.pick(&["Disallow", "Allow"]);
            let token = if theme.agent.starts_with("App") { "Applebot" } else { "Google" };
            format!("User-agent: {token}-Extended\n{key}: {}", theme.pattern(random))
        }
    })
}

/// An ai.txt.
pub(super) fn ai_txt(random: &mut Random, theme: &Theme) -> String {
    let mut lines = Vec::new();
    if random.one_in(12) {
        lines.push("# Spawning AI".to_owned());
        lines.push("Disallow: /".to_owned());
    }
    for _ in 0..random.up_to(3, 100) {
        lines.push(format!("User-Agent: {}", name(random, theme)));
        for _ in 0..random.between(0, 3) {
            let key = random.pick(&["Disallow", "Disallow", "Allow", "DisallowAITraining"]);
            let pattern = if random.one_in(10) { "" } else { theme.pattern(random) };
            lines.push(format!("{key}: {pattern}"));
        }
        if random.chance(300) {
            lines.push(String::new());
        }
    }
    finish(random, &lines)
}

/// A trust.txt.
pub(super) fn trust_txt(random: &mut Random) -> String {
    let mut lines = vec!["# trust.txt".to_owned()];
    for _ in 0..random.up_to(3, 100) {
        let value = match random.below(10) {
            0..=3 => "no",
            4..=6 => "yes",
            _ => random.pick(&["NO", "Yes", "n", "false", "0", "maybe", "", "yes # for now"]),
        };
        lines.push(match random.below(9) {
            0 => format!("DataTrainingAllowed = {value}"),
            1 => format!("#datatrainingallowed={value}"),
            2 => "belongto=https://example.org/".to_owned(),
            3 => format!("datatrainingallowed {value}"),
            4 => format!("\tdatatrainingallowed={value} "),
            _ => format!("datatrainingallowed={value}"),
        });
    }
    finish(random, &lines)
}
