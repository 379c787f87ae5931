//! Creates the statements of a page that was read, to be written.

use super::meta::{AcapMeta, Statement};
use super::page::check_crawler;
use super::{InvalidText, PageRules, Purpose, QualifiedUsage};
use crate::policy::PagePolicy;
use crate::syntax::rule::Addressee;
use crate::vocabulary::{Condition, RuleKind};

impl PageRules {
    /// Collects the rules of a page from all its fields and META elements.
    ///
    /// # Errors
    /// If a rule addresses a crawler by a name that cannot be written.
    pub fn of(page: &PagePolicy) -> Result<Self, InvalidText> {
        page.parts.restrictions.iter().try_fold(Self::new(), |rules, it| match &it.addressee {
            Addressee::Everyone => Ok(rules.everyone(it.rule)),
            Addressee::Crawler(name) => rules.crawler(name, it.rule),
        })
    }
}

impl AcapMeta {
    /// Collects the statements of a page's ACAP META elements. One that is not understood becomes
    /// the prohibition that it is read as.
    ///
    /// # Errors
    /// If a crawler or a purpose has a name that cannot be written.
    pub fn of(page: &PagePolicy) -> Result<Vec<Self>, InvalidText> {
        let acap = &page.parts.acap;
        let mut metas = Vec::new();
        for statement in &acap.statements {
            let record = acap.records.get(statement.record as usize);
            let crawler = record.and_then(|record| record.names.first()).cloned();
            crawler.as_deref().map_or(Ok(()), check_crawler)?;
            let purposes = (statement.purposes as usize).checked_sub(1);
            let purpose = purposes.and_then(|index| acap.purposes.get(index)?.first());
            let purpose = purpose.map(|purpose| Purpose::new(purpose.text())).transpose()?;
            let range = statement.conditions.start as usize..statement.conditions.end as usize;
            let (location, conditions) = acap
                .conditions
                .get(range)
                .unwrap_or_default()
                .iter()
                .cloned()
                .partition::<Vec<_>, _>(|condition| matches!(condition, Condition::Location(_)));
            let usage = statement.usage;
            let written = match statement.kind {
                RuleKind::Disallow => Statement::Disallow(usage),
                RuleKind::Allow => Statement::Allow(
                    QualifiedUsage { usage, conditions },
                    location.into_iter().next(),
                ),
            };
            let meta = Self { crawler, purpose, statement: written };
            if !metas.contains(&meta) {
                metas.push(meta);
            }
        }
        Ok(metas)
    }
}

#[cfg(feature = "html")]
#[cfg(test)]
mod tests {
    use super::super::acap_metas;
    use super::*;

    /// The statements of a page, sorted.
    fn statements(page: &PagePolicy) -> Vec<String> {
        let mut statements: Vec<String> = page
            .statements()
            .map(|it| format!("{:?} {:?} {it}", it.addressee(), it.purpose()))
            .collect();
        statements.sort();
        statements.dedup();
        statements
    }

    #[test]
    fn written_statements_are_read_back() {
        let html = "<meta name=robots content='NOINDEX, max-snippet:20'>\
            <meta name=ExampleBot content='unavailable_after: 25 Jun 2010 15:00:00 PST'>\
            <meta name=robots content='ACAP Version 1.1'>\
            <meta name=robots content='ACAP allow-index time-limit=30-days'>\
            <meta name=searchbot content='ACAP news allow-present prohibited-modification=style \
            prohibited-modification=format location=http://a.example/?a&amp;b'>\
            <meta name=robots content='ACAP allow-present-link target-condition=x'>\
            <meta name=robots content='ACAP disallow-preserve time-limit=3-days'>\
            <meta name=robots content='ACAP allow-follow, allow-crawl'>";
        let page = PagePolicy::builder()
            .header("X-Robots-Tag", "otherbot: noarchive, max-image-preview: none")
            .html(html.as_bytes())
            .build();
        let rules = PageRules::of(&page).unwrap();
        let metas = acap_metas(&AcapMeta::of(&page).unwrap()).unwrap();
        let all = format!("{}{metas}", rules.metas().unwrap());
        let read = PagePolicy::builder().html(all.as_bytes()).build();
        assert_eq!(statements(&read), statements(&page), "{all}");
        assert_eq!(read.problems().count(), 0, "{all}");

        let field = rules.robots_tag().unwrap();
        let read =
            PagePolicy::builder().header("Robots-Tag", &field).html(metas.as_bytes()).build();
        assert_eq!(statements(&read), statements(&page), "{field}");
    }
}
