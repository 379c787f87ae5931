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
    files: Vec<View>,
    /// Where in `files` those with a hash are.
    places: HashMap<u64, Vec<usize>>,
    /// Where the file of the row before is: most rows have the same.
    last: usize,
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
        if self.files.get(self.last).is_none_or(|it| !it.is_of(asked)) {
            self.last = self.find_or_add(asked, make);
        }
        self.files.get(self.last).map(|it| &it.policy)
    }

    fn find_or_add(&mut self, asked: &Asked<'_>, make: impl FnOnce() -> AgentPolicy) -> usize {
        let mut hasher = DefaultHasher::new();
        (asked.file.len(), asked.status, asked.agent).hash(&mut hasher);
        asked.signals.map(|it| it.map(<[u8]>::len)).hash(&mut hasher);
        let (file, middle) = (asked.file, asked.file.len() / 2);
        for start in [0, middle, file.len().saturating_sub(32)] {
            file.get(start..(start + 32).min(file.len())).hash(&mut hasher);
        }
        let key = hasher.finish();
        let is_same = |place: &&usize| self.files.get(**place).is_some_and(|it| it.is_of(asked));
        if let Some(place) = self.places.get(&key).and_then(|them| them.iter().find(is_same)) {
            return *place;
        }
        if self.files.len() >= FILES {
            self.files.clear();
            self.places.clear();
        }
        self.places.entry(key).or_default().push(self.files.len());
        self.files.push(View::new(asked, make()));
        self.files.len() - 1
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
