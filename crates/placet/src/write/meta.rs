//! ACAP's META elements (Part 2 v1.1, §2.2).

use std::fmt::Write;

use super::field::check_usage;
use super::page::{check_crawler, check_length, meta};
use super::text::{check_ascii, check_word};
use super::{InvalidCondition, InvalidText, InvalidUsage, Purpose, QualifiedUsage};
use crate::vocabulary::{Condition, Qualifier, Usage};

/// One permission or prohibition of a usage of the page (R-142).
///
/// ```
/// use placet::Usage;
/// use placet::write::{acap_metas, AcapMeta, QualifiedUsage};
///
/// let index = QualifiedUsage::new(Usage::Index)?.on("time-limit=30-days".parse()?)?;
/// let text = acap_metas(&[
///     AcapMeta::allow(index),
///     AcapMeta::disallow(Usage::Preserve)?.crawler("ExampleBot")?,
/// ])?;
/// assert_eq!(
///     text,
///     "<meta name=\"robots\" content=\"ACAP allow-index time-limit=30-days\">\n\
///      <meta name=\"ExampleBot\" content=\"ACAP disallow-preserve\">\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcapMeta {
    pub(super) crawler: Option<Box<str>>,
    pub(super) purpose: Option<Purpose>,
    pub(super) statement: Statement,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Statement {
    Allow(QualifiedUsage, Option<Condition>),
    Disallow(Usage),
}

impl AcapMeta {
    /// Permits a usage to any crawler, on its conditions.
    pub fn allow(usage: QualifiedUsage) -> Self {
        Self { crawler: None, purpose: None, statement: Statement::Allow(usage, None) }
    }

    /// Prohibits a usage to any crawler. A prohibition carries no condition (R-143).
    ///
    /// # Errors
    /// If ACAP 1.0 does not define the usage (R-080).
    pub fn disallow(usage: Usage) -> Result<Self, InvalidUsage> {
        check_usage(usage)?;
        Ok(Self { crawler: None, purpose: None, statement: Statement::Disallow(usage) })
    }

    /// Addresses one crawler (R-140).
    ///
    /// # Errors
    /// If the name is empty, too long, `*` or `robots`, which address every crawler, has white
    /// space at its start or end, or contains a control character or characters outside ASCII.
    pub fn crawler(mut self, name: &str) -> Result<Self, InvalidText> {
        check_crawler(name)?;
        self.crawler = Some(name.into());
        Ok(self)
    }

    /// Limits it to a purpose.
    ///
    /// # Errors
    /// If the purpose would be read as something else: `version`, or a word that begins with
    /// `allow-` or `disallow-` (A-48).
    pub fn purpose(mut self, purpose: Purpose) -> Result<Self, InvalidText> {
        let word = purpose.0.to_ascii_lowercase();
        if word == "version" || word.starts_with("allow-") || word.starts_with("disallow-") {
            return Err(InvalidText::new("the purpose would be read as a keyword"));
        }
        self.purpose = Some(purpose);
        Ok(self)
    }

    /// Limits it to the page at this URI (R-148).
    ///
    /// # Errors
    /// If it is a prohibition (R-143), already has a location, or the location is not a URI.
    pub fn location(mut self, uri: &str) -> Result<Self, InvalidCondition> {
        let Statement::Allow(_, location) = &mut self.statement else {
            return Err(InvalidCondition::new("a prohibition cannot carry a condition"));
        };
        if location.is_some() {
            return Err(InvalidCondition::new("the element already has a location"));
        }
        let writable = check_word(uri).and_then(|()| check_ascii(uri)).is_ok();
        *location = Condition::parse(Qualifier::Location, uri).filter(|_| writable);
        if location.is_none() {
            return Err(InvalidCondition::new("a location must be a URI"));
        }
        Ok(self)
    }

    /// The conditions, with the location last.
    fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let (conditions, location) = match &self.statement {
            Statement::Allow(usage, location) => (&*usage.conditions, location.as_ref()),
            Statement::Disallow(_) => (&[][..], None),
        };
        conditions.iter().chain(location)
    }

    /// Whether it uses a feature that only 1.1 has.
    fn needs_version(&self) -> bool {
        let new =
            |it: &Condition| matches!(it.qualifier(), Qualifier::TargetCondition | Qualifier::Ref);
        self.conditions().any(new)
    }

    fn content(&self) -> Result<String, InvalidText> {
        let mut content = "ACAP".to_owned();
        if let Some(purpose) = &self.purpose {
            content.push(' ');
            content.push_str(&purpose.0);
        }
        let (word, usage) = match &self.statement {
            Statement::Allow(usage, _) => ("allow", usage.usage),
            Statement::Disallow(usage) => ("disallow", *usage),
        };
        // Writing to a string does not fail.
        let _ = write!(content, " {word}-{usage}");
        for condition in self.conditions() {
            let _ = write!(content, " {condition}");
        }
        check_length(content)
    }
}

/// Writes the elements, one per line. If one uses a feature of 1.1, an element that declares the
/// version precedes them, because it would otherwise be ignored (R-152, R-153).
///
/// # Errors
/// If the content of one is longer than [`limits::FIELD_VALUE`](crate::text::limits::FIELD_VALUE),
/// because readers need not read more (T-14).
pub fn acap_metas(metas: &[AcapMeta]) -> Result<String, InvalidText> {
    let mut text = String::new();
    if metas.iter().any(AcapMeta::needs_version) {
        text.push_str(&meta(None, "ACAP Version 1.1"));
    }
    for element in metas {
        text.push_str(&meta(element.crawler.as_deref(), &element.content()?));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(usage: Usage, conditions: &[&str]) -> QualifiedUsage {
        let plain = QualifiedUsage::new(usage).unwrap();
        conditions.iter().fold(plain, |usage, it| usage.on(it.parse().unwrap()).unwrap())
    }

    #[test]
    fn each_statement_is_an_element() {
        let news = Purpose::new("http://news.*/?a=\"&\"").unwrap();
        let metas = [
            AcapMeta::allow(usage(Usage::PresentSnippet, &["max-length=20-words"]))
                .purpose(news)
                .unwrap()
                .location("https://example.com/a")
                .unwrap(),
            AcapMeta::disallow(Usage::Other).unwrap().crawler("A & B").unwrap(),
        ];
        assert_eq!(
            acap_metas(&metas).unwrap(),
            "<meta name=\"robots\" content=\"ACAP http://news.*/?a=&quot;&amp;&quot; \
             allow-present-snippet max-length=20-words location=https://example.com/a\">\n\
             <meta name=\"A &amp; B\" content=\"ACAP disallow-other\">\n"
        );
        assert_eq!(acap_metas(&[]).unwrap(), "");
    }

    #[test]
    fn features_of_1_1_declare_the_version() {
        for (usage, condition) in
            [(Usage::Present, "target-condition=x"), (Usage::Other, "ref=https://example.com/")]
        {
            let element = AcapMeta::allow(self::usage(usage, &[condition]));
            assert_eq!(
                acap_metas(&[element]).unwrap(),
                format!(
                    "<meta name=\"robots\" content=\"ACAP Version 1.1\">\n\
                     <meta name=\"robots\" content=\"ACAP allow-{usage} {condition}\">\n"
                )
            );
        }
    }

    #[test]
    fn elements_that_the_documents_forbid_are_rejected() {
        let index = || AcapMeta::allow(usage(Usage::Index, &[]));
        assert!(AcapMeta::disallow(Usage::TrainAi).is_err());
        assert!(AcapMeta::disallow(Usage::PresentExtract).is_err());
        assert!(AcapMeta::disallow(Usage::Index).unwrap().location("https://a/").is_err());
        assert!(index().location("/a").is_err() && index().location("https://a/b c").is_err());
        assert!(index().location("https://a/").unwrap().location("https://b/").is_err());
        for purpose in ["Version", "allow-index", "Disallow-x"] {
            assert!(index().purpose(Purpose::new(purpose).unwrap()).is_err());
        }
        for name in ["robots", "*", "", "a\tb"] {
            assert!(index().crawler(name).is_err());
        }
        let long = format!("must-use-resource=/{}", "a".repeat(8_192));
        assert!(acap_metas(&[AcapMeta::allow(usage(Usage::Index, &[&long]))]).is_err());
    }
}
