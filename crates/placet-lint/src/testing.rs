//! What every rule is held to.

use std::fmt::Write as _;

use placet::{Agent, RobotsPolicy, Usage};

use crate::finding::Applicability;
use crate::fix::apply;
use crate::{Config, Family, Format, Report, Rule, Style, Subject, lint};

/// Files in which a rule finds something, and near misses in which it does not.
macro_rules! cases {
    (fires: [$($fires:expr),+ $(,)?], silent: [$($silent:expr),+ $(,)?] $(,)?) => {
        #[test]
        fn finds_what_it_should_and_nothing_else() {
            let fires: Vec<Vec<u8>> = vec![$(AsRef::<[u8]>::as_ref(&$fires).to_vec()),+];
            let silent: Vec<Vec<u8>> = vec![$(AsRef::<[u8]>::as_ref(&$silent).to_vec()),+];
            crate::testing::check(&super::RULE, &fires, &silent);
        }
    };
}
pub(crate) use cases;

fn only(rule: &Rule) -> Config {
    Config { select: vec![rule.code().to_owned()], ..Config::default() }
}

fn subject<'t>(rule: &Rule, text: &'t [u8]) -> Subject<'t> {
    match rule.family() {
        Family::Field => Subject::fields("headers", text),
        Family::Html => Subject::page("page.html", text),
        _ => Subject::new(name(rule), text),
    }
}

fn name(rule: &Rule) -> &'static str {
    if rule.name() == "file-name-case" { "Robots.txt" } else { "robots.txt" }
}

/// The rule finds something in each of `fires` and nothing in any of `silent`; what it prints is
/// kept; its fixes leave nothing to find and, where they are safe, every answer as it was. The
/// same goes for the examples in its manual page.
pub(crate) fn check(rule: &'static Rule, fires: &[Vec<u8>], silent: &[Vec<u8>]) {
    let mut shown = String::new();
    for text in fires {
        let subject = subject(rule, text);
        let report = lint(&subject, &only(rule));
        assert!(!report.findings().is_empty(), "{rule:?} is silent on {}", text.escape_ascii());
        for _ in 0..usize::from(text.len() < 4_096) {
            let _ = write!(shown, "{}", report.render(Format::Full, Style::Plain));
        }
        check_fixes(rule, &report);
    }
    for text in silent {
        let is_cased = name(rule) == "Robots.txt";
        let subject = if is_cased { Subject::new("robots.txt", text) } else { subject(rule, text) };
        let report = lint(&subject, &only(rule));
        let shown = report.render(Format::Full, Style::Plain);
        assert!(report.findings().is_empty(), "{rule:?} on {}:\n{shown}", text.escape_ascii());
    }
    for example in rule.manual().examples() {
        let subject = subject(rule, example.text.as_bytes());
        let report = lint(&subject, &only(rule));
        let found = !report.findings().is_empty();
        let fits = found == example.is_bad || name(rule) == "Robots.txt";
        assert!(fits, "{rule:?} finds {found} in its example:\n{}", example.text);
        check_fixes(rule, &report);
    }
    insta::with_settings!({
        snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(format!("{}-{}", rule.code(), rule.name()), shown);
    });
}

fn check_fixes(rule: &'static Rule, report: &Report<'_>) {
    for most in [Applicability::Safe, Applicability::Unsafe] {
        let text = report.subject().text();
        let fixed = crate::fix(report.subject(), &only(rule), most);
        if fixed.applied == 0 {
            continue;
        }
        let subject = subject(rule, &fixed.text);
        let left = lint(&subject, &only(rule));
        let unfixed = report
            .findings()
            .iter()
            .filter(|it| it.fix().is_none_or(|fix| fix.applicability > most));
        assert!(
            left.findings().len() <= unfixed.count(),
            "{rule:?} still finds after {most:?} fixes in {}:\n{}",
            text.escape_ascii(),
            fixed.text.escape_ascii()
        );
        if most == Applicability::Safe {
            same_answers(text, &apply(text, report.findings(), most).text);
            same_answers(text, &fixed.text);
        }
    }
}

/// Asks both files about many crawlers and paths.
pub(crate) fn same_answers(before: &[u8], after: &[u8]) {
    let (one, other) = (RobotsPolicy::parse(before), RobotsPolicy::parse(after));
    let agents = one.addressees().into_iter().chain(other.addressees());
    let agents = agents.chain(["*", "other", "a", "b", "AI"].map(Agent::new));
    let words: Vec<String> = String::from_utf8_lossy(before)
        .split(|c: char| c.is_whitespace())
        .filter_map(|word| word.find('/').and_then(|at| word.get(at..)).map(str::to_owned))
        .collect();
    let mut paths: Vec<String> =
        ["/", "/a", "/a/b", "/x.pdf", "/a?b=c", "/index.html"].map(Into::into).into();
    for word in &words {
        let word = word.trim_end_matches('$');
        for filler in ["", "x", "/a/"] {
            let path = word.replace('*', filler);
            paths.push(format!("{path}tail"));
            paths.push(path);
        }
    }
    for agent in agents {
        let (before, after) = (one.ask(&agent), other.ask(&agent));
        assert_eq!(before.crawl_delay(), after.crawl_delay());
        for path in &paths {
            for usage in [Usage::Crawl, Usage::Index, Usage::Preserve, Usage::PresentSnippet] {
                let verdict =
                    |inquiry: &placet::Inquiry| inquiry.may(usage, path).unwrap().verdict();
                assert_eq!(verdict(&before), verdict(&after), "{agent} {usage} {path}");
            }
        }
    }
}
