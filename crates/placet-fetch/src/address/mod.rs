//! Which addresses may be connected to (RFC 9309 §3, F-37).
//!
//! A site can point its name, or a redirect, at anything: at this machine, at the network behind
//! it, at the metadata service of the cloud it runs in. So a name is not enough to decide by: what
//! it resolves to is checked, and the connection is made to what was checked.

mod host;
mod kind;
mod networks;
#[cfg(test)]
mod tests;

use std::net::IpAddr;

use thiserror::Error;
use url::{Host, Url};

pub use kind::AddressKind;

/// How far requests may go.
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
    /// Only what anyone on the internet can reach.
    #[default]
    Public,
    /// Loopback, private, link-local and providers' inner networks too, and those for measuring and
    /// for examples; but not what can be no site: the services that clouds keep for their machines,
    /// multicast, broadcast, unspecified and reserved addresses, however they are written.
    Private,
    /// Everything.
    Anywhere,
}

/// An address or name that may not be connected to.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{host}` may not be connected to: {kind}")]
#[non_exhaustive]
pub struct Refused {
    /// The address or name.
    pub host: String,
    /// What it is.
    pub kind: AddressKind,
}

impl Reach {
    /// Whether addresses of a kind may be connected to.
    pub const fn allows(self, kind: AddressKind) -> bool {
        match self {
            Self::Public => matches!(kind, AddressKind::Global),
            Self::Private => kind.can_have_sites(),
            Self::Anywhere => true,
        }
    }

    /// Checks an address that a name was resolved to, or that a URL has.
    ///
    /// # Errors
    /// When it may not be connected to.
    pub fn check(self, address: IpAddr) -> Result<(), Refused> {
        self.judge(AddressKind::of(address), || address.to_string())
    }

    /// Checks the host of a URL before anything is resolved: an address in any spelling, or a name
    /// that stands for this machine or a cloud's service.
    ///
    /// What a name resolves to is to be [checked](Reach::check) besides.
    ///
    /// # Errors
    /// When it may not be connected to, or there is none.
    pub fn check_host(self, url: &Url) -> Result<(), Refused> {
        match url.host() {
            Some(Host::Ipv4(address)) => self.check(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => self.check(IpAddr::V6(address)),
            Some(Host::Domain(name)) => {
                // One that is written in numbers after all is not left to the resolver.
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
