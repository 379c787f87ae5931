//! Kinds of addresses.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::networks;

/// The kind of an address, or of a name for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum AddressKind {
    /// A public address.
    Global,
    /// This machine.
    Loopback,
    /// A private network (RFC 1918, RFC 4193), or its translator (RFC 8215).
    Private,
    /// The local link (RFC 3927, RFC 4291 §2.5.6).
    LinkLocal,
    /// A provider's internal network (RFC 6598).
    Shared,
    /// Benchmarking (RFC 2544, RFC 5180).
    Benchmarking,
    /// Examples in documentation (RFC 5737, RFC 3849, RFC 9637).
    Documentation,
    /// A cloud's metadata service, which gives out credentials.
    Metadata,
    /// Multicast (RFC 5771, RFC 4291 §2.7).
    Multicast,
    /// Broadcast (RFC 919).
    Broadcast,
    /// The unspecified address, which systems treat as this machine (RFC 1122 §3.2.1.3, RFC 4291 §2.5.2).
    Unspecified,
    /// Reserved or unassigned (RFC 6890).
    Reserved,
}

impl AddressKind {
    /// The kind of an address.
    ///
    /// An address that contains an IPv4 address, mapped (RFC 4291 §2.5.5), translated (RFC 6052, RFC
    /// 8215) or tunnelled (RFC 3056, RFC 4380, RFC 5214), has the kind of that one, because the
    /// connection goes there. If it contains several, or is in a special network itself, the most
    /// restrictive kind counts. Translators with their own prefix cannot be recognised.
    pub fn of(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => networks::of_v4(address),
            IpAddr::V6(address) => of_v6(address),
        }
    }

    /// The more restrictive of two kinds; `self` if both are equally restrictive.
    fn worse(self, other: Self) -> Self {
        let rank = |kind: Self| (!kind.can_have_sites(), kind != Self::Global);
        if rank(other) > rank(self) { other } else { self }
    }

    /// Whether a site can have such an address: on the internet or on a private network.
    pub(super) const fn can_have_sites(self) -> bool {
        match self {
            Self::Global
            | Self::Loopback
            | Self::Private
            | Self::LinkLocal
            | Self::Shared
            | Self::Benchmarking
            | Self::Documentation => true,
            Self::Metadata
            | Self::Multicast
            | Self::Broadcast
            | Self::Unspecified
            | Self::Reserved => false,
        }
    }
}

/// The kind of an IPv6 address: of its network, and of every IPv4 address that it contains.
fn of_v6(address: Ipv6Addr) -> AddressKind {
    let segments = address.segments();
    let (network, mut carried) = match segments {
        // Mapped (RFC 4291 §2.5.5.2), translated (RFC 2765 §2.1, RFC 6052 §2.1), and tunnelled by
        // 6to4 (RFC 3056 §2): another way to write the IPv4 address.
        [0, 0, 0, 0, 0, 0xFFFF, high, low]
        | [0, 0, 0, 0, 0xFFFF, 0, high, low]
        | [0x64, 0xFF9B, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => (AddressKind::Global, vec![v4(high, low)]),
        // Teredo (RFC 4380 §4): the server, and the client with its bits inverted.
        [0x2001, 0, high, low, _, _, client_high, client_low] => {
            (AddressKind::Global, vec![v4(high, low), v4(!client_high, !client_low)])
        }
        // A translator of a private network (RFC 8215).
        [0x64, 0xFF9B, 1, ..] => (networks::of_v6(address), translated(address)),
        // Compatible (RFC 4291 §2.5.5.1), which is obsolete.
        [0, 0, 0, 0, 0, 0, high, low] if address.to_bits() > 1 => {
            (networks::of_v6(address), vec![v4(high, low)])
        }
        _ => (networks::of_v6(address), Vec::new()),
    };
    // ISATAP (RFC 5214 §6.1), below any prefix.
    if let [.., 0 | 0x200, 0x5EFE, high, low] = segments {
        carried.push(v4(high, low));
    }
    carried.into_iter().map(networks::of_v4).fold(network, AddressKind::worse)
}

/// The IPv4 addresses that an address in `64:ff9b:1::/48` may contain (RFC 6052 §2.2): only the
/// translator knows the length of the prefix. A reading as `0.x.x.x` is the rest of a prefix, unless
/// there is no other reading.
fn translated(address: Ipv6Addr) -> Vec<Ipv4Addr> {
    // The eight bits after the first 64 are unused.
    let (bits, rest) = (address.to_bits(), address.to_bits() & ((1 << 56) - 1));
    let without = bits >> 64 << 56 | rest;
    let readings = [without >> 40, without >> 32, without >> 24, bits];
    // Each is the last 32 bits of what is left.
    let readings = readings.into_iter().filter_map(|bits| u32::try_from(bits & 0xFFFF_FFFF).ok());
    let found: Vec<_> = readings.filter(|bits| bits >> 24 != 0).map(Ipv4Addr::from_bits).collect();
    if found.is_empty() { vec![Ipv4Addr::UNSPECIFIED] } else { found }
}

fn v4(high: u16, low: u16) -> Ipv4Addr {
    Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low))
}

impl fmt::Display for AddressKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Global => "it is on the internet",
            Self::Loopback => "it is this machine",
            Self::Private => "it is on a private network",
            Self::LinkLocal => "it is on the local link",
            Self::Shared => "it is on a provider's internal network",
            Self::Benchmarking => "it is for benchmarking",
            Self::Documentation => "it is for documentation",
            Self::Metadata => "it is a cloud's metadata service",
            Self::Multicast => "it is a multicast address",
            Self::Broadcast => "it is a broadcast address",
            Self::Unspecified => "it is unspecified",
            Self::Reserved => "it is reserved",
        })
    }
}
