//! How the steps are shared out among all there is to look at.

use std::fmt;

use crate::limits::{
    CHANGE_CRAWLERS, CHANGE_HEARING_STEPS, CHANGE_STEPS, CHANGE_STEPS_EACH, CHANGES,
};

/// Why not everything was found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Unfinished {
    /// The files were read with different profiles.
    Profiles,
    /// More than [`CHANGES`] changes were found.
    Changes,
    /// One changed statement took more than [`CHANGE_STEPS_EACH`].
    Statement,
    /// Its share of [`CHANGE_STEPS`] was spent, and what others left of theirs.
    Steps,
    /// There are more than [`CHANGE_CRAWLERS`] audiences.
    Crawlers,
    /// Telling crawlers apart took more than [`CHANGE_HEARING_STEPS`].
    Hearing,
}

impl Unfinished {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Profiles => "profiles",
            Self::Changes => "changes",
            Self::Statement => "steps-each",
            Self::Steps => "steps",
            Self::Crawlers => "crawlers",
            Self::Hearing => "hearing-steps",
        }
    }
}

impl fmt::Display for Unfinished {
    /// What was not done, as a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Profiles => f.write_str("the files were read with different profiles"),
            Self::Changes => write!(f, "no more than {CHANGES} changes are kept for one audience"),
            Self::Statement => {
                write!(f, "a changed line could not be looked at within {CHANGE_STEPS_EACH} steps")
            }
            Self::Steps => {
                write!(f, "not everything could be looked at within {CHANGE_STEPS} steps")
            }
            Self::Crawlers => {
                write!(f, "no more than {CHANGE_CRAWLERS} kinds of crawlers are told apart")
            }
            Self::Hearing => {
                write!(f, "crawlers could not be told apart within {CHANGE_HEARING_STEPS} steps")
            }
        }
    }
}

/// How many steps were taken, and how many may be.
#[derive(Debug)]
pub(super) struct Budget {
    pub(super) steps: u64,
    pub(super) ceiling: u64,
}

impl Budget {
    pub(super) fn is_spent(&self) -> bool {
        self.steps > self.ceiling
    }

    /// Attempts each thing with an equal share of the steps that are left, `most` at most; and
    /// those that ran out again, from the beginning, while what others left over gives them twice
    /// what they had. `attempt` says whether it came to an end. Returns why some did not.
    pub(super) fn in_rounds<T>(
        &mut self,
        all: Vec<T>,
        most: u64,
        mut attempt: impl FnMut(&mut T, &mut Self) -> bool,
    ) -> Option<Unfinished> {
        let mut to_do: Vec<(T, u64)> = all.into_iter().map(|it| (it, 0)).collect();
        let mut attempted = true;
        while attempted && !to_do.is_empty() {
            attempted = false;
            let mut left = to_do.len() as u64;
            let mut ran_out = Vec::new();
            for (mut it, had) in to_do {
                let share = (self.ceiling.saturating_sub(self.steps) / left).min(most);
                left -= 1;
                if share < (had * 2).clamp(1, most) || had == most {
                    ran_out.push((it, had));
                    continue;
                }
                attempted = true;
                let mut own = Self { steps: 0, ceiling: share };
                let ended = attempt(&mut it, &mut own);
                self.steps += own.steps;
                if !ended {
                    ran_out.push((it, share));
                }
            }
            to_do = ran_out;
        }
        let had_most = |(_, had): &(T, u64)| *had == most;
        match &*to_do {
            [] => None,
            left if left.iter().all(had_most) => Some(Unfinished::Statement),
            _ => Some(Unfinished::Steps),
        }
    }
}
