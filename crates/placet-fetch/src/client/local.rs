//! Problems of this machine, as opposed to a site.

use std::fmt;
use std::io::{self, ErrorKind};

use crate::failure::Failure;

/// Why a request could not even be made. It says nothing about the site, so nothing is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LocalFailure {
    /// No more files can be opened, by this process or on this machine.
    Descriptors,
    /// There is no memory left.
    Memory,
    /// There is no network, or no route to the address.
    Network,
    /// The system's resolver does not answer: too many lookups are pending.
    Resolver,
    /// There are no trusted certificate authorities.
    Certificates,
}

impl LocalFailure {
    /// The problem of this machine that a system error means, if it does.
    pub(super) fn of(error: &io::Error) -> Option<Self> {
        match error.kind() {
            ErrorKind::OutOfMemory => Some(Self::Memory),
            ErrorKind::NetworkUnreachable
            | ErrorKind::NetworkDown
            | ErrorKind::AddrNotAvailable
            | ErrorKind::PermissionDenied => Some(Self::Network),
            _ => Self::by_number(error),
        }
    }

    #[cfg(unix)]
    fn by_number(error: &io::Error) -> Option<Self> {
        use rustix::io::Errno;
        match Errno::from_io_error(error)? {
            Errno::MFILE | Errno::NFILE => Some(Self::Descriptors),
            Errno::NOBUFS => Some(Self::Memory),
            // This machine does not support that version of IP.
            Errno::AFNOSUPPORT => Some(Self::Network),
            _ => None,
        }
    }

    #[cfg(not(unix))]
    fn by_number(error: &io::Error) -> Option<Self> {
        // WSAEMFILE, WSAENOBUFS, WSAEAFNOSUPPORT.
        match error.raw_os_error()? {
            10_024 => Some(Self::Descriptors),
            10_055 => Some(Self::Memory),
            10_047 => Some(Self::Network),
            _ => None,
        }
    }

    /// Whether other addresses would fail too.
    pub(super) const fn is_final(self) -> bool {
        matches!(self, Self::Descriptors | Self::Memory)
    }

    /// Whether a retry is likely to succeed.
    pub(super) const fn is_worth_retrying(self) -> bool {
        matches!(self, Self::Descriptors | Self::Memory | Self::Resolver)
    }
}

impl fmt::Display for LocalFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Descriptors => {
                "this machine cannot open more files or connections: raise `ulimit -n`, or ask \
                 fewer sites at the same time"
            }
            Self::Memory => "this machine has no memory left for a connection",
            Self::Network => "this machine has no route to the site: check its network connection",
            Self::Resolver => {
                "this machine's name resolver does not answer: too many lookups are pending"
            }
            Self::Certificates => {
                "this machine has no certificate authorities to trust, which https needs: install \
                 them (often `ca-certificates`), or name them in SSL_CERT_FILE"
            }
        })
    }
}

/// Why there is no response: a problem of the site or of this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    Site(Failure),
    Local(LocalFailure),
}

impl Trouble {
    /// Whether a retry is likely to succeed.
    pub(super) const fn is_worth_retrying(self) -> bool {
        match self {
            Self::Site(failure) => failure.is_worth_retrying(),
            Self::Local(failure) => failure.is_worth_retrying(),
        }
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Site(failure)
    }
}

impl From<LocalFailure> for Trouble {
    fn from(failure: LocalFailure) -> Self {
        Self::Local(failure)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use rustix::io::Errno;

    use super::*;

    #[test]
    fn problems_of_this_machine_are_not_the_sites_fault() {
        for (number, expected) in [
            (Errno::MFILE, Some(LocalFailure::Descriptors)),
            (Errno::NFILE, Some(LocalFailure::Descriptors)),
            (Errno::NOMEM, Some(LocalFailure::Memory)),
            (Errno::NOBUFS, Some(LocalFailure::Memory)),
            (Errno::NETUNREACH, Some(LocalFailure::Network)),
            (Errno::NETDOWN, Some(LocalFailure::Network)),
            (Errno::ADDRNOTAVAIL, Some(LocalFailure::Network)),
            (Errno::AFNOSUPPORT, Some(LocalFailure::Network)),
            (Errno::ACCESS, Some(LocalFailure::Network)),
            (Errno::PERM, Some(LocalFailure::Network)),
            (Errno::CONNREFUSED, None),
            (Errno::CONNRESET, None),
            (Errno::HOSTUNREACH, None),
            (Errno::TIMEDOUT, None),
        ] {
            assert_eq!(LocalFailure::of(&number.into()), expected, "{number:?}");
        }
        assert_eq!(LocalFailure::of(&io::Error::other("x")), None);
    }
}
