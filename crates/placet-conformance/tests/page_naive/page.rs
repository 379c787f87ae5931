//! Random documents and field lines.

use placet_testing::Random;

use crate::case::{Date, Document, Element, Header, Rule, Token};
use crate::generate::{Theme, addressee, meta};
use crate::vocabulary::{DATES, IDS, LOCALS, RULES, TAGS, WORDS};

/// A field line, in the new form or the old one.
pub(crate) fn header(random: &mut Random) -> Header {
    if random.chance(500) {
        let everyone = random.pick(&["*", "robots"]);
        let scope = random.chance(600).then(|| addressee(random, everyone));
        return Header::Old(scope, rules(random));
    }
    let members = (0..random.between(1, 2)).map(|_| {
        let mut own: Vec<Rule> = Vec::new();
        for rule in rules(random) {
            // Of equal parameters the last would count.
            if !own.iter().any(|other| name(other) == name(&rule)) {
                own.push(rule);
            }
        }
        (addressee(random, "*"), own)
    });
    Header::New(members.collect())
}

fn name(rule: &Rule) -> &'static str {
    match rule {
        Rule::Word(word) | Rule::Number(word, _) => word,
        Rule::MaxImagePreview(_) => "max-image-preview",
        Rule::UnavailableAfter(_) => "unavailable_after",
    }
}

/// A few rules.
pub(crate) fn rules(random: &mut Random) -> Vec<Rule> {
    (0..random.between(1, 3)).map(|_| rule(random)).collect()
}

fn rule(random: &mut Random) -> Rule {
    let number = *random.pick(&[&-1, &0, &20, &50, &50]);
    match random.between(0, 9) {
        0 => Rule::Number("max-snippet", number),
        1 => Rule::Number("max-video-preview", number),
        2 => Rule::MaxImagePreview(random.pick(&["none", "standard", "large"])),
        3 => Rule::UnavailableAfter(Date { is_old: random.chance(500), ..*random.pick(DATES) }),
        _ => Rule::Word(random.pick(RULES)),
    }
}

/// A document with META elements and a tree of elements.
pub(crate) fn document(random: &mut Random, theme: &Theme) -> Document {
    let metas = (0..random.between(0, 4)).map(|_| meta(random, theme)).collect();
    let mut document = Document { metas, elements: Vec::new() };
    let most = if theme.elements { 5 } else { 0 };
    for at in 0..random.between(0, most) {
        let parent = (at > 0 && random.chance(700)).then(|| random.between(0, at - 1));
        let with = if random.chance(150) { random.between(0, at) } else { at };
        let id = IDS.get(with).copied().filter(|_| random.chance(900));
        let mut tokens = Vec::new();
        while random.chance(450) {
            tokens.push(token(random, theme));
        }
        let tag = random.pick(TAGS);
        document.elements.push(Element { parent, tag, id, tokens });
    }
    document
}

fn token(random: &mut Random, theme: &Theme) -> Token {
    if random.chance(80) {
        return Token::Word(random.pick(WORDS));
    }
    let local = random.chance(150);
    let usage = if local { format!("({})", random.pick(LOCALS)) } else { theme.usage(random) };
    Token::Statement { permit: random.chance(650), usage, loud: random.chance(50) }
}
