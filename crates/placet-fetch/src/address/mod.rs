//! Which addresses the client connects to (RFC 9309 §3, F-37).
//!
//! A site can point its name, or a redirect, at any address: this machine, its internal network, or
//! the metadata service of its cloud. So names are not enough to decide by: the resolved addresses
//! are checked, and the client connects to a checked address.

mod host;
mod kind;
mod networks;
#[cfg(test)]
mod tests;

use std::net::IpAddr;

use thiserror::Error;
use url::{Host, Url};

pub use kind::AddressKind;

/// Which addresses requests may go to.
///
/// ```
/// use placet_fetch::address::{AddressKind, Reach};
///
/// let here = "127.0.0.1".parse()?;
/// assert_eq!(Reach::Public.check(here).unwrap_err().kind, AddressKind::Loopback);
/// assert!(Reach::Private.check(here).is_ok());
/// # Ok::<(), std::net::AddrParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Reach {
    /// Only addresses that anyone on the internet can reach.
    #[default]
    Public,
    /// Loopback, private, link-local and providers' inner networks too, and those for measuring and
    /// for examples; but not what can be no site: the services that clouds keep for their machines,
    /// multicast, broadcast, unspecified and reserved addresses, however they are written.
    Private,
    /// Everything.
    Anywhere,
}

/// An address or name that the client does not connect to.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("placet does not connect to `{host}`: {kind}")]
#[non_exhaustive]
pub struct Refused {
    /// The address or name.
    pub host: String,
    /// The kind of address.
    pub kind: AddressKind,
}

impl Reach {
    /// Whether the client connects to addresses of a kind.
    pub const fn allows(self, kind: AddressKind) -> bool {
        match self {
            Self::Public => matches!(kind, AddressKind::Global),
            Self::Private => kind.can_have_sites(),
            Self::Anywhere => true,
        }
    }

    /// Checks an address that a name resolves to, or that a URL contains.
    ///
    /// # Errors
    /// If the client does not connect to it.
    pub fn check(self, address: IpAddr) -> Result<(), Refused> {
        self.judge(AddressKind::of(address), || address.to_string())
    }

    /// Checks the host of a URL before anything is resolved: an address in any spelling, or a name
    /// that means this machine or a cloud's service.
    ///
    /// The addresses that a name resolves to must be [checked](Reach::check) as well.
    ///
    /// # Errors
    /// If the client does not connect to it, or the URL has no host.
    pub fn check_host(self, url: &Url) -> Result<(), Refused> {
        match url.host() {
            Some(Host::Ipv4(address)) => self.check(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => self.check(IpAddr::V6(address)),
            Some(Host::Domain(name)) => {
                // A name that is a number after all is not passed to the resolver.
                match name.trim_end_matches('.').parse() {
                    Ok(address) => self.check(address),
                    Err(_) => self.judge(host::kind(name), || name.to_owned()),
                }
            }
            None => Err(Refused { host: String::new(), kind: AddressKind::Reserved }),
        }
    }

    fn judge(self, kind: AddressKind, host: impl FnOnce() -> String) -> Result<(), Refused> {
        if self.allows(kind) { Ok(()) } else { Err(Refused { host: host(), kind }) }
    }
}
