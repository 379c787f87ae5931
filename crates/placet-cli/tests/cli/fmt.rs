//! `placet fmt`.

use crate::run::placet;
use insta::assert_snapshot;

const SLOPPY: &[u8] = b"\xEF\xBB\xBFuseragent:*\r\nDissallow :/a   # why\r\n\r\nallow:/a/b\r\n\
    # about b\r\nUser-agent: b\r\nDisallow:\r\n<p>\r\n";

#[test]
fn the_result_goes_to_standard_output() {
    let run = placet(&["fmt", "-"], SLOPPY);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out);
}

#[test]
fn the_examples_are_formatted() {
    let run = placet(&["fmt", "--check", "examples/robots.txt", "examples/acap.txt"], b"");
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "", ""));
}

#[test]
fn what_would_change_is_shown_and_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("robots.txt");
    std::fs::write(&file, SLOPPY).unwrap();
    let path = file.to_str().unwrap();
    let check = placet(&["fmt", "--check", path, "examples/robots.txt"], b"");
    assert_eq!((check.status, check.out), (1, format!("{path}\n")));
    let diff = placet(&["fmt", "--diff", "-"], SLOPPY);
    assert_eq!((diff.status, diff.err.as_str()), (1, ""));
    assert_snapshot!(diff.out.replace('\r', "␍").replace('\u{feff}', "␣"));
    assert_eq!(std::fs::read(&file).unwrap(), SLOPPY);
}

#[test]
fn a_web_page_is_left_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("robots.txt");
    let page = "<!DOCTYPE html>\n<title>Not found</title>\n<p>User-agent :*\ndisallow :/\n";
    std::fs::write(&file, page).unwrap();
    let path = file.to_str().unwrap();
    let left = "was left unchanged: it is a web page, not a robots.txt";
    for args in [&["fmt", path][..], &["fmt", "--check", path], &["fmt", "--diff", path]] {
        let run = placet(args, b"");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}");
        assert_eq!(run.err, format!("placet: {path} {left}\n"));
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), page);
    let run = placet(&["fmt", "-"], page.as_bytes());
    assert_eq!((run.status, run.out.as_str()), (2, page));
}

#[test]
fn files_are_written_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("robots.txt");
    std::fs::write(&file, SLOPPY).unwrap();
    let path = file.to_str().unwrap();
    let first = placet(&["fmt", path], b"");
    assert_eq!((first.status, first.out.as_str()), (0, ""));
    assert_eq!(first.err, format!("placet: formatted {path}\n"));
    assert_eq!(std::fs::read(&file).unwrap(), placet(&["fmt", "-"], SLOPPY).out.into_bytes());
    let second = placet(&["fmt", path], b"");
    assert_eq!((second.status, second.err.as_str()), (0, ""));
    // No temporary file is left.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn permissions_and_links_are_kept() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("robots.txt"), folder.path().join("link"));
    std::fs::write(&file, SLOPPY).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    assert_eq!(placet(&["fmt", link.to_str().unwrap()], b"").status, 0);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert_ne!(std::fs::read(&file).unwrap(), SLOPPY);
}

#[test]
fn a_file_that_cannot_be_formatted_is_left_unchanged_and_exits_2() {
    let run = placet(&["fmt", "--check", "-"], b"\xFF\xFEa\0");
    assert_eq!(run.status, 2);
    assert_eq!(
        run.err,
        "placet: standard input was left unchanged: it is UTF-16 or UTF-32; save it as UTF-8\n"
    );
    assert_eq!(placet(&["fmt", "missing.txt"], b"").status, 2);
}
