//! The laws by which statements become one answer, one law a file.

pub(crate) mod rfc9309;
