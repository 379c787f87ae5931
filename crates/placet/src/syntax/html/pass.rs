//! Passes over a page as its bytes arrive, and groups of passes that share them.

use encoding_rs::Encoding;

use super::machine::Machine;
use super::transcode::Transcoder;
use super::window::Window;
use super::{Markup, Meta, encoding};

/// How many bytes are decoded at once.
const DECODED: usize = 4_096;

/// A pass over a page: a machine, and the bytes that it left for the next window.
#[derive(Debug)]
pub(super) struct Pass {
    pub(super) machine: Machine,
    carry: Vec<u8>,
    carry_map: Vec<u32>,
    /// The position in the input after the carried bytes.
    pub(super) next: usize,
}

impl Pass {
    pub(super) fn new(machine: Machine, next: usize) -> Self {
        Self { machine, carry: Vec::new(), carry_map: Vec::new(), next }
    }

    /// Whether it needs no more input, or must be restarted.
    fn is_waiting(&self) -> bool {
        self.machine.is_done() || self.machine.tree.change.is_some()
    }

    /// Reads the next bytes. Forks are added to `forks`.
    fn feed(&mut self, data: &[u8], map: Option<&[u32]>, last: bool, forks: &mut Vec<Self>) {
        if self.is_waiting() {
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

    /// Keeps the bytes that were not used.
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

    /// Where it stopped because its encoding changed.
    fn stopped_at(&self) -> usize {
        let mapped = self.carry_map.first().map(|&at| at as usize);
        mapped.unwrap_or_else(|| self.next.saturating_sub(self.carry.len()))
    }
}

/// Passes that read the same bytes in the same encoding.
#[derive(Debug)]
pub(super) struct PassGroup {
    /// The first reads as a client without scripts does, unless that pass is in another group.
    pub(super) passes: Vec<Pass>,
    transcoder: Option<Transcoder>,
}

impl PassGroup {
    /// Creates a group with one pass in this encoding, after a byte order mark of `mark` bytes.
    pub(super) fn new(machine: Machine, encoding: &'static Encoding, mark: usize) -> Self {
        let transcoder = (!encoding::is_plain(encoding)).then(|| Transcoder::new(encoding, mark));
        Self { passes: vec![Pass::new(machine, mark)], transcoder }
    }

    /// Reads the next bytes.
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
        for pass in &mut self.passes {
            pass.feed(data, map, last, &mut forks);
        }
        self.passes.append(&mut forks);
    }

    /// Whether the rest of the page does not matter.
    pub(super) fn is_done(&self) -> bool {
        self.passes.iter().all(|pass| pass.machine.is_done())
    }

    /// Whether a `meta` may still change the encoding of a pass.
    pub(super) fn is_tentative(&self) -> bool {
        self.passes.iter().any(|pass| pass.machine.tree.is_tentative)
    }

    /// The index of a pass that must be restarted in another encoding, if there is one.
    pub(super) fn changed(&mut self) -> Option<(usize, &'static Encoding)> {
        let mut passes = (0..).zip(&mut self.passes);
        passes.find_map(|(at, pass)| Some((at, pass.machine.tree.change.take()?)))
    }

    /// Continues a pass in another encoding; `last` is as in [`feed`](Self::feed). Returns false if
    /// that is impossible: markup must be recognisable in the bytes in both encodings.
    pub(super) fn read_on(&mut self, at: usize, encoding: &'static Encoding, last: bool) -> bool {
        if self.transcoder.is_some() || !encoding::is_plain(encoding) {
            return false;
        }
        let mut forks = Vec::new();
        if let Some(pass) = self.passes.get_mut(at) {
            pass.machine.tree.facts.read_on_in(encoding);
            pass.feed(&[], None, last, &mut forks);
        }
        self.passes.append(&mut forks);
        true
    }

    /// Ends a pass where it stopped, because the rest is uncertain.
    pub(super) fn cut(&mut self, at: usize) {
        if let Some(pass) = self.passes.get_mut(at) {
            let position = pass.stopped_at();
            pass.machine.cut_at(position);
            pass.next = position;
        }
    }

    /// Removes a pass. If it is the one without scripts, also removes its forks that only look for
    /// META elements in the body.
    pub(super) fn remove(&mut self, at: usize) -> Option<Pass> {
        let pass = (at < self.passes.len()).then(|| self.passes.remove(at))?;
        if !pass.machine.has_scripts() {
            self.passes.retain(|other| !other.machine.tree.facts.body_metas);
        }
        Some(pass)
    }
}

/// Adds the META elements of another pass. One is in the head if either way of reading `noscript`
/// puts it there.
pub(super) fn merge_metas(mut markup: Markup, other: Markup) -> Markup {
    for meta in other.metas {
        let start = |meta: &Meta| meta.position.span.start();
        let from = markup.metas.partition_point(|it| start(it) < start(&meta));
        let same = markup.metas.get_mut(from..).unwrap_or_default().iter_mut();
        let mut same = same.take_while(|it| start(it) == start(&meta));
        // A tag may mean something else in another encoding.
        match same.find(|it| (&it.name, &it.content) == (&meta.name, &meta.content)) {
            Some(same) => same.in_head |= meta.in_head,
            None => markup.metas.insert(from, meta),
        }
    }
    markup
}
