//! The tests that every rule has to pass.

use std::fmt::Write as _;

use placet::signals::SignalFile;
use placet::{Agent, RobotsPolicy, Usage};

use crate::finding::Applicability;
use crate::fix::apply;
use crate::place::Places;
use crate::rule::Check;
use crate::subject::Kind;
use crate::{Config, Family, Missing, Report, Rule, Subject, Visit, lint, lint_visit};

/// Files in which a rule finds something, and similar files in which it does not.
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

fn subject<'t>(rule: &Rule, name: &str, text: &'t [u8]) -> Subject<'t> {
    match rule.family() {
        Family::Field => Subject::fields("headers", text),
        Family::Html => Subject::page("page.html", text),
        Family::Signal => signal_subject(name, text),
        _ => Subject::new(name, text),
    }
}

/// A file of signals, whose kind shows in its first bytes.
fn signal_subject<'t>(name: &str, text: &'t [u8]) -> Subject<'t> {
    let start: String = String::from_utf8_lossy(text).chars().take(20).collect();
    let start = start.to_lowercase();
    let begins = |words: &[&str]| words.iter().any(|word| start.starts_with(word));
    if begins(&["[", "{", "\""]) {
        Subject::tdmrep("tdmrep.json", text)
    } else if begins(&["# trust.txt"]) {
        Subject::trust_txt("trust.txt", text)
    } else if begins(&["# ai.txt"]) {
        Subject::ai_txt("ai.txt", text)
    } else if begins(&["http/"]) {
        Subject::fields("headers", text)
    } else if begins(&["<meta", "<link", "<script", "<title", "<p", "<html", "<!doctype html"]) {
        Subject::page("page.html", text)
    } else if begins(&["<", "\u{FEFF}<", " <"]) {
        Subject::rsl("license.xml", None, text)
    } else {
        Subject::new(name, text)
    }
}

/// The name of a file in which the rule has to find something.
fn name(rule: &Rule) -> &'static str {
    match rule.name() {
        "file-name-case" => "Robots.txt",
        "file-not-at-root" => "https://example.com/news/robots.txt",
        _ => "robots.txt",
    }
}

/// Checks that the rule finds something in each of `fires` and nothing in any of `silent`, that the
/// findings are those of the snapshot, and that its fixes resolve them without changing a decision if
/// they are safe. The examples of its manual page are checked in the same way.
pub(crate) fn check(rule: &'static Rule, fires: &[Vec<u8>], silent: &[Vec<u8>]) {
    let mut shown = String::new();
    for text in fires {
        let found = found(rule, name(rule), text);
        assert!(found.count > 0, "{rule:?} is silent on {}", text.escape_ascii());
        shown.push_str(&found.shown);
    }
    for text in silent {
        let Found { count, shown } = found(rule, "robots.txt", text);
        assert_eq!(count, 0, "{rule:?} on {}:\n{shown}", text.escape_ascii());
    }
    for example in rule.manual().examples() {
        let found = found(rule, name(rule), example.text.as_bytes()).count > 0;
        let fits = found == example.is_bad || name(rule) != "robots.txt";
        assert!(fits, "{rule:?} finds {found} in its example:\n{}", example.text);
    }
    insta::with_settings!({
        snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(format!("{}-{}", rule.code(), rule.name()), shown);
    });
}

/// The findings of a rule, with their description.
struct Found {
    count: usize,
    shown: String,
}

impl Found {
    fn new(reports: &[Report<'_>]) -> Self {
        let count = reports.iter().map(|report| report.findings().len()).sum();
        let fixable: usize = reports.iter().map(|it| it.fixable(Applicability::Safe)).sum();
        let mut shown: String = reports.iter().map(described).collect();
        let counted = match count {
            0 => "nothing found".to_owned(),
            1 => "1 finding".to_owned(),
            more => format!("{more} findings"),
        };
        let fixable =
            if fixable > 0 { format!(", {fixable} fixable with --fix") } else { String::new() };
        let _ = writeln!(shown, "{counted}{fixable}");
        Self { count, shown }
    }
}

/// Describes each finding with its spans, their text, and the changes of its fix.
fn described(report: &Report<'_>) -> String {
    let mut text = String::new();
    let quoted = |bytes: &[u8]| bytes.get(..60).unwrap_or(bytes).escape_ascii().to_string();
    for finding in report.findings() {
        let severity = finding.severity();
        let _ = writeln!(text, "{severity}[{}]: {}", finding.rule().code(), finding.message());
        for label in std::iter::once(finding.primary()).chain(finding.labels()) {
            let file = report.file(label);
            let place = Places::new(file.text()).of(label.span.start);
            let at = quoted(file.text().get(label.span.clone()).unwrap());
            let _ = write!(text, "  {}:{}:{} `{at}`", file.origin(), place.line, place.column);
            let colon = if label.text.is_empty() { "" } else { ": " };
            let _ = writeln!(text, "{colon}{}", label.text);
        }
        if let Some(help) = finding.help() {
            let _ = writeln!(text, "  help: {help}");
        }
        if let Some(fix) = finding.fix() {
            let _ = writeln!(text, "  {} fix: {}", fix.applicability.name(), fix.title);
            for edit in fix.edits.iter().take(8) {
                let before = quoted(report.subject().text().get(edit.span.clone()).unwrap());
                let place = Places::new(report.subject().text()).of(edit.span.start);
                let after = quoted(&edit.content);
                let _ =
                    writeln!(text, "    {}:{} `{before}` -> `{after}`", place.line, place.column);
            }
        }
        text.push('\n');
    }
    text
}

fn found(rule: &'static Rule, name: &str, text: &[u8]) -> Found {
    if matches!(rule.check, Check::Visit(_)) {
        return found_together(rule, text);
    }
    let subject = subject(rule, name, text);
    let report = lint(&subject, &only(rule));
    check_fixes(rule, name, &report);
    Found::new(&[report])
}

/// The findings of a rule in the files of one URL, written one after the other: the URL on a line,
/// followed by the media type of the robots.txt if that matters; an empty line; a robots.txt; a header
/// that begins with a line `HTTP/`; a page that begins with a tag; other files, each after a line
/// `--- ` and its name or URL, followed by ` as ` and its media type, by ` is unavailable: ` and the
/// cause, or by ` is a web page`. Only the URL is required.
fn found_together(rule: &'static Rule, text: &[u8]) -> Found {
    let text = std::str::from_utf8(text).unwrap();
    let mut parts = text.split("--- ");
    let (url, files) = parts.next().unwrap().split_once("\n\n").unwrap();
    let others: Vec<(&str, &str)> =
        parts.map(|part| part.split_once('\n').unwrap_or((part, ""))).collect();
    let (url, media_type) = url.split_once(' ').unwrap_or((url, ""));
    let page = if files.starts_with('<') { Some(0) } else { files.find("\n<").map(|at| at + 1) };
    let (rest, page) = files.split_at(page.unwrap_or(files.len()));
    let (robots, fields) = rest.split_at(rest.find("HTTP/").unwrap_or(rest.len()));
    let mut subjects = Vec::new();
    if !robots.is_empty() {
        subjects.push(Subject::new("robots.txt", robots.as_bytes()).served_as(media_type));
    }
    if !fields.is_empty() {
        subjects.push(Subject::fields("headers", fields.as_bytes()));
    }
    if !page.is_empty() {
        subjects.push(Subject::page("page.html", page.as_bytes()));
    }
    subjects.extend(others.into_iter().map(|(name, text)| other_file(name, text)));
    let visit = Visit::new(url, subjects).unwrap();
    Found::new(&lint_visit(&visit, &only(rule)))
}

fn other_file<'t>(name: &str, text: &'t str) -> Subject<'t> {
    let (name, media_type) = name.split_once(" as ").unwrap_or((name, ""));
    let missing = match name.split_once(" is unavailable: ") {
        Some((name, cause)) => Some((name, Missing::Unavailable(cause.to_owned()))),
        None => name.strip_suffix(" is a web page").map(|name| (name, Missing::WebPage)),
    };
    if let Some((name, why)) = missing {
        let file = match name {
            "tdmrep.json" => SignalFile::Tdmrep,
            "trust.txt" => SignalFile::TrustTxt,
            "ai.txt" => SignalFile::AiTxt,
            url => SignalFile::Rsl(url.into()),
        };
        return Subject::missing(name, file, why);
    }
    let subject = match name {
        "tdmrep.json" => Subject::tdmrep(name, text.as_bytes()),
        "trust.txt" => Subject::trust_txt(name, text.as_bytes()),
        "ai.txt" => Subject::ai_txt(name, text.as_bytes()),
        url => Subject::rsl(url, Some(url), text.as_bytes()),
    };
    subject.served_as(media_type)
}

fn check_fixes(rule: &'static Rule, name: &str, report: &Report<'_>) {
    for most in [Applicability::Safe, Applicability::Unsafe] {
        let text = report.subject().text();
        let fixed = crate::fix(report.subject(), &only(rule), most);
        if fixed.applied.is_empty() {
            continue;
        }
        let subject = subject(rule, name, &fixed.text);
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
        if most == Applicability::Safe && report.subject().kind() == Kind::Robots {
            same_decisions(text, &apply(report.subject(), report.findings(), most).text);
            same_decisions(text, &fixed.text);
        }
    }
}

/// Compares the decisions of both files for many crawlers and paths.
pub(crate) fn same_decisions(before: &[u8], after: &[u8]) {
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
        let (before, after) = (one.for_agent(&agent), other.for_agent(&agent));
        assert_eq!(before.crawl_delay(), after.crawl_delay());
        for path in &paths {
            for usage in [
                Usage::Crawl,
                Usage::Index,
                Usage::Preserve,
                Usage::PresentSnippet,
                Usage::TrainAi,
                Usage::AiInput,
            ] {
                let verdict =
                    |policy: &placet::AgentPolicy| policy.may(usage, path).unwrap().verdict();
                assert_eq!(verdict(&before), verdict(&after), "{agent} {usage} {path}");
            }
        }
    }
}
