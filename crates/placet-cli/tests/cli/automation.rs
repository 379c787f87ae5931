//! The GitHub Action and the pre-commit hooks, run as GitHub and pre-commit would run them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

const CLEAN: &str = "User-agent: *\nDisallow: /drafts/\n";
const WRONG: &str = "Disallow: /drafts/\nUser-agent: *\nDisallow: /x\n";
const EXPECTED: &str = "[[test.expect]]\nagent = 'a'\nurl = '/drafts/1'\nexpect = 'prohibit'\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn yaml(file: &str) -> Value {
    serde_saphyr::from_str(&fs::read_to_string(root().join(file)).unwrap()).unwrap()
}

/// The binary with its folder in the path, as after an installation.
fn command(program: &str) -> Command {
    command_with(None, program)
}

fn command_with(tools: Option<&Path>, program: &str) -> Command {
    let folder = Path::new(env!("CARGO_BIN_EXE_placet")).parent();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let first = tools.into_iter().chain(folder).map(Path::to_owned);
    let paths = first.chain(std::env::split_paths(&paths));
    let mut command = Command::new(program);
    command.env("PATH", std::env::join_paths(paths).unwrap());
    command
}

fn all_output(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

fn git(folder: &Path, args: &[&str]) {
    let done = Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@example.com"])
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(done.status.success(), "{args:?}: {}", all_output(&done));
}

/// A repository with two commits: the first has `before` as its robots.txt, the second `after`.
fn repository(before: &str, after: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    git(folder.path(), &["init", "--quiet"]);
    fs::write(folder.path().join("placet.toml"), EXPECTED).unwrap();
    for (at, text) in [before, after].iter().enumerate() {
        fs::write(folder.path().join("robots.txt"), text).unwrap();
        git(folder.path(), &["add", "."]);
        git(folder.path(), &["commit", "--quiet", "--allow-empty", "-m", &at.to_string()]);
    }
    folder
}

/// Whether the runner runs a step: its `if` is true, and no earlier step failed unless the `if` tests
/// for that.
fn is_run(condition: &str, run: &str, done: &[(String, i32, String)]) -> bool {
    let failed = done.iter().any(|(_, status, _)| *status != 0);
    let inner = condition.strip_prefix("${{ ").and_then(|it| it.strip_suffix(" }}"));
    let terms: Vec<&str> =
        inner.unwrap_or(condition).split(" && ").filter(|it| !it.is_empty()).collect();
    let is_true = |term: &&str| match *term {
        "!cancelled()" => true,
        // The first step has this id; see `the_action_is_well_formed`.
        "steps.install.outcome == 'success'" => done[0].1 == 0,
        term => {
            let wanted = term.strip_prefix("contains(inputs.run, '").unwrap();
            run.contains(wanted.strip_suffix("')").unwrap())
        }
    };
    terms.iter().all(is_true) && (!failed || terms.contains(&"!cancelled()"))
}

/// Runs the steps of the action with these inputs and the defaults; returns name, status and output of
/// each step that ran.
fn act(repository: &Path, inputs: &[(&str, &str)]) -> Vec<(String, i32, String)> {
    act_with(None, repository, inputs)
}

/// The same with a folder of tools that comes first in the path.
fn act_with(
    tools: Option<&Path>,
    repository: &Path,
    inputs: &[(&str, &str)],
) -> Vec<(String, i32, String)> {
    let action = yaml("action.yml");
    let runner = tempfile::tempdir().unwrap();
    let variables = runner.path().join("env");
    fs::write(&variables, "").unwrap();
    let input = |name: &str| {
        let given = inputs.iter().find(|(it, _)| *it == name).map(|(_, value)| *value);
        given.or(action["inputs"][name]["default"].as_str()).unwrap().to_owned()
    };
    let substituted = |text: &str| match text.strip_prefix("${{ inputs.") {
        Some(name) => input(name.strip_suffix(" }}").unwrap()),
        None => text.to_owned(),
    };
    let mut done = Vec::new();
    for step in action["runs"]["steps"].as_array().unwrap() {
        assert_eq!(step["shell"], "bash");
        if !is_run(step["if"].as_str().unwrap_or_default(), &input("run"), &done) {
            continue;
        }
        // As the runner does: the environment files of earlier steps, then the step's own.
        let mut bash = command_with(tools, "bash");
        bash.args(["--noprofile", "--norc", "-eo", "pipefail", "-c"])
            .arg(step["run"].as_str().unwrap())
            .env("GITHUB_ENV", &variables)
            .env("GITHUB_ACTION_PATH", root())
            .env("RUNNER_TEMP", runner.path())
            .current_dir(repository);
        for line in fs::read_to_string(&variables).unwrap().lines() {
            let (name, value) = line.split_once('=').unwrap();
            bash.env(name, value);
        }
        for (name, value) in step["env"].as_object().into_iter().flatten() {
            bash.env(name, substituted(value.as_str().unwrap()));
        }
        let output = bash.output().unwrap();
        let status = output.status.code().unwrap();
        done.push((step["name"].as_str().unwrap().to_owned(), status, all_output(&output)));
    }
    done
}

/// The status of the last step.
fn last(done: &[(String, i32, String)]) -> (&str, i32) {
    let (name, status, _) = done.last().unwrap();
    (name, *status)
}

#[test]
fn the_action_is_well_formed() {
    let action = yaml("action.yml");
    assert_eq!(action["runs"]["using"], "composite");
    for key in ["name", "description"] {
        assert!(action[key].is_string(), "{key}");
    }
    for (name, input) in action["inputs"].as_object().unwrap() {
        let both = input["description"].is_string() && input["default"].is_string();
        assert!(both, "{name}: {input}");
    }
    let steps = action["runs"]["steps"].as_array().unwrap();
    let ids: Vec<_> = steps.iter().map(|step| step["id"].as_str()).collect();
    assert_eq!(ids, [Some("install"), None, None, None]);
    // Inputs reach scripts through variables only, so that they are never executed.
    for step in steps {
        assert!(!step["run"].as_str().unwrap().contains("${{"), "{step}");
    }
}

#[test]
fn the_action_lints_and_tests() {
    let placet = ("placet", env!("CARGO_BIN_EXE_placet"));
    let clean = repository(CLEAN, CLEAN);
    let done = act(clean.path(), &[placet, ("run", "lint test")]);
    assert_eq!(last(&done), ("Test", 0), "{done:?}");
    assert_eq!(done.len(), 3);

    let wrong = repository(CLEAN, WRONG);
    let done = act(wrong.path(), &[placet]);
    assert_eq!(last(&done), ("Lint", 1), "{done:?}");
    assert!(done[1].2.contains("::error file=robots.txt,line=1,"), "{done:?}");
    let done = act(wrong.path(), &[placet, ("lint-args", "--ignore ALL")]);
    assert_eq!(last(&done), ("Lint", 0), "{done:?}");
    let done = act(wrong.path(), &[placet, ("run", "test"), ("test", "robots.txt")]);
    assert_eq!(last(&done), ("Test", 1), "{done:?}");
    assert!(done[1].2.contains("::error file="), "{done:?}");
}

/// The steps that ran, with their status.
fn steps(done: &[(String, i32, String)]) -> Vec<(&str, i32)> {
    done.iter().map(|(name, status, _)| (&**name, *status)).collect()
}

#[test]
fn a_failing_step_does_not_stop_the_others() {
    let placet = ("placet", env!("CARGO_BIN_EXE_placet"));
    let all = ("run", "lint test diff");
    let wrong = repository(
        "User-agent: *\nDisallow: /drafts/\n",
        "Allow: /\nUser-agent: *\nDisallow: /x\n",
    );
    let done = act(wrong.path(), &[placet, all]);
    let expected = [("Install placet", 0), ("Lint", 1), ("Test", 1), ("Compare", 1)];
    assert_eq!(steps(&done), expected, "{done:?}");
    // An error does not hide other steps either.
    let done = act(wrong.path(), &[placet, all, ("files", "none.txt"), ("expectations", "none")]);
    let expected = [("Install placet", 0), ("Lint", 2), ("Test", 2), ("Compare", 1)];
    assert_eq!(steps(&done), expected, "{done:?}");
    let done = act(wrong.path(), &[placet, ("run", "lint diff")]);
    assert_eq!(steps(&done), [("Install placet", 0), ("Lint", 1), ("Compare", 1)], "{done:?}");
}

/// A `cargo` that builds nothing and installs the existing binary.
const CARGO: &str = r#"#!/usr/bin/env bash
[ "$1 $2 $3 $5" = "install --locked --path --root" ] && [ -f "$4/Cargo.toml" ] || exit 9
mkdir -p "$6/bin" && cp "$(command -v placet)" "$6/bin/placet"
"#;

#[test]
#[cfg(unix)]
fn the_action_installs_placet_from_its_own_checkout() {
    use std::os::unix::fs::PermissionsExt as _;
    let clean = repository(CLEAN, CLEAN);
    let tools = tempfile::tempdir().unwrap();
    let cargo = tools.path().join("cargo");
    fs::write(&cargo, CARGO).unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let done = act_with(Some(tools.path()), clean.path(), &[]);
    assert_eq!(last(&done), ("Lint", 0), "{done:?}");
    // If the installation fails, nothing else runs.
    fs::write(&cargo, "#!/usr/bin/env bash\nexit 101\n").unwrap();
    let done = act_with(Some(tools.path()), clean.path(), &[("run", "lint test diff")]);
    assert_eq!(steps(&done), [("Install placet", 101)], "{done:?}");
}

#[test]
fn inputs_of_the_action_are_not_executed() {
    let placet = ("placet", env!("CARGO_BIN_EXE_placet"));
    let clean = repository(CLEAN, CLEAN);
    act(clean.path(), &[placet, ("files", "$(touch made) `touch made` ; touch made")]);
    assert!(!clean.path().join("made").exists());
}

#[test]
fn the_action_compares_with_the_base_branch() {
    let placet = ("placet", env!("CARGO_BIN_EXE_placet"));
    let closing = repository(CLEAN, "User-agent: *\nDisallow: /\n");
    let done = act(closing.path(), &[placet, ("run", "diff")]);
    assert_eq!(last(&done), ("Compare", 1), "{done:?}");
    let done = act(closing.path(), &[placet, ("run", "diff"), ("fail-on", "opens")]);
    assert_eq!(last(&done), ("Compare", 0), "{done:?}");
    for (effects, status) in [
        ("closes opens", 1),
        ("opens,closes", 1),
        ("opens, closes\n", 1),
        ("opens\nconditions\ncloses", 1),
        ("opens conditions", 0),
        ("conditions", 0),
        ("", 1),
        (" ", 1),
        ("frob", 2),
        ("opens *", 2),
    ] {
        let done = act(closing.path(), &[placet, ("run", "diff"), ("fail-on", effects)]);
        assert_eq!(last(&done), ("Compare", status), "{effects:?}: {done:?}");
    }
    let same = repository(CLEAN, CLEAN);
    let done = act(same.path(), &[placet, ("run", "diff")]);
    assert_eq!(last(&done), ("Compare", 0), "{done:?}");
    let done = act(same.path(), &[placet, ("run", "diff"), ("base", "nowhere")]);
    assert_eq!(last(&done), ("Compare", 2), "{done:?}");
}

/// Runs a hook as pre-commit does: the entry, its arguments, then the files.
fn hook(id: &str, repository: &Path) -> Output {
    let hooks = yaml(".pre-commit-hooks.yaml");
    let hook = hooks.as_array().unwrap().iter().find(|hook| hook["id"] == id).unwrap();
    let mut words = hook["entry"].as_str().unwrap().split(' ');
    let mut run = command(words.next().unwrap());
    let args = hook["args"].as_array().into_iter().flatten();
    run.args(words).args(args.map(|arg| arg.as_str().unwrap()));
    if hook["pass_filenames"] != false {
        run.arg("robots.txt");
    }
    run.current_dir(repository).output().unwrap()
}

#[test]
fn hooks_accept_clean_files_and_reject_others() {
    let (clean, wrong) = (repository(CLEAN, CLEAN), repository(WRONG, WRONG));
    let messy = repository(CLEAN, "user-agent:*\ndisallow:/drafts/\n");
    for (id, stopped) in
        [("placet-lint", &wrong), ("placet-fmt-check", &messy), ("placet-test", &wrong)]
    {
        let passed = hook(id, clean.path());
        assert!(passed.status.success(), "{id}: {}", all_output(&passed));
        let stopped = hook(id, stopped.path());
        assert_eq!(stopped.status.code(), Some(1), "{id}: {}", all_output(&stopped));
    }
    // This hook changes the file, which pre-commit treats as a failure.
    hook("placet-fmt", messy.path());
    assert_eq!(fs::read_to_string(messy.path().join("robots.txt")).unwrap(), CLEAN);
}

#[test]
fn hooks_have_the_keys_that_pre_commit_requires() {
    let hooks = yaml(".pre-commit-hooks.yaml");
    let ids: Vec<_> = hooks.as_array().unwrap().iter().map(|hook| &hook["id"]).collect();
    assert_eq!(ids, ["placet-lint", "placet-fmt", "placet-fmt-check", "placet-test"]);
    for hook in hooks.as_array().unwrap() {
        for key in ["name", "description", "entry", "language", "files"] {
            assert!(hook[key].is_string(), "{key}: {hook}");
        }
    }
}

#[test]
fn pre_commit_itself_runs_the_hooks() {
    if command("pre-commit").arg("--version").output().is_err() {
        placet_testing::skip("pre-commit is not installed");
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let hooks = tempfile::tempdir().unwrap();
    // A repository with the hooks only, because this checkout may not be a repository, or a large one.
    fs::copy(root().join(".pre-commit-hooks.yaml"), hooks.path().join(".pre-commit-hooks.yaml"))
        .unwrap();
    for args in [&["init", "--quiet"][..], &["add", "."], &["commit", "--quiet", "-m", "hooks"]] {
        git(hooks.path(), args);
    }
    let (clean, wrong) = (repository(CLEAN, CLEAN), repository(WRONG, WRONG));
    for (folder, passes) in [(&clean, true), (&wrong, false)] {
        for id in ["placet-lint", "placet-test"] {
            let tried = command("pre-commit")
                .args(["try-repo", hooks.path().to_str().unwrap(), id, "--all-files"])
                .env("PRE_COMMIT_HOME", home.path())
                .current_dir(folder.path())
                .output()
                .unwrap();
            assert_eq!(tried.status.success(), passes, "{id}: {}", all_output(&tried));
            assert!(all_output(&tried).contains(if passes { "Passed" } else { "Failed" }), "{id}");
        }
    }
}
