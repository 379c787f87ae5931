//! What is written is read as it was meant, and what was read is written with the same meaning.
//!
//! `PROPTEST_CASES` sets how many files are tried; `./test --long` raises it.

#![expect(clippy::unwrap_used, reason = "test code may stop at once")]

mod built;
mod lenient;

use built::file;
use lenient::lenient;
use placet::condition::Qualifier;
use placet::write::{LineEnd, RobotsFile, same_meaning};
use placet::{Agent, AgentPolicy, Crawler, Profile, RobotsPolicy, Usage};
use proptest::prelude::*;

const URLS: &[&str] =
    &["/", "/a", "/a/b", "/A/x.gif", "/caf%c3%a9/", "/~a", "/a?b=/", "/x/b", "/%41"];
const REFERENCED: &str = "ACAP-crawler: *\nACAP-allow-(snip): the-acap:resource-set:open\n\
                        ACAP-allow-(all): /\nACAP-disallow-index: the-acap:resource-set:shut\n";

/// Checks that both decide the same, for a few crawlers.
fn check_decisions(one: &RobotsPolicy, other: &RobotsPolicy) {
    let agents = [Agent::new("bot"), Agent::new("Bot").with_user_agent("Bot/1.0"), Agent::new("z")];
    let crawlers = agents.into_iter().flat_map(|agent| {
        let plain = Crawler::new(agent).can_honour(Qualifier::TargetCondition);
        [plain.clone(), plain.purpose("news")]
    });
    for crawler in crawlers {
        let (one, other) = (one.for_agent(&crawler), other.for_agent(&crawler));
        for url in URLS {
            for usage in Usage::ALL {
                let answer = |bot: &AgentPolicy| {
                    let decision = bot.may(usage, url).unwrap();
                    let mut conditions = decision.conditions().to_vec();
                    conditions.sort();
                    conditions.dedup();
                    (decision.verdict(), conditions)
                };
                assert_eq!(answer(&one), answer(&other), "{crawler:?} {usage} {url}");
            }
        }
    }
}

proptest! {
    #[test]
    fn built_files_are_read_without_problems(file in file()) {
        let text = file.print(LineEnd::Lf);
        let read = RobotsPolicy::parse(text.as_bytes());
        let is_well_spaced = !text.starts_with('\n')
            && !text.contains("\n\n\n")
            && (text.is_empty() || text.ends_with('\n') && !text.ends_with("\n\n"));
        prop_assert!(is_well_spaced, "{}", text);
        let with_cr = file.print(LineEnd::CrLf);
        prop_assert_eq!(with_cr.replace("\r\n", "\n"), &*text);
        let with_crlf = RobotsPolicy::parse(with_cr.as_bytes());
        prop_assert_eq!(with_crlf.problems().count(), 0, "{}", text);
        prop_assert!(same_meaning(&read, &with_crlf));
        let again = RobotsFile::from_policy(&read).print(LineEnd::Lf);
        let again = RobotsPolicy::parse(again.as_bytes());
        prop_assert!(same_meaning(&read, &again), "{}", text);
        check_decisions(&read, &again);
    }

    #[test]
    fn files_are_written_with_the_meaning_they_were_read_with(text in lenient()) {
        for profile in Profile::ALL {
            let reader = RobotsPolicy::builder().profile(profile);
            let read = reader.parse(&text);
            let file = RobotsFile::from_policy(&read);
            for line_end in [LineEnd::Lf, LineEnd::CrLf] {
                let printed = file.print(line_end);
                let again = reader.parse(printed.as_bytes());
                prop_assert!(
                    same_meaning(&read, &again), "{}\n---\n{}", text.escape_ascii(), printed
                );
                prop_assert_eq!(&RobotsFile::from_policy(&again).print(line_end), &printed);
                check_decisions(&read, &again);
                let join = |policy: &RobotsPolicy| policy.join(|_| Some(REFERENCED));
                check_decisions(&join(&read), &join(&again));
            }
        }
    }
}
