//! The bytes of a file, their digest and their policy.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use placet::{Profile, RobotsPolicy};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

/// The SHA-256 digest of a stored body.
///
/// ```
/// use placet_fetch::Digest;
///
/// let digest = Digest::of(b"User-agent: *\n");
/// assert_eq!(digest.to_string().parse(), Ok(digest));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The prefix of its text, before a colon.
    pub const SCHEME: &str = "sha256";

    /// The digest of bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// A digest that was computed before.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    /// In hexadecimal: `sha256:e3b0c442…`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hex = self.0.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let hex = hex.filter_map(|digit| char::from_digit(digit.into(), 16));
        let text: String = Self::SCHEME.chars().chain([':']).chain(hex).collect();
        f.pad(&text)
    }
}

/// The text is not a SHA-256 digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("expected sha256: and 64 hexadecimal digits")]
#[non_exhaustive]
pub struct InvalidDigest;

impl FromStr for Digest {
    type Err = InvalidDigest;

    /// Parses the output of [`Display`](fmt::Display), ignoring case.
    fn from_str(text: &str) -> Result<Self, InvalidDigest> {
        let mut parts = text.split_once(':').into_iter();
        let hex = parts.find(|(scheme, hex)| {
            scheme.eq_ignore_ascii_case(Self::SCHEME) && hex.len() == 2 * size_of::<Self>()
        });
        let (_, hex) = hex.ok_or(InvalidDigest)?;
        let mut bytes = [0; 32];
        for (byte, digits) in bytes.iter_mut().zip(hex.as_bytes().chunks(2)) {
            let value = digits.iter().try_fold(0_u32, |value, &digit| {
                Some(value << 4 | char::from(digit).to_digit(16)?)
            });
            *byte = value.and_then(|value| u8::try_from(value).ok()).ok_or(InvalidDigest)?;
        }
        Ok(Self(bytes))
    }
}

/// The bytes of a file as sent, after decompression, up to the ceiling.
///
/// If the file is longer than the ceiling, one more byte is stored: it shows whether the last line is
/// complete (F-08).
#[derive(Debug)]
pub struct Body {
    bytes: Box<[u8]>,
    digest: Digest,
    ceiling: usize,
    /// The stored tables of its policy; empty if they are not known.
    tables: Box<[u8]>,
    policy: OnceLock<RobotsPolicy>,
}

impl Body {
    /// A body of which no more than `ceiling` bytes are read.
    pub fn new(bytes: impl Into<Box<[u8]>>, ceiling: usize) -> Self {
        let bytes = bytes.into();
        let digest = Digest::of(&bytes);
        Self::stored(bytes, digest, ceiling, Box::default())
    }

    /// A body as it was stored: with its digest, and with the tables of its policy, which belong to
    /// these bytes if there are any.
    pub(crate) fn stored(
        bytes: Box<[u8]>,
        digest: Digest,
        ceiling: usize,
        tables: Box<[u8]>,
    ) -> Self {
        Self { bytes, digest, ceiling, tables, policy: OnceLock::new() }
    }

    /// The tables of its policy, to be stored with it.
    pub(crate) fn tables(&self) -> Vec<u8> {
        self.policy().tables()
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Their digest.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// How many bytes are read.
    pub fn ceiling(&self) -> usize {
        self.ceiling
    }

    /// Whether the file is longer than the bytes that are read.
    pub fn is_cut(&self) -> bool {
        self.bytes.len() > self.ceiling
    }

    /// Its policy with the default profile; parsed, or restored from the stored tables, on first use.
    pub fn policy(&self) -> &RobotsPolicy {
        self.policy.get_or_init(|| {
            let reader = RobotsPolicy::builder().ceiling(self.ceiling);
            let restored = reader.restore(&self.bytes, &self.tables);
            restored.unwrap_or_else(|| self.parse(Profile::default()))
        })
    }

    /// Its policy with a profile.
    pub fn policy_by(&self, profile: Profile) -> RobotsPolicy {
        if profile == Profile::default() { self.policy().clone() } else { self.parse(profile) }
    }

    fn parse(&self, profile: Profile) -> RobotsPolicy {
        RobotsPolicy::builder().profile(profile).ceiling(self.ceiling).parse(&self.bytes)
    }

    /// How many bytes it takes on the heap, including its policy once that is used.
    pub fn heap_size(&self) -> usize {
        let policy = self.policy.get().map_or(0, RobotsPolicy::heap_size);
        size_of::<Self>() + self.bytes.len() + self.tables.len() + policy
    }
}

impl PartialEq for Body {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes && self.ceiling == other.ceiling
    }
}

impl Eq for Body {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_body_is_not_parsed_again() {
        // A text of the same length with one rule less: a rule that is not in the tables exists
        // only if the text is parsed.
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
    fn a_digest_is_read_as_it_is_written() {
        let digest = Digest::of(b"x");
        let text = digest.to_string();
        assert_eq!((text.len(), text.parse()), (71, Ok(digest)));
        assert_eq!(text.to_ascii_uppercase().parse(), Ok(digest));
        let other = |text: &str| text.parse::<Digest>().is_err();
        let hex = text.strip_prefix("sha256:").unwrap();
        assert!(other("") && other(hex) && other(&format!("sha512:{hex}")));
        assert!(other(&format!("{text}0")) && other(&text[..70]) && other(&text.replace('2', "+")));
        assert!(other(&format!("sha256:{}", "é".repeat(32))));
    }

    #[test]
    fn utf_16_is_decoded_before_it_is_restored() {
        let bytes: Vec<u8> =
            "\u{FEFF}User-agent: a\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let body = Body::new(bytes.clone(), 512_000);
        let restored = RobotsPolicy::builder().restore(&bytes, &body.tables()).unwrap();
        assert_eq!(restored.groups().count(), 1);
    }
}
