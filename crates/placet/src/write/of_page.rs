//! Writing what a page says already, in one form.

use super::meta::{AcapMeta, Statement};
use super::page::check_crawler;
use super::{InvalidText, PageRules, Purpose, QualifiedUsage};
use crate::policy::PagePolicy;
use crate::syntax::rule::Addressee;
use crate::vocabulary::{Condition, RuleKind};

impl PageRules {
    /// The rules of a page, from all the fields and META elements they stand in.
    ///
    /// # Errors
    /// When a rule addresses a crawler by a name that cannot be written.
    pub fn of(page: &PagePolicy) -> Result<Self, InvalidText> {
        page.parts.restrictions.iter().try_fold(Self::new(), |rules, said| match &said.addressee {
            Addressee::Everyone => Ok(rules.everyone(said.rule)),
            Addressee::Crawler(name) => rules.crawler(name, said.rule),
        })
    }
}

impl AcapMeta {
    /// What ACAP's META elements of a page say. One that is not understood is written as the
    /// prohibition that it is read as.
    ///
    /// # Errors
    /// When a crawler or a purpose has a name that cannot be written.
    pub fn of(page: &PagePolicy) -> Result<Vec<Self>, InvalidText> {
        let acap = &page.parts.acap;
        let mut metas = Vec::new();
        for statement in &acap.statements {
            let record = acap.records.get(statement.record as usize);
            let crawler = record.and_then(|record| record.names.first()).cloned();
            crawler.as_deref().map_or(Ok(()), check_crawler)?;
            let purposes = (statement.purposes as usize).checked_sub(1);
            let purpose = purposes.and_then(|place| acap.purposes.get(place)?.first());
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
            let said = match statement.kind {
                RuleKind::Disallow => Statement::Disallow(usage),
                RuleKind::Allow => Statement::Allow(
                    QualifiedUsage { usage, conditions },
                    location.into_iter().next(),
                ),
            };
            let meta = Self { crawler, purpose, statement: said };
            if !metas.contains(&meta) {
                metas.push(meta);
            }
        }
        Ok(metas)
    }
}

#[cfg(all(test, feature = "html"))]
mod tests {
    use super::super::acap_metas;
    use super::*;

    /// What a page says, statement by statement, sorted.
    fn said(page: &PagePolicy) -> Vec<String> {
        let mut said: Vec<String> = page
            .statements()
            .map(|it| format!("{:?} {:?} {it}", it.addressee(), it.purpose()))
            .collect();
        said.sort();
        said.dedup();
        said
    }

    #[test]
    fn what_is_written_says_what_was_read() {
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
        assert_eq!(said(&read), said(&page), "{all}");
        assert_eq!(read.problems().count(), 0, "{all}");

        let field = rules.robots_tag().unwrap();
        let read =
            PagePolicy::builder().header("Robots-Tag", &field).html(metas.as_bytes()).build();
        assert_eq!(said(&read), said(&page), "{field}");
    }
}
