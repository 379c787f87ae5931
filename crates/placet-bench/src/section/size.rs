//! The memory of a policy.

use placet::RobotsPolicy;
use serde::Serialize;

use crate::input::Corpus;
use crate::requirement::{Bound, Requirement};

/// From this size on the fixed overhead of the tables is no longer most of a policy.
const KILOBYTE: usize = 1_024;

/// The heap size of policies, as a multiple of their files.
#[derive(Debug, Serialize)]
pub(crate) struct Size {
    /// All policies together over all files together.
    pub(crate) ratio: f64,
    /// The same over files of at least a kilobyte.
    pub(crate) ratio_from_1_kib: f64,
    /// The median.
    pub(crate) median: f64,
    /// The 90th percentile.
    pub(crate) ninth_decile: f64,
    /// How many files have a policy of more than three times their size.
    pub(crate) files_above_three: usize,
    pub(crate) files: usize,
}

/// Adds up the heap sizes of the policies of all files.
#[expect(clippy::cast_precision_loss, reason = "a corpus has far fewer than 2^52 bytes")]
pub(crate) fn measure(corpus: &Corpus) -> Size {
    let sizes: Vec<(usize, usize)> = corpus
        .texts
        .iter()
        .map(|text| (RobotsPolicy::parse(&text.bytes).heap_size(), text.bytes.len()))
        .collect();
    let ratio = |least: usize| {
        let counted = sizes.iter().filter(|&&(_, bytes)| bytes >= least);
        let (heap, bytes) = counted.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        heap as f64 / bytes as f64
    };
    let mut ratios: Vec<f64> = sizes
        .iter()
        .filter(|&&(_, bytes)| bytes > 0)
        .map(|&(heap, bytes)| heap as f64 / bytes as f64)
        .collect();
    ratios.sort_by(f64::total_cmp);
    let quantile =
        |tenths: usize| ratios.get(ratios.len() * tenths / 10).copied().unwrap_or_default();
    Size {
        ratio: ratio(0),
        ratio_from_1_kib: ratio(KILOBYTE),
        median: quantile(5),
        ninth_decile: quantile(9),
        files_above_three: ratios.iter().filter(|&&ratio| ratio > 3.0).count(),
        files: sizes.len(),
    }
}

impl Size {
    /// The requirements, and whether they are met.
    pub(crate) fn requirements(&self) -> Vec<Requirement> {
        let of = "times the bytes of the files is the size of their policies";
        vec![Requirement::new("size", of, self.ratio, Bound::AtMost(3.0))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_up_files_have_small_policies() {
        let size = measure(&Corpus::synthetic());
        assert!((1.0..=3.0).contains(&size.ratio), "{}", size.ratio);
    }
}
