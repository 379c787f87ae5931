//! Values as they are written at the prompt.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::SystemTime;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use placet::condition::Qualifier;
use placet::{Profile, Usage};

use super::Place;

/// A type of condition, with a leading `!` where it is not honoured.
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

pub(super) fn referred(text: &str) -> Result<(String, String), String> {
    // A URL may hold an equals sign, a digest does not.
    let (path, digest) = text.rsplit_once('=').ok_or("expected PATH=DIGEST")?;
    Ok((path.to_owned(), digest.to_owned()))
}

/// A profile, by its name.
pub(super) fn profile() -> impl TypedValueParser<Value = Profile> {
    let names = Profile::ALL.map(|profile| PossibleValue::new(profile.name()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Profile>())
}

/// A usage, by its name.
pub(super) fn usage() -> impl TypedValueParser<Value = Usage> {
    let names = Usage::ALL.map(|usage| PossibleValue::new(usage.name()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Usage>())
}

/// How many bytes of a robots.txt are read.
pub(super) fn ceiling(text: &str) -> Result<usize, String> {
    let (least, most) = (placet::limits::FILE_MIN, placet::limits::FILE_MAX);
    match text.parse::<usize>() {
        Ok(ceiling) if (least..=most).contains(&ceiling) => Ok(ceiling),
        Ok(ceiling) if ceiling < least => Err(format!(
            "expected at least {least} bytes: RFC 9309 section 2.5 has crawlers read that much"
        )),
        Ok(_) => Err(format!("expected at most {most} bytes")),
        Err(_) => Err("expected a number of bytes".to_owned()),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "values are parsed by functions that can fail")]
pub(super) fn store(text: &str) -> Result<Place, String> {
    // Of any scheme: it may have a password in it, which an error here would quote.
    let scheme = text.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    let is_redis = |scheme: String| scheme.contains("redis") || scheme.contains("valkey");
    Ok(match text {
        "memory" => Place::Memory,
        _ if text.contains("://") || scheme.is_some_and(is_redis) => Place::Redis(text.to_owned()),
        _ => Place::File(text.into()),
    })
}
