//! `placet lint --fix`.

use std::fs;
use std::path::Path;

use crate::run::{Run, placet};
use insta::assert_snapshot;
use tempfile::TempDir;

/// Fixes a robots.txt in a temporary folder; returns the run and the fixed file.
fn fix(text: &str, flags: &[&str]) -> (Run, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("robots.txt");
    fs::write(&path, text).unwrap();
    let args = [&["lint", "--fix", path.to_str().unwrap()], flags].concat();
    let mut run = placet(&args, b"");
    run.err = named(&run.err, &folder);
    (run, fs::read_to_string(&path).unwrap())
}

fn named(text: &str, folder: &TempDir) -> String {
    text.replace(folder.path().to_str().unwrap(), "FOLDER")
}

/// Some redundant rules are kept, because the author may have meant something else: rules that
/// contradict each other, that depend on a suspicious rule, or that have a comment.
#[test]
fn ambiguous_lines_are_kept() {
    for rules in [
        "DisallowAITraining: /\nDisallow: /admin/\n",
        "Allow: /login/\nDisallow: /login/\nDisallow: /a\n",
        "Disallow: /login\nAllow: /login*\nDisallow: /a\n",
        "Disallow: /\nDisallow: /admin/\n",
        "Disallow: /#!/drafts\nDisallow: /admin/\n",
        "Disallow: /p\nDisallow: /private/\n",
        "Disallow: /a/ /b/\nDisallow: /a/%20/b/\n",
        "Disallow: /*s\nDisallow: /news\n",
        "Allow: /*.css\nDisallow: /includes/\n",
        "Disallow:\nDisallow: /a\n",
        "Disallow: /a\nDisallow: /a # until May\n",
        "Disallow: /~ann\nDisallow: /%7Eann\n",
        "Disallow: /a\nSitemap: https://a/b\nSitemap: https://a/b # again\n",
        "Disallow: /a/\u{0}\nDisallow: /a/\n",
    ] {
        let text = format!("User-agent: *\n{rules}");
        let (run, after) = fix(&text, &["-f", "concise"]);
        assert_eq!((after.as_str(), run.err.as_str()), (text.as_str(), ""));
    }
    // These may have been meant as two groups.
    let text = "User-agent: a\n\nUser-agent: *\nDisallow: /a\n";
    assert_eq!(fix(text, &[]).1, text);
}

#[test]
fn changes_are_printed_line_by_line() {
    let text = "\u{FEFF}User-agent: *\nDissallow: /drafts/\nDisallow /a\n\
                Disallow: /drafts/\nDisallow: /drafts/old/\nUser-agent: b\nUser-agent: b\n\
                Disallow: /\nSitemap: https://a/b\nSitemap: https://a/b\n";
    let (run, after) = fix(text, &["-f", "concise"]);
    assert_snapshot!(run.err, @r"
    FOLDER/robots.txt: 7 fixes applied
      line 1: ROB111 byte-order-mark: `\u{feff}User-agent: *` → `User-agent: *`
      line 2: ROB103 misspelt-key: `Dissallow: /drafts/` → `Disallow: /drafts/`
      line 3: ROB104 missing-colon: `Disallow /a` → `Disallow: /a`
      line 7: ROB202 agent-repeated: `User-agent: b` → removed
      line 10: ROB406 sitemap-repeated: `Sitemap: https://a/b` → removed
      line 4: ROB301 duplicate-rule: `Disallow: /drafts/` → removed
      line 5: ROB304 rule-redundant: `Disallow: /drafts/old/` → removed
    ");
    assert_snapshot!(after, @r"
    User-agent: *
    Disallow: /drafts/
    Disallow: /a
    User-agent: b
    Disallow: /
    Sitemap: https://a/b
    ");
}

#[test]
fn files_are_fixed_one_by_one_and_remaining_findings_decide() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("a", "User-agent *\nDisallow: /a\n"),
        ("b", "User-agent: *\nDisallow: /b\n"),
        ("c", "User-agent: *\nDissallow: /c\nDisalow: /d\n"),
    ] {
        fs::create_dir(folder.path().join(name)).unwrap();
        fs::write(folder.path().join(name).join("robots.txt"), text).unwrap();
    }
    let place = folder.path().to_str().unwrap();
    let run = placet(&["lint", "--fix", place], b"");
    assert_eq!((run.status, run.out.as_str()), (0, "no findings\n"));
    assert_snapshot!(named(&run.err, &folder), @r"
    FOLDER/a/robots.txt: 1 fix applied
      line 1: ROB104 missing-colon: `User-agent *` → `User-agent: *`
    FOLDER/c/robots.txt: 2 fixes applied
      line 2: ROB103 misspelt-key: `Dissallow: /c` → `Disallow: /c`
      line 3: ROB103 misspelt-key: `Disalow: /d` → `Disallow: /d`
    ");
    let again = placet(&["lint", "--fix", place], b"");
    assert_eq!((again.status, again.err.as_str()), (0, ""));
}

#[test]
fn standard_input_is_fixed_to_standard_output() {
    let run = placet(&["lint", "--fix", "-"], b"User-agent *\nDisallow: a\n");
    assert_eq!(run.out, "User-agent: *\nDisallow: a\n");
    assert_snapshot!(run.err, @r"
    standard input: 1 fix applied
      line 1: ROB104 missing-colon: `User-agent *` → `User-agent: *`
    ");
    assert_eq!(run.status, 1);
}

#[test]
fn an_unwritable_file_does_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(file("good"), "User-agent *\nDisallow: /a\n").unwrap();
    let run = placet(&["lint", "--fix", &file("none"), &file("good"), "-f", "concise"], b"");
    assert_eq!(run.status, 2);
    assert!(run.err.contains("cannot open") && run.err.contains("1 fix applied"), "{}", run.err);
    assert!(fs::read_to_string(Path::new(&file("good"))).unwrap().starts_with("User-agent: *"));
}
