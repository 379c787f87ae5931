//! Everything one question is about, read once.

use placet_testing::pattern::Target;
use url::Url;

use super::page::{Element, elements};
use crate::borrowed::crawler::Crawler;
use crate::question::Question;

#[derive(Debug)]
pub(crate) struct Site<'q> {
    pub(crate) question: &'q Question,
    pub(crate) crawler: Crawler,
    pub(crate) target: Target,
    /// The URL asked; none where only a path is known.
    pub(crate) url: Option<Url>,
    /// The elements of `html` and `rendered` (S-013).
    pub(crate) elements: Vec<Element>,
}

impl<'q> Site<'q> {
    pub(crate) fn read(question: &'q Question) -> Self {
        let url = Url::parse(&question.url).ok();
        // F-20: an absolute URL as the URL standard parses it, a path as it is.
        let target = match &url {
            Some(url) => {
                let query = url.query().map_or_else(String::new, |query| format!("?{query}"));
                Target::of_path(&format!("{}{query}", url.path()))
            }
            None => Target::of_path(question.url.split('#').next().unwrap_or_default()),
        };
        let texts = [&question.html, &question.rendered];
        let elements =
            texts.into_iter().flatten().flat_map(|text| elements(text, url.as_ref())).collect();
        Self { question, crawler: Crawler::new(&question.agent), target, url, elements }
    }

    /// A reference resolved against the URL asked, or against `base`.
    pub(crate) fn resolve(&self, reference: &str, base: Option<&Url>) -> String {
        let resolved = base.or(self.url.as_ref()).and_then(|base| base.join(reference).ok());
        resolved.map_or_else(|| reference.to_owned(), String::from)
    }

    /// A reference as it is written where it is absolute, else resolved; and whether it was
    /// absolute.
    pub(crate) fn absolute(&self, reference: &str, base: Option<&Url>) -> (String, bool) {
        if is_absolute(reference) {
            return (reference.to_owned(), true);
        }
        (self.resolve(reference, base), false)
    }
}

/// Whether a reference has a scheme.
pub(crate) fn is_absolute(reference: &str) -> bool {
    Url::parse(reference).is_ok()
}
