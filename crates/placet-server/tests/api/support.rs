//! A server in this process, a site that it can ask, and a small client.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use placet_server::{Config, Server};
use serde_json::Value;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server that stops when it is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    runtime: Option<Runtime>,
    stop: Option<oneshot::Sender<()>>,
    done: Option<JoinHandle<()>>,
}

/// The settings of a test: any port, memory only, and local sites may be asked.
pub(crate) fn config() -> Config {
    let mut config = Config::default();
    config.listen = "127.0.0.1:0".parse().unwrap();
    config.store = Some("memory".to_owned());
    config.allow_private = true;
    config
}

impl Running {
    pub(crate) fn start(config: Config) -> Self {
        let runtime = Runtime::new().unwrap();
        let server = runtime.block_on(Server::bind(config)).unwrap();
        let address = server.address();
        let (stop, stopped) = oneshot::channel::<()>();
        let done = runtime.spawn(server.run(async move {
            let _ = stopped.await;
        }));
        Self { address, runtime: Some(runtime), stop: Some(stop), done: Some(done) }
    }

    pub(crate) fn default() -> Self {
        Self::start(config())
    }

    /// Begins the shutdown.
    pub(crate) fn stop(&mut self) {
        drop(self.stop.take());
    }

    /// Waits until the server has ended.
    pub(crate) fn wait(&mut self) {
        if let (Some(runtime), Some(done)) = (&self.runtime, self.done.take()) {
            runtime.block_on(done).unwrap();
        }
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, &[], body.to_string().as_bytes())
    }

    pub(crate) fn put_file(&self, text: &str) -> String {
        let reply = self.send("PUT", "/v1/files", &[], text.as_bytes());
        assert!(matches!(reply.status, 200 | 201), "{reply:?}");
        reply.json()["digest"].as_str().unwrap().to_owned()
    }

    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        fields: &[(&str, &str)],
        body: &[u8],
    ) -> Reply {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        stream.write_all(&head(method, path, self.address, fields, body.len())).unwrap();
        // The server may refuse the request before it has read the body.
        let _ = stream.write_all(body);
        read_reply(&mut BufReader::new(stream), method)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(Duration::from_secs(1));
        }
    }
}

/// The head of a request after which the connection is closed.
pub(crate) fn head(
    method: &str,
    path: &str,
    host: SocketAddr,
    fields: &[(&str, &str)],
    length: usize,
) -> Vec<u8> {
    let has = |name: &str| fields.iter().any(|(it, _)| it.eq_ignore_ascii_case(name));
    let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !has("host") {
        write!(head, "Host: {host}\r\n").unwrap();
    }
    if length > 0 {
        write!(head, "Content-Length: {length}\r\n").unwrap();
    }
    for (name, value) in fields {
        write!(head, "{name}: {value}\r\n").unwrap();
    }
    (head + "\r\n").into_bytes()
}

/// A response.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) fields: HashMap<String, String>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn field(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", |value| value)
    }

    /// Checks that it is a problem document with this code.
    pub(crate) fn assert_problem(&self, status: u16, code: &str) {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.field("content-type"), "application/problem+json");
        let json = self.json();
        assert_eq!((&json["code"], &json["status"]), (&code.into(), &status.into()), "{json}");
        assert!(json["type"].as_str().unwrap().ends_with(&format!("#{code}")), "{json}");
        assert!(!json["detail"].as_str().unwrap().is_empty());
    }
}

/// Reads a response to its end.
pub(crate) fn read_reply(stream: &mut BufReader<TcpStream>, method: &str) -> Reply {
    let mut line = String::new();
    stream.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).unwrap_or_else(|| panic!("no status: {line:?}"));
    let status = status.parse().unwrap();
    let mut fields = HashMap::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).unwrap();
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        fields.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let length = fields.get("content-length").and_then(|it| it.parse::<usize>().ok());
    let mut body = Vec::new();
    match length {
        _ if method == "HEAD" || status == 304 || status == 204 => {}
        Some(length) => {
            body.resize(length, 0);
            stream.read_exact(&mut body).unwrap();
        }
        None => loop {
            let mut size = String::new();
            if stream.read_line(&mut size).unwrap() == 0 {
                break;
            }
            let size = usize::from_str_radix(size.trim(), 16).unwrap();
            let mut chunk = vec![0; size + 2];
            stream.read_exact(&mut chunk).unwrap();
            body.extend_from_slice(&chunk[..size]);
            if size == 0 {
                break;
            }
        },
    }
    Reply { status, fields, body }
}

/// A site on this machine, which counts its requests by path.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    pub(crate) robots: Arc<Mutex<String>>,
    requests: Arc<AtomicUsize>,
}

impl Site {
    /// A site with this robots.txt, which answers after a delay.
    pub(crate) fn start(robots: &str, delay: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let robots = Arc::new(Mutex::new(robots.to_owned()));
        let requests = Arc::new(AtomicUsize::new(0));
        let (texts, counter) = (Arc::clone(&robots), Arc::clone(&requests));
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (texts, counter) = (Arc::clone(&texts), Arc::clone(&counter));
                std::thread::spawn(move || answer(stream, &texts, &counter, delay));
            }
        });
        Self { address, robots, requests }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// How often its robots.txt was requested.
    pub(crate) fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

fn answer(mut stream: TcpStream, robots: &Mutex<String>, counter: &AtomicUsize, delay: Duration) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut first = String::new();
    let _ = reader.read_line(&mut first);
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
        line.clear();
    }
    std::thread::sleep(delay);
    let (status, kind, body) = match first.split(' ').nth(1) {
        Some("/robots.txt") => {
            counter.fetch_add(1, Ordering::SeqCst);
            ("200 OK", "text/plain", robots.lock().unwrap().clone())
        }
        Some("/noindex") => {
            let html = "<!DOCTYPE html><meta name=robots content=noindex><p>text";
            ("200 OK", "text/html", html.to_owned())
        }
        _ => ("404 Not Found", "text/plain", "none".to_owned()),
    };
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
}

/// Waits until a condition holds.
pub(crate) fn until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_mins(1), "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A value in a query string.
pub(crate) fn escaped(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}
