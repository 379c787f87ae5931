//! `placet convert`.

use crate::run::{Run, placet};
use crate::server::{Server, ok, status};
use insta::assert_snapshot;
use serde_json::Value;

/// Output, messages and status.
fn shown(run: &Run) -> String {
    format!("{}---\n{}---\nexit {}\n", run.out, run.err, run.status)
}

#[test]
fn rules_of_the_example_as_acap() {
    assert_snapshot!(shown(&placet(&["convert", "examples/robots.txt", "--to", "acap"], b"")));
    let alone = placet(&["convert", "examples/robots.txt", "--to", "acap", "--acap-only"], b"");
    assert_snapshot!(shown(&alone));
}

#[test]
fn acap_of_the_example_as_rules() {
    let run = placet(&["convert", "examples/acap.txt", "--to", "robots"], b"");
    assert_snapshot!(shown(&run));
}

#[test]
fn header_fields_as_one_field() {
    let fields = b"HTTP/2 200\r\ndate: x\r\nx-robots-tag: noindex, googlebot: nofollow\r\n\
        X-Robots-Tag: unavailable_after: 25 Jun 2030 15:00:00 PST, frob\r\n\r\n";
    assert_snapshot!(shown(&placet(&["convert", "-", "--to", "robots-tag"], fields)));
    let line = placet(&["convert", "-", "--to", "meta"], b"Robots-Tag: *;noindex\n");
    assert_snapshot!(shown(&line));
}

#[test]
fn a_page_as_a_field() {
    assert_snapshot!(shown(&placet(&["convert", "examples/page.html", "--to", "robots-tag"], b"")));
}

#[test]
fn result_and_losses_as_json() {
    let robots = b"ACAP-crawler: *\nACAP-disallow-crawl: /a/\nACAP-disallow-index: /\n";
    let run = placet(&["convert", "-", "--to", "robots", "--json"], robots);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["text"], "User-agent: *\nDisallow: /a/\n");
    assert_eq!(
        (&json["losses"][0]["line"], &json["losses"][0]["kind"]),
        (&3.into(), &"usage".into())
    );
    assert_snapshot!(run.out);
}

#[test]
fn the_result_goes_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new.txt");
    let args = ["convert", "-", "--to", "acap", "--acap-only", "-o", file.to_str().unwrap()];
    let run = placet(&args, b"User-agent: *\nDisallow: /1\n");
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text, "##ACAP version=1.0\r\n\r\nACAP-crawler: *\r\nACAP-disallow-crawl: /1\r\n");
}

#[test]
fn an_impossible_conversion_prints_one_line_and_exits_2() {
    for (args, input, error) in [
        (&["--to", "acap"][..], &b"ACAP-crawler: *\n"[..], "it already has ACAP fields, on line 1"),
        (
            &["--to", "acap", "--acap-only"],
            "User-agent: Ünïbot\nDisallow: /1\n".as_bytes(),
            "it addresses only crawlers that ACAP cannot name, such as on line 1: there a name begins with \
             an ASCII letter and is all ASCII",
        ),
        (&["--to", "robots"], b"User-agent: *\n", "it has nothing to convert"),
        (
            &["--to", "acap"],
            b"<!doctype html><pre>\nUser-agent: *\nDisallow: /\n",
            "it is a web page, not a robots.txt",
        ),
        (
            &["--to", "meta"],
            b"User-agent: *\n",
            "it looks like a robots.txt; use --from if it is not",
        ),
        (
            &["--to", "acap", "--from", "page"],
            b"<p>",
            "robots.txt cannot express the statements of a page",
        ),
    ] {
        let run = placet(&[&["convert", "-"], args].concat(), input);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}");
        assert_eq!(run.err, format!("placet: cannot convert standard input: {error}\n"));
    }
}

#[test]
fn a_url_is_fetched() {
    let site = Server::new(|path| match path {
        "/robots.txt" => ok("text/plain", "User-agent: *\nDisallow: /1\n"),
        "/page" => ok("text/html", "<meta name=robots content=noindex>"),
        _ => status("404 Not Found"),
    });
    let convert = |path: &str, to: &str| {
        let url = site.url(path);
        placet(&["convert", &url, "--to", to, "--store", "memory", "--allow-private"], b"")
    };
    let acap = convert("/page", "acap");
    assert_eq!((acap.status, acap.err.as_str()), (0, ""));
    assert!(acap.out.ends_with("ACAP-crawler: *\r\nACAP-disallow-crawl: /1\r\n"), "{}", acap.out);
    assert_eq!(convert("/page", "robots-tag").out, "Robots-Tag: *;noindex\n");
    let closed = convert("/1", "robots-tag");
    assert_eq!((closed.status, closed.out.as_str()), (2, ""));
    assert!(closed.err.contains("robots.txt does not permit placet to crawl it"), "{}", closed.err);
}

#[test]
fn opening_to_a_longer_name_exits_1() {
    let robots = b"User-agent: *\nDisallow: /2\n\nUser-agent: foo\nAllow: /\nDisallow: /12/\n";
    let run = placet(&["convert", "-", "--to", "acap", "--acap-only"], robots);
    assert_eq!(run.status, 1);
    let example = "; the result allows a crawler that the file does not name and whose name begins with \
                   foo- to crawl /2, the source does not";
    assert!(run.err.contains(example), "{}", run.err);
    // Together with the rules nothing opens.
    assert_eq!(placet(&["convert", "-", "--to", "acap"], robots).status, 0);
}

/// Converted ACAP records are formatted and have no findings.
#[test]
fn lint_and_fmt_accept_the_result() {
    for robots in [
        &b"User-agent: *\nDisallow: /1\n\nUser-agent: b\nDisallow:\n"[..],
        b"User-agent: *\r\nDisallow: /1\r\n",
        b"User-agent: *\rDisallow: /1\r",
        b"\xEF\xBB\xBF# why\nUser-agent: *\nDisallow: /1",
    ] {
        for form in [&["--acap-only"][..], &[]] {
            let acap = placet(&[&["convert", "-", "--to", "acap"], form].concat(), robots);
            assert_ne!(acap.status, 2, "{}", acap.err);
            let args = ["lint", "-", "--select", "ACA1", "--select", "ROB112", "-f", "concise"];
            let lint = placet(&args, acap.out.as_bytes());
            assert_eq!((lint.status, lint.out.as_str()), (0, ""), "{}", acap.out);
            let fmt = placet(&["fmt", "--diff", "-"], acap.out.as_bytes());
            assert_eq!((fmt.status, fmt.out.as_str()), (0, ""), "{}", acap.out);
        }
    }
}

#[test]
fn reservations_are_written_as_meta_elements() {
    let convert = |text: &str, from: &str| {
        placet(&["convert", "-", "--from", from, "--to", "tdmrep-meta"], text.as_bytes())
    };
    let fields = "tdm-reservation: 1\ntdm-policy: https://a.example/?a=1&b=\"2\"\n";
    let run = convert(fields, "fields");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out, @r#"
    <meta name="tdm-reservation" content="1">
    <meta name="tdm-policy" content="https://a.example/?a=1&amp;b=&quot;2&quot;">
    "#);
    let page = format!("<!doctype html><title>a</title>{}", run.out);
    assert_eq!(convert(&page, "page").out, run.out);
    let run = convert("X-Robots-Tag: noai\n", "fields");
    assert_eq!((run.status, &*run.out), (1, "<meta name=\"tdm-reservation\" content=\"1\">\n"));
    assert!(run.err.contains("lost: TDMRep does not refuse ai-input"), "{}", run.err);
    let run = convert("<title>a</title>", "page");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    let run = convert("User-agent: *\nDisallow: /\n", "robots");
    assert!(run.status == 2 && run.err.contains("it looks like a robots.txt"), "{}", run.err);
}

#[test]
fn the_level_of_use_is_written_in_content_signal() {
    let robots = "User-agent: *\nContent-Signal: use=reference\nContent-Signal: /open/ use=full\n";
    let run = placet(&["convert", "-", "--to", "content-signal"], robots.as_bytes());
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out, @r"
    User-agent: *
    Content-Signal: ai-train=no, use=reference
    Content-Signal: /open/ ai-train=yes, use=full
    Disallow:
    ");
    let run = placet(&["convert", "-", "--to", "content-usage"], robots.as_bytes());
    assert!(run.status == 2 || run.err.contains("max-use=reference"), "{}{}", run.out, run.err);
}
