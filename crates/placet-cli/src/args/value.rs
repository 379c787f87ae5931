//! Parsers for the values of arguments.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::SystemTime;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use placet::condition::Qualifier;
use placet::signals::{Families, Family};
use placet::write::PathPattern;
use placet::{Profile, Usage};
use placet_publish::signals::{self, SEARCH};
use placet_report::Format;

use super::{Language, LintFormat, StoreLocation};

/// Parses a condition type; a leading `!` means that the crawler cannot honour it.
#[derive(Clone)]
pub(super) struct Honour;

impl TypedValueParser for Honour {
    type Value = (Qualifier, bool);

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let parser = StringValueParser::new();
        parser.try_map(|text| placet_report::json::honour(&text)).parse_ref(command, arg, value)
    }

    /// The names, for completions.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Qualifier::ALL.iter().map(|it| PossibleValue::new(it.name()))))
    }
}

pub(super) fn moment(text: &str) -> Result<SystemTime, String> {
    placet_report::json::moment(text).map_err(|error| error.to_string())
}

pub(super) fn header(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once(':').ok_or("expected 'Name: value'")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

pub(super) fn reference(text: &str) -> Result<(String, PathBuf), String> {
    let (path, file) = text.split_once('=').ok_or("expected PATH=FILE")?;
    Ok((path.to_owned(), file.into()))
}

pub(super) fn digest_reference(text: &str) -> Result<(String, String), String> {
    // A URL can contain an equals sign, a digest cannot.
    let (path, digest) = text.rsplit_once('=').ok_or("expected PATH=DIGEST")?;
    Ok((path.to_owned(), digest.to_owned()))
}

/// Parses the name of a profile.
pub(super) fn profile() -> impl TypedValueParser<Value = Profile> {
    let names = Profile::ALL.map(|profile| PossibleValue::new(profile.name()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Profile>())
}

/// Parses a list of families of signals.
pub(super) fn families(text: &str) -> Result<Families, String> {
    if text == "none" {
        return Ok(Families::NONE);
    }
    let names: Vec<&str> = Family::ALL.iter().map(|family| family.name()).collect();
    let unknown = |_| format!("expected none, or a list of {}", names.join(", "));
    text.split(',').map(|name| name.trim().parse::<Family>().map_err(unknown)).collect()
}

/// Parses the name of a language of signals.
pub(super) fn signal_language() -> impl TypedValueParser<Value = signals::Language> {
    let all = signals::Language::ALL;
    one_of(all.map(|it| (it, it.name(), it.description())).to_vec())
}

/// Parses the name of a language.
pub(super) fn language() -> impl TypedValueParser<Value = Language> {
    one_of(Language::all())
}

/// Parses one of some names; each comes with its value and a description.
fn one_of<T: Copy + Send + Sync + 'static>(
    all: Vec<(T, &'static str, &'static str)>,
) -> impl TypedValueParser<Value = T> {
    let names = all.iter().map(|(_, name, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).try_map(move |name| {
        let found = all.iter().find(|it| it.1 == name).map(|it| it.0);
        found.ok_or("unknown language")
    })
}

/// Parses the name of a usage.
pub(super) fn usage() -> impl TypedValueParser<Value = Usage> {
    let names = Usage::ALL.map(|usage| {
        let value = PossibleValue::new(usage.name());
        // `snippet` for `present-snippet`, as people write it.
        usage.name().strip_prefix("present-").into_iter().fold(value, PossibleValue::alias)
    });
    PossibleValuesParser::new(names).try_map(|name| {
        name.parse::<Usage>().or_else(|error| format!("present-{name}").parse().map_err(|_| error))
    })
}

/// Parses a usage, or `search`, and the pattern of the paths that it is about.
pub(super) fn preference(text: &str) -> Result<(Vec<Usage>, String), String> {
    let (name, pattern) = text.split_once('=').unwrap_or((text, "/"));
    let usages = match name {
        "search" => SEARCH.to_vec(),
        name => vec![name.parse::<Usage>().map_err(|error| error.to_string())?],
    };
    if usages.iter().any(|it| matches!(it, Usage::Crawl | Usage::Follow)) {
        return Err("signals are not about crawling and following links; write a rule".to_owned());
    }
    let pattern = PathPattern::new(pattern).map_err(|error| error.to_string())?;
    Ok((usages, pattern.as_str().to_owned()))
}

/// The values of `--format` for findings and expectations.
fn formats() -> impl Iterator<Item = PossibleValue> {
    Format::ALL.into_iter().map(|format| {
        let value = PossibleValue::new(format.name());
        match format {
            Format::Text => value.alias("full").help("With the lines concerned"),
            Format::Concise => value.help("One line each"),
            Format::Json => value.help("One JSON array"),
            Format::Jsonl => value.alias("json-lines").help("One JSON object per line"),
            _ => value.help("Workflow commands for GitHub Actions, which annotate the files"),
        }
    })
}

/// Parses the format of expectations.
pub(super) fn report_format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(formats()).try_map(|name| parse_format(&name))
}

/// Parses the format of findings.
pub(super) fn lint_format() -> impl TypedValueParser<Value = LintFormat> {
    const SARIF: &str = "sarif";
    let sarif = PossibleValue::new(SARIF).help("SARIF 2.1.0, for code scanning");
    PossibleValuesParser::new(formats().chain([sarif])).try_map(|name| match &*name {
        SARIF => Ok(LintFormat::Sarif),
        name => parse_format(name).map(LintFormat::Report),
    })
}

/// The format with this name or old spelling.
fn parse_format(name: &str) -> Result<Format, String> {
    let is_named = |value: &PossibleValue| value.matches(name, false);
    let found = formats().zip(Format::ALL).find(|(value, _)| is_named(value));
    found.map(|(_, format)| format).ok_or_else(|| format!("unknown format {name:?}"))
}

/// Parses the number of bytes of a robots.txt to read.
pub(super) fn ceiling(text: &str) -> Result<usize, String> {
    let (least, most) = (placet::limits::FILE_MIN, placet::limits::FILE_MAX);
    match text.parse::<usize>() {
        Ok(ceiling) if (least..=most).contains(&ceiling) => Ok(ceiling),
        Ok(ceiling) if ceiling < least => Err(format!(
            "expected at least {least} bytes, because RFC 9309 section 2.5 requires crawlers to read \
             that much"
        )),
        Ok(_) => Err(format!("expected at most {most} bytes")),
        Err(_) => Err("expected a number of bytes".to_owned()),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "clap expects a fallible parser")]
pub(super) fn store(text: &str) -> Result<StoreLocation, String> {
    // Whatever the scheme: the address can contain a password, which an error would quote.
    let scheme = text.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    let is_redis = |scheme: String| scheme.contains("redis") || scheme.contains("valkey");
    Ok(match text {
        "memory" => StoreLocation::Memory,
        _ if text.contains("://") || scheme.is_some_and(is_redis) => {
            StoreLocation::Redis(text.to_owned())
        }
        _ => StoreLocation::File(text.into()),
    })
}
