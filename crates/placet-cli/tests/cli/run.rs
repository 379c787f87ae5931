//! Runs the binary.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The output, messages and status of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) status: i32,
}

/// Runs `placet` in the root of the checkout, with text on standard input.
///
/// Each run has a new cache folder.
pub(crate) fn placet(args: &[&str], input: &[u8]) -> Run {
    let caches = tempfile::tempdir().unwrap();
    placet_with(caches.path(), args, input)
}

/// The same with a cache folder.
pub(crate) fn placet_with(caches: &Path, args: &[&str], input: &[u8]) -> Run {
    run(caches, args, input, &[])
}

/// The same with variables of the environment.
pub(crate) fn placet_in(args: &[&str], input: &[u8], env: &[(&str, &str)]) -> Run {
    let caches = tempfile::tempdir().unwrap();
    run(caches.path(), args, input, env)
}

fn run(caches: &Path, args: &[&str], input: &[u8], env: &[(&str, &str)]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_placet"))
        .args(args)
        .env("XDG_CACHE_HOME", caches)
        // Independent of the environment of the tests.
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("CLICOLOR")
        .envs(env.iter().copied())
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A run may close its input early.
    let writer = std::thread::spawn(move || stdin.write_all(&input).ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        status: output.status.code().unwrap(),
    }
}
