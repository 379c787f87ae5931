//! Escaping for the workflow commands of GitHub Actions.

/// Escapes the message of a command, which ends at the end of the line.
pub(crate) fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property, which ends at a comma or a colon.
pub(crate) fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
