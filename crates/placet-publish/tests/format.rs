//! What holds for every file that is brought into its form: it is read as before in every profile,
//! and its form is its own form.

#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    reason = "test code may stop at once, and says what it went through"
)]

use std::collections::BTreeMap;

use placet::syntax::ProblemKind;
use placet::{Agent, Profile, RobotsPolicy, Usage};
use placet_conformance::shared::corpus;
use placet_publish::format::{Left, format};
use proptest::prelude::*;

/// How many problems of each kind a file has: those that the form mends, and the others.
fn problems(policy: &RobotsPolicy) -> [BTreeMap<ProblemKind, usize>; 2] {
    let mut problems = [BTreeMap::new(), BTreeMap::new()];
    for problem in policy.problems() {
        let mended = matches!(
            problem.kind(),
            ProblemKind::LenientKey
                | ProblemKind::MissingColon
                | ProblemKind::ByteOrderMark
                | ProblemKind::AcapStyle
                | ProblemKind::AcapBlank
                | ProblemKind::AcapLineEnd
        );
        *problems[usize::from(!mended)].entry(problem.kind()).or_default() += 1;
    }
    problems
}

/// Forms a text and checks what holds of every form; gives it, unless it is left as it is.
fn check(text: &[u8], agents: &[Agent], paths: &[String]) -> Option<Vec<u8>> {
    let formed = match format(text) {
        Ok(formed) => formed,
        Err(Left::OtherMeaning) => panic!("{:?} cannot be formed", String::from_utf8_lossy(text)),
        Err(_) => return None,
    };
    let shown = || format!("{}\n---\n{}", text.escape_ascii(), formed.escape_ascii());
    assert_eq!(format(&formed).as_deref(), Ok(&*formed), "twice is not once: {}", shown());
    for profile in Profile::ALL {
        let read = |text| RobotsPolicy::builder().profile(profile).parse(text);
        let (before, after) = (read(text), read(&formed));
        if before.problems_unlisted() == 0 {
            let ([mended, others], [left, still]) = (problems(&before), problems(&after));
            assert_eq!(others, still, "{profile} {}", shown());
            for (kind, count) in left {
                assert!(mended.get(&kind) >= Some(&count), "{profile} {kind:?} {}", shown());
            }
        }
        for agent in agents {
            let (one, other) = (before.for_agent(agent), after.for_agent(agent));
            assert_eq!(one.crawl_delay(), other.crawl_delay(), "{profile} {agent} {}", shown());
            for path in paths {
                for usage in [Usage::Crawl, Usage::Index, Usage::PresentSnippet] {
                    let decision = |it: &placet::AgentPolicy| {
                        it.may(usage, path).map(|it| (it.verdict(), it.conditions().to_vec())).ok()
                    };
                    assert_eq!(
                        decision(&one),
                        decision(&other),
                        "{profile} {agent} {path} {}",
                        shown()
                    );
                }
            }
        }
    }
    Some(formed)
}

fn line() -> impl Strategy<Value = String> {
    let key = prop::sample::select(vec![
        "User-agent",
        "useragent",
        "USER AGENT",
        "Disallow",
        "Dissallow",
        "disallowed",
        "Allow",
        "ALLOW",
        "Sitemap",
        "site-map",
        "Crawl-delay",
        "host",
        "Frob",
        "fr ob",
        "ACAP-crawler",
        "acap-CRAWLER",
        "ACAP-disallow-crawl",
        "acap-allow-Index",
        "ACAP-allow-(Basic)",
        "acap-allow-( Basic )",
        "ACAP-composite-usage",
        "acap-frob",
        "ACAP-resource-set",
        "acap-ignore-conventional-records",
        "ACAP-usage-purpose",
    ]);
    let colon =
        prop::sample::select(vec![": ", ":", " : ", "\t:\t ", " ", "", ":\u{a0}", ":\u{b}"]);
    let value = prop::sample::select(vec![
        "*",
        "a",
        "b",
        "a/2",
        "/",
        "/a",
        "/a b",
        "/b*$",
        "/é",
        "5",
        "",
        "/ time-limit=3-days",
        "Basic index crawl",
        "s /a /b",
        "the-acap:resource-set:s",
        "/a:b",
    ]);
    let tail = prop::sample::select(vec![
        "",
        "",
        "",
        " ",
        " \t",
        "# c",
        "  # placet: ignore ROB1 ",
        "\0x",
        "\u{b}",
        " #\0",
        "\u{c} ",
    ]);
    let record = (key, colon, value, tail)
        .prop_map(|(key, colon, value, tail)| format!("{key}{colon}{value}{tail}"));
    let other = prop::sample::select(vec![
        "",
        "",
        " ",
        "\t",
        "# comment ",
        "  # placet: ignore ROB101",
        "##ACAP version=1.0",
        "<p>",
        "\u{feff}",
        "\u{feff}User-agent: *",
        " Disallow /a b ",
        "\0",
        "\u{b}",
        "ACAP version=2",
    ]);
    prop_oneof![3 => record, 2 => other.prop_map(str::to_owned)]
}

fn file() -> impl Strategy<Value = String> {
    let end = prop::sample::select(vec!["\n", "\n", "\r\n", "\r", "\n\n", "\n\r"]);
    let mark = prop::sample::select(vec!["", "", "", "\u{feff}"]);
    let lines = prop::collection::vec((line(), end), 0..20);
    (mark, lines, line()).prop_map(|(mark, lines, last)| {
        let lines: String = lines.iter().flat_map(|(line, end)| [line.as_str(), end]).collect();
        format!("{mark}{lines}{last}")
    })
}

proptest! {
    #[test]
    fn a_file_is_read_as_before_and_formed_once(text in file()) {
        let agents = ["a", "b", "zz"].map(Agent::new);
        let paths = ["/", "/a", "/a/b", "/b", "/%C3%A9"].map(str::to_owned);
        check(text.as_bytes(), &agents, &paths);
    }

    #[test]
    fn any_bytes_are_formed(text in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&text, &[Agent::new("a")], &["/".to_owned()]);
    }

    #[test]
    fn bytes_of_lines_are_formed(text in prop::collection::vec(
        prop::sample::select(b"a:#/* \t\r\n\x0B\x0C\0\xEF\xBB\xBF".to_vec()), 0..40)) {
        check(&text, &[Agent::new("a")], &["/".to_owned()]);
    }
}

#[test]
fn real_files_are_read_as_before_and_formed_once() {
    let (mut files, mut same, mut left, mut pages) = (0, 0, 0, 0);
    for archive in ["robots", "acap"] {
        let Some(real) = corpus(archive).unwrap() else { continue };
        for (_, text) in real {
            if format(&text) == Err(Left::Page) {
                pages += 1;
                continue;
            }
            let policy = RobotsPolicy::parse(&text);
            let agents: Vec<Agent> =
                policy.addressees().into_iter().take(3).chain([Agent::new("other")]).collect();
            let rules = policy.groups().flat_map(|group| group.rules().collect::<Vec<_>>());
            let paths: Vec<String> = rules
                .step_by(7)
                .take(12)
                .map(|rule| rule.pattern().trim_end_matches('$').replace('*', "x"))
                .collect();
            files += 1;
            match check(&text, &agents, &paths) {
                Some(formed) => same += usize::from(formed == text),
                None => left += 1,
            }
        }
    }
    if files > 0 {
        println!("{files} files: {same} have their form, {left} and {pages} pages are left");
        assert!(same > 0 && left < files / 100, "{files} {same} {left}");
    }
}
