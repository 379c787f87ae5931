//! A Redis server for tests.

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::skip;

/// A Redis server on a free port of the loopback address, which stores nothing on disk. It stops when
/// this value is dropped.
#[derive(Debug)]
pub struct Redis {
    port: u16,
    arguments: Vec<String>,
    process: Child,
}

impl Redis {
    /// Starts a server. If `redis-server` is not installed, reports the test as skipped.
    pub fn start() -> Option<Self> {
        Self::start_with("--port", &[])
    }

    /// The same with TLS, with this certificate and key.
    pub fn start_with_tls(certificate: &Path, key: &Path) -> Option<Self> {
        let (certificate, key) = (certificate.to_str().unwrap(), key.to_str().unwrap());
        let files = ["--tls-cert-file", certificate, "--tls-key-file", key];
        let other = ["--tls-auth-clients", "no", "--port", "0"];
        Self::start_with("--tls-port", &[&files[..], &other].concat())
    }

    fn start_with(port_option: &str, more: &[&str]) -> Option<Self> {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let number = port.to_string();
        let common = [port_option, &number, "--bind", "127.0.0.1", "--save", ""];
        let arguments = [&common[..], &["--appendonly", "no", "--dir", "/tmp"], more].concat();
        let arguments: Vec<_> = arguments.into_iter().map(str::to_owned).collect();
        let process = spawn(port, &arguments);
        if process.is_none() {
            skip("redis-server is not installed");
        }
        Some(Self { port, arguments, process: process? })
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address of a server without TLS.
    pub fn address(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// Kills the server.
    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Starts it again, empty, after [`kill`](Self::kill).
    pub fn revive(&mut self) {
        self.process = spawn(self.port, &self.arguments).unwrap();
    }

    /// Sends it a signal, such as `-STOP`.
    pub fn signal(&self, signal: &str) {
        let pid = self.process.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    }
}

/// Starts a process and waits until it listens.
fn spawn(port: u16, arguments: &[String]) -> Option<Child> {
    let mut command = Command::new("redis-server");
    let process = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let process = process.ok()?;
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(start.elapsed() < Duration::from_secs(20), "redis-server does not listen");
        std::thread::sleep(Duration::from_millis(10));
    }
    Some(process)
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
