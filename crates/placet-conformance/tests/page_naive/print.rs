//! Prints the texts of a case.

use crate::case::{
    Content, Definition, Document, Element, Field, Header, Meta, Robots, Rule, Token,
};

/// The robots.txt.
pub(crate) fn robots(robots: &Robots) -> String {
    let mut text = String::new();
    if robots.ignores_conventional {
        text.push_str("ACAP-ignore-conventional-records\n");
    }
    for definition in &robots.definitions {
        text.push_str(&define(definition));
    }
    for line in &robots.lines {
        let key = if line.allow { "Allow" } else { "Disallow" };
        text.push_str(&format!("User-agent: {}\n{key}: {}\n", line.user_agent, line.pattern));
    }
    for field in &robots.fields {
        text.push_str(&record(field));
    }
    text
}

/// A composite has a qualified usage of its own for each part with qualifiers.
fn define(definition: &Definition) -> String {
    let Definition { name, parts } = definition;
    if let [(usage, qualifiers)] = parts.as_slice() {
        return format!("ACAP-qualified-usage: {name} {usage}{}\n", with_blanks(qualifiers));
    }
    let (mut text, mut composite) = (String::new(), format!("ACAP-composite-usage: {name}"));
    for (at, (usage, qualifiers)) in parts.iter().enumerate() {
        if qualifiers.is_empty() {
            composite.push_str(&format!(" {usage}"));
        } else {
            let qualifiers = with_blanks(qualifiers);
            text.push_str(&format!("ACAP-qualified-usage: {name}.{at} {usage}{qualifiers}\n"));
            composite.push_str(&format!(" ({name}.{at})"));
        }
    }
    format!("{text}{composite}\n")
}

fn record(field: &Field) -> String {
    let mut text = format!("ACAP-crawler: {}\n", field.crawler);
    for purpose in &field.purposes {
        text.push_str(&format!("ACAP-usage-purpose: {purpose}\n"));
    }
    let resource = field.pattern.as_deref().unwrap_or("the-acap:resource-set:nowhere");
    let qualifiers = with_blanks(&field.qualifiers);
    format!("{text}ACAP-{}: {resource}{qualifiers}\n", expression(field.permit, &field.usage))
}

fn expression(permit: bool, usage: &str) -> String {
    format!("{}-{usage}", if permit { "allow" } else { "disallow" })
}

fn with_blanks(words: &[String]) -> String {
    words.iter().map(|word| format!(" {word}")).collect()
}

/// A field line: its name and its value.
pub(crate) fn header(header: &Header) -> (&'static str, String) {
    match header {
        Header::New(members) => {
            let member = |(addressee, rules): &(String, Vec<Rule>)| {
                let rules: String = rules.iter().map(|it| format!(";{}", rule(it, "="))).collect();
                format!("{addressee}{rules}")
            };
            ("Robots-Tag", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
        Header::Old(scope, rules) => {
            let scope = scope.as_ref().map(|scope| format!("{scope}: ")).unwrap_or_default();
            ("X-Robots-Tag", format!("{scope}{}", list(rules)))
        }
    }
}

fn list(rules: &[Rule]) -> String {
    rules.iter().map(|it| rule(it, ":")).collect::<Vec<_>>().join(", ")
}

/// A rule; `sign` is before its value, and in the new form a date is a string.
fn rule(rule: &Rule, sign: &str) -> String {
    match rule {
        Rule::Word(word) => (*word).to_owned(),
        Rule::Number(word, number) => format!("{word}{sign}{number}"),
        Rule::MaxImagePreview(value) => format!("max-image-preview{sign}{value}"),
        Rule::UnavailableAfter(date) => {
            let date_as_written = if date.is_old { date.rfc822 } else { date.rfc3339 };
            if sign == "=" {
                format!("unavailable_after=\"{date_as_written}\"")
            } else {
                format!("unavailable_after: {date_as_written}")
            }
        }
    }
}

/// The document.
pub(crate) fn document(document: &Document) -> String {
    let metas = |in_body: bool| {
        let chosen = document.metas.iter().filter(move |meta| meta.in_body == in_body);
        chosen.map(meta).collect::<String>()
    };
    format!(
        "<!DOCTYPE html><html><head><title>t</title>{}</head><body>{}{}</body></html>",
        metas(false),
        metas(true),
        elements(&document.elements, None)
    )
}

fn meta(meta: &Meta) -> String {
    format!("<meta name=\"{}\" content=\"{}\">", meta.name, content(&meta.content, meta.loud))
}

fn content(content: &Content, loud: bool) -> String {
    let acap = if loud { "acap" } else { "ACAP" };
    let expression = |permit: bool, usage: &str| {
        let words = expression(permit, usage);
        if loud { words.to_ascii_uppercase() } else { words }
    };
    let purposeful = |purpose: &Option<String>| {
        purpose.as_ref().map(|purpose| format!("{purpose} ")).unwrap_or_default()
    };
    match content {
        Content::Rules(rules) => list(rules),
        Content::Statement { purpose, permit, usage, qualifiers } => format!(
            "{acap} {}{}{}",
            purposeful(purpose),
            expression(*permit, usage),
            with_blanks(qualifiers)
        ),
        Content::Several { purpose, first, between, second } => format!(
            "{acap} {}{}{between}{}",
            purposeful(purpose),
            expression(first.0, &first.1),
            expression(second.0, &second.1)
        ),
        Content::Version(version) => format!("{acap} Version {version}"),
        Content::Nothing(text) => format!("{acap} {text}"),
    }
}

fn elements(all: &[Element], parent: Option<usize>) -> String {
    let mut text = String::new();
    for (at, element) in all.iter().enumerate().filter(|(_, element)| element.parent == parent) {
        let tag = element.tag;
        let id = element.id.map(|id| format!(" id=\"{id}\"")).unwrap_or_default();
        let tokens: Vec<String> = element.tokens.iter().map(token).collect();
        let class = tokens.join(" ");
        let class = if tokens.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        text.push_str(&format!("<{tag}{id}{class}>x{}</{tag}>", elements(all, Some(at))));
    }
    text
}

fn token(token: &Token) -> String {
    match token {
        Token::Statement { permit, usage, loud } => {
            let token = format!("the-acap:{}", expression(*permit, usage));
            if *loud { token.to_ascii_uppercase() } else { token }
        }
        Token::Word(word) => (*word).to_owned(),
    }
}
