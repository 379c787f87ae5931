//! Drives the machine with an HTTP client of one's own: here, the plainest there is.
//!
//! ```text
//! cargo run -p placet-fetch --example own_client -- http://example.com/
//! ```
//! It speaks HTTP/1.0 over TCP, so a redirect to https ends in a failure, which prohibits. It
//! connects to addresses that it checked, and to none of this machine or its network (F-37).

use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};
use placet::{Profile, Usage};
use placet_fetch::address::Reach;
use placet_fetch::{Action, Entry, Event, Failure, Fetch, Origin, Request, Settings, Site, Time};

fn main() -> Result<(), Box<dyn Error>> {
    let url = std::env::args().nth(1).ok_or("which URL?")?;
    let origin: Origin = url.parse()?;
    let entry = get(&origin, None);
    let mut out = std::io::stdout();
    writeln!(out, "{}: {}, expires {}", entry.standing(), entry.cause(), entry.expires())?;

    let site = Site::new(entry, Profile::Full)?;
    for problem in site.body_problems() {
        writeln!(out, "but {problem}")?;
    }
    let decision = site.for_agent("ExampleBot").may(Usage::Crawl, &url)?;
    writeln!(out, "{}: {decision}", decision.verdict())?;
    Ok(())
}

/// Gets a robots.txt: does what the machine says until it is done.
fn get(origin: &Origin, held: Option<Arc<Entry>>) -> Arc<Entry> {
    let mut fetch = Fetch::new(origin.robots_txt().clone(), Settings::new(), held, Time::now());
    let mut request = fetch.request();
    loop {
        match exchange(&mut fetch, &request) {
            Action::Request(next) => request = next,
            Action::Done(entry) => return entry,
            Action::Read | Action::Enough => {}
        }
    }
}

/// Makes one request, and tells the machine all that happens.
fn exchange(fetch: &mut Fetch, request: &Request) -> Action {
    let mut response = match send(request) {
        Ok(response) => response,
        Err(failure) => return fetch.handle(Event::Failed(failure), Time::now()),
    };
    let Some((status, fields)) = head(&mut response) else {
        return fetch.handle(Event::Failed(Failure::Protocol), Time::now());
    };
    let mut action = fetch.handle(Event::Head { status, fields: &fields }, Time::now());
    let mut chunk = [0; 4_096];
    let mut missing = length(&fields);
    while action == Action::Read {
        let event = match response.read(&mut chunk) {
            // An incomplete body is not a file: rules that prohibit something may be missing.
            Ok(0) if missing.is_some_and(|missing| missing != 0) => Event::Failed(Failure::Body),
            Ok(0) => Event::End,
            Ok(bytes) => {
                missing = missing.map(|missing| missing.saturating_sub(bytes));
                Event::Chunk(chunk.get(..bytes).unwrap_or_default())
            }
            Err(_) => Event::Failed(Failure::Reset),
        };
        action = fetch.handle(event, Time::now());
    }
    if action == Action::Enough { fetch.handle(Event::End, Time::now()) } else { action }
}

fn length(fields: &HeaderMap) -> Option<usize> {
    fields.get(http::header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn send(request: &Request) -> Result<BufReader<TcpStream>, Failure> {
    let url = &request.url;
    if url.scheme() != "http" {
        return Err(Failure::Tls);
    }
    let addresses = url.socket_addrs(|| None).map_err(|_| Failure::Dns)?;
    let address = addresses.first().ok_or(Failure::Dns)?;
    Reach::Public.check(address.ip()).map_err(|_| Failure::Address)?;
    let limit = Duration::from_secs(10);
    let mut stream =
        TcpStream::connect_timeout(address, limit).map_err(|_| Failure::ConnectTimeout)?;
    stream.set_read_timeout(Some(limit)).map_err(|_| Failure::Other)?;
    let mut text = format!("GET {} HTTP/1.0\r\n", &url[url::Position::BeforePath..]).into_bytes();
    text.extend(format!("Host: {}\r\n", url.authority()).bytes());
    text.extend(b"User-Agent: ExampleBot/1.0\r\n");
    for (name, value) in &request.fields {
        text.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
    }
    text.extend(b"\r\n");
    stream.write_all(&text).map_err(|_| Failure::Reset)?;
    Ok(BufReader::new(stream))
}

fn head(response: &mut BufReader<TcpStream>) -> Option<(u16, HeaderMap)> {
    let mut line = String::new();
    response.read_line(&mut line).ok()?;
    let status = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
    let mut fields = HeaderMap::new();
    loop {
        line.clear();
        response.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            return Some((status, fields));
        };
        let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
        fields.append(name, HeaderValue::from_str(value.trim()).ok()?);
    }
}
