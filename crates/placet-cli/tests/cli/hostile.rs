//! No command lets a site control the terminal.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use placet_report::{LINE_MAX, is_hidden};
use placet_testing::Random;

use crate::run::{Run, placet_with};
use crate::server::{Server, ok};

/// Hostile text: control sequences, C0 and C1 controls, characters that change the direction of text,
/// and long lines.
const HOSTILE: [&str; 22] = [
    "\u{1B}[2J",
    "\u{1B}[1;1H",
    "\u{1B}]0;title\u{7}",
    "\u{1B}]8;;http://a/\u{1B}\\",
    "\u{1B}[8m",
    "\u{1B}[38;5;999m",
    "\u{1B}c",
    "\u{1B}P1$r\u{9C}",
    "\u{9B}2J",
    "\u{9D}0;x\u{9C}",
    "\u{85}",
    "\u{7F}",
    "\u{8}\u{8}\u{8}",
    "\u{B}\u{C}",
    "\0",
    "\u{202E}",
    "\u{2066}",
    "\u{200F}",
    "\u{2028}",
    "\u{FEFF}",
    "\u{E0041}",
    "\u{AD}",
];

const ORDINARY: [&str; 12] =
    ["/", "a", "*", "$", "%41", "ö", " ", ": ", "Bot", "noindex", "allow-index", "="];

/// Random hostile inputs, the same in every run.
struct Numbers(Random);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    /// Text with hostile pieces in it, on one line.
    fn text(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..=self.below(6) {
            let hostile = self.below(2) == 0;
            let pieces: &[&str] = if hostile { &HOSTILE } else { &ORDINARY };
            text.push_str(pieces[self.below(pieces.len())]);
        }
        if self.below(40) == 0 {
            text = text.repeat(9_000);
        }
        text.replace(['\n', '\r'], "")
    }

    fn robots(&mut self) -> String {
        let keys = [
            "User-agent",
            "User-agent: *\nDisallow",
            "Allow",
            "Disallow",
            "Sitemap",
            "Crawl-delay",
            "Content-Signal",
            "ACAP-crawler",
            "ACAP-crawler: *\nACAP-allow-index",
            "ACAP-disallow-crawl",
            "ACAP-usage-purpose",
            "ACAP-resource-set",
            "ACAP-permissions-reference",
        ];
        let mut robots = String::new();
        for _ in 0..2 + self.below(8) {
            let key = if self.below(9) == 0 { self.text() } else { keys[self.below(13)].into() };
            writeln!(robots, "{key}: {}", self.text()).unwrap();
        }
        robots
    }

    fn page(&mut self) -> String {
        format!(
            "<meta name=robots content='noindex, {0}'><meta name='{1}' content='nosnippet'>\n\
             <meta name=robots content='ACAP allow-index {0}'>\n\
             <p id='{1}' class='the-acap:disallow-{2} the-acap:disallow-index'>{0}</p>\n",
            self.text(),
            self.text(),
            self.text()
        )
    }
}

/// Asserts that the output is plain text, apart from colours that do not come from the site.
fn assert_safe(run: &Run, parts: &[&str], context: &str) {
    for part in parts {
        for colour in ["\u{1B}[8m", "\u{1B}[38;5;999m"] {
            assert!(!part.contains(colour), "{context}: a colour of the site's: {part:?}");
        }
        let plain = without_colours(part);
        let hidden = plain.chars().find(|&c| is_hidden(c) && c != '\n');
        assert_eq!(hidden, None, "{context}: {:?}", plain.chars().take(3_000).collect::<String>());
        let longest = plain.lines().map(|line| line.chars().count()).max().unwrap_or_default();
        assert!(longest <= LINE_MAX + 1, "{context}: a line of {longest} characters");
    }
    assert!(run.status <= 2, "{context}: {} {}", run.status, run.err);
}

fn without_colours(text: &str) -> String {
    let mut plain = String::new();
    for (at, part) in text.split("\u{1B}[").enumerate() {
        let end = part.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(part.len());
        match part.get(end..).and_then(|rest| rest.strip_prefix('m')) {
            Some(rest) if at > 0 => plain.push_str(rest),
            _ if at > 0 => plain.extend(["\u{1B}[", part]),
            _ => plain.push_str(part),
        }
    }
    plain
}

#[test]
fn no_command_prints_control_characters_from_input() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (robots, other, page, table) = (at("a.txt"), at("b.txt"), at("p.html"), at("t.csv"));
    let mut numbers = Numbers(Random::new(7));
    for round in 0..12 {
        fs::write(&robots, numbers.robots()).unwrap();
        fs::write(&other, numbers.robots()).unwrap();
        fs::write(&page, numbers.page()).unwrap();
        let cell = numbers.text().replace(['"', '\0'], "");
        let row = format!("agent,url,expect\n\"{cell}\",/a,prohibit\n*,\"/{cell}\",permit\n");
        fs::write(&table, row).unwrap();
        let text = numbers.text().replace('\0', "");
        let text: String = text.chars().take(9_000).collect();
        let url = format!("https://a.example/{text}");
        let agent = if text.is_empty() { "Bot" } else { &*text };
        // In a folder that does not exist, so that no file is created.
        let store = format!("{}/{text}", at("none"));
        let header = format!("X-Robots-Tag: {agent}: noindex, {text}");
        let purpose = ["--purpose", agent];
        let asked: &[&str] = &["--agent", agent, "--robots", &robots];
        let with_page: &[&str] = &["--html", &page, "--header", &header, "-u", "index"];
        // The arguments of each command, and whether its output is a document of the site.
        let commands: Vec<(Vec<&str>, bool)> = vec![
            ([&["check", &*url][..], asked, with_page].concat(), false),
            ([&["check", &*url][..], asked, &purpose].concat(), false),
            ([&["matrix", &*url][..], asked].concat(), false),
            ([&["explain", &*url][..], asked, with_page].concat(), false),
            (vec!["records", &robots], false),
            (vec!["page", &page, "--header", &header], false),
            (vec!["extract", &page, "--agent", agent, "-u", "index"], true),
            (vec!["lint", &robots, &page], false),
            (vec!["lint", &robots, "--format", "concise"], false),
            (vec!["lint", &robots, "--fix", "--diff"], true),
            (vec!["fmt", &robots, "--check"], false),
            (vec!["fmt", &robots, "--diff"], true),
            (vec!["convert", &robots, "--to", "acap"], true),
            (vec!["convert", &other, "--to", "robots"], true),
            (vec!["diff", &robots, &other], false),
            (vec!["test", &robots, "--expect", &table], false),
            (vec!["cache", "show", &text], false),
            (vec!["rule", &text], false),
            (vec!["check", &text, "--agent", agent, "--robots", &text], false),
            (vec!["cache", "list", "--store", &store], false),
        ];
        for (command, is_document) in commands {
            for colour in ["never", "always"] {
                let args = [&command[..], &["--color", colour]].concat();
                let run = placet_with(folder.path(), &args, b"");
                let context = format!("round {round}: {args:?}");
                let context: String = context.chars().take(2_000).collect();
                let parts: &[&str] = if is_document { &[&run.err] } else { &[&run.out, &run.err] };
                assert_safe(&run, parts, &context);
            }
        }
    }
}

/// The same for fetched and stored files.
#[test]
fn no_stored_text_controls_the_terminal() {
    let caches = tempfile::tempdir().unwrap();
    let mut numbers = Numbers(Random::new(11));
    for _ in 0..6 {
        let (robots, page) = (numbers.robots(), numbers.page());
        let kind = "text/plain\u{9B}2J; charset=\u{202E}utf-8".to_owned();
        let site = Server::new(move |path| {
            if path == "/robots.txt" { ok(&kind, &robots) } else { ok("text/html", &page) }
        });
        let url = site.url("/a");
        for command in [
            &["check", &url, "-a", "Bot", "--allow-private", "--page", "-u", "index"][..],
            &["explain", &url, "-a", "Bot", "--allow-private"],
            &["lint", &url, "--allow-private"],
            &["cache", "list"],
            &["cache", "show", &site.origin],
        ] {
            for colour in ["never", "always"] {
                let args = [command, &["--color", colour]].concat();
                let run = placet_with(caches.path(), &args, b"");
                assert_safe(&run, &[&run.out, &run.err], &format!("{args:?}"));
            }
        }
    }
}

/// Documents are sanitized on a terminal and exact elsewhere.
#[test]
fn documents_are_sanitized_on_a_terminal_and_exact_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("robots.txt");
    let text = "User-agent: *\nDisallow: /\u{1B}[8m\u{9B}2J\u{202E}x\n";
    fs::write(&path, text).unwrap();
    let args = ["fmt", "--stdin", path.to_str().unwrap()];
    let run = placet_with(folder.path(), &["fmt", "-"], text.as_bytes());
    assert!(run.out.contains('\u{9B}'), "{args:?} {:?} {}", run.out, run.err);
    let Some(seen) = on_a_terminal(folder.path(), &path) else { return };
    assert!(seen.contains("Disallow: /"), "{seen:?}");
    let hidden = seen.chars().find(|&c| is_hidden(c) && !matches!(c, '\n' | '\r'));
    assert_eq!(hidden, None, "{seen:?}");
}

/// The output of `placet fmt - < FILE` on a terminal; none if there is no tool to simulate one.
fn on_a_terminal(folder: &Path, path: &Path) -> Option<String> {
    let placet = env!("CARGO_BIN_EXE_placet");
    let command = format!("'{placet}' fmt - < '{}'", path.display());
    let output = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .env("XDG_CACHE_HOME", folder)
        .output();
    let Ok(output) = output else {
        placet_testing::skip("documents on a terminal, because `script` is not installed");
        return None;
    };
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}
