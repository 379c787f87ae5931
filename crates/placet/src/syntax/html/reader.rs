//! Readings of a page, chunk by chunk or as a whole.

use super::machine::Machine;
use super::transcode::Transcoder;
use super::window::Window;
use super::{Markup, Meta, Place, Progress, Settings, encoding, scan};
use crate::limits;
use crate::source::Span;

/// How many octets are decoded at once.
const DECODED: usize = 4_096;

/// A machine, and the octets that it left for the next window.
#[derive(Debug)]
struct Lane {
    machine: Machine,
    carry: Vec<u8>,
    carry_map: Vec<u32>,
    /// Where the next octet that is not carried stands in the input.
    next: usize,
}

impl Lane {
    fn new(machine: Machine, next: usize) -> Self {
        Self { machine, carry: Vec::new(), carry_map: Vec::new(), next }
    }

    /// Reads what follows. A lane that takes the other way at a `noscript` is given back.
    fn feed(&mut self, data: &[u8], map: Option<&[u32]>, last: bool) -> Option<Self> {
        if self.machine.is_done() {
            return None;
        }
        let base = self.next.saturating_sub(self.carry.len());
        if map.is_none() {
            self.next += data.len();
        }
        if self.carry.is_empty() {
            return self.run(&Window { data, base, map, last });
        }
        let mut joined = std::mem::take(&mut self.carry);
        joined.extend_from_slice(data);
        let mut joined_map = std::mem::take(&mut self.carry_map);
        joined_map.extend_from_slice(map.unwrap_or_default());
        let map = map.map(|_| joined_map.as_slice());
        let window = Window { data: &joined, base, map, last };
        self.run(&window)
    }

    fn run(&mut self, window: &Window<'_>) -> Option<Self> {
        let used = self.machine.run(window, 0, false);
        self.keep(window, used);
        let (machine, at) = self.machine.fork.take()?;
        let mut fork = Self::new(*machine, self.next);
        let used = fork.machine.run(window, at, false);
        fork.keep(window, used);
        Some(fork)
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
}

/// Reads a page as it arrives.
///
/// Tokenization and tree construction follow the HTML standard (§13.2), but no tree is built: what
/// is kept is bounded by what is asked for, not by the length of the page.
///
/// ```
/// use placet::syntax::html::{Progress, Reader, Settings};
///
/// let settings = Settings { head_only: true, ..Settings::default() };
/// let mut reader = Reader::new(settings);
/// for chunk in ["<title>A</title><meta na", "me=robots content=noindex>", "<p>Text"] {
///     if reader.feed(chunk.as_bytes()) == Progress::Enough {
///         break;
///     }
/// }
/// let markup = reader.finish();
/// assert_eq!(&*markup.metas[0].content, "noindex");
/// assert!(markup.metas[0].in_head);
/// ```
#[derive(Debug)]
pub struct Reader {
    settings: Settings,
    /// The beginning of the page, until its encoding is known.
    start: Vec<u8>,
    main: Option<Lane>,
    /// The other way to read a `noscript` in the head.
    other: Option<Lane>,
    transcoder: Option<Transcoder>,
    fed: usize,
    is_over: bool,
}

impl Reader {
    /// A reader of one page.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            start: Vec::new(),
            main: None,
            other: None,
            transcoder: None,
            fed: 0,
            is_over: false,
        }
    }

    /// Reads the next octets of the page, and says whether more are wanted.
    pub fn feed(&mut self, chunk: &[u8]) -> Progress {
        let room = limits::FILE_MAX - self.fed;
        self.is_over |= chunk.len() > room;
        let chunk = chunk.get(..room).unwrap_or(chunk);
        self.fed += chunk.len();
        if self.main.is_some() {
            self.read(chunk, false);
        } else {
            self.start.extend_from_slice(chunk);
            if self.start.len() >= encoding::PRESCAN {
                self.begin();
            }
        }
        let is_done = |lane: &Lane| lane.machine.is_done();
        let enough = self.main.as_ref().is_some_and(is_done)
            && self.other.as_ref().is_none_or(is_done)
            || self.is_over;
        if enough { Progress::Enough } else { Progress::More }
    }

    /// All that was found.
    pub fn finish(mut self) -> Markup {
        if self.main.is_none() {
            self.begin();
        }
        self.read(&[], true);
        let Some(main) = self.main else { return Markup::default() };
        let octets = if main.machine.is_done() { main.next } else { self.fed };
        let mut machine = main.machine;
        if !machine.is_done() {
            machine.end(octets);
        }
        if self.is_over {
            over(&mut machine, octets);
        }
        united(machine.finish(octets), self.other.map(|lane| lane.machine), octets)
    }

    /// How many steps tree construction and tokenization took: a measure of work that does not
    /// depend on a clock.
    pub fn steps(&self) -> u64 {
        let steps = |lane: &Lane| lane.machine.tree.steps;
        self.main.as_ref().map_or(0, steps) + self.other.as_ref().map_or(0, steps)
    }

    /// The encoding can be told; the octets that waited are read.
    fn begin(&mut self) {
        let start = std::mem::take(&mut self.start);
        let (encoding, mark) = encoding::of(&start, self.settings.charset.as_deref());
        let machine = Machine::new(std::mem::take(&mut self.settings), encoding);
        self.main = Some(Lane::new(machine, mark));
        if !encoding::is_plain(encoding) {
            self.transcoder = Some(Transcoder::new(encoding, mark));
        }
        self.read(start.get(mark..).unwrap_or_default(), false);
    }

    fn read(&mut self, data: &[u8], last: bool) {
        let Some(mut transcoder) = self.transcoder.take() else {
            self.lanes(data, None, last);
            return;
        };
        for chunk in data.chunks(DECODED) {
            let decoded = transcoder.decode(chunk, false);
            self.lanes(&decoded.text, Some(&decoded.map), false);
        }
        if last {
            let decoded = transcoder.decode(&[], true);
            self.lanes(&decoded.text, Some(&decoded.map), true);
        }
        self.transcoder = Some(transcoder);
    }

    fn lanes(&mut self, data: &[u8], map: Option<&[u32]>, last: bool) {
        if let Some(other) = &mut self.other {
            other.feed(data, map, last);
        }
        if let Some(fork) = self.main.as_mut().and_then(|main| main.feed(data, map, last)) {
            self.other = Some(fork);
        }
    }
}

/// Reads a whole page at once.
///
/// If the page, or its body, cannot hold anything that is asked for, which a fast search tells, its
/// markup is not read at all. The result is that of a [`Reader`] that was fed the page, but for
/// ceilings that were not met on the way.
pub fn read(html: &[u8], settings: Settings) -> Markup {
    let (encoding, mark) = encoding::of(html, settings.charset.as_deref());
    if !encoding::is_plain(encoding) {
        let mut reader = Reader::new(settings);
        reader.feed(html);
        return reader.finish();
    }
    let is_over = html.len() > limits::FILE_MAX;
    let html = html.get(..limits::FILE_MAX).unwrap_or(html);
    let window =
        Window { data: html.get(mark..).unwrap_or_default(), base: mark, map: None, last: true };
    let may_skip = !settings.pieces;
    if may_skip
        && !settings.head_only
        && !is_over
        && !scan::may_matter(window.data, &settings, encoding)
    {
        return Markup {
            encoding: encoding.name(),
            octets: html.len() as u64,
            sought: settings.sought(),
            ..Markup::default()
        };
    }
    let mut machine = Machine::new(settings, encoding);
    let mut used = machine.run(&window, 0, may_skip);
    let facts = &machine.tree.facts;
    let skips = may_skip
        && !machine.is_done()
        && facts.elements.is_empty()
        && !scan::may_matter(window.from(used), &facts.settings, encoding);
    if !skips && !machine.is_done() {
        used = machine.run(&window, used, false);
    }
    let octets = if machine.is_done() { window.position(used) } else { html.len() };
    if !machine.is_done() {
        machine.end(octets);
    }
    if is_over {
        over(&mut machine, octets);
    }
    let fork = machine.fork.take().map(|(mut fork, at)| {
        fork.run(&window, at, false);
        *fork
    });
    united(machine.finish(octets), fork, octets)
}

/// The page is longer than the ceiling.
fn over(machine: &mut Machine, octets: usize) {
    let place = Place { span: Span::new(octets, octets), ..Place::default() };
    machine.tree.facts.cut.get_or_insert(place);
}

/// A `meta` is in the head if either way of reading `noscript` puts it there.
fn united(mut markup: Markup, other: Option<Machine>, octets: usize) -> Markup {
    let Some(other) = other else { return markup };
    for meta in other.finish(octets).metas {
        let start = |meta: &Meta| meta.place.span.start();
        match markup.metas.binary_search_by_key(&start(&meta), start) {
            Ok(at) => {
                if let Some(same) = markup.metas.get_mut(at) {
                    same.in_head = true;
                }
            }
            Err(at) => markup.metas.insert(at, meta),
        }
    }
    markup
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Escapes to and from Kanji stand before and behind two characters, one of which has the
    /// octets of `"<` in it.
    #[test]
    fn markup_is_found_behind_escapes() {
        let html = b"<p title=\"\x1B$B!<\x1B(B\"><p class=\"\x1B$B$\"\x1B(B the-acap:x\">y";
        let settings = || Settings {
            charset: Some("iso-2022-jp".into()),
            pieces: true,
            ..Settings::default()
        };
        let markup = read(html, settings());
        assert_eq!(markup.encoding, "ISO-2022-JP");
        assert_eq!(&*markup.elements[0].tokens[0], "the-acap:x");
        assert_eq!(&*markup.elements[0].text, "<p class=\"\u{3042} the-acap:x\">");
        let span = markup.elements[0].place.span;
        assert!(span.of(html).starts_with(b"<p class=") && span.of(html).ends_with(b">"));
        assert_eq!(markup.pieces.last().map(|piece| piece.span.end()), Some(html.len()));
        for cut in 0..html.len() {
            let mut reader = Reader::new(settings());
            reader.feed(&html[..cut]);
            reader.feed(&html[cut..]);
            assert_eq!(reader.finish(), markup);
        }
    }

    #[test]
    fn octets_of_other_encodings_are_markup_or_part_of_characters() {
        let settings =
            |label: &str| Settings { charset: Some(label.into()), ..Settings::default() };
        // In Shift_JIS the second octet of a character may be a backslash or a letter.
        let markup = read(b"<meta name=\"\x83\x5C\x83A\" content=\xB1>", settings("shift_jis"));
        assert_eq!(&*markup.metas[0].name, "\u{30BD}\u{30A2}");
        assert_eq!(&*markup.metas[0].content, "\u{FF71}");
        let markup = read(b"<meta name=a content='\xE9'>", Settings::default());
        assert_eq!((markup.encoding, &*markup.metas[0].content), ("windows-1252", "\u{E9}"));
        let markup = read(b"\xEF\xBB\xBF<meta name=a content='\xC3\xA9'>", settings("latin1"));
        assert_eq!((markup.encoding, &*markup.metas[0].content), ("UTF-8", "\u{E9}"));
        assert_eq!((markup.metas[0].place.span.start(), markup.metas[0].place.column), (3, 4));
        // One character that stands for nothing.
        let markup = read(b"<meta name=a content=b>", settings("iso-2022-kr"));
        assert!(markup.metas.is_empty());
    }
}
