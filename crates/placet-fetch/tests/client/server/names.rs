//! A resolver of names that lead to loopback.

use std::io;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};

use placet_fetch::client::{Resolve, Resolving};

type Answer = Box<dyn Fn(usize, &str) -> io::Result<Vec<IpAddr>> + Send + Sync>;

/// A resolver with fixed answers that counts its calls.
pub(crate) struct Names {
    answer: Answer,
    asked: AtomicUsize,
}

impl Names {
    /// Every name is an address of this machine.
    pub(crate) fn here() -> Self {
        Self::answering(|_, _| Ok(vec![IpAddr::from([127, 0, 0, 1])]))
    }

    /// Answers by how often it was asked before, and the name.
    pub(crate) fn answering(
        answer: impl Fn(usize, &str) -> io::Result<Vec<IpAddr>> + Send + Sync + 'static,
    ) -> Self {
        Self { answer: Box::new(answer), asked: AtomicUsize::new(0) }
    }

    pub(crate) fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

impl Resolve for Names {
    fn resolve<'a>(&'a self, host: &'a str) -> Resolving<'a> {
        let before = self.asked.fetch_add(1, Ordering::SeqCst);
        let answer = (self.answer)(before, host);
        Box::pin(async move { answer })
    }
}

impl std::fmt::Debug for Names {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Names").field("asked", &self.asked).finish_non_exhaustive()
    }
}
