use super::*;

fn formed(text: &str) -> String {
    let once = format(text.as_bytes()).unwrap();
    assert_eq!(format(&once).as_deref(), Ok(&*once), "{text:?}");
    String::from_utf8(once).unwrap()
}

#[test]
fn names_are_spelt_and_spaced_as_usual() {
    for (text, line) in [
        ("USER-AGENT:*", "User-agent: *"),
        ("Dissallow : /a", "Disallow: /a"),
        ("disallow /a", "Disallow: /a"),
        ("\tallow:\t/a b \t#c \t", "Allow: /a b #c"),
        ("Disallow:   ", "Disallow:"),
        ("site-map: https://a/", "Sitemap: https://a/"),
        ("CRAWL-DELAY:5", "Crawl-delay: 5"),
        ("content-signal:search=yes", "Content-Signal: search=yes"),
        ("X-Robots :x", "X-Robots: x"),
        ("acap-CRAWLER:*", "ACAP-crawler: *"),
        ("acap-Disallow-Crawl:/a", "ACAP-disallow-crawl: /a"),
        ("ACAP-Allow-(Teaser):/a", "ACAP-allow-(Teaser): /a"),
        ("acap-ignore-conventional-records", "ACAP-ignore-conventional-records"),
        ("ACAP-Frob:x", "ACAP-Frob: x"),
        ("   # a comment  ", "# a comment"),
    ] {
        assert_eq!(formed(text), format!("{line}\n"), "{text}");
    }
}

#[test]
fn lines_that_are_not_records_are_not_changed() {
    for text in ["# a\n  <p>Not: found\n", "disallow /a b\n", "Disallow: /a\0b\n", "x\u{b}\n"] {
        assert_eq!(formed(text), text);
    }
}

#[test]
fn a_blank_line_separates_groups_and_none_is_inside() {
    assert_eq!(
        formed(
            "\n\n# top\nuser-agent: a\n\nuser-agent: b\n\n# why\ndisallow: /\n# about c\n\
             user-agent: c\n\n\nallow: /\n\n\n# end\n\nsitemap: x\n\n\n"
        ),
        "# top\nUser-agent: a\nUser-agent: b\n# why\nDisallow: /\n\n# about c\nUser-agent: c\n\
         Allow: /\n\n# end\n\nSitemap: x\n"
    );
    assert_eq!(
        formed("acap-crawler: a\n\nacap-allow-crawl: /\nacap-crawler: *\nacap-allow-crawl: /\n"),
        "ACAP-crawler: a\nACAP-allow-crawl: /\n\nACAP-crawler: *\nACAP-allow-crawl: /\n"
    );
}

#[test]
fn a_group_that_goes_on_is_not_parted() {
    let text = "User-agent: a\nSitemap: x\nUser-agent: b\nDisallow: /\n";
    assert_eq!(formed(text), text);
}

#[test]
fn comments_that_silence_rules_keep_their_line() {
    for text in [
        "User-agent: a\n# placet: ignore ROB1\n\nDisallow: /\n",
        "User-agent: a\nDisallow: / # placet: ignore ROB1\nUser-agent: b\nDisallow: /\n",
        "User-agent: a\nDisallow: /\n\n# placet: ignore ROB1\nUser-agent: b\nDisallow: /\n",
    ] {
        assert_eq!(formed(text), text);
    }
}

#[test]
fn every_line_end_becomes_a_line_feed() {
    assert_eq!(formed("User-agent: a\rDisallow: /\r\nAllow: /a"), {
        "User-agent: a\nDisallow: /\nAllow: /a\n"
    });
}

#[test]
fn acap_fields_that_end_as_its_grammar_asks_go_on_so() {
    let text = "ACAP-crawler: *\r\nACAP-allow-crawl: /\r\n";
    assert_eq!(formed(&text.replace(": ", ":\t")), text);
    assert_eq!(formed(&text.replacen("\r\n", "\n", 1)), text.replace("\r\n", "\n"));
}

#[test]
fn bytes_that_would_become_a_mark_do_not() {
    let text = b"\xEF\xBB\xBF\xEF\xBB\xBFDisallow: /\n";
    assert_eq!(format(text).unwrap(), text);
    let second_mark = b"\n\xEF\xBB\xBFDisallow: /\n";
    assert_eq!(format(second_mark).unwrap(), second_mark);
}

#[test]
fn bytes_outside_utf_8_are_kept() {
    let text = b"user-agent:\xFF\ndisallow:/\xC3(\n";
    assert_eq!(format(text).unwrap(), b"User-agent: \xFF\nDisallow: /\xC3(\n");
}

#[test]
fn a_line_longer_than_google_reads_is_left_alone() {
    let long = format!("disallow:/{}\n", "a".repeat(limits::GOOGLE_LINE));
    assert_eq!(formed(&long), long);
    // One space more would cut it.
    let short = format!("disallow:/{}\n", "a".repeat(limits::GOOGLE_LINE - 10));
    assert_eq!(formed(&short), short);
}

#[test]
fn a_file_over_the_ceiling_is_left_as_it_is() {
    let text = "disallow:/\n".repeat(limits::FILE_MIN / 11 - 2_000);
    assert_eq!(format(text.as_bytes()), Err(Left::TooLong));
    assert_eq!(format(&vec![b'\n'; limits::FILE_MIN + 1]), Err(Left::TooLong));
    assert_eq!(format(b"\xFF\xFEa\0"), Err(Left::Utf16));
    // Only its form looks like UTF-16.
    assert_eq!(format(b"\n\r\x00\n\x00"), Err(Left::Utf16));
}

#[test]
fn a_web_page_is_left_as_it_is() {
    for page in [
        "<!DOCTYPE html>\n<title>404</title>\nUser-agent :*\n",
        "\u{FEFF}\r\n <HTML>\nDisallow:/a\n",
        "<!-- x -->\nuseragent: *\n",
        "<?xml version=\"1.0\"?>\n<Error/>\n",
    ] {
        assert_eq!(format(page.as_bytes()), Err(Left::Page), "{page}");
    }
    // A file that only contains a tag is not a page.
    let text = b"# <html>\nUser-agent: *\nDisallow: /<p>\n< 3\n";
    assert_eq!(format(text).as_deref(), Ok(&text[..]));
}
