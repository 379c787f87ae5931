//! Names that are not sites, whatever they resolve to.

use super::AddressKind;

/// Names of the metadata services of clouds.
const METADATA: [&str; 9] = [
    "metadata.google.internal",
    "metadata.goog",
    "metadata",
    "instance-data",
    "instance-data.ec2.internal",
    "metadata.azure.internal",
    "metadata.platformequinix.com",
    "metadata.packet.net",
    "metadata.tencentyun.com",
];

/// Names of this machine, in addition to `localhost` and its subdomains (RFC 6761 §6.3).
const LOOPBACK: [&str; 5] = [
    "localhost.localdomain",
    "localhost6",
    "localhost6.localdomain6",
    "ip6-localhost",
    "ip6-loopback",
];

/// The kind of a name; `Global` if its addresses decide.
pub(super) fn kind(name: &str) -> AddressKind {
    // A final dot makes no difference (RFC 1034 §3.1).
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let localhost = name == "localhost" || name.ends_with(".localhost");
    if METADATA.contains(&name.as_str()) {
        AddressKind::Metadata
    } else if localhost || LOOPBACK.contains(&name.as_str()) {
        AddressKind::Loopback
    } else if name.is_empty() {
        AddressKind::Reserved
    } else {
        AddressKind::Global
    }
}
