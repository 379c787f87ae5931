//! Every `console` block of the README and the guide shows what its commands print.
//!
//! A line that begins with `$ ` is a command for `sh`; the lines below it are what it prints. The
//! commands of the README run in a folder with a copy of `examples/`, those of a page of the guide
//! inside such a copy, one after the other: a command sees the files that earlier ones wrote.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::server::{Server, masked_times, ok, status};
use crate::{expect_page, pages, root};

/// The site that commands may fetch from: it serves `examples/`.
const SITE: &str = "localhost:8000";

/// Where the commands of one document run.
struct Place {
    top: TempDir,
    folder: PathBuf,
    server: Server,
}

impl Place {
    fn new(is_guide: bool) -> Self {
        let top = tempfile::tempdir().unwrap();
        let examples = top.path().join("examples");
        copy(&root().join("examples"), &examples);
        let files = examples.clone();
        let server = Server::new(move |path| {
            match fs::read_to_string(files.join(path.trim_start_matches('/'))) {
                Ok(text) if Path::new(path).extension().is_some_and(|it| it == "html") => {
                    ok("text/html", &text)
                }
                Ok(text) => ok("text/plain", &text),
                Err(_) => status("404 Not Found"),
            }
        });
        let folder = if is_guide { examples } else { top.path().to_owned() };
        Self { top, folder, server }
    }

    /// What a command prints: standard output, then standard error.
    fn run(&self, command: &str) -> String {
        let site = self.server.origin.trim_start_matches("http://");
        let placet = Path::new(env!("CARGO_BIN_EXE_placet")).parent().unwrap().to_owned();
        let paths = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(placet).chain(std::env::split_paths(&paths));
        let output = Command::new("sh")
            .args(["-c", &command.replace(SITE, site)])
            .current_dir(&self.folder)
            .env("PATH", std::env::join_paths(paths).unwrap())
            .env("XDG_CACHE_HOME", self.top.path().join("cache"))
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .env_remove("CLICOLOR")
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout) + &text(output.stderr)).replace(site, SITE)
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// The document with what its commands print now.
fn with_outputs(text: &str, place: &Place) -> String {
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        out.extend([line, "\n"]);
        if line != "```console" {
            continue;
        }
        while let Some(line) = lines.next_if(|line| *line != "```") {
            let command = line.strip_prefix("$ ");
            assert!(command.is_some(), "a console block begins with a command, not with {line:?}");
            out.extend([line, "\n"]);
            let mut shown = String::new();
            while let Some(line) = lines.next_if(|line| *line != "```" && !line.starts_with("$ ")) {
                shown.extend([line, "\n"]);
            }
            let printed = place.run(command.unwrap_or_default());
            let is_same = masked_times(shown.trim_end()) == masked_times(printed.trim_end());
            let printed = if is_same { shown } else { printed };
            if !printed.trim_end().is_empty() {
                let is_last = lines.peek().is_none_or(|line| *line == "```");
                out.extend([printed.trim_end(), if is_last { "\n" } else { "\n\n" }]);
            }
        }
    }
    out
}

#[test]
fn documents_show_what_commands_print() {
    let root = root();
    let mut blocks = 0;
    let guide = pages(&root.join("docs/src/guide"));
    for path in guide.iter().chain([&root.join("README.md")]) {
        let text = fs::read_to_string(path).unwrap();
        blocks += text.matches("\n```console\n").count();
        let place = Place::new(guide.contains(path));
        expect_page(path, &with_outputs(&text, &place));
    }
    assert!(blocks >= 20, "{blocks} blocks");
}
