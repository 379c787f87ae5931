//! One reading of a page as its bytes arrive, and readings that share them.

use encoding_rs::Encoding;

use super::machine::Machine;
use super::transcode::Transcoder;
use super::window::Window;
use super::{Markup, Meta, encoding};

/// How many bytes are decoded at once.
const DECODED: usize = 4_096;

/// A machine, and the bytes that it left for the next window.
#[derive(Debug)]
pub(super) struct Lane {
    pub(super) machine: Machine,
    carry: Vec<u8>,
    carry_map: Vec<u32>,
    /// Where the next byte that is not carried stands in the input.
    pub(super) next: usize,
}

impl Lane {
    pub(super) fn new(machine: Machine, next: usize) -> Self {
        Self { machine, carry: Vec::new(), carry_map: Vec::new(), next }
    }

    /// Whether nothing that follows matters to it, or it must be read anew.
    fn is_still(&self) -> bool {
        self.machine.is_done() || self.machine.tree.change.is_some()
    }

    /// Reads what follows. Lanes that take other ways are added to `forks`.
    fn feed(&mut self, data: &[u8], map: Option<&[u32]>, last: bool, forks: &mut Vec<Self>) {
        if self.is_still() {
            return;
        }
        let base = self.next.saturating_sub(self.carry.len());
        if map.is_none() {
            self.next += data.len();
        }
        if self.carry.is_empty() {
            return self.run(&Window { data, base, map, last }, forks);
        }
        let mut joined = std::mem::take(&mut self.carry);
        joined.extend_from_slice(data);
        let mut joined_map = std::mem::take(&mut self.carry_map);
        joined_map.extend_from_slice(map.unwrap_or_default());
        let map = map.map(|_| joined_map.as_slice());
        self.run(&Window { data: &joined, base, map, last }, forks);
    }

    fn run(&mut self, window: &Window<'_>, forks: &mut Vec<Self>) {
        let used = self.machine.run(window, 0, false);
        self.keep(window, used);
        for (machine, at) in std::mem::take(&mut self.machine.forks) {
            let mut fork = Self::new(*machine, self.next);
            let used = fork.machine.run(window, at, false);
            fork.keep(window, used);
            forks.push(fork);
        }
    }

    /// Keeps what was not used.
    fn keep(&mut self, window: &Window<'_>, used: usize) {
        if self.machine.is_done() {
            self.next = window.position(used);
            return;
        }
        self.carry.extend_from_slice(window.from(used));
        if let Some(map) = window.map {
            let rest = map.get(used..window.data.len()).unwrap_or_default();
            self.carry_map.extend_from_slice(rest);
        }
    }

    /// Where it stopped to be read in another encoding.
    fn stopped_at(&self) -> usize {
        let mapped = self.carry_map.first().map(|&at| at as usize);
        mapped.unwrap_or_else(|| self.next.saturating_sub(self.carry.len()))
    }
}

/// Lanes that read the same bytes in the same encoding.
#[derive(Debug)]
pub(super) struct Way {
    /// The first is read as a client without scripts does, unless another way has taken that over.
    pub(super) lanes: Vec<Lane>,
    transcoder: Option<Transcoder>,
}

impl Way {
    /// A way that one machine takes in this encoding, behind a byte order mark of so many bytes.
    pub(super) fn new(machine: Machine, encoding: &'static Encoding, mark: usize) -> Self {
        let transcoder = (!encoding::is_plain(encoding)).then(|| Transcoder::new(encoding, mark));
        Self { lanes: vec![Lane::new(machine, mark)], transcoder }
    }

    /// Reads what follows.
    pub(super) fn feed(&mut self, data: &[u8], last: bool) {
        let Some(mut transcoder) = self.transcoder.take() else {
            return self.windows(data, None, last);
        };
        for chunk in data.chunks(DECODED) {
            let decoded = transcoder.decode(chunk, false);
            self.windows(&decoded.text, Some(&decoded.map), false);
        }
        if last {
            let decoded = transcoder.decode(&[], true);
            self.windows(&decoded.text, Some(&decoded.map), true);
        }
        self.transcoder = Some(transcoder);
    }

    fn windows(&mut self, data: &[u8], map: Option<&[u32]>, last: bool) {
        let mut forks = Vec::new();
        for lane in &mut self.lanes {
            lane.feed(data, map, last, &mut forks);
        }
        self.lanes.append(&mut forks);
    }

    /// Whether nothing that follows matters.
    pub(super) fn is_done(&self) -> bool {
        self.lanes.iter().all(|lane| lane.machine.is_done())
    }

    /// Whether a `meta` may still change the encoding of a lane.
    pub(super) fn is_tentative(&self) -> bool {
        self.lanes.iter().any(|lane| lane.machine.tree.is_tentative)
    }

    /// A lane that is to be read anew in another encoding, if there is one.
    pub(super) fn changed(&mut self) -> Option<(usize, &'static Encoding)> {
        let mut lanes = (0..).zip(&mut self.lanes);
        lanes.find_map(|(at, lane)| Some((at, lane.machine.tree.change.take()?)))
    }

    /// Lets a lane read on in another encoding; `last` as it was fed. Says whether it can: markup
    /// must be found in the bytes in both.
    pub(super) fn read_on(&mut self, at: usize, encoding: &'static Encoding, last: bool) -> bool {
        if self.transcoder.is_some() || !encoding::is_plain(encoding) {
            return false;
        }
        let mut forks = Vec::new();
        if let Some(lane) = self.lanes.get_mut(at) {
            lane.machine.tree.facts.read_on_in(encoding);
            lane.feed(&[], None, last, &mut forks);
        }
        self.lanes.append(&mut forks);
        true
    }

    /// Ends a lane where it stopped: what follows cannot be told.
    pub(super) fn cut(&mut self, at: usize) {
        if let Some(lane) = self.lanes.get_mut(at) {
            let position = lane.stopped_at();
            lane.machine.cut_at(position);
            lane.next = position;
        }
    }

    /// Takes a lane out, and if it is the one without scripts, those that it gave rise to and that
    /// only tell of metas in the body.
    pub(super) fn remove(&mut self, at: usize) -> Option<Lane> {
        let lane = (at < self.lanes.len()).then(|| self.lanes.remove(at))?;
        if !lane.machine.has_scripts() {
            self.lanes.retain(|other| !other.machine.tree.facts.body_metas);
        }
        Some(lane)
    }
}

/// A `meta` is in the head if either way of reading `noscript` puts it there.
pub(super) fn united(mut markup: Markup, other: Markup) -> Markup {
    for meta in other.metas {
        let start = |meta: &Meta| meta.place.span.start();
        let from = markup.metas.partition_point(|it| start(it) < start(&meta));
        let same = markup.metas.get_mut(from..).unwrap_or_default().iter_mut();
        let mut same = same.take_while(|it| start(it) == start(&meta));
        // In another encoding a tag may say something else.
        match same.find(|it| (&it.name, &it.content) == (&meta.name, &meta.content)) {
            Some(same) => same.in_head |= meta.in_head,
            None => markup.metas.insert(from, meta),
        }
    }
    markup
}
