//! `placet write`, and `placet convert` to the languages of signals.

use serde_json::Value;

use crate::run::placet;

const SITE: [&str; 2] = ["--site", "https://example.com"];

#[test]
fn the_files_are_written_below_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("site");
    let preferences = ["--refuse", "train-ai", "--refuse", "ai-input", "--allow", "search"];
    let args = ["write", "examples/robots.txt", "--dir", dir.to_str().unwrap()];
    let run = placet(&[&args[..], &SITE, &preferences].concat(), b"");
    assert_eq!((run.status, run.out.as_str()), (0, ""), "{}", run.err);
    let read = |path: &str| std::fs::read_to_string(dir.join(path)).unwrap();
    let robots = read("robots.txt");
    // Each group of the source has the signals, and no other line is between them and the names.
    let signals = "Content-Usage: train-ai=n, ai-use=n, search=y\n\
        Content-Signal: search=yes, ai-input=no, ai-train=no\n\
        License: https://example.com/license.xml\n";
    for names in ["User-agent: *\n", "User-agent: ExampleBot\nUser-agent: OtherBot\n"] {
        assert!(robots.contains(&format!("{names}{signals}")), "{robots}");
    }
    assert!(robots.contains("User-agent: Google-Extended\n"), "{robots}");
    assert!(
        robots.contains("Crawl-delay: 5\n") && robots.contains("\nSitemap: https://"),
        "{robots}"
    );
    assert!(read(".well-known/tdmrep.json").contains("\"tdm-reservation\": 1"));
    assert!(read("license.xml").contains("ai-train"));

    // Every file is read back: training is refused everywhere, indexing is not.
    let robots = dir.join("robots.txt");
    let tdmrep = dir.join(".well-known/tdmrep.json");
    let licence = format!("https://example.com/license.xml={}", dir.join("license.xml").display());
    for family in ["aipref", "content-signal", "tdmrep", "rsl"] {
        for (usage, status) in [("train-ai", 1), ("index", 0)] {
            let question = ["check", "https://example.com/news", "-a", "SomeBot", "-u", usage];
            let files =
                ["--robots", robots.to_str().unwrap(), "--tdmrep", tdmrep.to_str().unwrap()];
            let more = ["--rsl", &licence, "--signals", family, "--offline"];
            let run = placet(&[&question[..], &files, &more].concat(), b"");
            assert_eq!(run.status, status, "{family} {usage}\n{}{}", run.out, run.err);
        }
    }
}

#[test]
fn without_a_folder_the_files_are_printed() {
    let run = placet(&["write", "-", "--refuse", "mine=/a/", "--to", "tdmrep"], b"User-agent: *\n");
    assert_eq!(
        run.out,
        "==> /.well-known/tdmrep.json <==\n[\n  { \"location\": \"/a/\", \"tdm-reservation\": 1 }\n]\n"
    );
    assert_eq!((run.status, run.err.as_str()), (0, ""));
}

#[test]
fn losses_have_usages_crawlers_and_paths() {
    let robots = b"User-agent: a\nContent-Usage: /x/ ai-use=n\nDisallow:\n";
    let run = placet(&["write", "-", "--to", "tdmrep", "--json"], robots);
    assert_eq!(run.status, 1, "{}", run.err);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    let loss = &json["losses"][0];
    assert_eq!(loss["why"], "TDMRep does not refuse ai-input to a on /x/");
    assert_eq!((&loss["kind"], &loss["effect"]), (&"usage".into(), &"opens".into()));
    assert_eq!(loss["usages"][0], "ai-input");
    assert_eq!((&loss["crawlers"][0], &loss["paths"][0]), (&"a".into(), &"/x/".into()));
}

#[test]
fn a_licence_needs_the_address_of_the_site() {
    let run = placet(&["write", "--refuse", "train-ai"], b"");
    assert_eq!(run.status, 2);
    assert!(run.err.contains("--site"), "{}", run.err);
    for wrong in ["crawl", "train-ai=news", "training"] {
        assert_eq!(placet(&["write", "--refuse", wrong, "--to", "tdmrep"], b"").status, 2);
    }
}

#[test]
fn convert_reads_files_of_signals() {
    let args = ["convert", "-", "--tdmrep", "examples/tdmrep.json", "--to", "content-signal"];
    let run = placet(&args, b"");
    assert_eq!(run.out, "User-agent: *\nContent-Signal: ai-train=no\nDisallow:\n");
    assert_eq!(run.status, 1);
    assert!(run.err.contains("lost: Content-Signal does not refuse mine"), "{}", run.err);
    let none = placet(&[&args[..], &["--signals", "none"]].concat(), b"");
    assert_eq!((none.out.as_str(), none.status), ("", 2));
    let robots = b"User-agent: *\nContent-Usage: train-ai=n\nDisallow:\n";
    let run = placet(&["convert", "-", "--to", "rsl"], robots);
    assert!(run.out.starts_with("<?xml") && run.out.contains("ai-train"), "{}", run.out);
}

#[test]
fn header_fields_and_pages_become_fields() {
    let field = b"X-Robots-Tag: noai\n";
    let convert = |to: &str| placet(&["convert", "-", "--to", to], field);
    assert_eq!(convert("content-usage").out, "Content-Usage: train-ai=n, ai-use=n\n");
    assert_eq!(convert("content-signal").out, "Content-Signal: ai-input=no, ai-train=no\n");
    assert_eq!(convert("tdmrep").out, "tdm-reservation: 1\n");
    assert_eq!(convert("tdmrep").status, 1);
    assert_eq!(convert("rsl").status, 2);
}
