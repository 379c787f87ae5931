//! Response fields and pages.

use placet_testing::Random;

use super::Theme;
use super::licence;
use super::statement::{content_signal, content_usage};
use super::vocabulary::LICENCES;

/// The fields of a response.
pub(super) fn headers(random: &mut Random, theme: &Theme) -> Vec<(String, String)> {
    let mut headers = Vec::new();
    if random.one_in(5) {
        headers.push(("Server".to_owned(), "test".to_owned()));
    }
    for _ in 0..random.between(0, 3) {
        let families = ["aipref", "content-signal", "tdmrep", "rsl", "noai"];
        let Some(family) = theme.family(random, &families) else { continue };
        let (name, value) = match family {
            "aipref" => ("Content-Usage", content_usage(random)),
            "content-signal" => ("Content-Signal", content_signal(random)),
            "tdmrep" if random.one_in(4) => ("tdm-policy", policy(random)),
            "tdmrep" => ("tdm-reservation", reservation(random)),
            "rsl" => ("Link", link(random)),
            _ => robots_tag(random, theme),
        };
        let name = match random.below(8) {
            0 => name.to_ascii_lowercase(),
            1 => name.to_ascii_uppercase(),
            _ => name.to_owned(),
        };
        headers.push((name, value));
    }
    if random.one_in(25) {
        headers.push((
            "X-Robots-Tag".to_owned(),
            random.pick(&["noindex", "none", "nosnippet"]).into(),
        ));
    }
    headers
}

fn policy(random: &mut Random) -> String {
    random.pick(&["https://example.com/field.json", "/field.json", "field.json"]).to_owned()
}

fn reservation(random: &mut Random) -> String {
    match random.below(10) {
        0..=4 => "1".to_owned(),
        5..=7 => "0".to_owned(),
        _ => random.pick(&["0, 1", " 1 ", "1,1", "true", "2", "\"1\"", "yes, 0", "1;x"]).to_owned(),
    }
}

fn link(random: &mut Random) -> String {
    let mut links = Vec::new();
    for _ in 0..random.mostly_one(2, 200) {
        let target = match random.below(6) {
            0 => "/license.xml",
            1 => "two.xml",
            _ => random.pick(LICENCES),
        };
        let rel = random.pick(&[
            "rel=\"license\"",
            "rel=license",
            "rel=\"next License\"",
            "REL=\"license\"",
            "rel=\"next\"",
            "rel=license-x",
        ]);
        let kind = random.pick(&[
            "type=\"application/rsl+xml\"",
            "type=\"application/rsl+xml\"",
            "type=\"Application/RSL+XML; charset=utf-8\"",
            "type=\"text/html\"",
        ]);
        let more = random.pick(&["", "", "", "; title=\"a, b; c\"", "; anchor=\"/x\""]);
        links.push(if random.chance(500) {
            format!("<{target}>; {rel}; {kind}{more}")
        } else {
            format!("<{target}>{more};{kind} ; {rel}")
        });
    }
    links.join(", ")
}

fn robots_tag(random: &mut Random, theme: &Theme) -> (&'static str, String) {
    let name = if theme.agent.contains('/') { "ExampleBot" } else { theme.agent };
    let rule = word(random);
    match random.below(8) {
        0 => ("Robots-Tag", format!("*;{rule}")),
        1 => ("Robots-Tag", format!("OtherBot;noml, {name};{rule}")),
        2 => ("Robots-Tag", format!("*;nosnippet;{rule}=?0, *;noarchive")),
        3 => ("X-Robots-Tag", format!("{name}: {rule}, nosnippet")),
        4 => ("X-Robots-Tag", format!("otherbot: {rule}")),
        5 => ("X-Robots-Tag", format!("max-snippet:20, {}", rule.to_ascii_uppercase())),
        _ => ("X-Robots-Tag", rule.to_owned()),
    }
}

fn word(random: &mut Random) -> &'static str {
    match random.below(10) {
        0..=2 => "noai",
        3..=4 => "noimageai",
        5..=6 => "noml",
        _ => random.pick(&["ai", "allowai", "noarchive", "nosnippet", "index"]),
    }
}

/// A page, each of its elements on a line of its own.
pub(super) fn html(random: &mut Random, theme: &Theme) -> String {
    let mut text = "<!doctype html>\n<html>\n<head>\n<title>t</title>\n".to_owned();
    if random.one_in(8) {
        text += random.pick(&[
            "<base href=\"https://example.com/a/\">\n",
            "<base href=\"/a/\">\n",
            "<base target=x>\n",
        ]);
    }
    for _ in 0..random.between(0, 3) {
        text += &element(random, theme, true);
    }
    text += "</head>\n<body>\n<p>text</p>\n";
    if random.one_in(3) {
        text += &element(random, theme, false);
    }
    text + "</body>\n</html>\n"
}

/// An element that says something, or nothing.
fn element(random: &mut Random, theme: &Theme, in_head: bool) -> String {
    let families = ["tdmrep", "rsl", "rsl", "noai", "aipref"];
    let Some(family) = theme.family(random, &families) else { return String::new() };
    let element = match family {
        // In the body it is not settled what a policy is about.
        "tdmrep" if in_head && random.one_in(4) => meta("tdm-policy", &policy(random)),
        "tdmrep" => {
            let name = random.pick(&["tdm-reservation", "tdm-reservation", "TDM-Reservation"]);
            meta(name, &reservation(random).replace('"', ""))
        }
        "rsl" if random.one_in(3) => {
            // On one line, so that its line is that of the page.
            let document = licence::document(random, theme).replace(['\n', '\r'], " ");
            let document = document.trim_start().trim_start_matches('\u{feff}');
            format!("<script type=\"application/rsl+xml\">{document}</script>")
        }
        "rsl" => {
            let href = match random.below(6) {
                0 => "/license.xml",
                1 => "two.xml",
                _ => random.pick(LICENCES),
            };
            let rel = random.pick(&["license", "license", "License nofollow", "licence", "next"]);
            let kind = random.pick(&["application/rsl+xml", "application/rsl+xml", "text/xml"]);
            format!("<link rel=\"{rel}\" type=\"{kind}\" href=\"{href}\">")
        }
        "noai" => {
            let agent = if theme.agent.contains('/') { "googlebot" } else { theme.agent };
            let name = random.pick(&["robots", "robots", "ROBOTS", agent, "otherbot"]);
            let more = random.pick(&["", "", ", nosnippet", " noarchive", ",noindex"]);
            let word = random.pick(&["noai", "noimageai", "noml", "NoAI", "index"]);
            meta(name, &format!("{word}{more}"))
        }
        _ => meta(random.pick(&["Content-Usage", "Content-Signal", "AI-PREF"]), "train-ai=n"),
    };
    if in_head && random.one_in(12) {
        return format!("<noscript>{element}</noscript>\n");
    }
    element + "\n"
}

fn meta(name: &str, content: &str) -> String {
    format!("<meta name=\"{name}\" content=\"{content}\">")
}
