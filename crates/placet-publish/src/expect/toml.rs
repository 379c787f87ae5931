//! Expectations in a `placet.toml`.

use std::fmt;
use std::marker::PhantomData;

use placet::{Usage, Verdict};
use serde::de::value::StrDeserializer;
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use toml::Spanned;

use super::{Expectations, InvalidTable, Page, Row};

#[derive(serde::Deserialize)]
struct File {
    test: Option<Test>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Test {
    file: Option<String>,
    #[serde(default)]
    expect: Vec<Table>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    agent: Many<String>,
    #[serde(default)]
    usage: Option<Many<UsageName>>,
    url: Many<String>,
    expect: Spanned<Wanted>,
    conditions: Option<Many<String>>,
    #[serde(default)]
    purpose: Option<Many<String>>,
    html: Option<String>,
    #[serde(default)]
    headers: Option<Many<HeaderLine>>,
    element: Option<String>,
}

impl Expectations {
    /// Reads the table `test` of a `placet.toml`: `file`, the default file; and any number of
    /// `[[test.expect]]` with `agent`, `usage` (default: crawl), `url`, `expect`, and optionally
    /// `conditions`, `purpose`, `html`, `headers`, `element`. Keys that allow several values accept a
    /// list.
    ///
    /// # Errors
    /// If it is not TOML, has no such table, or has an invalid key or value; the message names the
    /// line.
    pub fn from_toml(text: &str) -> Result<Self, InvalidTable> {
        let invalid = |error: toml::de::Error| InvalidTable::new(error.to_string().trim_end());
        let Some(own) = toml::from_str::<File>(text).map_err(invalid)?.test else {
            return Err(InvalidTable::new("it has no table `test`"));
        };
        let mut expectations = Self { file: own.file, all: Vec::new() };
        for table in own.expect {
            let before = text.get(..table.expect.span().start).unwrap_or(text);
            let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
            let list = |many: Option<Many<String>>| many.map(|Many(all)| all);
            let row = Row {
                agents: table.agent.0,
                usages: match table.usage {
                    Some(Many(usages)) => {
                        usages.into_iter().map(|UsageName(usage)| usage).collect()
                    }
                    None => vec![Usage::Crawl],
                },
                urls: table.url.0,
                conditions: list(table.conditions),
                purposes: list(table.purpose).unwrap_or_default(),
                page: Page {
                    html: table.html,
                    headers: table.headers.into_iter().flat_map(|it| it.0).map(|it| it.0).collect(),
                    element: table.element,
                },
                line,
            };
            expectations.add(table.expect.into_inner().0, row)?;
        }
        Ok(expectations)
    }
}

/// A value, or a list of values.
struct Many<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Many<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ManyVisitor(PhantomData))
    }
}

struct ManyVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ManyVisitor<T> {
    type Value = Many<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text or a list of texts")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        T::deserialize(StrDeserializer::new(text)).map(|one| Many(vec![one]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut all = Vec::new();
        while let Some(one) = list.next_element()? {
            all.push(one);
        }
        Ok(Many(all))
    }
}

#[derive(serde::Deserialize)]
#[serde(try_from = "String")]
struct UsageName(Usage);

impl TryFrom<String> for UsageName {
    type Error = placet::error::UnknownUsage;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        name.parse().map(Self)
    }
}

#[derive(serde::Deserialize)]
#[serde(try_from = "String")]
struct Wanted(Verdict);

impl TryFrom<String> for Wanted {
    type Error = String;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        super::verdict(&name).map(Self)
    }
}

#[derive(serde::Deserialize)]
#[serde(try_from = "String")]
struct HeaderLine((String, String));

impl TryFrom<String> for HeaderLine {
    type Error = &'static str;

    fn try_from(line: String) -> Result<Self, Self::Error> {
        let (name, value) = line.split_once(':').ok_or("expected 'Name: value'")?;
        Ok(Self((name.trim().to_owned(), value.trim().to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crawler_is_asked_about_every_url() {
        let text = "[lint]\nselect = ['R']\n\n[test]\nfile = 'public/robots.txt'\n\n\
            [[test.expect]]\nagent = ['a', 'b']\nusage = ['crawl', 'index']\nurl = ['/1', '/2']\n\
            expect = 'permit'\nconditions = ['b=2', 'a=1']\nheaders = 'Robots-Tag: *;noindex'\n";
        let read = Expectations::from_toml(text).unwrap();
        assert_eq!(read.file.as_deref(), Some("public/robots.txt"));
        assert_eq!(read.all.len(), 8);
        assert_eq!((read.all[7].agent.as_str(), read.all[7].url.as_str()), ("b", "/2"));
        assert_eq!(read.all[7].usage, Usage::Index);
        assert_eq!(read.all[0].conditions.as_deref().unwrap(), ["a=1", "b=2"]);
        assert_eq!(read.all[0].page.headers, [("Robots-Tag".to_owned(), "*;noindex".to_owned())]);
        assert_eq!(read.all[0].line, 11);
    }

    #[test]
    fn an_invalid_table_is_reported_with_its_line() {
        let row = "[[test.expect]]\nagent = 'a'\nurl = '/'\n";
        for (text, expected) in [
            (format!("{row}expect = 'maybe'\n"), "line 4"),
            (format!("{row}expect = 'permit'\nfrob = 1\n"), "line 5"),
            (format!("{row}expect = 'permit'\nusage = 'eat'\n"), "line 5"),
            (format!("{row}expect = 'permit'\nheaders = 'x'\n"), "line 5"),
            ("[test]\nfrob = 1\n".to_owned(), "line 2"),
            ("[[test.expect]]\nagent = []\nurl = '/'\nexpect = 'permit'\n".to_owned(), "line 4"),
            (
                "[[test.expect]]\nagent = ''\nurl = '/'\nexpect = 'permit'\n".to_owned(),
                "line 4: no crawler or no URL is named",
            ),
            (
                "[[test.expect]]\nagent = ['a', ' ']\nurl = '/'\nexpect = 'permit'\n".to_owned(),
                "line 4: no crawler or no URL is named",
            ),
            (
                "[[test.expect]]\nagent = 'a'\nurl = ['/', '']\nexpect = 'permit'\n".to_owned(),
                "line 4: no crawler or no URL is named",
            ),
            ("[lint]\n".to_owned(), "no table `test`"),
            ("[test\n".to_owned(), "line 1"),
        ] {
            let error = Expectations::from_toml(&text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_table_comes_to_no_more_than_the_ceiling() {
        let many: Vec<String> = (0..400).map(|at| format!("'/{at}'")).collect();
        let many = many.join(",");
        let text =
            format!("[[test.expect]]\nagent = [{many}]\nurl = [{many}]\nexpect = 'permit'\n");
        assert!(Expectations::from_toml(&text).is_err());
    }
}
