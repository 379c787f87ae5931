//! A minimal HTTP server on loopback.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// How many bytes of a request are read.
const REQUEST: usize = 16 * 1024;

/// A request: the path and the `User-Agent` field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) path: String,
    pub(crate) user_agent: String,
}

/// A server that answers one request per connection until it is dropped.
pub(crate) struct Server {
    /// Scheme, host and port.
    pub(crate) origin: String,
    asked: Arc<Mutex<Vec<Asked>>>,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// A server that answers each path with a whole response.
    pub(crate) fn new(answer: impl Fn(&str) -> String + Send + 'static) -> Self {
        Self::of_bytes(move |path| answer(path).into_bytes())
    }

    fn of_bytes(answer: impl Fn(&str) -> Vec<u8> + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let (asked, over) = (Arc::<Mutex<Vec<Asked>>>::default(), Arc::<AtomicBool>::default());
        let (noted, ended) = (Arc::clone(&asked), Arc::clone(&over));
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if ended.load(Ordering::SeqCst) {
                    return;
                }
                // A client that disconnects does not affect others.
                let _ = stream.and_then(|stream| serve(stream, &answer, &noted));
            }
        });
        Self { origin, asked, over, thread: Some(thread) }
    }

    /// A server with this robots.txt and no other file.
    pub(crate) fn robots(text: &'static str) -> Self {
        Self::new(move |path| match path {
            "/robots.txt" => ok("text/plain", text),
            _ => status("404 Not Found"),
        })
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    /// All requests so far.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// The paths of all requests so far.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.asked().into_iter().map(|asked| asked.path).collect()
    }

    /// Text with the parts masked that differ between runs.
    pub(crate) fn masked(&self, text: &str) -> String {
        masked_times(&text.replace(&self.origin, "http://site.example"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        // Wakes the thread so that it can stop.
        drop(TcpStream::connect(self.origin.trim_start_matches("http://")));
        self.thread.take().unwrap().join().unwrap();
    }
}

fn serve(
    mut stream: TcpStream,
    answer: &impl Fn(&str) -> Vec<u8>,
    asked: &Mutex<Vec<Asked>>,
) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") && request.len() < REQUEST {
        let mut byte = [0];
        stream.read_exact(&mut byte)?;
        request.extend(byte);
    }
    let request = String::from_utf8_lossy(&request).into_owned();
    let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
    let field = |line: &str| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("user-agent").then(|| value.to_owned())
    };
    let user_agent = request.lines().find_map(field).unwrap_or_default();
    let text = answer(&path);
    asked.lock().unwrap().push(Asked { path, user_agent });
    stream.write_all(&text)
}

/// A response with a body.
pub(crate) fn ok(kind: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{body}"
    )
}

/// A server that answers every request with these bytes as text.
pub(crate) fn raw(body: &'static [u8]) -> Server {
    Server::of_bytes(|_| {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n";
        [head.as_bytes(), body].concat()
    })
}

/// A response without a body.
pub(crate) fn status(line: &str) -> String {
    format!("HTTP/1.1 {line}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
}

/// An origin that refuses connections.
pub(crate) fn unreachable() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

/// Text with RFC 3339 timestamps masked.
pub(crate) fn masked_times(text: &str) -> String {
    let is_instant = |text: &str| {
        let shape = "dddd-dd-ddTdd:dd:dd";
        text.len() > shape.len()
            && shape.chars().zip(text.chars()).all(|(want, is)| match want {
                'd' => is.is_ascii_digit(),
                want => want == is,
            })
    };
    let (mut masked, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        if is_instant(rest) {
            masked.push_str("TIME");
            rest = rest.split_once('Z').unwrap().1;
        } else {
            masked.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    masked
}
