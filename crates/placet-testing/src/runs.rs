//! The length of a test run.

/// How often a test repeats its work: the value of an environment variable, which `./test --long` sets
/// higher, or the default.
///
/// At least 1, because a test that does nothing would pass.
#[expect(
    clippy::disallowed_methods,
    reason = "the length of a test run does not affect the engine"
)]
pub fn runs(variable: &str, default: u64) -> u64 {
    let set = std::env::var(variable).ok().and_then(|text| text.parse().ok());
    set.unwrap_or(default).max(1)
}
