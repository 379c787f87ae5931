//! Fetching a file as a state machine: takes events, returns the next action.

mod event;
pub(crate) mod redirect;

use std::sync::Arc;

use http::HeaderMap;
use url::Url;

pub use event::{Action, Event, Request};

use crate::entry::{Body, Entry, Hop, Snapshot, confirms, kept, validators};
use crate::failure::Failure;
use crate::origin::bare;
use crate::settings::{REDIRECTS, Settings};
use crate::state::{Attempt, Cause, Good};
use crate::time::Time;

/// One attempt to fetch a file, as a state machine.
///
/// It does no I/O and reads no clock. The driver makes the requests, passes on the events, and
/// performs the actions until it is done; the result is always an [`Entry`]. Events may come in any
/// order: one that makes no sense is a failure, and a failure never becomes a permission (F-36).
///
/// ```
/// use http::HeaderMap;
/// use placet_fetch::{Event, Fetch, Origin, Settings, Standing, Action, Time};
///
/// let origin: Origin = "https://example.com/".parse()?;
/// let now = Time::from_secs(1_800_000_000);
/// let mut fetch = Fetch::new(origin.robots_txt().clone(), Settings::new(), None, now);
/// assert_eq!(fetch.request().url.as_str(), "https://example.com/robots.txt");
///
/// // The caller's HTTP client makes the request and passes the events on.
/// let fields = HeaderMap::new();
/// assert_eq!(fetch.handle(Event::Head { status: 200, fields: &fields }, now), Action::Read);
/// let text = b"User-agent: *\nDisallow: /drafts/\n";
/// assert_eq!(fetch.handle(Event::Chunk(text), now), Action::Read);
/// let Action::Done(entry) = fetch.handle(Event::End, now) else { unreachable!() };
/// assert_eq!(entry.standing(), Standing::Fetched);
/// assert_eq!(entry.expires().since(now).as_secs(), 86_400);
/// # Ok::<(), placet_fetch::InvalidOrigin>(())
/// ```
#[derive(Debug)]
pub struct Fetch {
    settings: Settings,
    held: Option<Arc<Entry>>,
    url: Url,
    chain: Vec<Hop>,
    at: Url,
    /// When the request was made.
    asked: Time,
    state: State,
}

#[derive(Debug)]
enum State {
    /// A request is to be made or under way.
    Asking,
    /// The body is being read.
    Reading {
        status: u16,
        fields: HeaderMap,
        bytes: Vec<u8>,
    },
    Done(Arc<Entry>),
}

impl Fetch {
    /// An attempt to fetch the file at a URL, given its previous entry.
    pub fn new(url: Url, settings: Settings, held: Option<Arc<Entry>>, now: Time) -> Self {
        let url = bare(url);
        let held = held.filter(|held| held.url == url);
        let (chain, at) = (Vec::new(), url.clone());
        Self { settings, held, url, chain, at, asked: now, state: State::Asking }
    }

    /// The request to be made.
    ///
    /// It has validators if the stored copy came from this URL (RFC 9111 §4.3.1).
    pub fn request(&self) -> Request {
        let fields = self.confirmable().map(|copy| validators(copy)).unwrap_or_default();
        Request { url: self.at.clone(), fields }
    }

    /// The copy that the current request can revalidate.
    fn confirmable(&self) -> Option<&Arc<Snapshot>> {
        let copy = self.held.as_ref()?.copy.as_ref()?;
        // A copy read with another ceiling may be too short.
        let same = copy.url == self.at && copy.body.ceiling() == self.settings.ceiling;
        Some(copy).filter(|copy| same && !validators(copy).is_empty())
    }

    /// Takes an event and returns the next action.
    pub fn handle(&mut self, event: Event<'_>, now: Time) -> Action {
        match (&mut self.state, event) {
            (State::Done(entry), _) => Action::Done(Arc::clone(entry)),
            (_, Event::Failed(failure)) => self.fail(failure, now),
            (State::Asking, Event::Head { status, fields }) => self.head(status, fields, now),
            (State::Reading { bytes, .. }, Event::Chunk(chunk)) => {
                // One byte after the ceiling shows whether the last line is complete (F-08).
                let room = (self.settings.ceiling + 1).saturating_sub(bytes.len());
                bytes.extend_from_slice(chunk.get(..room).unwrap_or(chunk));
                if bytes.len() > self.settings.ceiling { Action::Enough } else { Action::Read }
            }
            (State::Reading { .. }, Event::End) => self.end(now),
            (State::Asking, Event::Chunk(_) | Event::End)
            | (State::Reading { .. }, Event::Head { .. }) => self.fail(Failure::Protocol, now),
        }
    }

    /// What a status means (RFC 9309 §2.3.1).
    fn head(&mut self, status: u16, fields: &HeaderMap, now: Time) -> Action {
        let cause = Cause::Status(status);
        match status {
            // F-31: no range was requested, so this is not a whole file and replaces none.
            206 => self.fail(Failure::Partial, now),
            // F-31.
            200..=299 => {
                let (fields, bytes) = (kept(fields), Vec::new());
                self.state = State::Reading { status, fields, bytes };
                Action::Read
            }
            304 => self.confirmed(fields, now),
            // F-32.
            300..=399 => self.redirect(status, fields, now),
            // F-34; and F-33: a request to slow down does not mean that there is no file.
            500..=599 | 429 => self.done(self.attempt(now).unreachable(cause, fields)),
            // F-33.
            401 | 403 if self.settings.refuse_forbidden => {
                self.done(self.attempt(now).unreachable(cause, fields))
            }
            400..=499 => self.done(self.attempt(now).unavailable(cause, fields)),
            _ => self.fail(Failure::Protocol, now),
        }
    }

    /// The stored copy is confirmed, if that was requested (RFC 9111 §4.3.4).
    fn confirmed(&mut self, fields: &HeaderMap, now: Time) -> Action {
        match self.confirmable() {
            Some(copy) if confirms(fields, copy) => {
                let good = Good::Confirmed(Arc::clone(copy));
                self.done(self.attempt(now).read(good, fields))
            }
            _ => self.fail(Failure::Protocol, now),
        }
    }

    /// Follows a redirect, to any host (RFC 9309 §2.3.1.2, F-32).
    fn redirect(&mut self, status: u16, fields: &HeaderMap, now: Time) -> Action {
        let Some(target) = redirect::target(&self.at, fields, self.settings.follow_downgrade)
        else {
            return self.fail(Failure::Redirect, now);
        };
        if self.chain.len() >= REDIRECTS {
            return self.done(self.attempt(now).unavailable(Cause::TooManyRedirects, fields));
        }
        self.chain.push(Hop { status, url: std::mem::replace(&mut self.at, target) });
        self.asked = now;
        Action::Request(self.request())
    }

    /// The body is complete, up to the ceiling.
    fn end(&mut self, now: Time) -> Action {
        let State::Reading { status, fields, bytes } =
            std::mem::replace(&mut self.state, State::Asking)
        else {
            return self.fail(Failure::Protocol, now);
        };
        let body = Arc::new(Body::new(bytes, self.settings.ceiling));
        let good = Good::Sent { status, body };
        self.done(self.attempt(now).read(good, &fields))
    }

    /// There is no readable response (RFC 9309 §2.3.1.4, F-34).
    fn fail(&mut self, failure: Failure, now: Time) -> Action {
        let cause = Cause::Failed(failure);
        self.done(self.attempt(now).unreachable(cause, &HeaderMap::new()))
    }

    fn attempt(&self, now: Time) -> Attempt<'_> {
        Attempt {
            settings: &self.settings,
            held: self.held.as_deref(),
            url: &self.url,
            chain: &self.chain,
            at: &self.at,
            delay: now.since(self.asked),
            now,
        }
    }

    fn done(&mut self, entry: Entry) -> Action {
        let entry = Arc::new(entry);
        self.state = State::Done(Arc::clone(&entry));
        Action::Done(entry)
    }
}
