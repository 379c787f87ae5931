//! Hand-written documents.
