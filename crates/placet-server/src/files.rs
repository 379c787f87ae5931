//! Files that clients have sent, by digest, so that a question need not repeat them.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use bytes::Bytes;
use placet::limits::FILE_MIN;
use placet::{Profile, RobotsPolicy};
use placet_fetch::Digest;
use placet_report::unread::Unread;

/// The overhead of the tables per file, in bytes.
const PLACE: usize = 512;

/// A file, and how each profile reads it as a robots.txt.
#[derive(Debug)]
pub(crate) struct File {
    bytes: Bytes,
    digest: Digest,
    parsed: [OnceLock<(RobotsPolicy, Option<Unread>)>; Profile::ALL.len()],
}

impl File {
    /// A file with these bytes.
    pub(crate) fn new(bytes: Bytes) -> Self {
        let digest = Digest::of(&bytes);
        Self { bytes, digest, parsed: Default::default() }
    }

    pub(crate) fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    pub(crate) fn digest(&self) -> Digest {
        self.digest
    }

    /// The policy of the file in a profile, and the part of it that is not read.
    pub(crate) fn policy(&self, profile: Profile) -> (RobotsPolicy, Option<Unread>) {
        let parse = || parse(&self.bytes, profile);
        let at = Profile::ALL.iter().position(|it| *it == profile).unwrap_or_default();
        self.parsed.get(at).map_or_else(parse, |it| it.get_or_init(parse).clone())
    }

    /// How many bytes it takes at most, once every profile has read it.
    fn size(&self) -> usize {
        let (policy, _) = self.policy(Profile::default());
        PLACE + self.bytes.len() + policy.heap_size() * Profile::ALL.len()
    }
}

/// How a profile reads bytes as a robots.txt, as far as crawlers read it.
pub(crate) fn parse(bytes: &[u8], profile: Profile) -> (RobotsPolicy, Option<Unread>) {
    let policy = RobotsPolicy::builder().profile(profile).ceiling(FILE_MIN).parse(bytes);
    (policy, Unread::of_text("robots.txt", bytes, FILE_MIN, profile))
}

/// The files, up to a number of bytes. The least recently used file is evicted first.
#[derive(Debug)]
pub(crate) struct Files {
    kept: Mutex<Kept>,
    bound: usize,
}

#[derive(Debug, Default)]
struct Kept {
    files: HashMap<Digest, Place>,
    /// The digests in the order of their last use.
    order: BTreeMap<u64, Digest>,
    uses: u64,
    bytes: usize,
}

#[derive(Debug)]
struct Place {
    file: Arc<File>,
    used: u64,
    size: usize,
}

impl Files {
    /// No files yet, and never more than this many bytes of them.
    pub(crate) fn new(bound: usize) -> Self {
        Self { kept: Mutex::default(), bound }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file with a digest.
    pub(crate) fn get(&self, digest: &Digest) -> Option<Arc<File>> {
        let mut kept = self.kept();
        let Kept { files, order, uses, .. } = &mut *kept;
        let place = files.get_mut(digest)?;
        *uses += 1;
        order.remove(&std::mem::replace(&mut place.used, *uses));
        order.insert(*uses, *digest);
        Some(Arc::clone(&place.file))
    }

    /// Keeps a file; returns whether it is new. A file that is larger than the bound is not kept.
    pub(crate) fn put(&self, file: &Arc<File>) -> bool {
        let (digest, size) = (file.digest(), file.size());
        if self.get(&digest).is_some() {
            return false;
        }
        if size > self.bound {
            return true;
        }
        let mut kept = self.kept();
        while kept.bytes + size > self.bound
            && let Some((_, oldest)) = kept.order.pop_first()
        {
            let size = kept.files.remove(&oldest).map_or(0, |place| place.size);
            kept.bytes -= size;
        }
        kept.uses += 1;
        let used = kept.uses;
        let place = Place { file: Arc::clone(file), used, size };
        // Another request may have sent the same file in the meantime.
        if let Some(same) = kept.files.insert(digest, place) {
            kept.order.remove(&same.used);
            kept.bytes -= same.size;
        }
        kept.order.insert(used, digest);
        kept.bytes += size;
        true
    }

    /// How many bytes the files take, and how many files there are.
    pub(crate) fn size(&self) -> (usize, usize) {
        let kept = self.kept();
        (kept.bytes, kept.files.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> Arc<File> {
        Arc::new(File::new(Bytes::copy_from_slice(text.as_bytes())))
    }

    #[test]
    fn the_least_recently_used_file_is_evicted() {
        let [a, b, c] = ["a", "b", "c"].map(|it| file(&format!("{it}{}", "\n".repeat(5_000))));
        let files = Files::new(a.size() * 2 + 100);
        assert!(files.put(&a) && files.put(&b));
        assert!(!files.put(&a));
        assert!(files.put(&c));
        assert!(files.get(&b.digest()).is_none());
        assert!(files.get(&a.digest()).is_some() && files.get(&c.digest()).is_some());
        assert_eq!(files.size().1, 2);
    }

    #[test]
    fn the_bound_holds_whatever_is_put() {
        let files = Files::new(200_000);
        for number in 0..200 {
            let text = format!("# {number}\n{}", "Disallow: /a\n".repeat(number * 20));
            files.put(&file(&text));
            assert!(files.size().0 <= 200_000);
        }
        let huge = file(&"Disallow: /a\n".repeat(100_000));
        assert!(files.put(&huge));
        assert!(files.get(&huge.digest()).is_none());
    }

    #[test]
    fn each_profile_reads_a_file_once() {
        let file = file("User-agent: *\nDisallow: /a\n");
        for profile in Profile::ALL {
            let (one, unread) = file.policy(profile);
            assert_eq!((one.profile(), unread), (profile, None));
        }
    }
}
