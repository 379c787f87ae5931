//! A small client that keeps its connection.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

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
            let Some(end) = find(&self.buffer, b"\r\n\r\n") else { continue };
            let head = String::from_utf8_lossy(&self.buffer[..end]).to_ascii_lowercase();
            let length = head.split("content-length: ").nth(1).unwrap_or("0");
            let length: usize = length.lines().next().unwrap().trim().parse().unwrap();
            let status: u16 = head.split(' ').nth(1).unwrap().parse().unwrap();
            while self.buffer.len() < end + 4 + length {
                if self.stream.read_buf(&mut self.buffer).await? == 0 {
                    return Err(std::io::ErrorKind::UnexpectedEof.into());
                }
            }
            return Ok((status, &self.buffer[end + 4..]));
        }
    }
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|it| it == wanted)
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
                let mut times = Vec::new();
                while begun.elapsed() < length {
                    let asked = Instant::now();
                    let (status, _) = connection.ask(&request).await.unwrap();
                    assert_eq!(status, 200);
                    times.push(asked.elapsed());
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
