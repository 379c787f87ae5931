//! The laws by which statements become one answer, one law a file.

pub(crate) mod acap;
pub(crate) mod combine;
pub(crate) mod ground;
pub(crate) mod order;
pub(crate) mod restriction;
pub(crate) mod rfc9309;
