//! Local errors and timeouts.

use std::io::Read as _;
use std::net::{TcpListener, UdpSocket};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::run::{Run, placet};
use crate::server::{Server, ok};

const RULES: &str = "User-agent: *\nDisallow: /drafts/\n";

/// Runs a command to the end.
fn run(command: &mut Command) -> Run {
    let output = command.stdin(Stdio::null()).output().unwrap();
    Run {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        status: output.status.code().unwrap(),
    }
}

/// Runs placet through another program.
fn through(program: &[&str], args: &[&str]) -> Run {
    let mut command = Command::new(program[0]);
    command.args(&program[1..]).arg(env!("CARGO_BIN_EXE_placet")).args(args);
    run(&mut command)
}

fn stored(store: &Path) -> String {
    let store = store.to_str().unwrap();
    placet(&["cache", "list", "--store", store], b"").out
}

/// A server that accepts connections and never answers.
fn silent() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    (listener, origin)
}

#[test]
fn http_works_without_certificates() {
    let site = Server::robots(RULES);
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let fetch = |origin: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_placet"));
        command.args(["fetch", origin, "--allow-private", "--store"]).arg(&store);
        command.env("SSL_CERT_FILE", "/nonexistent").env("SSL_CERT_DIR", "/nonexistent");
        run(&mut command)
    };
    let http = fetch(&site.origin);
    assert_eq!((http.status, http.err.as_str()), (0, ""));
    let https = fetch(&site.origin.replace("http:", "https:"));
    assert_eq!(https.status, 2, "{}", https.out);
    let line: Value = serde_json::from_str(&https.out).unwrap();
    assert!(line["error"].as_str().unwrap().contains("no certificate authorities"), "{line}");
    assert_eq!(stored(&store).matches("https://").count(), 0);
}

#[test]
fn a_local_network_error_is_not_stored() {
    let alone = ["unshare", "-rn"];
    if !Command::new("unshare").args(["-rn", "true"]).status().is_ok_and(|it| it.success()) {
        placet_testing::skip("a network of its own cannot be made here");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let store_name = store.to_str().unwrap();
    for origin in ["http://192.0.2.1", "http://[2001:db8::1]", "https://example.com"] {
        let args = ["fetch", origin, "--store", store_name, "--allow-private"];
        let run = through(&alone, &args);
        assert_eq!(run.status, 2, "{origin}: {}", run.out);
        let line: Value = serde_json::from_str(&run.out).unwrap();
        assert!(line["error"].as_str().unwrap().contains("check its network connection"), "{line}");
        let url = format!("{origin}/x");
        let check = ["check", &url, "-a", "a", "--store", store_name, "--allow-private"];
        let run = through(&alone, &check);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{origin}");
        assert!(run.err.contains("check its network connection"), "{}", run.err);
    }
    assert!(!stored(&store).contains("://"), "nothing is stored");
}

#[test]
fn jobs_obey_the_limit_on_open_files() {
    let sites: Vec<Server> = (0..40).map(|_| Server::robots(RULES)).collect();
    let origins: Vec<&str> = sites.iter().map(|site| site.origin.as_str()).collect();
    let args = ["fetch", "--jobs", "500", "--store", "memory", "--allow-private"];
    let limited = ["sh", "-c", "ulimit -n 48 && exec \"$@\"", "sh"];
    let run = through(&limited, &[&args[..], &origins].concat());
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    let note = "using --jobs 8 instead of 500, because this process may open only 48 files; \
                raise the limit with ulimit -n";
    assert_eq!(run.err, format!("placet: {note}\n"));
    assert_eq!(run.out.lines().count(), 40);
}

#[test]
fn one_timeout_covers_all_requests_of_a_question() {
    let (listener, away) = silent();
    let lines = (0..12).map(|n| format!("ACAP-permissions-reference: {away}/{n}.txt\n"));
    let robots = format!("ACAP-crawler: *\n{}", lines.collect::<Vec<_>>().concat());
    let site = Server::new(move |_| ok("text/plain", &robots));
    let flags = ["-a", "ExampleBot", "--allow-private", "--timeout", "1"];
    for args in [
        &["check", &site.url("/x"), "--store", "memory"][..],
        &["matrix", &site.url("/x"), "--store", "memory"],
        &["check", &format!("{away}/x"), "--store", "memory"],
        &["check", &format!("{away}/x")],
    ] {
        let begun = Instant::now();
        let run = placet(&[args, &flags].concat(), b"");
        assert!(begun.elapsed() < Duration::from_secs(4), "{args:?} {:?}", begun.elapsed());
        assert!(run.status <= 1, "{args:?}: {}", run.err);
    }
    // Each question requested one of the twelve references.
    listener.set_nonblocking(true).unwrap();
    let mut asked = Vec::new();
    while let Ok((mut stream, _)) = listener.accept() {
        let mut request = vec![0; 4_096];
        let length = stream.read(&mut request).unwrap_or_default();
        asked.push(String::from_utf8_lossy(&request[..length]).lines().next().map(str::to_owned));
    }
    let references = asked.iter().flatten().filter(|line| !line.contains("robots.txt"));
    assert_eq!(references.count(), 2, "{asked:?}");
}

#[test]
fn robots_and_page_share_the_timeout() {
    let site = Server::new(|path| {
        std::thread::sleep(Duration::from_millis(700));
        ok("text/html", if path == "/robots.txt" { "" } else { "<p>" })
    });
    let begun = Instant::now();
    let url = site.url("/x");
    let args = ["check", &url, "-a", "a", "--page", "--usage", "index", "--allow-private"];
    let run = placet(&[&args[..], &["--store", "memory", "--timeout", "1"]].concat(), b"");
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
    assert_eq!(run.status, 2, "{}{}", run.out, run.err);
}

/// A resolver that does not answer delays neither the answer nor the exit.
#[test]
fn a_hanging_resolver_does_not_block() {
    let can_mount = Command::new("unshare").args(["-rm", "true"]).status();
    let Ok(_swallows) = UdpSocket::bind("127.77.0.1:53") else {
        placet_testing::skip("a server of names cannot be made here");
        return;
    };
    if !can_mount.is_ok_and(|it| it.success()) {
        placet_testing::skip("another file of resolvers cannot be named here");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("resolv.conf");
    std::fs::write(&file, "nameserver 127.77.0.1\n").unwrap();
    let script = format!("mount --bind {} /etc/resolv.conf && exec \"$@\"", file.display());
    let store = folder.path().join("store");
    let store = store.to_str().unwrap();
    let begun = Instant::now();
    let args = ["check", "http://a.example/", "-a", "a", "--timeout", "1", "--store", store];
    let run = through(&["unshare", "-rm", "sh", "-c", &script, "sh"], &args);
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
    assert_eq!(run.status, 1, "{}{}", run.out, run.err);
}
