//! Which statements of a file address a crawler.

use crate::analysis::paths::signals::token_groups;
use crate::law::GroupChoice;
use crate::law::rfc9309::addressing;
use crate::policy::{AcapRecord, Addressed, Purpose, RobotsPolicy};
use crate::vocabulary::Crawler;

/// The cost, in steps, of comparing a name of an ACAP record, ignoring case.
const NAME: u64 = 8;

/// Lists the groups and records of a file that address a crawler. Two crawlers with the same list
/// get the same answers. Records for any crawler address all, and are not listed.
pub(crate) fn collect_addressed(
    policy: &RobotsPolicy,
    crawler: &Crawler,
    addressed: &mut Vec<usize>,
    steps: &mut u64,
) {
    let parts = &*policy.parts;
    *steps += 1 + parts.agents.len() as u64;
    let (choice, lines) = addressing(parts, crawler.agent());
    // A group that names the crawler is not overridden by ACAP fields for any crawler.
    addressed.extend([usize::MAX, usize::from(choice == GroupChoice::Named)]);
    let groups = lines.iter().filter_map(|&line| parts.agents.get(line as usize));
    addressed.extend(groups.map(|line| line.group as usize));
    if let Some(signals) = parts.signals() {
        // `Content-Usage` divides groups (S-031).
        addressed.push(usize::MAX);
        let runs = lines.iter().filter_map(|&line| signals.runs.get(line as usize));
        addressed.extend(runs.map(|&run| run as usize));
    }
    if let Some(token) = token_groups(policy, crawler.agent()) {
        *steps += parts.agents.len() as u64;
        let is_named = token.choice() == GroupChoice::Named;
        addressed.extend([usize::MAX, usize::MAX, usize::from(is_named)]);
        addressed.extend(token.line_places().iter().map(|&line| line as usize));
    }
    let Some(acap) = parts.acap() else { return };
    addressed.push(usize::MAX);
    let by = |record: &AcapRecord| record.addresses(crawler.agent());
    for (at, record) in acap.records.iter().enumerate() {
        *steps += 1 + NAME * record.names.len() as u64;
        addressed.extend((by(record) == Some(Addressed::ByName)).then_some(at));
    }
    for purpose in crawler.purposes() {
        *steps += acap.purposes.iter().map(|all| 1 + all.len() as u64).sum::<u64>();
        addressed.push(usize::MAX);
        let is = |it: &Purpose| *it != Purpose::Any && it.is(purpose);
        let served = acap.purposes.iter().enumerate().filter(|(_, all)| all.iter().any(is));
        addressed.extend(served.map(|(at, _)| at));
    }
    for (at, reference) in acap.references.iter().enumerate() {
        *steps += 1;
        let record = acap.records.get(reference.record as usize);
        if record.and_then(by).is_none() {
            continue;
        }
        addressed.extend([usize::MAX, at]);
        if let Some(joined) = policy.joined(at).filter(|joined| joined.unfit().is_none()) {
            collect_addressed(joined, crawler, addressed, steps);
        }
    }
}
