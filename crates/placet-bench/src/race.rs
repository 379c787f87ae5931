//! Runs contenders in turns and takes the best lap of each.

use std::time::{Duration, Instant};

/// How long to measure.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// A lap repeats its work until it lasts about this long, because of the clock's resolution.
    lap: Duration,
    /// How many laps each runner has at most.
    laps: u32,
    /// How many it has at least, however slow it is.
    laps_min: u32,
    /// How long all laps of one runner together may take, beyond those.
    budget: Duration,
}

impl Effort {
    pub(crate) const FULL: Self = Self {
        lap: Duration::from_millis(5),
        laps: 40,
        laps_min: 4,
        budget: Duration::from_secs(3),
    };

    pub(crate) const QUICK: Self = Self {
        lap: Duration::from_millis(2),
        laps: 8,
        laps_min: 1,
        budget: Duration::from_millis(300),
    };

    /// How often a single call that cannot be repeated in laps is timed.
    pub(crate) fn calls(self) -> u32 {
        self.laps_min
    }

    /// How many rounds there are if every call is timed separately.
    pub(crate) fn rounds(self) -> u32 {
        self.laps
    }
}

/// One unit of work to be timed.
pub(crate) type Work<'w> = Box<dyn FnMut() + 'w>;

struct Runner<'w> {
    work: Work<'w>,
    /// How often a lap does the work.
    repeats: u32,
    laps: u32,
    spent: Duration,
    best: Duration,
}

impl Runner<'_> {
    fn lap(&mut self) {
        let start = Instant::now();
        for _ in 0..self.repeats {
            (self.work)();
        }
        let lap = start.elapsed();
        self.laps += 1;
        self.spent += lap;
        self.best = self.best.min(lap / self.repeats);
    }

    fn goes_on(&self, effort: Effort) -> bool {
        self.laps < effort.laps_min || (self.laps < effort.laps && self.spent < effort.budget)
    }
}

/// Runs all works in turn, lap by lap, and returns the best time of each for one unit.
pub(crate) fn race(works: Vec<Work<'_>>, effort: Effort) -> Vec<Duration> {
    let mut runners: Vec<Runner<'_>> = works
        .into_iter()
        .map(|mut work| {
            let start = Instant::now();
            work();
            let once = start.elapsed();
            let repeats = effort.lap.as_nanos() / once.as_nanos().max(1) + 1;
            let repeats = u32::try_from(repeats).unwrap_or(u32::MAX);
            Runner { work, repeats, laps: 0, spent: Duration::ZERO, best: once }
        })
        .collect();
    while runners.iter().any(|runner| runner.goes_on(effort)) {
        runners.iter_mut().filter(|runner| runner.goes_on(effort)).for_each(Runner::lap);
    }
    runners.into_iter().map(|runner| runner.best).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_runner_has_its_laps_however_slow() {
        let mut calls = [0, 0];
        let [quick, slow] = &mut calls;
        let best = race(
            vec![
                Box::new(|| *quick += 1),
                Box::new(|| {
                    *slow += 1;
                    std::thread::sleep(Duration::from_millis(20));
                }),
            ],
            Effort { laps_min: 2, budget: Duration::ZERO, ..Effort::QUICK },
        );
        assert!(calls[0] > calls[1] && calls[1] == 3, "{calls:?}");
        assert!(best[0] < best[1] && best[1] >= Duration::from_millis(20), "{best:?}");
    }
}
