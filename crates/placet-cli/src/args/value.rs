//! Values as they are written at the prompt.

use std::path::PathBuf;
use std::time::SystemTime;

use placet::{Profile, Qualifier, Usage};

use super::Place;

pub(super) fn honour(text: &str) -> Result<(Qualifier, bool), String> {
    let name = text.trim_start_matches('!');
    let qualifier = Qualifier::of_name(name).ok_or_else(|| {
        let names: Vec<_> = Qualifier::ALL.iter().map(|it| it.name()).collect();
        format!("expected one of {}", names.join(", "))
    })?;
    Ok((qualifier, name == text))
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

pub(super) fn profile(name: &str) -> Result<Profile, placet::UnknownProfile> {
    name.parse()
}

pub(super) fn usage(name: &str) -> Result<Usage, placet::UnknownUsage> {
    name.parse()
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
