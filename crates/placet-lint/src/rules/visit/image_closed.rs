//! ## What it finds
//! Finds images of a page that robots.txt closes to a crawler which may crawl the page.
//!
//! ## Why it matters
//! They are not shown with the page in results, nor found themselves. That may be meant.
//!
//! ## Example
//! ```visit
//! https://example.com/news/1
//!
//! User-agent: *
//! Disallow: /media/
//!
//! <img src="/media/1.jpg">
//! ```
//! Write instead:
//! ```visit
//! https://example.com/news/1
//!
//! User-agent: *
//! Disallow: /media/
//! Allow: /media/*.jpg$
//!
//! <img src="/media/1.jpg">
//! ```

use crate::finding::{Findings, Severity};
use crate::links::LinkKind;
use crate::meeting::Meeting;
use crate::rule::{Check, Rule};

use super::closed_link::tell;

pub(crate) const RULE: Rule = Rule {
    code: "MIX105",
    name: "image-closed",
    severity: Severity::Note,
    source: include_str!("image_closed.rs"),
    check: Check::Visit(check),
};

fn check(meeting: &Meeting<'_>, findings: &mut Findings) {
    tell(meeting, findings, &[LinkKind::Image], "allow the images that are to be found");
}

#[cfg(test)]
mod tests {
    crate::testing::cases! {
        fires: ["https://a.example/b\n\nUser-agent: *\nDisallow: /i\n\n<p>x\n<img src=/i/x.png>"],
        silent: [
            "https://a.example/b\n\nUser-agent: *\nDisallow: /i/y\n\n<img src=/i/x.png>",
            "https://a.example/b\n\nUser-agent: *\nDisallow: /i\n\n<script src=/i/x.js></script>",
        ],
    }
}
