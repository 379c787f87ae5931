//! Files made to take long: each would take minutes if some rule compared all pairs. No test measures
//! time; one that does not end has failed.

use std::fmt::Write as _;

use placet::limits::FILE_MIN;
use placet_lint::{Applicability, Config, Subject, Visit, fix, lint, lint_visit};

/// Lines up to the ceiling, each made from its number.
fn lines(head: &str, line: impl Fn(usize) -> String) -> String {
    let mut text = head.to_owned();
    for at in 0.. {
        if text.len() > FILE_MIN {
            break;
        }
        let _ = writeln!(text, "{}", line(at));
    }
    text
}

/// A different product token for every number.
fn token(mut at: usize) -> String {
    let mut token = String::from("a");
    while at > 0 {
        token.extend(char::from_digit(10 + u32::try_from(at % 26).unwrap_or(0), 36));
        at /= 26;
    }
    token
}

fn bounded(subject: &Subject<'_>) {
    let report = lint(subject, &Config::default());
    // Each rule finds at most a few things at each byte.
    assert!(report.findings().len() <= 4 * subject.text().len());
}

/// Lints a robots.txt and fixes a part of it: the cost of fixes is bounded by proofs and steps, and
/// that part reaches both bounds.
fn robots(text: &str) {
    bounded(&Subject::new("robots.txt", text.as_bytes()));
    let part = text.get(..FIXED).unwrap_or(text);
    fix(&Subject::new("robots.txt", part.as_bytes()), &Config::default(), Applicability::Safe);
}

/// How many bytes of each file are fixed.
const FIXED: usize = 1 << 12;

#[test]
fn many_rules_and_groups() {
    let kind = |at: usize| if at.is_multiple_of(2) { "Allow" } else { "Disallow" };
    let star = "User-agent: *\nDisallow: /a\nDisallow: /b\n";
    let model = format!("{star}User-agent: m\nDisallow: /a\nDisallow: /b\n");
    let shared: Vec<String> = (0..9_000).map(|at| format!("User-agent: {}\n", token(at))).collect();
    let shared = shared.concat();
    for text in [
        lines(star, |_| "Allow: /x".into()),
        lines(star, |_| "Allow:".into()),
        lines("", |at| format!("User-agent: {}", token(at))),
        lines(&model, |at| format!("User-agent: {}\nDisallow: /{at}", token(at))),
        lines(&format!("{shared}Disallow: /\n"), |at| {
            format!("User-agent: {}\nDisallow: /{at}", token(at % 9_000))
        }),
        lines(star, |at| format!("{}: /*a*{at}*b", kind(at))),
        lines(star, |at| format!("{}: /{}{at}", kind(at), "*a".repeat(50))),
        lines(star, |at| format!("{}: /{}", kind(at), "a".repeat(at))),
        lines("", |at| format!("Dlsalloww{at}: x")),
        lines("", |_| "Disallow: /a # placet: ignore ROB102 ROB103".into()),
        format!("User-agent: *\nDisallow: /{}\n", "%z /".repeat(FILE_MIN / 4)),
        "\r".repeat(FILE_MIN),
    ] {
        robots(&text);
    }
}

#[test]
fn many_acap_fields() {
    let head = "ACAP-crawler: *\nACAP-disallow-crawl: /\n";
    let kind = |at: usize| if at.is_multiple_of(2) { "allow" } else { "disallow" };
    for text in [
        lines(head, |at| format!("ACAP-{}-crawl: *{at}", kind(at))),
        lines(head, |at| format!("ACAP-allow-index: /{at} time-limit=x")),
        lines("", |_| "ACAP-crawler: *".into()),
        lines("", |_| "ACAP-crawler: *\nACAP-allow-other: /".into()),
        lines("", |_| "ACAP-composite-usage: a (a) (a) (a)".into()),
        format!("{head}ACAP-allow-index: /{}\n", " time-limit=3-days".repeat(25_000)),
        lines(&format!("User-agent: *\nDisallow: /*x\n{head}"), |at| {
            format!("ACAP-disallow-crawl: /*{at}*x")
        }),
    ] {
        robots(&text);
    }
}

#[test]
fn visits_with_many_links_and_statements() {
    let robots = lines("User-agent: *\nDisallow: /*x\n", |at| {
        format!("User-agent: {}\nDisallow: /a{at}\nDisallow: /*{at}*js\n", token(at))
    });
    let scripts: Vec<String> = (0..20_000).map(|at| format!("<script src=/a{at}.js>\n")).collect();
    let scripts = format!("{}</script>", scripts.join("</script>"));
    let metas = "<meta name=robots content='all, noindex, max-snippet:3'>".repeat(6_000);
    let unclosed = "<link rel='".repeat(100_000);
    let sitemaps = lines(&robots[..1_000], |at| format!("Sitemap: https://a.example/x{at}"));
    let fields = "Robots-Tag: *;all;noindex;max-snippet=4\n".repeat(6_000);
    for (robots, page) in [(&robots, &scripts), (&robots, &metas), (&sitemaps, &unclosed)] {
        let files = vec![
            Subject::new("robots.txt", robots.as_bytes()),
            Subject::fields("headers", fields.as_bytes()),
            Subject::page("page.html", page.as_bytes()),
        ];
        let visit = Visit::new("https://a.example/b", files).unwrap();
        for report in lint_visit(&visit, &Config::default()) {
            assert!(report.findings().len() <= report.subject().text().len());
        }
    }
}

#[test]
fn pages_with_many_statements() {
    let page = "<meta name=robots content='all, noindex, frob'>".repeat(12_000);
    bounded(&Subject::page("page.html", page.as_bytes()));
    let fields = "Robots-Tag: *;all;noindex;frob\n".repeat(12_000);
    bounded(&Subject::fields("headers", fields.as_bytes()));
}

#[test]
fn many_signals() {
    let group = "User-agent: *\nDisallow: /*x\n";
    let pairs = "train-ai=n, search=y, ".repeat(20_000);
    for text in [
        lines(group, |at| format!("Content-Usage: /{at} train-ai=y")),
        lines(group, |at| format!("Content-Signal: /*{at}*b ai-train=yes\nAllow: /*{at}")),
        lines(group, |at| format!("User-agent: {}\nContent-Signal: search=yes", token(at))),
        lines("", |at| format!("User-agent: {}\nDisallowAITraining: /{at}\nAllow: /", token(at))),
        format!("{group}Content-Usage: {pairs}\nContent-Signal: {pairs}\n"),
    ] {
        robots(&text);
    }
    let rule = |at: usize| format!("{{\"location\": \"/*{at}*\", \"tdm-reservation\": \"1\"}},");
    let file: String = (0..8_000).map(rule).collect();
    bounded(&Subject::tdmrep("tdmrep.json", format!("[{file}1]").as_bytes()));
    let license =
        "<content url='a'><license><permits type='usage'>a,b</permits></license></content>";
    let document = license.repeat(6_000);
    let document = format!("<rsl xmlns='https://rslstandard.org/rsl'>{document}</rsl>");
    bounded(&Subject::rsl("license.xml", None, document.as_bytes()));
    bounded(&Subject::trust_txt("trust.txt", "datatrainingallowed=x\n".repeat(20_000).as_bytes()));
    bounded(&Subject::ai_txt("ai.txt", lines("", |at| format!("Disallow: {at}")).as_bytes()));
}
