//! What the files of rows say to their crawlers, parsed once for equal files.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};

use placet::AgentPolicy;

/// How many files are kept parsed, for each thread.
const FILES: usize = 4096;

/// The files of a row and who asks about them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Asked<'r> {
    pub(super) file: &'r [u8],
    pub(super) status: Option<u16>,
    pub(super) agent: &'r [u8],
    /// tdmrep.json, trust.txt, ai.txt.
    pub(super) signals: [Option<&'r [u8]>; 3],
}

/// What such files say, with the files.
struct View {
    file: Box<[u8]>,
    status: Option<u16>,
    agent: Box<[u8]>,
    signals: [Option<Box<[u8]>>; 3],
    policy: AgentPolicy,
}

impl View {
    fn new(asked: &Asked<'_>, policy: AgentPolicy) -> Self {
        Self {
            file: asked.file.into(),
            status: asked.status,
            agent: asked.agent.into(),
            signals: asked.signals.map(|it| it.map(Into::into)),
            policy,
        }
    }

    fn is_of(&self, asked: &Asked<'_>) -> bool {
        *self.file == *asked.file
            && self.status == asked.status
            && *self.agent == *asked.agent
            && self.signals.iter().map(Option::as_deref).eq(asked.signals)
    }
}

/// Parsed files by their bytes and the crawler. The hash covers a part of the bytes; all are compared.
#[derive(Default)]
pub(super) struct Views {
    files: HashMap<u64, Vec<View>>,
    kept: usize,
    /// Where the file of the row before is: most rows have the same.
    last: Option<(u64, usize)>,
    /// Sites of a client, by origin and agent.
    sites: HashMap<(Box<str>, Box<[u8]>), AgentPolicy>,
}

impl Views {
    /// What the files of a row say.
    pub(super) fn of_files(
        &mut self,
        asked: &Asked<'_>,
        make: impl FnOnce() -> AgentPolicy,
    ) -> Option<&AgentPolicy> {
        let last = self.last.filter(|at| self.at(*at).is_some_and(|it| it.is_of(asked)));
        let found = last.unwrap_or_else(|| self.find_or_add(asked, make));
        self.last = Some(found);
        self.at(found).map(|it| &it.policy)
    }

    fn at(&self, (key, place): (u64, usize)) -> Option<&View> {
        self.files.get(&key)?.get(place)
    }

    fn find_or_add(
        &mut self,
        asked: &Asked<'_>,
        make: impl FnOnce() -> AgentPolicy,
    ) -> (u64, usize) {
        let mut hasher = DefaultHasher::new();
        (asked.file.len(), asked.status, asked.agent).hash(&mut hasher);
        asked.signals.map(|it| it.map(<[u8]>::len)).hash(&mut hasher);
        let (file, middle) = (asked.file, asked.file.len() / 2);
        for start in [0, middle, file.len().saturating_sub(32)] {
            file.get(start..(start + 32).min(file.len())).hash(&mut hasher);
        }
        let key = hasher.finish();
        let same = self.files.get(&key);
        if let Some(place) = same.and_then(|them| them.iter().position(|it| it.is_of(asked))) {
            return (key, place);
        }
        if self.kept >= FILES {
            self.files.clear();
            self.kept = 0;
        }
        self.kept += 1;
        let them = self.files.entry(key).or_default();
        them.push(View::new(asked, make()));
        (key, them.len() - 1)
    }

    /// What a site says.
    pub(super) fn of_site(
        &mut self,
        origin: &str,
        agent: &[u8],
        make: impl FnOnce() -> AgentPolicy,
    ) -> &AgentPolicy {
        if self.sites.len() >= FILES {
            self.sites.clear();
        }
        self.sites.entry((origin.into(), agent.into())).or_insert_with(make)
    }
}
