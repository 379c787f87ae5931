//! Any bytes with a valid checksum as a stored entry: decoded or rejected, never a panic; a decoded
//! entry has the digest of its bytes, and is the same when it is stored again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use placet::{Agent, Profile, Usage};
use placet_fetch::{Digest, Entry, FORMAT};

fuzz_target!(|input: &[u8]| {
    let mut stored = b"plct".to_vec();
    stored.push(FORMAT);
    stored.extend(crc32fast::hash(input).to_le_bytes());
    stored.extend(input);
    let Ok(entry) = Entry::decode(&stored) else { return };
    if let Some(copy) = entry.copy() {
        let body = copy.body();
        assert_eq!(Digest::of(body.bytes()), body.digest());
        assert_eq!(entry.evidence().copy.map(|copy| copy.digest), Some(body.digest()));
        let crawler = body.policy_by(Profile::Full).for_agent(Agent::new("Bot"));
        assert!(crawler.may(Usage::Index, "/a").is_ok());
    }
    let again = Entry::decode(&entry.encode()).expect("what is stored can be read");
    assert_eq!(again, entry);
});
