//! The networks that are not the internet, by the registries of special-purpose addresses that
//! IANA keeps (RFC 6890), and the addresses of cloud metadata services.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::AddressKind::{
    self, Benchmarking, Broadcast, Documentation, Global, LinkLocal, Loopback, Metadata, Multicast,
    Private, Reserved, Shared, Unspecified,
};

/// IPv4: the first network that an address is in counts.
const V4: [([u8; 4], u32, AddressKind); 25] = [
    ([169, 254, 169, 254], 32, Metadata), // most clouds
    ([169, 254, 170, 2], 32, Metadata),   // containers at Amazon
    ([169, 254, 170, 23], 32, Metadata),
    ([100, 100, 100, 200], 32, Metadata), // Alibaba
    ([168, 63, 129, 16], 32, Metadata),   // Azure
    ([192, 0, 0, 192], 32, Metadata),     // Oracle
    ([0, 0, 0, 0], 8, Unspecified),
    ([10, 0, 0, 0], 8, Private),
    ([100, 64, 0, 0], 10, Shared),
    ([127, 0, 0, 0], 8, Loopback),
    ([169, 254, 0, 0], 16, LinkLocal),
    ([172, 16, 0, 0], 12, Private),
    ([192, 0, 0, 0], 24, Reserved),
    ([192, 0, 2, 0], 24, Documentation),
    ([192, 31, 196, 0], 24, Reserved), // AS112
    ([192, 52, 193, 0], 24, Reserved), // AMT
    ([192, 88, 99, 0], 24, Reserved),  // relays of 6to4
    ([192, 168, 0, 0], 16, Private),
    ([192, 175, 48, 0], 24, Reserved), // AS112
    ([198, 18, 0, 0], 15, Benchmarking),
    ([198, 51, 100, 0], 24, Documentation),
    ([203, 0, 113, 0], 24, Documentation),
    ([255, 255, 255, 255], 32, Broadcast),
    ([224, 0, 0, 0], 4, Multicast),
    ([240, 0, 0, 0], 4, Reserved),
];

/// IPv6: the first network that an address is in counts.
const V6: [([u16; 8], u32, AddressKind); 19] = [
    ([0xFD00, 0xEC2, 0, 0, 0, 0, 0, 0x254], 128, Metadata), // Amazon
    ([0xFD00, 0xEC2, 0, 0, 0, 0, 0, 0x23], 128, Metadata),
    ([0xFD20, 0xCE, 0, 0, 0, 0, 0, 0x254], 128, Metadata), // Google
    ([0, 0, 0, 0, 0, 0, 0, 0], 128, Unspecified),
    ([0, 0, 0, 0, 0, 0, 0, 1], 128, Loopback),
    ([0x64, 0xFF9B, 1, 0, 0, 0, 0, 0], 48, Private), // RFC 8215
    ([0x2001, 2, 0, 0, 0, 0, 0, 0], 48, Benchmarking),
    ([0x2001, 0, 0, 0, 0, 0, 0, 0], 23, Reserved), // RFC 2928
    ([0x2001, 0xDB8, 0, 0, 0, 0, 0, 0], 32, Documentation),
    ([0x2620, 0x4F, 0x8000, 0, 0, 0, 0, 0], 48, Reserved), // AS112
    ([0x3FFE, 0, 0, 0, 0, 0, 0, 0], 16, Reserved),         // RFC 3701
    ([0x3FFF, 0, 0, 0, 0, 0, 0, 0], 20, Documentation),
    ([0x2000, 0, 0, 0, 0, 0, 0, 0], 3, Global),
    ([0xFC00, 0, 0, 0, 0, 0, 0, 0], 7, Private),
    ([0xFE80, 0, 0, 0, 0, 0, 0, 0], 10, LinkLocal),
    ([0xFEC0, 0, 0, 0, 0, 0, 0, 0], 10, Private), // site-local, RFC 3879
    ([0xFF00, 0, 0, 0, 0, 0, 0, 0], 8, Multicast),
    ([0, 0, 0, 0, 0, 0, 0, 0], 96, Reserved), // IPv4-compatible, RFC 4291 §2.5.5.1
    ([0, 0, 0, 0, 0, 0, 0, 0], 0, Reserved),  // not given to anyone
];

/// The kind of an IPv4 address.
pub(super) fn of_v4(address: Ipv4Addr) -> AddressKind {
    let found = V4.iter().find(|(network, length, _)| {
        let differs = address.to_bits() ^ u32::from_be_bytes(*network);
        differs.leading_zeros() >= *length
    });
    found.map_or(Global, |(_, _, kind)| *kind)
}

/// The kind of an IPv6 address that contains no IPv4 address.
pub(super) fn of_v6(address: Ipv6Addr) -> AddressKind {
    let found = V6.iter().find(|(network, length, _)| {
        let differs = address.to_bits() ^ Ipv6Addr::from(*network).to_bits();
        differs.leading_zeros() >= *length
    });
    found.map_or(Reserved, |(_, _, kind)| *kind)
}
