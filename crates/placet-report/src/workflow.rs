//! Commands of GitHub Actions, which annotate files.

/// The message of a command, which ends with its line.
pub(crate) fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, which ends at a comma or a colon.
pub(crate) fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
