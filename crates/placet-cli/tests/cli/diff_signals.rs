//! `placet diff` with files with signals.

use insta::assert_snapshot;

use crate::run::placet;
use crate::server::{Server, ok, status};

/// A folder with these files, and the path of each.
fn folder(files: &[(&str, &str)]) -> (tempfile::TempDir, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let write = |(name, text): &(&str, &str)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let paths = files.iter().map(write).collect();
    (folder, paths)
}

fn rsl(url: &str, list: &str) -> String {
    format!(
        "<rsl xmlns=\"https://rslstandard.org/rsl\"><content url=\"{url}\"><license>{list}\
         </license></content></rsl>"
    )
}

#[test]
fn a_change_of_tdmrep_json_is_a_change() {
    let closed = r#"[{"location": "/news/", "tdm-reservation": 1}]"#;
    let (folder, paths) = folder(&[("robots.txt", ""), ("old.json", "[]"), ("new.json", closed)]);
    let [robots, old, new] = &paths[..] else { unreachable!() };
    let diff = ["diff", robots, robots, "--usage", "mine", "--usage", "train-ai"];
    let run = placet(&[&diff[..], &["--old-tdmrep", old, "--new-tdmrep", new]].concat(), b"");
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_snapshot!(run.out.replace(folder.path().to_str().unwrap(), "FOLDER"));
    let json = placet(&[&diff[..], &["--new-tdmrep", new, "--json"]].concat(), b"");
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let change = &json["audiences"][0]["changes"][0];
    assert_eq!((&change["effect"], &change["pattern"]), (&"closes".into(), &"/news/".into()));
    assert_eq!(change["after"]["lines"][0]["source"], "tdmrep.json");
    for same in [&["--tdmrep", &**new][..], &["--new-tdmrep", new, "--signals", "none"]] {
        let run = placet(&[&diff[..], same].concat(), b"");
        assert_eq!((run.status, run.out.as_str()), (0, "no change in effect\n"), "{same:?}");
    }
    let urls = folder.path().join("urls.txt");
    std::fs::write(&urls, "/news/1\n/a\n").unwrap();
    let list = ["--new-tdmrep", new, "--urls", urls.to_str().unwrap(), "--json"];
    let run = placet(&[&diff[..], &list].concat(), b"");
    assert_eq!(run.status, 1, "{}", run.out);
}

#[test]
fn changes_of_trust_txt_ai_txt_and_licences_are_changes() {
    let (_folder, paths) = folder(&[
        ("robots.txt", "License: https://a.example/l.xml\n"),
        ("trust.txt", "datatrainingallowed=no\n"),
        ("ai.txt", "User-agent: GPTBot\nDisallow: /\n"),
        ("l.xml", &rsl("/", "<prohibits type=\"usage\">ai-train</prohibits>")),
        ("m.xml", &rsl("https://b.example/", "<prohibits type=\"usage\">all</prohibits>")),
        ("n.xml", &rsl("https://a.example/", "<permits type=\"usage\">all</permits>")),
    ]);
    let [robots, trust, ai, closed, other, own] = &paths[..] else { unreachable!() };
    let licence = |path: &str| format!("https://a.example/l.xml={path}");
    let (closed, other, own) = (licence(closed), licence(other), licence(own));
    let diff = ["diff", robots, robots, "--usage", "train-ai"];
    for (more, status) in [
        (&["--rsl", &*closed, "--new-trust-txt", trust][..], 0),
        (&["--rsl", &own, "--new-trust-txt", trust], 1),
        (&["--rsl", &own, "--new-ai-txt", ai], 1),
        (&["--rsl", &own, "--old-ai-txt", ai, "--agent", "CCBot"], 0),
        (&["--old-rsl", &own, "--new-rsl", &closed], 1),
        (&["--old-rsl", &own, "--new-rsl", &own], 0),
        (&["--old-rsl", &own, "--new-rsl", &other], 2),
        (&["--old-rsl", &own, "--new-rsl", &other, "--site", "https://b.example"], 1),
    ] {
        let run = placet(&[&diff[..], more].concat(), b"");
        assert_eq!(run.status, status, "{more:?}: {}{}", run.out, run.err);
    }
    let run = placet(&diff, b"");
    let note = "placet: the licence https://a.example/l.xml is not compared; use --old-rsl and \
                --new-rsl, or --rsl for both sides\n";
    assert_eq!((run.status, run.out.as_str(), &*run.err), (0, "no change in effect\n", note));
    let run = placet(&[&diff[..], &["--json"]].concat(), b"");
    assert!(run.out.contains("\"not_compared\""), "{}", run.out);
}

#[test]
fn files_of_live_sites_are_compared() {
    let site = |tdmrep: &'static str| {
        Server::new(move |path| match path {
            "/robots.txt" => ok("text/plain", "License: /l.xml\n"),
            "/.well-known/tdmrep.json" => ok("application/json", tdmrep),
            "/l.xml" => ok("application/rsl+xml", &rsl("/", "<payment type=\"free\"/>")),
            _ => status("404 Not Found"),
        })
    };
    let (open, closed) = (site("[]"), site(r#"[{"location": "/", "tdm-reservation": 1}]"#));
    let live = |args: &[&str]| {
        let flags = ["--store", "memory", "--allow-private", "--usage", "mine"];
        placet(&[&["diff"], args, &flags].concat(), b"")
    };
    let run = live(&[&open.origin, &closed.origin]);
    assert_eq!(run.status, 1, "{}{}", run.out, run.err);
    assert!(run.out.contains("closes the whole site"), "{}", run.out);
    assert_eq!(live(&[&open.origin, &closed.origin, "--signals", "none"]).status, 0);
    // The files of the live site are those of the new robots.txt too.
    let (_folder, paths) = folder(&[("robots.txt", "License: /l.xml\n"), ("new.json", "[]")]);
    let run = live(&[&closed.origin, &paths[0]]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    let run = live(&[&closed.origin, &paths[0], "--new-tdmrep", &paths[1]]);
    assert_eq!(run.status, 1, "{}{}", run.out, run.err);
}
