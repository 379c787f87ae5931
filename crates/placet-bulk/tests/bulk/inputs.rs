//! Every kind of input, good and damaged.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, BinaryArray, Float64Array, Int32Array, RecordBatch, StringArray};
use flate2::Compression;
use flate2::write::GzEncoder;
use parquet::arrow::ArrowWriter;
use placet_bulk::{Audit, Columns, Progress, Run, Table, expand};

use crate::table::{columns, of_folder};

const TEXT: &str = "User-agent: *\nDisallow: /\n";

/// Audits a path, and returns origin, outcome, size and error of each site.
fn sites_with(path: &Path, named: Columns) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let audit = Audit::builder().agents(["GPTBot"]).build().unwrap();
    let inputs = expand(path).unwrap();
    let run = Run::new(&audit, folder.path().join("audit")).columns(named);
    run.start(&inputs, &Progress::new()).unwrap();
    let rows = of_folder(&folder.path().join("audit"), Table::Sites);
    columns(&audit, Table::Sites, &rows, &["origin", "outcome", "size", "error"])
}

fn sites(path: &Path) -> Vec<String> {
    sites_with(path, Columns::default())
}

fn tar(files: &[(&str, &str)]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, text) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_cksum();
        builder.append_data(&mut header, name, text.as_bytes()).unwrap();
    }
    builder.into_inner().unwrap()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

#[test]
fn json_lines_are_read_and_bad_ones_are_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    let long = format!("{{\"origin\": \"l.example\", \"body\": \"{}\"}}", "x".repeat(9 << 20));
    let lines = [
        r#"{"origin": "a.example", "robots": "User-agent: *\n", "status": 200, "time": "2024-02-29T12:34:56Z"}"#,
        r#"{"url": "http://b.example/robots.txt", "status": "404"}"#,
        r#"{"origin": "c.example", "standing": "unreachable", "cause": "timeout"}"#,
        "",
        r#"{"origin": "d.example", "body": 7}"#,
        "nonsense",
        r#"{"origin": "not an origin", "body": ""}"#,
        &long,
        r#"{"origin": "e.example", "robots_b64": "VXNlci1hZ2VudDogKgo="}"#,
        r#"{"origin": "f.example", "status": 70000, "body": ""}"#,
    ];
    let text = lines.join("\n");
    for bytes in [text.clone().into_bytes(), packed(text.as_bytes())] {
        fs::write(&path, bytes).unwrap();
        let name = path.display();
        let rows = sites(&path);
        let expected = [
            "https://a.example | available | 14 | -".to_owned(),
            "http://b.example | unavailable | - | -".to_owned(),
            "https://c.example | unreachable | - | timeout".to_owned(),
            format!("- | error | - | {name}:5: the body is not text"),
            format!("- | error | - | {name}:6, column 2: expected ident at line 1 column 2"),
            format!("- | error | - | {name}:7: \"not an origin\" is not an HTTP origin"),
            format!("- | error | - | {name}:8: the line is longer than 8388608 bytes"),
            "https://e.example | available | 14 | -".to_owned(),
            format!(
                "https://f.example | error | - | {name}:10: the status is not a number from 100 to 599"
            ),
        ];
        assert_eq!(rows, expected);
    }
}

fn parquet(path: &Path, columns: Vec<(&str, ArrayRef)>) {
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let mut writer =
        ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

#[test]
fn parquet_is_read_by_the_names_of_its_columns() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    let hosts: ArrayRef = Arc::new(StringArray::from(vec!["a.example", "b.example", "?"]));
    let bodies: ArrayRef =
        Arc::new(BinaryArray::from_opt_vec(vec![Some(TEXT.as_bytes()), None, Some(b"\xff")]));
    let statuses: ArrayRef = Arc::new(Int32Array::from(vec![Some(200), Some(503), None]));
    parquet(
        &path,
        vec![("host", hosts.clone()), ("content", bodies.clone()), ("status", statuses.clone())],
    );
    let name = path.display().to_string();
    let expected = [
        "https://a.example | available | 26 | -".to_owned(),
        "https://b.example | unreachable | - | -".to_owned(),
        format!("- | error | - | {name}:2: \"?\" is not an HTTP origin"),
    ];
    assert_eq!(sites(&path), expected);
    parquet(&path, vec![("x", hosts.clone()), ("y", bodies.clone()), ("z", statuses)]);
    let error = format!(
        "- | error | - | {name}: no column has the origin; name one with --column origin=NAME; there are: x, y, z"
    );
    assert_eq!(sites(&path), [error]);
    let named = Columns { origin: Some("x".into()), body: Some("y".into()), ..Columns::default() };
    assert_eq!(sites_with(&path, named)[0], "https://a.example | available | 26 | -");
    let named = Columns { status: Some("w".into()), ..Columns::default() };
    assert!(sites_with(&path, named)[0].contains("there is no column \"w\"; there are: x, y, z"));
    let numbers: ArrayRef = Arc::new(Float64Array::from(vec![1.0, 2.0, 3.0]));
    parquet(&path, vec![("origin", hosts), ("body", numbers)]);
    assert_eq!(
        sites(&path),
        [format!("- | error | - | {name}: the column \"body\" is Float64, which is no body")]
    );
}

#[test]
fn damaged_parquet_is_a_row_and_never_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    let hosts: ArrayRef = Arc::new(StringArray::from(vec!["a.example"; 100]));
    let bodies: ArrayRef = Arc::new(StringArray::from(vec![TEXT; 100]));
    parquet(&path, vec![("host", hosts), ("body", bodies)]);
    let whole = fs::read(&path).unwrap();
    assert_eq!(sites(&path).len(), 100);
    for at in (4..whole.len()).step_by(29) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0xff;
        fs::write(&path, &damaged).unwrap();
        assert!(!sites(&path).is_empty(), "{at}");
    }
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let rows = sites(&path);
    assert!(rows[0].starts_with("- | error | - | ") && rows.len() == 1, "{rows:?}");
}

#[test]
fn archives_have_origins_in_their_paths() {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("x/a.example/robots.txt", TEXT),
        ("b.example.txt", ""),
        ("c.example.robots.txt", TEXT),
        ("robots/d.example.00017.txt", TEXT),
        ("readme", TEXT),
    ];
    let bytes = tar(&files);
    let expected = [
        "https://a.example | available | 26 | -",
        "https://b.example | available | 0 | -",
        "https://c.example | available | 26 | -",
        "https://d.example | available | 26 | -",
        "- | available | 26 | -",
    ];
    for (name, bytes) in [("a.tar", bytes.clone()), ("a.tar.gz", packed(&bytes))] {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        assert_eq!(sites(&path), expected);
    }
    // Real archives, whose window is larger than what is examined first.
    if let Some(files) = placet_conformance::shared::corpus("acap").unwrap() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus/acap.tar.zst");
        assert_eq!(sites(Path::new(path)).len(), files.len());
    }
    // What is before the damage is kept.
    let path = folder.path().join("cut.tar");
    fs::write(&path, &bytes[..2_000]).unwrap();
    let rows = sites(&path);
    assert_eq!(rows[..1], expected[..1]);
    assert!(
        rows.last().unwrap().contains("| error |") && rows.last().unwrap().contains("cut.tar"),
        "{rows:?}"
    );
}

#[test]
fn folders_patterns_and_single_files_are_expanded() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("in/b.example")).unwrap();
    fs::write(at("in/b.example/robots.txt"), TEXT).unwrap();
    fs::write(at("in/a.example.txt"), TEXT).unwrap();
    fs::write(at("in/z.tar"), tar(&[("t.example/robots.txt", TEXT)])).unwrap();
    fs::write(at("in/.hidden"), TEXT).unwrap();
    let row = |host: &str| format!("https://{host} | available | 26 | -");
    assert_eq!(sites(&at("in")), [row("t.example"), row("a.example"), row("b.example")]);
    assert_eq!(sites(&at("in/*.t?t")), [row("a.example")]);
    assert_eq!(sites(&at("**/robots.txt")), [row("b.example")]);
    assert_eq!(sites(&at("in/b.example/robots.txt")), [row("b.example")]);
    assert!(expand(&at("none")).unwrap_err().to_string().contains("does not exist"));
    assert!(expand(&at("*.warc")).unwrap_err().to_string().contains("no file matches"));
}

#[test]
fn encodings_are_recognised() {
    let folder = tempfile::tempdir().unwrap();
    let audit = Audit::builder().agents(["GPTBot"]).build().unwrap();
    let wide: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(TEXT.bytes().flat_map(|it| [it, 0])).collect();
    let files: [(&str, Vec<u8>); 4] = [
        ("a.example.txt", TEXT.into()),
        ("b.example.txt", b"User-agent: *\nDisallow: /\xe4\n".to_vec()),
        ("c.example.txt", wide),
        ("d.example.txt", b"<!DOCTYPE html><title>x</title>".to_vec()),
    ];
    fs::create_dir(folder.path().join("in")).unwrap();
    for (name, text) in files {
        fs::write(folder.path().join("in").join(name), text).unwrap();
    }
    let inputs = expand(&folder.path().join("in")).unwrap();
    Run::new(&audit, folder.path().join("out")).start(&inputs, &Progress::new()).unwrap();
    let rows = of_folder(&folder.path().join("out"), Table::Sites);
    let shown = columns(&audit, Table::Sites, &rows, &["encoding", "html", "rules"]);
    assert_eq!(
        shown,
        ["UTF-8 | false | 1", "unknown | false | 1", "UTF-16LE | false | 1", "UTF-8 | true | 0"]
    );
}
