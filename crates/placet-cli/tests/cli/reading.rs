//! Names, URLs and encodings, the same in every command.

use serde_json::{Value, json};

use crate::run::{Run, placet};

const PROFILES: [&str; 3] = ["full", "rfc9309", "google"];
const CLOSED: &str = "User-agent: *\nDisallow: /x\n";

fn check(robots: &[u8], args: &[&str]) -> Run {
    placet(&[&["check", "--robots", "-"], args].concat(), robots)
}

#[test]
fn a_user_agent_field_is_recognized_in_every_profile() {
    let robots = b"User-agent: Googlebot\nDisallow: /\n";
    for profile in PROFILES {
        let status = |how: &str, agent: &str| {
            let run = check(robots, &["/x", how, agent, "--profile", profile]);
            assert_eq!(run.err, "", "{agent}");
            run.status
        };
        for agent in [
            "Googlebot",
            "Googlebot/2.1",
            "Googlebot (+http://www.google.com/bot.html)",
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
        ] {
            assert_eq!(status("--agent", agent), 1, "{agent} {profile}");
            let closed = i32::from(agent == "Googlebot");
            assert_eq!(status("--agent-exact", agent), closed, "{agent} {profile}");
        }
        for agent in ["Googlebot Image", "Googlebot/", "Googlebot (", "/", ""] {
            assert_eq!(status("--agent", agent), 0, "{agent} {profile}");
        }
    }
    for args in [&["/x", "--agent", "a", "--agent-exact", "b"][..], &["/x"]] {
        assert_eq!(check(robots, args).status, 2, "{args:?}");
    }
}

#[test]
fn a_question_names_its_crawler_in_two_ways() {
    let robots = "User-agent: Googlebot\nDisallow: /\n";
    let verdict = |key: &str, agent: &str, profile: &str| {
        let question = json!({"robots": robots, key: agent, "url": "/x", "profile": profile});
        let run = placet(&["decide"], question.to_string().as_bytes());
        serde_json::from_str::<Value>(&run.out).unwrap()["verdict"].clone()
    };
    for profile in PROFILES {
        assert_eq!(verdict("agent", "Googlebot/2.1", profile), "prohibit");
        assert_eq!(verdict("agent_exact", "Googlebot/2.1", profile), "permit");
        assert_eq!(verdict("agent_exact", "googlebot", profile), "prohibit");
    }
    for question in [json!({"agent": "a", "agent_exact": "b"}), json!({})] {
        let mut question = question;
        question["robots"] = robots.into();
        question["url"] = "/".into();
        let run = placet(&["decide"], question.to_string().as_bytes());
        assert_eq!(run.status, 2, "{question}");
        assert!(run.out.contains("agent"), "{}", run.out);
    }
}

#[test]
fn the_decision_is_about_the_fetched_url() {
    for url in [
        "http://h/a/../x/y",
        "http://host\\x\\y",
        "http://h/%2e%2e/x",
        " http://h/\tx\n",
        "http:h/x",
    ] {
        assert_eq!(check(CLOSED.as_bytes(), &[url, "--agent", "a"]).status, 1, "{url:?}");
    }
    for (url, why) in [
        ("https://exa mple.com/", "the host contains ' '"),
        ("http://[::1/", "does not end with ]"),
        ("http://h:99999/", "the port must be a number from 0 to 65535"),
        ("http://1.2.3.4.5/", "must be a valid IPv4 address"),
    ] {
        let run = check(CLOSED.as_bytes(), &[url, "--agent", "a"]);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{url}");
        assert!(run.err.contains(why), "{}", run.err);
        assert_eq!(check(b"", &[url, "--agent", "a", "--profile", "google"]).status, 0, "{url}");
    }
}

/// A text in UTF-16 and UTF-32, with and without a byte order mark.
fn wide() -> Vec<(Vec<u8>, &'static str)> {
    let marked = format!("\u{FEFF}{CLOSED}");
    let of = |text: &str| {
        let (two, four) = (|| text.encode_utf16(), || text.chars().map(u32::from));
        [
            (two().flat_map(u16::to_le_bytes).collect(), "UTF-16LE"),
            (two().flat_map(u16::to_be_bytes).collect(), "UTF-16BE"),
            (four().flat_map(u32::to_le_bytes).collect(), "UTF-32LE"),
            (four().flat_map(u32::to_be_bytes).collect(), "UTF-32BE"),
        ]
    };
    [of(&marked), of(CLOSED)].concat()
}

#[test]
fn wide_files_are_decoded_and_reported() {
    for (robots, name) in wide() {
        let note = format!("the file is in {name}");
        let agent = ["--agent", "a"];
        let run = check(&robots, &[&["/x"], &agent[..]].concat());
        assert_eq!(run.status, 1, "{name}");
        assert!(run.out.contains(&note) && run.out.contains("Disallow: /x"), "{}", run.out);
        // Google's matcher does not decode it, which is reported.
        let run = check(&robots, &[&["/x", "--profile", "google"], &agent[..]].concat());
        assert!(run.status == 0 && run.out.contains(&note), "{}", run.out);
        for command in ["matrix", "explain"] {
            let run = placet(&[&[command, "/x", "--robots", "-"], &agent[..]].concat(), &robots);
            assert!(run.out.contains(&note), "{}", run.out);
        }
        let run = placet(&["records", "-"], &robots);
        assert!(run.out.contains("UTF-16 or UTF-32"), "{}", run.out);
    }
}

#[test]
fn a_garbled_file_is_reported() {
    let robots = b"User-agent: *\nDisallow: \0/x\n";
    let note = "the file contains a NUL byte; the rest of its line is not read";
    let run = check(robots, &["/x", "--agent", "a"]);
    assert!(run.status == 0 && run.out.contains(note), "{}", run.out);
    let run = check(robots, &["/x", "--agent", "a", "--json"]);
    assert_eq!(serde_json::from_str::<Value>(&run.out).unwrap()["notes"], json!([note]));
    let encoded = "VXNlci1hZ2VudDogKgpEaXNhbGxvdzogAC94Cg==";
    let question = json!({"robots_b64": encoded, "agent": "a", "url": "/x"});
    for args in [&["decide"][..], &["decide", "--verdict-only"]] {
        let run = placet(args, question.to_string().as_bytes());
        assert_eq!(serde_json::from_str::<Value>(&run.out).unwrap()["notes"], json!([note]));
    }
}
