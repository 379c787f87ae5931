use super::*;
use crate::Subject;

fn effects(text: &str) -> Vec<(usize, Effect)> {
    let subject = Subject::new("robots.txt", text.as_bytes());
    let view = View::new(&subject, placet::signals::Families::ALL);
    let effects = view.effects();
    let lines = effects.iter();
    lines.collect()
}

#[test]
fn redundant_rules_are_found() {
    for (rules, expected) in [
        ("Disallow: /a\nDisallow: /b\n", vec![]),
        ("Disallow: /a\nDisallow: /a\n", vec![(1, Effect::Duplicate(0))]),
        ("Disallow: /a\nAllow: /a\n", vec![(0, Effect::LosesTie(1))]),
        ("Disallow: /a\nAllow: /a*\n", vec![(0, Effect::Shadowed(1))]),
        ("Disallow: /a\nDisallow: /a*\n", vec![(1, Effect::Redundant(0))]),
        ("Disallow: /a\nDisallow: /a/b\n", vec![(1, Effect::Redundant(0))]),
        ("Disallow: /a\nAllow: /a/b\nDisallow: /a/b/c\n", vec![]),
        ("Disallow: /a\nAllow: /*b\nDisallow: /a/b\n", vec![]),
        ("Disallow: /a\nAllow: /*bbbbbbbbbbb\nDisallow: /a/b\n", vec![(2, Effect::Redundant(0))]),
        ("Allow: /a\nDisallow: /b\n", vec![(0, Effect::OverridesNothing)]),
        ("Allow: /a\nDisallow: /*.\n", vec![(0, Effect::OverridesNothing)]),
        ("Allow: /a.\nDisallow: /*.\n", vec![]),
        ("Allow: /a\nDisallow: /\n", vec![]),
        ("Disallow: /*.pdf\nDisallow: /*.pdf$\n", vec![(1, Effect::Redundant(0))]),
        ("Disallow: /\nDisallow: /*.pdf$\nAllow: /b\n", vec![]),
        ("Disallow: /\nDisallow: /*.pdf$\nAllow: /b.gif$\n", vec![(1, Effect::Redundant(0))]),
        ("Disallow: /%61\nDisallow: /a\n", vec![(1, Effect::Duplicate(0))]),
        ("Disallow: /a\nDisallow: /a/*%2Fb\n", vec![]),
        ("Disallow: /?[*\nDisallow: /?%5B*\n", vec![(1, Effect::Redundant(0))]),
        ("Disallow: a\nDisallow: a\nDisallow:\nDisallow:\n", vec![]),
    ] {
        assert_eq!(effects(&format!("User-agent: *\n{rules}")), expected, "{rules}");
    }
}

#[test]
fn a_rule_is_compared_in_every_set_it_belongs_to() {
    let shared = "User-agent: a\nUser-agent: b\nDisallow: /x\nDisallow: /x/y/z\n";
    assert_eq!(effects(shared).len(), 1);
    assert_eq!(effects(&format!("{shared}User-agent: b\nAllow: /x/y\n")), []);
    let both = format!("{shared}User-agent: b\nAllow: /q\nUser-agent: *\nDisallow: /q\n");
    assert_eq!(effects(&both), [(1, Effect::Redundant(0)), (2, Effect::OverridesNothing)]);
}

#[test]
fn with_acap_fields_about_crawling_only_duplicates_are_found() {
    let text = "User-agent: *\nDisallow: /a\nDisallow: /a/b\nDisallow: /a\n\
                ACAP-crawler: *\nACAP-allow-crawl: /a\n";
    assert_eq!(effects(text), [(2, Effect::Duplicate(0))]);
}
