//! Shares the steps among all tasks.

/// How many steps were taken, and how many are allowed.
#[derive(Debug)]
pub(crate) struct Budget {
    pub(crate) steps: u64,
    pub(crate) ceiling: u64,
}

/// Why some tasks did not finish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spent {
    /// Each of them had the maximum for one task.
    Each,
    /// There were no steps left.
    All,
}

impl Budget {
    pub(crate) fn is_spent(&self) -> bool {
        self.steps > self.ceiling
    }

    /// Attempts each task with an equal share of the remaining steps, at most `most`. Repeats the
    /// tasks that ran out of steps, from the beginning, as long as the unused steps of others at
    /// least double their share. `attempt` returns whether the task finished. Returns why some did
    /// not.
    pub(crate) fn in_rounds<T>(
        &mut self,
        all: Vec<T>,
        most: u64,
        mut attempt: impl FnMut(&mut T, &mut Self) -> bool,
    ) -> Option<Spent> {
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
            left if left.iter().all(had_most) => Some(Spent::Each),
            _ => Some(Spent::All),
        }
    }
}
