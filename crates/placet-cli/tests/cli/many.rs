//! `placet fetch`.

use serde_json::Value;

use crate::run::{Run, placet};
use crate::server::{Server, ok, raw, status, unreachable};

const FLAGS: [&str; 6] = ["fetch", "--store", "memory", "--allow-private", "--timeout", "5"];

fn lines(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn sites_are_printed_in_order() {
    let sites: Vec<Server> = (0..20)
        .map(|number| match number % 4 {
            0 => Server::new(|_| status("404 Not Found")),
            1 => Server::new(|_| ok("text/html", "<!doctype html>")),
            _ => Server::robots("User-agent: *\nDisallow: /\n"),
        })
        .collect();
    let origins: Vec<&str> = sites.iter().map(|site| site.origin.as_str()).collect();
    let run = placet(&[&FLAGS[..], &["--jobs", "3"], &origins].concat(), b"");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let lines = lines(&run.out);
    assert_eq!(lines.len(), 20);
    for (number, (line, origin)) in lines.iter().zip(&origins).enumerate() {
        assert_eq!(line["origin"], *origin);
        let standing = if number % 4 == 0 { "unavailable" } else { "fetched" };
        assert_eq!(line["standing"], standing, "{line}");
        let problem = if number % 4 == 1 { Value::from("html") } else { Value::Null };
        assert_eq!(line["problems"][0]["kind"], problem);
    }
    assert!(sites.iter().all(|site| site.paths() == ["/robots.txt"]));

    let site = &sites[2];
    let shown = site.masked(run.out.lines().nth(2).unwrap());
    insta::assert_snapshot!(shown);
}

#[test]
fn sites_are_read_from_a_file() {
    let site = Server::robots("");
    let input = format!("# sites\n\n{}/any/path\r\n  {}  \n", site.origin, site.origin);
    let run = placet(&[&FLAGS[..], &["--input", "-"]].concat(), input.as_bytes());
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let origins: Vec<_> = lines(&run.out).iter().map(|line| line["origin"].clone()).collect();
    assert_eq!(origins, [site.origin.as_str(), site.origin.as_str()]);
    // Both runs send one request.
    assert_eq!(site.paths(), ["/robots.txt"]);
}

#[test]
fn an_unreachable_site_exits_1_and_an_invalid_origin_exits_2() {
    let (site, away) = (Server::robots(""), unreachable());
    let flags = ["fetch", "--store", "memory", "--allow-private", "--timeout", "1"];
    let run = placet(&[&flags[..], &[&site.origin, &away]].concat(), b"");
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    let answers = lines(&run.out);
    assert_eq!(answers[1]["standing"], "unreachable");
    assert_eq!(answers[1]["failure"], "refused");

    let run = placet(&[&flags[..], &["ftp://a.example", &site.origin]].concat(), b"");
    assert_eq!(run.status, 2);
    let answers = lines(&run.out);
    assert_eq!(answers[0]["error"], "`ftp` is neither http nor https");
    assert_eq!(answers[1]["standing"], "fetched");
}

/// Pipes `placet fetch --with-body` into `placet decide`.
fn piped(origins: &[&str], decide: &[&str]) -> (Vec<Value>, Run) {
    let fetched = placet(&[&FLAGS[..], &["--with-body"], origins].concat(), b"");
    let run = placet(&[&["decide"], decide].concat(), fetched.out.as_bytes());
    (lines(&fetched.out), run)
}

#[test]
fn fetched_bodies_are_questions() {
    let closed = Server::robots("User-agent: *\nDisallow: /drafts/\n");
    let latin = Server::new(|_| ok("text/plain", "User-agent: *\nDisallow: /\u{e9}\n"));
    let none = Server::new(|_| status("404 Not Found"));
    let away = Server::new(|_| status("503 Service Unavailable"));
    let long: String = "User-agent: *\n".to_owned() + &"Disallow: /x\n".repeat(50_000);
    let long = Server::new(move |_| ok("text/plain", &long));
    let origins =
        [&*closed.origin, &latin.origin, &none.origin, &away.origin, "ftp://a", &long.origin];
    let about = ["--agent", "ExampleBot", "--usage", "index", "--url", "/drafts/42"];
    let (fetched, run) = piped(&origins, &about);
    assert_eq!(fetched[0]["robots"], "User-agent: *\nDisallow: /drafts/\n");
    assert_eq!(run.status, 2, "{}", run.err);
    let answers = lines(&run.out);
    assert_eq!(answers.len(), 6);
    for (answer, origin) in answers.iter().zip(origins) {
        assert_eq!(answer["origin"], origin, "{answer}");
    }
    let verdicts: Vec<_> = answers.iter().map(|it| it["verdict"].as_str()).collect();
    let (permit, prohibit) = (Some("permit"), Some("prohibit"));
    assert_eq!(verdicts, [prohibit, permit, permit, prohibit, None, permit]);
    assert_eq!(answers[0]["reasons"][1]["text"], "Disallow: /drafts/");
    assert_eq!(answers[2]["reasons"][0]["by"], "unavailable");
    assert_eq!(answers[3]["reasons"][0]["by"], "unreachable");
    assert_eq!(answers[4]["error"], "robots.txt was not fetched: `ftp` is neither http nor https");
    assert_eq!(answers[5]["unread"][0]["after"], 512_000);

    // An absolute URL must belong to the site; the line can name the crawler.
    let (_, run) = piped(&[&closed.origin], &["--agent", "a", "--url", &closed.url("/drafts/1")]);
    assert_eq!((run.status, &lines(&run.out)[0]["verdict"]), (0, &Value::from("prohibit")));
    let (_, run) =
        piped(&[&closed.origin], &["--agent", "a", "--url", "https://b.example/drafts/1"]);
    let error = lines(&run.out)[0]["error"].clone();
    assert!(error.as_str().unwrap().contains("is not a URL of http://127.0.0.1"), "{error}");
    let (fetched, run) = piped(&[&closed.origin], &["--agent", "a"]);
    assert_eq!(
        lines(&run.out)[0]["error"],
        "`url` is missing; add it to the question or use --url"
    );
    let mut own = fetched[0].clone();
    own["url"] = "/drafts/1".into();
    own["agent"] = "a".into();
    let run = placet(&["decide", "--url", "/"], own.to_string().as_bytes());
    assert_eq!(lines(&run.out)[0]["verdict"], "prohibit");
}

#[test]
fn lines_without_bodies_and_refused_sites_are_errors() {
    let site = Server::robots("User-agent: *\nDisallow: /\n");
    let fetched = placet(&[&FLAGS[..], &[&site.origin]].concat(), b"");
    let about = ["decide", "--agent", "a", "--url", "/"];
    let run = placet(&about, fetched.out.as_bytes());
    assert_eq!(run.status, 2);
    let error = &lines(&run.out)[0]["error"];
    assert_eq!(error, "the line has no robots.txt; use `placet fetch --with-body`");

    let refused = placet(&["fetch", "--store", "memory", "--with-body", &site.origin], b"");
    assert_eq!(refused.status, 2, "{}", refused.out);
    let run = placet(&about, refused.out.as_bytes());
    assert_eq!(run.status, 2);
    let error = lines(&run.out)[0]["error"].as_str().unwrap().to_owned();
    assert!(error.starts_with("placet does not connect to private addresses"), "{error}");
}

#[test]
fn a_body_that_is_not_utf_8_is_base64() {
    let site = raw(b"User-agent: *\nDisallow: /\xe9\n");
    let (fetched, run) = piped(&[&site.origin], &["--agent", "a", "--url", "/%E9"]);
    assert_eq!(fetched[0]["robots"], Value::Null);
    assert_eq!(fetched[0]["robots_b64"], "VXNlci1hZ2VudDogKgpEaXNhbGxvdzogL+kK");
    assert_eq!(lines(&run.out)[0]["verdict"], "prohibit", "{}", run.out);
}

#[test]
fn an_unreadable_file_is_an_error() {
    let run = placet(&[&FLAGS[..], &["--input", "missing.txt"]].concat(), b"");
    assert_eq!(run.status, 2);
    assert_eq!(
        run.err,
        "placet: cannot open missing.txt: No such file or directory (os error 2)\n"
    );
    assert_eq!(placet(&["fetch"], b"").status, 2);
}

#[test]
fn a_line_that_is_too_long_is_an_error() {
    let site = Server::robots("");
    let (long, fits) = ("x".repeat(1_000_000), format!("{}{}", site.origin, "/".repeat(16_000)));
    let input = format!(
        "{}\n{long}\n# {long}\n{fits}\n\u{e9}{long}\r\n{}\n{long}",
        site.origin, site.origin
    );
    let run = placet(&[&FLAGS[..], &["--input", "-"]].concat(), input.as_bytes());
    assert_eq!((run.status, run.err.as_str()), (2, ""));
    let lines = lines(&run.out);
    let errors: Vec<_> = lines.iter().map(|it| it["error"].as_str().unwrap_or("")).collect();
    let too_long = |number| format!("line {number} is longer than 16384 bytes");
    assert_eq!(errors, ["", &too_long(2), "", &too_long(5), "", &too_long(7)]);
    assert_eq!(lines[1]["origin"], "x".repeat(80));
    for at in [0, 2, 4] {
        assert_eq!(lines[at]["standing"], "fetched", "{at}");
    }
}

#[test]
fn a_closed_output_ends_the_run() {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let site = Server::robots("");
    let mut input = tempfile::NamedTempFile::new().unwrap();
    for number in 0..1_000 {
        // The first answers; the others refuse connections.
        let here = format!("127.0.{}.{}", number / 250, number % 250 + 1);
        writeln!(input, "{}", site.origin.replace("127.0.0.1", &here)).unwrap();
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_placet"))
        .args(FLAGS)
        .arg("--input")
        .arg(input.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    for _ in 0..300 {
        if let Some(status) = child.try_wait().unwrap() {
            assert_eq!(status.code(), Some(0));
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    child.kill().unwrap();
    panic!("it continues although the output is closed");
}
