//! Reads a page, chunk by chunk or as a whole.

use super::encoding::{self, Sniffed};
use super::machine::Machine;
use super::pass::{Pass, PassGroup, merge_metas};
use super::window::Window;
use super::{Markup, Position, Progress, Settings, scan};
use crate::text::{Span, limits};

/// Reads a page as it arrives.
///
/// Tokenization and tree construction follow the HTML standard (§13.2), but no tree is built:
/// memory is bounded by what is looked for, not by the length of the page.
///
/// ```
/// use placet::syntax::html::{Progress, Reader, Settings};
///
/// let mut settings = Settings::default();
/// settings.head_only = true;
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
    /// The start of the page until its encoding is known; after that, all of it while a change of
    /// encoding may require reading it again.
    buffer: Option<Vec<u8>>,
    /// The size of the buffer.
    buffer_size: usize,
    /// Whether all input so far means the same in most encodings.
    is_neutral: bool,
    groups: Vec<PassGroup>,
    fed: usize,
    is_over: bool,
}

impl Reader {
    /// Creates a reader for one page.
    pub fn new(settings: Settings) -> Self {
        Self::with_buffer(settings, limits::PAGE_BUFFERED)
    }

    /// Creates a reader that buffers up to `buffer_size` bytes while the encoding may change.
    fn with_buffer(settings: Settings, buffer_size: usize) -> Self {
        Self {
            settings,
            buffer: Some(Vec::new()),
            buffer_size,
            is_neutral: true,
            groups: Vec::new(),
            fed: 0,
            is_over: false,
        }
    }

    /// Reads the next bytes of the page. Returns whether more input is needed.
    pub fn feed(&mut self, chunk: &[u8]) -> Progress {
        let room = limits::FILE_MAX - self.fed;
        self.is_over |= chunk.len() > room;
        let chunk = chunk.get(..room).unwrap_or(chunk);
        self.fed += chunk.len();
        let has_begun = !self.groups.is_empty();
        let mut buffer = self.buffer.take();
        if has_begun && buffer.as_ref().is_some_and(|it| it.len() + chunk.len() > self.buffer_size)
        {
            buffer = None;
        }
        if let Some(buffer) = &mut buffer {
            buffer.extend_from_slice(chunk);
        }
        if has_begun {
            self.read(buffer.as_deref(), chunk, false);
        } else if self.fed >= encoding::PRESCAN {
            self.begin(buffer.as_deref().unwrap_or_default());
        }
        let may_change = self.groups.is_empty() || self.groups.iter().any(PassGroup::is_tentative);
        self.buffer = buffer.filter(|_| may_change);
        let is_done = !self.groups.is_empty() && self.groups.iter().all(PassGroup::is_done);
        if is_done || self.is_over { Progress::Enough } else { Progress::More }
    }

    /// Returns the result.
    pub fn finish(mut self) -> Markup {
        let buffer = self.buffer.take();
        if self.groups.is_empty() {
            self.begin(buffer.as_deref().unwrap_or_default());
        }
        self.read(buffer.as_deref(), &[], true);
        let passes = self.groups.into_iter().flat_map(|group| group.passes);
        let (main, others): (Vec<Pass>, Vec<Pass>) =
            passes.partition(|pass| !pass.machine.has_scripts());
        let Some(main) = main.into_iter().next() else { return Markup::default() };
        let bytes = if main.machine.is_done() { main.next } else { self.fed };
        let mut machine = main.machine;
        if !machine.is_done() {
            machine.end(bytes);
        }
        if self.is_over {
            cut_at_ceiling(&mut machine, bytes);
        }
        let others = others.into_iter().map(|pass| pass.machine.finish(bytes));
        others.fold(machine.finish(bytes), merge_metas)
    }

    /// The number of steps that tokenization and tree construction took: a measure of work that
    /// does not depend on a clock.
    pub fn steps(&self) -> u64 {
        let passes = self.groups.iter().flat_map(|group| &group.passes);
        passes.map(|pass| pass.machine.tree.steps).sum()
    }

    /// Determines the encoding, and reads the bytes buffered for that.
    fn begin(&mut self, buffer: &[u8]) {
        let Sniffed { encoding, mark, is_tentative } =
            encoding::of(buffer, self.settings.charset.as_deref());
        let machine = Machine::new(self.settings.clone(), encoding, is_tentative);
        self.groups.push(PassGroup::new(machine, encoding, mark));
        self.read(Some(buffer), buffer.get(mark..).unwrap_or_default(), false);
    }

    /// Reads the next bytes; `buffer` is the page up to there, if it is still buffered.
    fn read(&mut self, buffer: Option<&[u8]>, data: &[u8], last: bool) {
        if self.groups.iter().any(PassGroup::is_tentative) {
            self.is_neutral &= encoding::is_neutral(data);
        }
        for group in &mut self.groups {
            group.feed(data, last);
        }
        while self.restart_changed(buffer, last) {}
    }

    /// Restarts a pass if a `meta` changed its encoding (HTML §13.2.3.4). Returns whether there was
    /// one.
    fn restart_changed(&mut self, buffer: Option<&[u8]>, last: bool) -> bool {
        let changed = self.groups.iter_mut().find_map(|group| {
            let (at, encoding) = group.changed()?;
            Some((group, at, encoding))
        });
        let Some((group, at, encoding)) = changed else { return false };
        let Some(buffer) = buffer else {
            // What all encodings read alike need not be read again.
            if !(self.is_neutral && group.read_on(at, encoding, last)) {
                group.cut(at);
            }
            return true;
        };
        let Some(pass) = group.remove(at) else { return true };
        for (machine, encoding) in pass.machine.restarts(&self.settings, encoding) {
            let mut group = PassGroup::new(machine, encoding, 0);
            group.feed(buffer, last);
            self.groups.push(group);
        }
        true
    }
}

/// Reads a whole page at once.
///
/// If a fast search shows that the page, or its body, contains nothing of what is looked for, its
/// markup is not parsed at all. The result is that of a [`Reader`], except for ceilings that a
/// skipped part would have reached.
pub fn read(html: &[u8], settings: Settings) -> Markup {
    let Sniffed { encoding, mark, is_tentative } = encoding::of(html, settings.charset.as_deref());
    if !encoding::is_plain(encoding) {
        return in_one_chunk(html, settings);
    }
    let is_over = html.len() > limits::FILE_MAX;
    let whole = html;
    let html = html.get(..limits::FILE_MAX).unwrap_or(html);
    let window =
        Window { data: html.get(mark..).unwrap_or_default(), base: mark, map: None, last: true };
    let may_skip = !settings.pieces && settings.tags.is_empty();
    if may_skip
        && !settings.head_only
        && !is_over
        && !scan::may_matter(window.data, &settings, encoding, is_tentative)
    {
        return Markup {
            encoding: encoding.name(),
            bytes: html.len() as u64,
            selectors: settings.selectors(),
            ..Markup::default()
        };
    }
    let mut machine = Machine::new(settings, encoding, is_tentative);
    let mut used = machine.run(&window, 0, may_skip);
    let tree = &machine.tree;
    let skips = may_skip
        && !machine.is_done()
        && tree.facts.elements.is_empty()
        && tree.change.is_none()
        && !tree.facts.needs_base()
        && !scan::may_matter(window.from(used), &tree.facts.settings, encoding, tree.is_tentative);
    if !skips && !machine.is_done() {
        used = machine.run(&window, used, false);
    }
    let bytes = if machine.is_done() { window.position(used) } else { html.len() };
    let mut others = Vec::new();
    for (mut fork, at) in std::mem::take(&mut machine.forks) {
        fork.run(&window, at, false);
        others.push(*fork);
    }
    // A change of encoding is rare, and costs another pass.
    if machine.tree.change.is_some() || others.iter().any(|it| it.tree.change.is_some()) {
        return in_one_chunk(whole, machine.tree.facts.settings);
    }
    if !machine.is_done() {
        machine.end(bytes);
    }
    if is_over {
        cut_at_ceiling(&mut machine, bytes);
    }
    let others = others.into_iter().map(|machine| machine.finish(bytes));
    others.fold(machine.finish(bytes), merge_metas)
}

/// Reads a page as a [`Reader`] does that can buffer all of it.
fn in_one_chunk(html: &[u8], settings: Settings) -> Markup {
    let mut reader = Reader::with_buffer(settings, usize::MAX);
    reader.feed(html);
    reader.finish()
}

/// Records that the page is longer than the ceiling.
fn cut_at_ceiling(machine: &mut Machine, bytes: usize) {
    let position = Position { span: Span::new(bytes, bytes), ..Position::default() };
    machine.tree.facts.cut.get_or_insert(position);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Escape sequences surround two Kanji, one of which contains the bytes of `"<`.
    #[test]
    fn markup_is_found_after_escape_sequences() {
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
        let span = markup.elements[0].position.span;
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
    fn bytes_of_other_encodings_are_markup_or_part_of_characters() {
        let settings =
            |label: &str| Settings { charset: Some(label.into()), ..Settings::default() };
        // In Shift_JIS the second byte of a character may be a backslash or a letter.
        let markup = read(b"<meta name=\"\x83\x5C\x83A\" content=\xB1>", settings("shift_jis"));
        assert_eq!(&*markup.metas[0].name, "\u{30BD}\u{30A2}");
        assert_eq!(&*markup.metas[0].content, "\u{FF71}");
        let markup = read(b"<meta name=a content='\xE9'>", Settings::default());
        assert_eq!((markup.encoding, &*markup.metas[0].content), ("windows-1252", "\u{E9}"));
        let markup = read(b"\xEF\xBB\xBF<meta name=a content='\xC3\xA9'>", settings("latin1"));
        assert_eq!((markup.encoding, &*markup.metas[0].content), ("UTF-8", "\u{E9}"));
        assert_eq!(
            (markup.metas[0].position.span.start(), markup.metas[0].position.column),
            (3, 4)
        );
        // The replacement encoding decodes everything to one character.
        let markup = read(b"<meta name=a content=b>", settings("iso-2022-kr"));
        assert!(markup.metas.is_empty());
    }

    /// A `noindex` in the head is read whatever encoding a later `meta` names.
    #[test]
    fn a_late_meta_changes_the_encoding() {
        let padding = " ".repeat(encoding::PRESCAN);
        let page = |label: &str| {
            let mut page = padding.clone().into_bytes();
            page.extend_from_slice(
                b"<title>\x1B$B!<\x1B(B</title><meta name=\"\x83\x5C\" content=a>",
            );
            page.extend(
                format!("<meta charset={label}><meta name=robots content=noindex>").bytes(),
            );
            page
        };
        for (label, encoding, name) in [
            ("iso-2022-jp", "ISO-2022-JP", "\u{FFFD}\\"),
            ("shift_jis", "Shift_JIS", "\u{30BD}"),
            ("latin1", "windows-1252", "\u{192}\\"),
            ("utf-16", "UTF-8", "\u{FFFD}\\"),
        ] {
            let page = page(label);
            let markup = read(&page, Settings::default());
            assert_eq!(markup.encoding, encoding, "{label}");
            assert_eq!(&*markup.metas[0].name, name, "{label}");
            assert_eq!(&*markup.metas[1].content, "noindex", "{label}");
            for size in [1, 7, 100, page.len()] {
                let mut reader = Reader::new(Settings::default());
                for chunk in page.chunks(size) {
                    reader.feed(chunk);
                }
                assert_eq!(reader.finish(), markup, "{label}, {size} bytes at a time");
            }
        }
        // A certain encoding does not change.
        let labelled = Settings { charset: Some("utf-8".into()), ..Settings::default() };
        assert_eq!(read(&page("shift_jis"), labelled).encoding, "UTF-8");
    }

    /// After more bytes than are buffered, the page is read on if all encodings read them alike;
    /// otherwise it is cut.
    #[test]
    fn a_meta_after_more_than_is_buffered() {
        let fed = |before: &[u8], label: &str| {
            let mut reader = Reader::new(Settings::default());
            reader.feed(b"<meta name=robots content=noindex>");
            for _ in 0..limits::PAGE_BUFFERED / 1_000 {
                reader.feed(&before.repeat(1_000 / before.len() + 1));
            }
            reader.feed(format!("<meta charset={label}><meta name=a content='").as_bytes());
            reader.feed(b"\xE9'>");
            reader.finish()
        };
        let switched = fed(b"x", "latin1");
        assert_eq!((switched.encoding, &*switched.metas[1].content), ("windows-1252", "\u{E9}"));
        assert_eq!(switched.cut, None);
        for (before, label) in
            [(&b"x"[..], "iso-2022-jp"), (b"\xC3\xA9", "latin1"), (b"\x1B", "gbk")]
        {
            let cut = fed(before, label);
            assert_eq!((cut.encoding, cut.metas.len()), ("UTF-8", 1), "{label}");
            assert_eq!(
                cut.cut.map(|position| position.span.end() as u64),
                Some(cut.bytes),
                "{label}"
            );
        }
    }
}
