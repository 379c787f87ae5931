//! `placet serve` as the files in `deploy/` start it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

const UNIT: &str = include_str!("../../../../deploy/placet.service");
const CONTAINER: &str = include_str!("../../../../deploy/Containerfile");
const PLACET: &str = env!("CARGO_BIN_EXE_placet");

/// A server in another process, which is killed when it is dropped.
struct Serving {
    process: Child,
    address: String,
}

impl Serving {
    /// Starts `placet` with these arguments and variables, and no others.
    fn start(args: &[&str], variables: &[(String, String)]) -> Self {
        let mut process = Command::new(PLACET)
            .args(args)
            .env_clear()
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let mut error = String::new();
        if line.is_empty() {
            process.stderr.take().unwrap().read_to_string(&mut error).unwrap();
        }
        assert!(error.is_empty(), "{args:?}: {error}");
        let address = line.trim().strip_prefix("placet listens on http://").unwrap();
        let address = address.trim_end_matches('/').replace("0.0.0.0", "127.0.0.1");
        Self { process, address }
    }

    fn get(&self, path: &str, fields: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let host = &self.address;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{fields}\r\n")
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Stops it as service managers do; its status, and its log.
    fn stop(mut self) -> (i32, String) {
        let pid = self.process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        let status = self.process.wait().unwrap().code().unwrap();
        let mut log = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        (status, log)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The values of a setting of the unit.
fn of_unit(name: &str) -> impl Iterator<Item = &'static str> {
    UNIT.lines().filter_map(move |line| line.strip_prefix(name)?.strip_prefix('='))
}

#[test]
fn the_unit_starts_and_stops_the_server() {
    let caches = tempfile::tempdir().unwrap();
    let caches = caches.path().to_str().unwrap();
    let settings = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/serve.toml");
    let start = of_unit("ExecStart").next().unwrap();
    let start = start.replace("/etc/placet/serve.toml", settings.to_str().unwrap());
    let mut args: Vec<&str> = start.split(' ').collect();
    assert_eq!(args.remove(0), "/usr/local/bin/placet");
    args.extend(["--listen", "127.0.0.1:0"]);
    let variables: Vec<(String, String)> = of_unit("Environment")
        .map(|it| it.split_once('=').unwrap())
        .map(|(name, value)| (name.to_owned(), value.replace("%C", caches)))
        .collect();
    let server = Serving::start(&args, &variables);
    assert!(server.get("/readyz", "").starts_with("HTTP/1.1 200"));
    // The folder that the unit makes, below that of all caches.
    let folder = Path::new(caches).join(of_unit("CacheDirectory").next().unwrap());
    assert!(folder.join("serve.redb").exists());
    let (status, log) = server.stop();
    assert_eq!(status, 0, "{log}");
    let lines: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!lines.is_empty());
}

#[test]
fn systemd_understands_the_unit() {
    let folder = tempfile::tempdir().unwrap();
    let unit = folder.path().join("placet.service");
    std::fs::write(&unit, UNIT.replace("/usr/local/bin/placet", PLACET)).unwrap();
    let verify = Command::new("systemd-analyze").arg("verify").arg(&unit).output();
    let Ok(verify) = verify else {
        placet_testing::skip("systemd-analyze is not installed");
        return;
    };
    // It reports unknown settings, but exits with 0.
    let report = String::from_utf8_lossy(&verify.stderr);
    let own: Vec<&str> = report.lines().filter(|line| line.contains("placet")).collect();
    assert!(verify.status.success() && own.is_empty(), "{report}");
}

#[test]
fn the_container_starts_the_server_with_tokens() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("tokens"), "correct-horse-battery\n").unwrap();
    let variables: Vec<(String, String)> = CONTAINER
        .lines()
        .filter_map(|line| line.trim_start_matches("ENV").trim().split_once('='))
        .filter(|(name, _)| name.starts_with("PLACET_"))
        .map(|(name, value)| (name.to_owned(), value.trim_end_matches([' ', '\\']).to_owned()))
        .map(|(name, value)| {
            let value = value.replace("/etc/placet/tokens", &path("tokens"));
            let value = value.replace("/var/cache/placet", &path("caches"));
            (name, value.replace(":8787", ":0"))
        })
        .collect();
    assert_eq!(variables.len(), 4, "{variables:?}");
    assert!(CONTAINER.contains("cargo build --release --locked -p placet-cli\n"));
    assert!(CONTAINER.contains("target/release/placet /usr/local/bin/placet\n"));
    assert!(CONTAINER.ends_with("ENTRYPOINT [\"placet\"]\nCMD [\"serve\"]\n"));
    std::fs::create_dir(path("caches")).unwrap();
    let server = Serving::start(&["serve"], &variables);
    assert!(server.get("/v1/crawlers", "").starts_with("HTTP/1.1 401"));
    let token = "Authorization: Bearer correct-horse-battery\r\n";
    assert!(server.get("/v1/crawlers", token).starts_with("HTTP/1.1 200"));
    assert!(Path::new(&path("caches/serve.redb")).exists());
    assert_eq!(server.stop().0, 0);
}
