//! A naive reader and matcher, written from RFC 9309 §2.2.2, §2.2.3 and F-22 without speed in
//! mind.

/// What a pattern or path is made of, and how many octets it counts as written (F-23).
type Symbol = (Meaning, usize);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// A character that stands for itself.
    Bare(u8),
    /// A character that is compared as its triplet.
    Triplet(u8),
}

/// What one place of a pattern matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Any octets at all.
    Star,
    /// This octet.
    Octet(u8),
    /// This delimiter: its triplet up to the first `?`, itself behind it.
    Delimiter(u8),
}

/// Reserved characters that equal their triplets everywhere.
const RESERVED: &[u8] = b":@[]!'()+,;=&";
/// Those that do after the first `?` only.
const DELIMITERS: &[u8] = b"/?";

fn decoded(text: &[u8]) -> Option<u8> {
    let digits = std::str::from_utf8(text.get(1..3)?).ok()?;
    let is_triplet = text[0] == b'%' && digits.chars().all(|c| c.is_ascii_hexdigit());
    is_triplet.then(|| u8::from_str_radix(digits, 16).unwrap())
}

fn symbols(text: &[u8]) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let octet = text[at];
        let triplet = decoded(&text[at..]);
        symbols.push(match triplet {
            Some(it) if it.is_ascii_alphanumeric() || b"-._~".contains(&it) => {
                (Meaning::Bare(it), 1)
            }
            Some(it) if RESERVED.contains(&it) => (Meaning::Bare(it), 3),
            Some(it) => (Meaning::Triplet(it), 3),
            None if !octet.is_ascii() => (Meaning::Triplet(octet), 3),
            None if octet <= b' ' || octet == 0x7F || b"\"<>\\^`{|}".contains(&octet) => {
                (Meaning::Triplet(octet), 1)
            }
            None => (Meaning::Bare(octet), 1),
        });
        at += if triplet.is_some() { 3 } else { 1 };
    }
    symbols
}

fn triplet(octet: u8) -> Vec<u8> {
    format!("%{octet:02X}").into_bytes()
}

fn path(url: &str) -> Vec<u8> {
    let mut octets = Vec::new();
    let mut in_query = false;
    for (meaning, _) in symbols(url.split('#').next().unwrap().as_bytes()) {
        match meaning {
            Meaning::Bare(octet @ (b'*' | b'$')) => octets.extend(triplet(octet)),
            Meaning::Bare(octet) => octets.push(octet),
            Meaning::Triplet(octet) if in_query && DELIMITERS.contains(&octet) => {
                octets.push(octet);
            }
            Meaning::Triplet(octet) => octets.extend(triplet(octet)),
        }
        in_query |= meaning == Meaning::Bare(b'?');
    }
    octets
}

fn places(body: &[u8]) -> Vec<Place> {
    let mut places = Vec::new();
    for (meaning, _) in symbols(body) {
        match meaning {
            Meaning::Bare(b'*') => places.push(Place::Star),
            Meaning::Bare(b'$') => places.extend(triplet(b'$').into_iter().map(Place::Octet)),
            Meaning::Bare(octet) => places.push(Place::Octet(octet)),
            Meaning::Triplet(octet) if DELIMITERS.contains(&octet) => {
                places.push(Place::Delimiter(octet));
            }
            Meaning::Triplet(octet) => places.extend(triplet(octet).into_iter().map(Place::Octet)),
        }
    }
    places
}

/// Ten lines that match a pattern.
fn matches(pattern: &[Place], anchored: bool, path: &[u8]) -> bool {
    let query = path.iter().position(|&octet| octet == b'?').unwrap_or(path.len());
    let mut reached = vec![false; path.len() + 1];
    reached[0] = true;
    for place in pattern {
        let before = |at: usize, back: usize| at >= back && reached[at - back];
        let step = |at: usize| match *place {
            Place::Star => reached[..=at].contains(&true),
            Place::Octet(octet) => before(at, 1) && path[at - 1] == octet,
            Place::Delimiter(octet) => {
                (before(at, 3) && at - 3 < query && path[at - 3..at] == triplet(octet))
                    || (before(at, 1) && at - 1 > query && path[at - 1] == octet)
            }
        };
        reached = (0..=path.len()).map(step).collect();
    }
    if anchored { reached[path.len()] } else { reached.contains(&true) }
}

/// Whether the rules, each an allow or not and its pattern, permit the path (RFC 9309 §2.2.2).
pub(crate) fn permits(rules: &[(bool, Vec<u8>)], url: &str) -> bool {
    let path = path(url);
    if path.split(|&octet| octet == b'?').next() == Some(b"/robots.txt") {
        return true;
    }
    let mut best = (0, true);
    for (allow, pattern) in rules {
        let body = pattern.strip_suffix(b"$").unwrap_or(pattern);
        let anchored = body.len() < pattern.len();
        let counted = symbols(body).iter().map(|(_, len)| len).sum::<usize>();
        let begins = matches!(pattern.first(), Some(b'/' | b'*'));
        if begins && matches(&places(body), anchored, &path) {
            best = best.max((counted + usize::from(anchored), *allow));
        }
    }
    best.1
}
