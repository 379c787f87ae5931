//! Paths to try one and all.

/// Every path of up to `most` of these pieces after the first `/`, shorter ones first.
///
/// ```
/// assert_eq!(placet_testing::short_paths(&["a", "?"], 1), ["/", "/a", "/?"]);
/// ```
pub fn short_paths(pieces: &[&str], most: usize) -> Vec<String> {
    let mut paths = vec!["/".to_owned()];
    let mut from = 0;
    for _ in 0..most {
        let until = paths.len();
        for at in from..until {
            for piece in pieces {
                paths.push(format!("{}{piece}", paths[at]));
            }
        }
        from = until;
    }
    paths
}
