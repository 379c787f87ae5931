//! `placet test`.

use std::fs;
use std::path::Path;
use std::process::Command;

use insta::assert_snapshot;
use serde_json::Value;
use tempfile::TempDir;

use crate::run::{Run, placet};
use crate::server::{Server, ok, status, unreachable};

const ROBOTS: &str = include_str!("../../../../examples/robots.txt");

/// A folder with a robots.txt and, unless it is empty, a table.
fn folder(robots: &str, table: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("robots.txt"), robots).unwrap();
    if !table.is_empty() {
        fs::write(folder.path().join("placet.toml"), table).unwrap();
    }
    folder
}

/// Runs `placet test` in a folder.
fn test(folder: &Path, args: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_placet"))
        .arg("test")
        .args(args)
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .current_dir(folder)
        .output()
        .unwrap();
    Run {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        status: output.status.code().unwrap(),
    }
}

const TABLE: &str = "\
[test]
file = 'robots.txt'

[[test.expect]]
agent = ['SomeBot', 'ExampleBot']
url = ['/drafts/42', 'https://example.com/search?q=1']
expect = 'permit'

[[test.expect]]
agent = 'ExampleBot'
usage = 'index'
url = '/'
expect = 'permit'
conditions = ['time-limit=30-days']
html = 'page.html'
headers = ['X-Robots-Tag: noindex']
";

#[test]
fn a_first_set_is_met_and_not_overwritten() {
    let folder = folder(ROBOTS, "[lint]\nignore = [\"ROB305\"]\n");
    let run = test(folder.path(), &["--init"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(run.out, "wrote 21 expectations to placet.toml\n");
    let table = fs::read_to_string(folder.path().join("placet.toml")).unwrap();
    assert_snapshot!(table);
    let run = test(folder.path(), &[]);
    assert_eq!((run.status, run.out.as_str()), (0, "robots.txt: 21 expectations are met\n"));
    let run = test(folder.path(), &["--init"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert_snapshot!(run.err, @"placet: placet.toml was left unchanged; use --force to replace its expectations: it already has a table `test`");
    assert_eq!(fs::read_to_string(folder.path().join("placet.toml")).unwrap(), table);
    assert_eq!(test(folder.path(), &["--init", "--force"]).status, 0);
    assert_eq!(fs::read_to_string(folder.path().join("placet.toml")).unwrap(), table);
}

/// The file that a table names.
fn named(table: &Path) -> String {
    let text = fs::read_to_string(table).unwrap();
    let line = text.lines().find(|line| line.starts_with("file = ")).unwrap();
    line.trim_start_matches("file = ").trim_matches('"').to_owned()
}

#[test]
fn a_first_set_names_its_file_relative_to_the_table() {
    let folder = folder(ROBOTS, "");
    let (base, site, settings) =
        (folder.path(), folder.path().join("site"), folder.path().join("settings"));
    for new in [&site, &settings] {
        fs::create_dir(new).unwrap();
        fs::write(new.join("robots.txt"), ROBOTS).unwrap();
    }
    let absolute = site.join("robots.txt").display().to_string();
    let table = settings.join("placet.toml").display().to_string();
    for (from, file, table, expected) in [
        (base, "site/robots.txt", "placet.toml", "site/robots.txt"),
        (base, "./site/robots.txt", "./placet.toml", "site/robots.txt"),
        (base, "site/robots.txt", "settings/placet.toml", "../site/robots.txt"),
        (base, "robots.txt", "settings/placet.toml", "../robots.txt"),
        (base, "settings/robots.txt", "settings/placet.toml", "robots.txt"),
        (base, &absolute, "placet.toml", "site/robots.txt"),
        (base, "site/robots.txt", &table, "../site/robots.txt"),
        (&site, "robots.txt", "../placet.toml", "site/robots.txt"),
        (&site, "robots.txt", "../settings/placet.toml", "../site/robots.txt"),
        (&site, "../robots.txt", "placet.toml", "../robots.txt"),
        (&site, &absolute, &table, "../site/robots.txt"),
    ] {
        let run = test(from, &[file, "--init", "-e", table]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{file} {table}");
        assert_eq!(named(&from.join(table)), expected, "{file} {table}");
        for elsewhere in [from, base, &site] {
            let at = from.join(table);
            let run = test(elsewhere, &["-e", at.to_str().unwrap()]);
            assert_eq!((run.status, run.err.as_str()), (0, ""), "{file} {table}");
        }
        fs::remove_file(from.join(table)).unwrap();
    }
}

#[test]
#[cfg(unix)]
fn a_folder_reached_through_a_link_is_found_from_the_table() {
    let folder = folder("", "");
    let (base, deep) = (folder.path(), folder.path().join("a/b"));
    fs::create_dir_all(&deep).unwrap();
    fs::write(base.join("a/robots.txt"), ROBOTS).unwrap();
    std::os::unix::fs::symlink(&deep, base.join("link")).unwrap();
    assert_eq!(test(base, &["a/robots.txt", "--init", "-e", "link/placet.toml"]).status, 0);
    assert_eq!(named(&deep.join("placet.toml")), "../robots.txt");
    let run = test(base, &["-e", "link/placet.toml"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    // A link below the folder of the table is kept.
    fs::write(deep.join("robots.txt"), ROBOTS).unwrap();
    assert_eq!(test(base, &["link/robots.txt", "--init"]).status, 0);
    assert_eq!(named(&base.join("placet.toml")), "link/robots.txt");
}

#[test]
fn a_first_set_is_made_from_the_file_that_the_table_names() {
    let folder = folder("", "[test]\nfile = 'site/robots.txt'\n");
    let site = folder.path().join("site");
    fs::create_dir(&site).unwrap();
    fs::write(site.join("robots.txt"), ROBOTS).unwrap();
    let run = test(folder.path(), &["--init", "--force"]);
    assert_eq!(run.out, "wrote 21 expectations to placet.toml\n");
    assert_eq!(named(&folder.path().join("placet.toml")), "site/robots.txt");
    // If it names none, from robots.txt in the same folder.
    let run = test(folder.path(), &["--init", "-e", "site/placet.toml"]);
    assert_eq!(run.out, "wrote 21 expectations to site/placet.toml\n");
    assert_eq!(named(&site.join("placet.toml")), "robots.txt");
}

#[test]
fn a_first_set_needs_one_named_file() {
    let folder = folder("", "");
    for (arguments, message) in [
        (&["-"][..], "--init needs a file, not standard input"),
        (&["https://example.com/"], "--init needs a file, not a site"),
        (&["robots.txt", "b.txt"], "--init needs one file, not 2"),
    ] {
        let run = test(folder.path(), &[arguments, &["--init"]].concat());
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert_eq!(run.err, format!("placet: {message}\n"));
    }
    let run = test(folder.path(), &["--init"]);
    assert_eq!(run.out, "wrote 1 expectation to placet.toml\n");
}

#[test]
fn a_first_set_covers_a_rule_with_two_spellings() {
    let folder = folder("User-agent: *\nDisallow: /p*%2Fx\n", "");
    let run = test(folder.path(), &["--init"]);
    assert_eq!(run.out, "wrote 2 expectations to placet.toml\n");
    fs::write(folder.path().join("robots.txt"), "User-agent: *\nDisallow:\n").unwrap();
    let run = test(folder.path(), &["-f", "concise"]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("/px%2Fx"), "{}", run.out);
}

#[test]
fn comments_above_other_tables_are_kept() {
    let lint = "# keep ROB309 quiet: reviewed by Ann\n[lint]\nignore = [\"ROB309\"]\n";
    let folder = folder(ROBOTS, &format!("{TABLE}\n{lint}"));
    assert_eq!(test(folder.path(), &["--init", "--force"]).status, 0);
    let text = fs::read_to_string(folder.path().join("placet.toml")).unwrap();
    assert!(text.starts_with(lint), "{text}");
    assert_eq!(test(folder.path(), &[]).status, 0);
}

#[test]
fn errors_in_a_table_have_line_numbers() {
    for (table, message) in [
        ("agent,url,expect\r\na,/,permit\r\nb,/,maybe\r\n", "line 3: expected permit or prohibit"),
        ("agent,url,expect\na,/,permit\n\n# b\n\nb,/,maybe\n", "line 6: expected permit or"),
        ("agent,url,expect\n,/,permit\n", "line 2: no crawler or no URL is named"),
    ] {
        let folder = folder("", "");
        fs::write(folder.path().join("expected.csv"), table).unwrap();
        let run = test(folder.path(), &["robots.txt", "-e", "expected.csv"]);
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert!(
            run.err.starts_with(&format!("placet: cannot use expected.csv: {message}")),
            "{}",
            run.err
        );
    }
    let folder = folder("", "");
    fs::write(
        folder.path().join("expected.tsv"),
        "\u{FEFF}# a\n\nagent\turl\texpect\na\t/\tpermit\n",
    )
    .unwrap();
    let run = test(folder.path(), &["robots.txt", "-e", "expected.tsv"]);
    assert_eq!((run.status, run.out.as_str()), (0, "robots.txt: 1 expectation is met\n"));
}

#[test]
fn the_example_meets_its_expectations() {
    let run = placet(&["test", "--expectations", "examples/placet.toml"], b"");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(run.out, "examples/acap.txt: 19 expectations are met\n");
}

#[test]
fn a_first_set_as_a_table() {
    let folder = folder(ROBOTS, "");
    for name in ["expected.csv", "expected.tsv"] {
        assert_eq!(test(folder.path(), &["--init", "-e", name]).status, 0);
        let run = test(folder.path(), &["robots.txt", "-e", name]);
        assert_eq!((run.status, run.out.as_str()), (0, "robots.txt: 21 expectations are met\n"));
        assert_eq!(test(folder.path(), &["--init", "-e", name]).status, 2);
    }
    assert_snapshot!(fs::read_to_string(folder.path().join("expected.csv")).unwrap());
}

#[test]
fn an_unmet_expectation_is_shown_with_the_deciding_line() {
    let folder = folder(ROBOTS, TABLE);
    let page = "<!doctype html>\n<meta name=robots content=noarchive>\n<p>Text\n";
    fs::write(folder.path().join("page.html"), page).unwrap();
    for format in ["text", "concise", "json", "github"] {
        let run = test(folder.path(), &["-f", format]);
        assert_eq!((run.status, run.err.as_str()), (1, ""));
        if format == "json" {
            let tested: Value = serde_json::from_str(&run.out).unwrap();
            let unmet = &tested[0]["unmet"];
            assert_eq!(tested[0]["expectations"], 5);
            assert_eq!(unmet.as_array().unwrap().len(), 3);
            assert_eq!(unmet[0]["line"], 7);
            assert_eq!(unmet[0]["reasons"][1]["line"], 4);
        } else {
            assert_snapshot!(format!("unmet-{format}"), run.out);
        }
    }
}

#[test]
fn several_files_are_tested_against_one_table() {
    let folder = folder("", TABLE);
    fs::write(folder.path().join("page.html"), "").unwrap();
    fs::write(folder.path().join("b.txt"), "User-agent: *\nDisallow: /\n").unwrap();
    let run = test(folder.path(), &["robots.txt", "b.txt", "-f", "concise"]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("robots.txt: 1 of 5"), "{}", run.out);
    assert!(run.out.contains("b.txt: 5 of 5 expectations are not met"), "{}", run.out);
}

#[test]
fn a_site_is_fetched() {
    let site = Server::robots("User-agent: *\nDisallow: /drafts/\n");
    let table = "[[test.expect]]\nagent = ['a', 'b']\nurl = '/drafts/1'\nexpect = 'prohibit'\n";
    let folder = folder("", table);
    let url = site.url("/");
    let more = ["--store", "memory", "--allow-private"];
    let run = test(folder.path(), &[&[&*url][..], &more].concat());
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(site.paths(), ["/robots.txt"]);
    fs::write(folder.path().join("placet.toml"), table.replace("prohibit", "permit")).unwrap();
    let run = test(folder.path(), &[&[&*url, "-f", "concise"][..], &more].concat());
    assert_eq!(run.status, 1);
    assert_snapshot!(site.masked(&run.out));
    let github = test(folder.path(), &[&[&*url, "-f", "github"][..], &more].concat());
    assert!(github.out.starts_with("::error file=placet.toml,line=4,"), "{}", github.out);
}

#[test]
fn the_pages_of_a_site_are_fetched() {
    let site = Server::new(|path| match path {
        "/robots.txt" => ok("text/plain", "User-agent: *\nDisallow: /drafts/\n"),
        "/news/1" => ok("text/html", "<meta name=robots content=noindex>"),
        _ => status("404 Not Found"),
    });
    let row = |url: &str, expect: &str| {
        format!(
            "[[test.expect]]\nagent = 'a'\nusage = 'index'\nurl = '{url}'\nexpect = '{expect}'\n"
        )
    };
    let url = site.url("/");
    let args = [&*url, "--page", "--store", "memory", "--allow-private"];
    let expected = row("/news/1", "prohibit") + &row("https://example.com/drafts/1", "prohibit");
    let first = folder("", &expected);
    let run = test(first.path(), &args);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(site.paths(), ["/robots.txt", "/news/1"]);
    assert_eq!(test(first.path(), &[&args[..1], &args[2..]].concat()).status, 1);
    // An expectation about an unavailable page is an error.
    let second = folder("", &row("/news/2", "permit"));
    let run = test(second.path(), &args);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("the server answered 404"), "{}", run.err);
}

#[test]
fn an_unreachable_site_is_an_error() {
    let table = "[[test.expect]]\nagent = 'a'\nurl = '/'\nexpect = 'prohibit'\n";
    let folder = folder("", table);
    let args = [&*unreachable(), "--store", "memory", "--allow-private", "--timeout", "1"];
    let run = test(folder.path(), &args);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.starts_with("placet: cannot test http://127.0.0.1:"), "{}", run.err);
    // A site without a robots.txt permits everything, which can be expected.
    let none = Server::new(|_| ok("text/plain", ""));
    let permit = table.replace("prohibit", "permit");
    fs::write(folder.path().join("placet.toml"), permit).unwrap();
    let run = test(folder.path(), &[&none.url("/"), "--store", "memory", "--allow-private"]);
    assert_eq!(run.status, 0, "{}", run.err);
}

#[test]
fn errors_exit_2() {
    let url = "[[test.expect]]\nagent = 'a'\nurl = 'no url'\nexpect = 'permit'\n";
    for (table, message) in [
        ("", "cannot read placet.toml; `placet test --init` writes a first set"),
        ("[test]\n", "there are no expectations in placet.toml"),
        ("[test]\nfrob = 1\n", "cannot use placet.toml: TOML parse error at line 2"),
        ("[lint]\n", "cannot use placet.toml: it has no table `test`"),
        (url, "placet.toml:4: cannot decide about \"no url\""),
    ] {
        let folder = folder("", table);
        let run = test(folder.path(), &[]);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{table}");
        assert!(run.err.starts_with(&format!("placet: {message}")), "{}", run.err);
    }
}
