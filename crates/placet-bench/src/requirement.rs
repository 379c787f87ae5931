//! The project's requirements for speed and size, and whether they are met.

use std::fmt;

use serde::Serialize;

/// How a figure is judged.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Bound {
    /// It must be this or more.
    AtLeast(f64),
    /// It must be more than this.
    Above(f64),
    /// It must be this or less.
    AtMost(f64),
    /// It must be less than this.
    Below(f64),
    /// The target, not a requirement.
    Aim(f64),
    /// Only reported.
    Stated,
}

/// A measured figure with its requirement.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Requirement {
    section: &'static str,
    /// The unit, printed after the figure.
    of: String,
    measured: f64,
    wanted: Bound,
    met: bool,
}

impl Requirement {
    pub(crate) fn new(
        section: &'static str,
        of: impl Into<String>,
        measured: f64,
        wanted: Bound,
    ) -> Self {
        let met = match wanted {
            Bound::AtLeast(bound) | Bound::Aim(bound) => measured >= bound,
            Bound::Above(bound) => measured > bound,
            Bound::AtMost(bound) => measured <= bound,
            Bound::Below(bound) => measured < bound,
            Bound::Stated => true,
        };
        Self { section, of: of.into(), measured, wanted, met }
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { section, of, measured, wanted, met } = self;
        write!(f, "{section}: {} {of}", Figure(*measured))?;
        let verdict = if *met { "ok" } else { "NOT MET" };
        match wanted {
            Bound::AtLeast(bound) => write!(f, " (wanted at least {}) {verdict}", Figure(*bound)),
            Bound::Above(bound) => write!(f, " (wanted more than {}) {verdict}", Figure(*bound)),
            Bound::AtMost(bound) => write!(f, " (wanted at most {}) {verdict}", Figure(*bound)),
            Bound::Below(bound) => write!(f, " (wanted below {}) {verdict}", Figure(*bound)),
            Bound::Aim(bound) if *met => write!(f, " (the target is {}) ok", Figure(*bound)),
            Bound::Aim(bound) => write!(f, " (the target is {}) not reached", Figure(*bound)),
            Bound::Stated => Ok(()),
        }
    }
}

/// A figure with about three significant digits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Figure(pub(crate) f64);

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = match self.0.abs() {
            size if size >= 100.0 => 0,
            size if size >= 10.0 => 1,
            _ => 2,
        };
        let text = format!("{:.digits$}", self.0);
        let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
        for (at, digit) in whole.char_indices() {
            if at > 0 && (whole.len() - at).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        f.write_str(fraction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_as_exact_as_they_are_large() {
        for (value, text) in [(0.126, "0.13"), (9.99, "9.99"), (64.25, "64.2"), (1e6, "1,000,000")]
        {
            assert_eq!(Figure(value).to_string(), text);
        }
    }

    #[test]
    fn a_requirement_says_whether_it_is_met() {
        let speed = Requirement::new("parse", "times robotxt", 5.1, Bound::AtLeast(4.0));
        assert_eq!(speed.to_string(), "parse: 5.10 times robotxt (wanted at least 4.00) ok");
        let size = Requirement::new("size", "bytes", 3.5, Bound::AtMost(3.0));
        assert_eq!(size.to_string(), "size: 3.50 bytes (wanted at most 3.00) NOT MET");
    }
}
