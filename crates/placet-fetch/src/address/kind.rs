//! What an address is for.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::networks;

/// What an address, or a name that stands for one, is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum AddressKind {
    /// Anyone on the internet can reach it.
    Global,
    /// This machine.
    Loopback,
    /// A network of its own (RFC 1918, RFC 4193), or the translator of one (RFC 8215).
    Private,
    /// The network that this machine is plugged into (RFC 3927, RFC 4291 §2.5.6).
    LinkLocal,
    /// Between a provider and its customers (RFC 6598).
    Shared,
    /// For measuring (RFC 2544, RFC 5180).
    Benchmarking,
    /// For examples in texts (RFC 5737, RFC 3849, RFC 9637).
    Documentation,
    /// A service that a cloud keeps for its machines; it hands out their passwords.
    Metadata,
    /// Many at once (RFC 5771, RFC 4291 §2.7).
    Multicast,
    /// Everyone on a network (RFC 919).
    Broadcast,
    /// No address; systems take it for this machine (RFC 1122 §3.2.1.3, RFC 4291 §2.5.2).
    Unspecified,
    /// Set aside, or not given to anyone (RFC 6890).
    Reserved,
}

impl AddressKind {
    /// What an address is for.
    ///
    /// One that carries an IPv4 address, as mapped (RFC 4291 §2.5.5), translated (RFC 6052, RFC
    /// 8215) and tunnelled ones do (RFC 3056, RFC 4380, RFC 5214), is what the one in it is, because
    /// that is where the connection goes; where it carries several, or lies in a network that is
    /// something itself, the one that allows least counts. Of translators with a prefix of their
    /// own nothing can be known.
    pub fn of(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => networks::of_v4(address),
            IpAddr::V6(address) => of_v6(address),
        }
    }

    /// Of two, the one that allows less: what can be no site before what is no part of the
    /// internet; this one where they are alike.
    fn worse(self, other: Self) -> Self {
        let rank = |kind: Self| (!kind.can_have_sites(), kind != Self::Global);
        if rank(other) > rank(self) { other } else { self }
    }

    /// Whether a site can be there: on the internet, or on a network of one's own.
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

/// What an IPv6 address is for: the network it is in, and every IPv4 address that it carries.
fn of_v6(address: Ipv6Addr) -> AddressKind {
    let segments = address.segments();
    let (network, mut carried) = match segments {
        // Mapped (RFC 4291 §2.5.5.2), translated (RFC 2765 §2.1, RFC 6052 §2.1), and tunnelled by
        // 6to4 (RFC 3056 §2): nothing but a way to write the other.
        [0, 0, 0, 0, 0, 0xFFFF, high, low]
        | [0, 0, 0, 0, 0xFFFF, 0, high, low]
        | [0x64, 0xFF9B, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => (AddressKind::Global, vec![v4(high, low)]),
        // Teredo (RFC 4380 §4): the server, and the client with its bits turned.
        [0x2001, 0, high, low, _, _, client_high, client_low] => {
            (AddressKind::Global, vec![v4(high, low), v4(!client_high, !client_low)])
        }
        // A translator of one's own network (RFC 8215).
        [0x64, 0xFF9B, 1, ..] => (networks::of_v6(address), translated(address)),
        // Compatible (RFC 4291 §2.5.5.1), which nobody uses any more.
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

/// What an address below the prefix `64:ff9b:1::/48` may carry (RFC 6052 §2.2): which part of it is
/// the prefix, only the translator knows. What is read as `0.x.x.x` is the rest of a prefix, unless
/// nothing else can be read.
fn translated(address: Ipv6Addr) -> Vec<Ipv4Addr> {
    // Between the first 64 bits and the rest stand eight that carry nothing.
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
            Self::Shared => "it is on a provider's inner network",
            Self::Benchmarking => "it is for measuring",
            Self::Documentation => "it is for examples",
            Self::Metadata => "it is a cloud's service for its machines",
            Self::Multicast => "it is multicast",
            Self::Broadcast => "it is broadcast",
            Self::Unspecified => "it is unspecified",
            Self::Reserved => "it is reserved",
        })
    }
}
