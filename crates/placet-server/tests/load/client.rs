//! A small client that keeps its connection.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use memchr::memchr;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A connection to a server.
pub(crate) struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// What a measurement found.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) per_second: f64,
    pub(crate) p99: Duration,
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> std::io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    /// Sends a request and returns the status and the body.
    pub(crate) async fn ask(&mut self, request: &[u8]) -> std::io::Result<(u16, &[u8])> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            let Some((start, status, length)) = head(&self.buffer) else { continue };
            while self.buffer.len() < start + length {
                if self.stream.read_buf(&mut self.buffer).await? == 0 {
                    return Err(std::io::ErrorKind::UnexpectedEof.into());
                }
            }
            return Ok((status, &self.buffer[start..]));
        }
    }
}

/// Where the body of a response starts, its status and its length; none if the head is incomplete.
///
/// It looks at few bytes: the client shares its cores with the server.
fn head(bytes: &[u8]) -> Option<(usize, u16, usize)> {
    let (mut start, mut length) = (0, 0);
    loop {
        start += memchr(b'\n', &bytes[start..])? + 1;
        let line = &bytes[start..];
        if line.starts_with(b"\r\n") {
            return Some((start + 2, u16::try_from(number(&bytes[9..12])).unwrap(), length));
        }
        if let Some(value) = line.strip_prefix(b"content-length: ") {
            length = number(value);
        }
    }
}

/// The number that a text begins with.
fn number(text: &[u8]) -> usize {
    let digits = text.iter().take_while(|it| it.is_ascii_digit());
    digits.fold(0, |number, digit| number * 10 + usize::from(digit - b'0'))
}

/// A request for a path.
pub(crate) fn get(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").into_bytes()
}

/// A request with a body.
pub(crate) fn send(method: &str, path: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head =
        format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n");
    [head.as_bytes(), body].concat()
}

/// Sends a request over and over on several connections.
pub(crate) async fn measure(
    address: SocketAddr,
    connections: usize,
    request: &[u8],
    length: Duration,
) -> Measured {
    let begun = Instant::now();
    let tasks: Vec<_> = (0..connections)
        .map(|_| {
            let request = request.to_vec();
            tokio::spawn(async move {
                let mut connection = Connection::open(address).await.unwrap();
                let (mut times, mut asked) = (Vec::new(), Instant::now());
                while asked - begun < length {
                    let (status, _) = connection.ask(&request).await.unwrap();
                    assert_eq!(status, 200);
                    let answered = Instant::now();
                    times.push(answered - asked);
                    asked = answered;
                }
                times
            })
        })
        .collect();
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.unwrap());
    }
    let took = begun.elapsed();
    times.sort();
    let p99 = times[times.len().saturating_sub(1).min(times.len() * 99 / 100)];
    Measured { per_second: times.len() as f64 / took.as_secs_f64(), p99 }
}
