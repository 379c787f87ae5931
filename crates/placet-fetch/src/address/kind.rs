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
    /// One that carries an IPv4 address, as mapped (RFC 4291 §2.5.5), translated (RFC 6052) and
    /// tunnelled ones do (RFC 3056, RFC 4380), is what the one in it is, because that is where the
    /// connection goes.
    pub fn of(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => networks::of_v4(address),
            IpAddr::V6(address) => of_v6(address),
        }
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

fn of_v6(address: Ipv6Addr) -> AddressKind {
    let carried = match address.segments() {
        // Mapped (RFC 4291 §2.5.5.2), translated (RFC 2765 §2.1, RFC 6052 §2.1), and tunnelled by
        // 6to4 (RFC 3056 §2).
        [0, 0, 0, 0, 0, 0xFFFF, high, low]
        | [0, 0, 0, 0, 0xFFFF, 0, high, low]
        | [0x64, 0xFF9B, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => [Some(v4(high, low)), None],
        // Teredo (RFC 4380 §4): the server, and the client with its bits turned.
        [0x2001, 0, high, low, _, _, client_high, client_low] => {
            [Some(v4(high, low)), Some(v4(!client_high, !client_low))]
        }
        _ => return networks::of_v6(address),
    };
    let mut kinds = carried.into_iter().flatten().map(networks::of_v4);
    kinds.find(|kind| *kind != AddressKind::Global).unwrap_or(AddressKind::Global)
}

fn v4(high: u16, low: u16) -> Ipv4Addr {
    Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low))
}

impl fmt::Display for AddressKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
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
