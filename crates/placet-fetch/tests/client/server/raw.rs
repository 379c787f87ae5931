//! A server that says what it is told, HTTP or not.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// What is done on a connection.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    /// Reads until the request is over.
    Hear,
    Say(Vec<u8>),
    Wait(Duration),
    /// Says the same over and over, with a pause each time, as long as it is heard.
    Drip(Vec<u8>, Duration),
    /// Ends the connection without farewell.
    Reset,
    /// Says nothing more, and keeps the connection.
    Hang,
}

impl Act {
    pub(crate) fn say(octets: impl Into<Vec<u8>>) -> Self {
        Self::Say(octets.into())
    }
}

/// A server that stops when it is dropped.
pub(crate) struct Raw {
    address: SocketAddr,
    connections: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Raw {
    /// Acts by how many connections there were before.
    pub(crate) async fn start(acts: impl Fn(usize) -> Vec<Act> + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let connections = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&connections);
        let task = tokio::spawn(async move {
            loop {
                let Ok((stream, _)) = listener.accept().await else { continue };
                let acts = acts(count.fetch_add(1, Ordering::SeqCst));
                tokio::spawn(async move {
                    // A client that goes away ends the play.
                    let _ = play(stream, acts).await;
                });
            }
        });
        Self { address, connections, task }
    }

    /// Hears each request and says the same.
    pub(crate) async fn saying(octets: impl Into<Vec<u8>>) -> Self {
        let octets = octets.into();
        Self::start(move |_| vec![Act::Hear, Act::Say(octets.clone())]).await
    }

    pub(crate) fn origin(&self) -> String {
        format!("http://{}/", self.address)
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn play(mut stream: TcpStream, acts: Vec<Act>) -> std::io::Result<()> {
    for act in acts {
        match act {
            Act::Hear => hear(&mut stream).await?,
            Act::Say(octets) => stream.write_all(&octets).await?,
            Act::Wait(pause) => tokio::time::sleep(pause).await,
            Act::Drip(octets, pause) => loop {
                stream.write_all(&octets).await?;
                tokio::time::sleep(pause).await;
            },
            Act::Reset => {
                stream.set_zero_linger()?;
                return Ok(());
            }
            Act::Hang => {
                let mut rest = [0; 1024];
                while stream.read(&mut rest).await? > 0 {}
            }
        }
    }
    stream.shutdown().await
}

async fn hear(stream: &mut TcpStream) -> std::io::Result<()> {
    let mut heard = Vec::new();
    while !heard.ends_with(b"\r\n\r\n") {
        if stream.read_buf(&mut heard).await? == 0 {
            break;
        }
    }
    Ok(())
}
