//! Exhaustive lists of short texts.

/// Every path of up to `most` of these pieces after the first `/`, shorter ones first.
///
/// ```
/// assert_eq!(placet_testing::short_paths(&["a", "?"], 1), ["/", "/a", "/?"]);
/// ```
pub fn short_paths(pieces: &[&str], most: usize) -> Vec<String> {
    short_texts(&["/"], pieces, most)
}

/// Every text of up to `most` of these pieces after one of the beginnings, shorter ones first.
pub fn short_texts(beginnings: &[&str], pieces: &[&str], most: usize) -> Vec<String> {
    let mut texts: Vec<String> = beginnings.iter().map(|&it| it.to_owned()).collect();
    let mut from = 0;
    for _ in 0..most {
        let until = texts.len();
        for at in from..until {
            for piece in pieces {
                texts.push(format!("{}{piece}", texts[at]));
            }
        }
        from = until;
    }
    texts
}
