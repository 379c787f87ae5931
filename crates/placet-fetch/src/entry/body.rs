//! The octets of a file, their digest, and what they say.

use std::fmt;
use std::sync::OnceLock;

use placet::{Profile, RobotsPolicy};
use sha2::{Digest as _, Sha256};

use crate::body::{self, Charset};

/// The SHA-256 of a body, as kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

impl Digest {
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
    policy: OnceLock<RobotsPolicy>,
}

impl Body {
    /// A body of which no more than `ceiling` octets are read.
    pub fn new(octets: impl Into<Box<[u8]>>, ceiling: usize) -> Self {
        let octets = octets.into();
        let digest = Digest::of(&octets);
        Self::with_digest(octets, digest, ceiling)
    }

    pub(crate) fn with_digest(octets: Box<[u8]>, digest: Digest, ceiling: usize) -> Self {
        Self { octets, digest, ceiling, policy: OnceLock::new() }
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

    /// What it says with the default profile; parsed when first asked for.
    pub fn policy(&self) -> &RobotsPolicy {
        self.policy.get_or_init(|| self.parse(Profile::default()))
    }

    /// What it says with a profile.
    pub fn policy_by(&self, profile: Profile) -> RobotsPolicy {
        if profile == Profile::default() { self.policy().clone() } else { self.parse(profile) }
    }

    fn parse(&self, profile: Profile) -> RobotsPolicy {
        let reader = RobotsPolicy::builder().profile(profile);
        match Charset::of_octets(&self.octets) {
            Charset::Utf16(order) => {
                // What lies behind the ceiling is not read, nor is the line that it cuts (F-08).
                let text = body::from_utf16(&self.octets, order, self.is_cut());
                reader.ceiling(text.len()).parse(text.as_bytes())
            }
            Charset::Octets => reader.ceiling(self.ceiling).parse(&self.octets),
        }
    }

    /// How many octets it holds on the heap; what it says included once that is asked for.
    pub fn heap_size(&self) -> usize {
        let policy = self.policy.get().map_or(0, RobotsPolicy::heap_size);
        size_of::<Self>() + self.octets.len() + policy
    }
}

impl PartialEq for Body {
    fn eq(&self, other: &Self) -> bool {
        self.octets == other.octets && self.ceiling == other.ceiling
    }
}

impl Eq for Body {}
