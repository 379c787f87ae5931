//! gzip (RFC 1952), with any number of members.

use std::fmt;
use std::io::{self, BufRead, ErrorKind, Read};
use std::ops::ControlFlow;

use flate2::bufread::MultiGzDecoder;

use super::{PIECE, Take, Undecodable};

/// A decoder that is fed.
pub(super) struct Gzip(MultiGzDecoder<Feed>);

/// Bytes that have arrived and are not decoded yet.
#[derive(Debug, Default)]
struct Feed {
    bytes: Vec<u8>,
    used: usize,
    ended: bool,
}

impl Default for Gzip {
    fn default() -> Self {
        Self(MultiGzDecoder::new(Feed::default()))
    }
}

impl Gzip {
    pub(super) fn push(
        &mut self,
        bytes: &[u8],
        take: Take<'_>,
    ) -> Result<ControlFlow<()>, Undecodable> {
        let feed = self.0.get_mut();
        feed.bytes.drain(..feed.used);
        feed.used = 0;
        feed.bytes.extend_from_slice(bytes);
        self.drain(take)
    }

    pub(super) fn finish(&mut self, take: Take<'_>) -> Result<(), Undecodable> {
        self.0.get_mut().ended = true;
        self.drain(take).map(|_| ())
    }

    /// Passes on the output so far.
    fn drain(&mut self, take: Take<'_>) -> Result<ControlFlow<()>, Undecodable> {
        let mut piece = [0; PIECE];
        loop {
            match self.0.read(&mut piece) {
                Ok(0) => return Ok(ControlFlow::Continue(())),
                Ok(length) => {
                    let decoded = piece.get(..length).unwrap_or_default();
                    if take(decoded).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    return Ok(ControlFlow::Continue(()));
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(Undecodable::Coding),
            }
        }
    }
}

impl Read for Feed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(into)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Feed {
    /// The buffered input; more follows unless it ended.
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let left = self.bytes.get(self.used..).unwrap_or_default();
        if left.is_empty() && !self.ended { Err(ErrorKind::WouldBlock.into()) } else { Ok(left) }
    }

    fn consume(&mut self, bytes: usize) {
        self.used = self.used.saturating_add(bytes).min(self.bytes.len());
    }
}

impl fmt::Debug for Gzip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Gzip").field(self.0.get_ref()).finish()
    }
}
