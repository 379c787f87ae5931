//! Lines as people write them.

use placet_testing::Random;

/// Writes the lines of one file in one hand.
pub(crate) struct Writer {
    bytes: Vec<u8>,
    line_end: &'static str,
    /// How often something is out of order, in a thousand.
    sloppiness: usize,
}

impl Writer {
    pub(crate) fn new(random: &mut Random) -> Self {
        let mut bytes = Vec::new();
        if random.chance(40) {
            bytes.extend(random.pick(&[&b"\xEF\xBB\xBF"[..], b"\xEF\xBB\xBF", b"\xEF\xBB"]));
        }
        let line_end = random.pick(&["\n", "\n", "\n", "\r\n", "\r\n", "\r"]);
        Self { bytes, line_end, sloppiness: if random.chance(500) { 10 } else { 120 } }
    }

    /// A field `key: value`, now and then not quite.
    pub(crate) fn field(&mut self, random: &mut Random, key: &str, value: &[u8]) {
        let mut sloppy = |otherwise: &'static str, forms: &[&'static str]| {
            if random.chance(self.sloppiness) { random.pick(forms) } else { otherwise }
        };
        let before = sloppy("", &[" ", "\t", "  ", "\u{feff}"]);
        let colon = sloppy(":", &[":", ":", " :", "\u{a0}:", "\t:", " "]);
        let space = sloppy(" ", &["", "", "  ", "\t", "\u{a0}", "\u{3000}"]);
        let after = sloppy("", &[" ", "  ", "\t", "\u{a0}", " # note", "#note", " # a: /", "\0 x"]);
        let key = self.key(random, key);
        self.line(
            random,
            &[
                before.as_bytes(),
                key.as_bytes(),
                colon.as_bytes(),
                space.as_bytes(),
                value,
                after.as_bytes(),
            ]
            .concat(),
        );
    }

    fn key(&self, random: &mut Random, key: &str) -> String {
        if !random.chance(self.sloppiness) {
            return key.to_owned();
        }
        match random.between(0, 2) {
            0 => key.to_ascii_lowercase(),
            1 => key.to_ascii_uppercase(),
            _ => key.chars().map(|c| swap(random, c)).collect(),
        }
    }

    /// A line, perhaps with a blank one, a comment or noise before it.
    pub(crate) fn line(&mut self, random: &mut Random, line: &[u8]) {
        if random.chance(self.sloppiness) {
            let noise: &[&[u8]] = &[
                b"",
                b"  ",
                b"# comment",
                b"##ACAP version=1.0",
                b"#Disallow: /",
                b"noise",
                b"Sitemap: http://example.com/s.xml",
                b"ACAP-frob: /",
                b"ACAP-version: 1.1",
                b"time-limit=3-days",
                b"Crawl-delay: 3",
                b"ACAP-request-frob: /a",
                b"DisallowAITraining: /",
                b"allow_expand: /",
                b"\xEF\xBB\xBF",
            ];
            let noise = random.pick(noise).to_vec();
            self.push(&noise);
        }
        self.push(line);
    }

    fn push(&mut self, line: &[u8]) {
        self.bytes.extend(line);
        self.bytes.extend(self.line_end.as_bytes());
    }

    /// The bytes of the file; the last line may lack its end.
    pub(crate) fn finish(mut self, random: &mut Random) -> Vec<u8> {
        if random.chance(200) && self.bytes.ends_with(self.line_end.as_bytes()) {
            self.bytes.truncate(self.bytes.len() - self.line_end.len());
        }
        self.bytes
    }
}

/// The letter, or the other case of it.
pub(crate) fn swap(random: &mut Random, c: char) -> char {
    match (random.chance(500), c.is_ascii_lowercase()) {
        (true, true) => c.to_ascii_uppercase(),
        (true, false) => c.to_ascii_lowercase(),
        (false, _) => c,
    }
}
