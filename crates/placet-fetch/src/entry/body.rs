//! The octets of a file, their digest, and what they say.

use std::fmt;
use std::sync::OnceLock;

use placet::{Profile, RobotsPolicy};
use sha2::{Digest as _, Sha256};

/// The SHA-256 of a body, as kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

impl Digest {
    /// What its text begins with, before a colon.
    pub const SCHEME: &str = "sha256";

    /// The digest of octets.
    pub fn of(octets: &[u8]) -> Self {
        Self(Sha256::digest(octets).into())
    }

    /// A digest that was taken before.
    pub const fn from_octets(octets: [u8; 32]) -> Self {
        Self(octets)
    }

    /// Its octets.
    pub const fn octets(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    /// In hexadecimal: `sha256:e3b0c442…`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sha256:")?;
        self.0.iter().try_for_each(|octet| write!(f, "{octet:02x}"))
    }
}

/// The octets of a file as they were sent, after decompression, as far as they are read.
///
/// Where the file is longer than the ceiling, one octet more than that is kept: it tells whether
/// the last line is whole (F-08).
#[derive(Debug)]
pub struct Body {
    octets: Box<[u8]>,
    digest: Digest,
    ceiling: usize,
    /// What parsing it found out before it was stored; empty where that is not known.
    tables: Box<[u8]>,
    policy: OnceLock<RobotsPolicy>,
}

impl Body {
    /// A body of which no more than `ceiling` octets are read.
    pub fn new(octets: impl Into<Box<[u8]>>, ceiling: usize) -> Self {
        let octets = octets.into();
        let digest = Digest::of(&octets);
        Self::stored(octets, digest, ceiling, Box::default())
    }

    /// A body as it was stored: with its digest, and with the tables of its policy, which are
    /// those of these octets if they are any.
    pub(crate) fn stored(
        octets: Box<[u8]>,
        digest: Digest,
        ceiling: usize,
        tables: Box<[u8]>,
    ) -> Self {
        Self { octets, digest, ceiling, tables, policy: OnceLock::new() }
    }

    /// The tables of its policy, to be stored with it.
    pub(crate) fn tables(&self) -> Vec<u8> {
        self.policy().tables()
    }

    /// Its octets.
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// Their digest.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// How many octets are read.
    pub fn ceiling(&self) -> usize {
        self.ceiling
    }

    /// Whether the file is longer than what is read of it.
    pub fn is_cut(&self) -> bool {
        self.octets.len() > self.ceiling
    }

    /// What it says with the default profile; parsed, or restored where it comes from a store,
    /// when first asked for.
    pub fn policy(&self) -> &RobotsPolicy {
        self.policy.get_or_init(|| {
            let reader = RobotsPolicy::builder().ceiling(self.ceiling);
            let restored = reader.restore(&self.octets, &self.tables);
            restored.unwrap_or_else(|| self.parse(Profile::default()))
        })
    }

    /// What it says with a profile.
    pub fn policy_by(&self, profile: Profile) -> RobotsPolicy {
        if profile == Profile::default() { self.policy().clone() } else { self.parse(profile) }
    }

    fn parse(&self, profile: Profile) -> RobotsPolicy {
        RobotsPolicy::builder().profile(profile).ceiling(self.ceiling).parse(&self.octets)
    }

    /// How many octets it holds on the heap; what it says included once that is asked for.
    pub fn heap_size(&self) -> usize {
        let policy = self.policy.get().map_or(0, RobotsPolicy::heap_size);
        size_of::<Self>() + self.octets.len() + self.tables.len() + policy
    }
}

impl PartialEq for Body {
    fn eq(&self, other: &Self) -> bool {
        self.octets == other.octets && self.ceiling == other.ceiling
    }
}

impl Eq for Body {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_stored_is_not_parsed_again() {
        // A text as long, in which one line less is a rule: what the tables do not know is not
        // there, unless the text is parsed.
        let [kept, text] =
            ["#llow: /b", "Allow: /b"].map(|last| format!("User-agent: a\nAllow: /\n{last}\n"));
        let tables = Body::new(kept.into_bytes(), 0).tables();
        let body = Body::stored(text.into_bytes().into(), Digest::of(b""), 0, tables.into());
        let lines =
            |policy: &RobotsPolicy| policy.groups().map(|it| it.rules().count()).sum::<usize>();
        assert_eq!(lines(body.policy()), 1);
        assert_eq!(lines(&body.policy_by(Profile::Rfc9309)), 2);
    }

    #[test]
    fn utf_16_is_decoded_before_it_is_restored() {
        let octets: Vec<u8> =
            "\u{FEFF}User-agent: a\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let body = Body::new(octets.clone(), 512_000);
        let restored = RobotsPolicy::builder().restore(&octets, &body.tables()).unwrap();
        assert_eq!(restored.groups().count(), 1);
    }
}
