//! What conversions answer, and tell, where the two laws are furthest apart.

use placet::{Agent, RobotsPolicy};
use placet_publish::convert::{
    AcapForm, Converted, ExampleCrawler, Loss, LossKind, Unconvertible, to_acap, to_robots,
};

const FORMS: [AcapForm; 2] = [AcapForm::Alone, AcapForm::WithSource];

fn alone(text: &str) -> Converted {
    to_acap(text.as_bytes(), AcapForm::Alone).unwrap()
}

fn permits(text: &[u8], agent: &str, path: &str) -> bool {
    let site = RobotsPolicy::parse(text).for_agent(Agent::new(agent));
    site.verdict(&site.target(path).unwrap()).is_permit()
}

/// The crawlers that show a loss of a kind, and whether something opens to them.
fn shown(losses: &[Loss], kind: LossKind) -> Vec<(ExampleCrawler, bool)> {
    let examples =
        losses.iter().filter(|loss| loss.kind == kind).filter_map(|it| it.example.clone());
    examples.map(|example| (example.agent.clone(), example.opens())).collect()
}

#[test]
fn patterns_of_two_forms_are_crawled_as_before() {
    let paths = [
        "/%C3%A91%2Fx",
        "/é1%2fx",
        "/é1/x",
        "/é?%2Fx",
        "/é?/x",
        "/é1%3Fx",
        "/é?1?x",
        "/é/x%2Fy",
        "/é1%40z",
        "/é?@z",
        "/%C3%83%C2%A91%2Fx",
        "/c d1%2Fx",
        "/c%20d?/x",
        "/A1%2Fx",
        "/A?1/x",
        "/ü1%2F%E9",
        "/",
    ];
    let patterns = [
        "/é*%2Fx",
        "/é*%3Fx",
        "/é*/x%2Fy",
        "/é*%40z",
        "/c d*%2Fx",
        "/%41*%2Fx",
        "*%2Fx$",
        "/ü*%2F%e9",
    ];
    for pattern in patterns {
        let text = format!("User-agent: *\nDisallow: {pattern}\n");
        for form in FORMS {
            let converted = to_acap(text.as_bytes(), form).unwrap();
            assert_eq!(converted.losses, [], "{pattern}");
            for path in paths {
                let (before, after) =
                    (permits(text.as_bytes(), "b", path), permits(&converted.text, "b", path));
                let text = String::from_utf8_lossy(&converted.text);
                assert_eq!(before, after, "{pattern} {path}\n{text}");
            }
        }
    }
}

#[test]
fn a_pattern_of_two_forms_next_to_the_other_kind_is_listed() {
    let converted = alone("User-agent: *\nDisallow: /é*%2Fx\nAllow: /é1\n");
    assert_eq!(converted.losses[0].kind, LossKind::Pattern);
    assert_eq!(converted.losses[0].line, Some(2));
}

#[test]
fn a_url_that_opens_for_a_longer_name_is_a_loss() {
    let text = "User-agent: *\nDisallow: /2\n\nUser-agent: foo\nAllow: /\nDisallow: /12/\n";
    let converted = alone(text);
    assert!(
        permits(&converted.text, "foo-x", "/222") && !permits(text.as_bytes(), "foo-x", "/222")
    );
    let longer = || ExampleCrawler::Longer("foo".to_owned());
    assert_eq!(shown(&converted.losses, LossKind::Name), [(longer(), true)]);
    assert_eq!(shown(&converted.notes, LossKind::Name), [(longer(), false)]);
}

#[test]
fn a_longer_name_is_asked_though_the_file_has_one() {
    for longer in ["foo-x", "FOO-X", "foo-xx", "foo-x/1.0"] {
        let text = format!("User-agent: foo\nDisallow: /\n\nUser-agent: {longer}\nAllow: /\n");
        let converted = alone(&text);
        let examples = shown(&converted.notes, LossKind::Name);
        assert!(
            examples.contains(&(ExampleCrawler::Longer("foo".to_owned()), false)),
            "{longer}: {examples:?}"
        );
        let agent = "foo-another";
        assert!(permits(text.as_bytes(), agent, "/q") && !permits(&converted.text, agent, "/q"));
    }
    // And back.
    let text =
        b"ACAP-crawler: foo\nACAP-disallow-crawl: /\nACAP-crawler: foo-x\nACAP-allow-crawl: /\n";
    let examples = shown(&to_robots(text).unwrap().losses, LossKind::Name);
    assert_eq!(examples, [(ExampleCrawler::Longer("foo".to_owned()), true)]);
}

#[test]
fn those_that_are_not_named_are_asked_however_many_are() {
    let names: Vec<String> = (0..1_100).map(|at| format!("User-agent: b{at}\n")).collect();
    let others = "User-agent: *\nDisallow: /\nAllow: /Public/\n";
    let text = format!("{}Disallow: /1\n\n{others}", names.concat());
    let opened = |text: &str| shown(&alone(text).losses, LossKind::Case);
    assert_eq!(opened(&text), [(ExampleCrawler::Unnamed, true)]);
    // Nor are those in the way that have the name.
    for name in ["another-crawler", "Another"] {
        let text = format!("User-agent: {name}\nDisallow: /1\n\n{others}");
        assert_eq!(opened(&text), [(ExampleCrawler::Unnamed, true)]);
    }
}

#[test]
fn a_file_for_crawlers_that_acap_cannot_name_is_refused() {
    for form in FORMS {
        let refused = |text: &str| to_acap(text.as_bytes(), form).unwrap_err();
        assert_eq!(refused("User-agent: Ünïbot\nDisallow: /1\n"), Unconvertible::Unnamed(1));
        let two = "Sitemap: https://a/\nUser-agent: 008\nUser-agent: Ünïbot\nDisallow: /1\n";
        assert_eq!(refused(two), Unconvertible::Unnamed(2));
        // One that it can name is enough.
        let text = "User-agent: Ünïbot\nDisallow: /1\n\nUser-agent: b\nDisallow: /2\n";
        let converted = to_acap(text.as_bytes(), form).unwrap();
        assert_eq!((converted.losses[0].kind, converted.losses[0].line), (LossKind::Name, Some(1)));
        assert!(converted.losses[0].why.ends_with("must begin with an ASCII letter"));
        // A group without rules closes nothing in the result.
        let converted = to_acap(b"User-agent: *\nCrawl-delay: 1\n", form).unwrap();
        assert!(RobotsPolicy::parse(&converted.text).for_agent("b").allows("/1").unwrap());
    }
}

#[test]
fn the_version_is_declared_once() {
    let rules = "User-agent: *\nDisallow: /1\n";
    let declared = |comment: &str| {
        let text = format!("{comment}\n{rules}");
        let text = to_acap(text.as_bytes(), AcapForm::WithSource).unwrap().text;
        let text = String::from_utf8(text).unwrap();
        (text.starts_with("##ACAP version=1.0\r\n"), text.matches("ACAP version=").count())
    };
    assert_eq!(declared("# We do not use ACAP version=1.0 here"), (true, 2));
    assert_eq!(declared("# A comment"), (true, 1));
    assert_eq!(declared("##ACAP version=1.0"), (true, 1));
    assert_eq!(declared("# ACAP version=1.1"), (false, 1));
}

/// Prohibitions of folders, then longer permissions and even longer prohibitions in any of them.
fn crossed(folders: usize, permissions: usize, prohibitions: usize) -> String {
    let folders = (0..folders).map(|at| format!("Disallow: /z/d{at}/\n"));
    let permissions = (0..permissions).map(|at| format!("Allow: /z/*/data/a{at}/\n"));
    let prohibitions = (0..prohibitions).map(|at| format!("Disallow: /z/*/template/strong{at}/\n"));
    let rules: Vec<String> = folders.chain(permissions).chain(prohibitions).collect();
    format!("User-agent: *\n{}", rules.concat())
}

#[test]
fn rules_that_cross_are_shortened_if_they_need_too_many_fields() {
    let (few, many) = (crossed(2, 2, 4), crossed(30, 6, 10));
    let fields = |converted: &Converted| {
        String::from_utf8_lossy(&converted.text).matches("allow-crawl:").count()
    };
    // ACAP does not tell `/a0/` from `/A0/`, which only the one is opened by.
    assert!(alone(&few).losses.iter().all(|loss| loss.kind == LossKind::Case));
    let converted = alone(&many);
    assert!(fields(&converted) < 46 * 8, "{}", fields(&converted));
    // Each permission is listed with its line.
    let law = converted.losses.iter().filter(|loss| loss.kind == LossKind::Law);
    let lines: Vec<usize> = law.filter_map(|loss| loss.line).collect();
    assert_eq!(lines, [32, 33, 34, 35, 36, 37]);
    for (text, is_exact) in [(&few, true), (&many, false)] {
        let after = alone(text).text;
        let mut closed = 0;
        for first in ["d0/", "d1/", "", "x/"] {
            for second in ["data/a0/", "x/data/a1/", "template/strong2/", "x/template/strong3/"] {
                for third in ["", "x/data/a0/", "data/a5/", "x/template/strong1/"] {
                    let path = format!("/z/{first}{second}{third}");
                    let before = permits(text.as_bytes(), "b", &path);
                    let after = permits(&after, "b", &path);
                    assert!(before || !after, "{path} opens");
                    closed += usize::from(before != after);
                }
            }
        }
        assert_eq!(closed == 0, is_exact, "{closed}");
    }
}

#[test]
fn a_permission_of_open_paths_repeats_nothing() {
    let folders: Vec<String> = (0..20).map(|at| format!("Allow: /{at}/\n")).collect();
    let text = format!("User-agent: *\n{}Disallow: /*0123456789\n", folders.concat());
    let converted = alone(&text);
    let text = String::from_utf8(converted.text).unwrap();
    let fields = "ACAP-disallow-crawl: /*0123456789\r\nACAP-allow-crawl: /robots.txt?\r\n";
    assert_eq!(text, format!("##ACAP version=1.0\r\n\r\nACAP-crawler: *\r\n{fields}"));
    assert_eq!(converted.losses, []);
    // Where something closes it, it stands.
    let converted = alone("User-agent: *\nDisallow: /\nAllow: /1/\nDisallow: /*0123456789\n");
    let text = String::from_utf8(converted.text).unwrap();
    assert!(
        text.contains("allow-crawl: /1/\r\n") && text.contains(": /1/*0123456789\r\n"),
        "{text}"
    );
}

#[test]
fn lines_of_acap_end_in_crlf_whatever_the_source_has() {
    let rules = "# why\nUser-agent: *\nDisallow: /1\n\nUser-agent: b\nDisallow: /2";
    let mixed = rules.replacen('\n', "\r", 2).replacen('\n', "\r\n", 1);
    for source in [rules.to_owned(), rules.replace('\n', "\r\n"), rules.replace('\n', "\r"), mixed]
    {
        for form in FORMS {
            let text = String::from_utf8(to_acap(source.as_bytes(), form).unwrap().text).unwrap();
            let ends = text.matches("\r\n").count();
            assert_eq!(text.matches('\n').count(), ends, "{text:?}");
            assert_eq!(text.matches('\r').count(), ends, "{text:?}");
            assert!(text.ends_with("ACAP-disallow-crawl: /2\r\n"), "{text:?}");
            if form == AcapForm::WithSource {
                let lines: Vec<&str> = text.lines().skip(2).take(6).collect();
                assert_eq!(lines, rules.lines().collect::<Vec<_>>(), "{source:?}");
            }
        }
    }
}

/// Whatever is shown of a crawler is a name of the file, or says that it has none.
#[test]
fn no_name_is_made_up() {
    let texts = [
        "User-agent: another-crawler\nDisallow: /1\n\nUser-agent: *\nDisallow: /\nAllow: /Public/\n",
        "User-agent: *\nDisallow: /2\n\nUser-agent: foo\nAllow: /\nDisallow: /12/\n",
        "User-agent: foo\nDisallow: /\n\nUser-agent: foo-x\nAllow: /\n",
    ];
    for text in texts {
        for form in FORMS {
            let converted = to_acap(text.as_bytes(), form).unwrap();
            for loss in converted.losses.iter().chain(&converted.notes) {
                let Some(example) = &loss.example else { continue };
                if let ExampleCrawler::Named(name) | ExampleCrawler::Longer(name) = &example.agent {
                    assert!(text.contains(&format!("User-agent: {name}\n")), "{loss}");
                }
                assert!(!["anotherr", "foo-x "].iter().any(|it| loss.to_string().contains(it)));
            }
        }
    }
}

#[test]
fn a_web_page_is_refused() {
    let page = b"<!DOCTYPE html>\n<pre>\nUser-agent: *\nDisallow: /\n</pre>\n";
    for form in FORMS {
        assert_eq!(to_acap(page, form).unwrap_err(), Unconvertible::Page);
    }
    assert_eq!(to_robots(page).unwrap_err(), Unconvertible::Page);
}
