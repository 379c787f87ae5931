//! The robots.txt of questions. Files are read and parsed once for all threads.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};
use placet::robots::Availability;
use placet::{Profile, RobotsPolicy};
use placet_report::json::{QuestionError, RobotsTxt, decode_base64};
use placet_report::unread::Unread;

use crate::args::ReadArgs;
use crate::input;

/// The size of the cache of parsed files. Questions about more sites usually come grouped by site.
const CACHED: usize = 64;

/// A parsed robots.txt, and which part of it was not read.
type Site = (RobotsPolicy, Vec<Unread>);

/// A parsed file, or why it is unreadable, which is an error of each question that names it.
type Shared = Arc<Result<Site, String>>;

/// The robots.txt of questions.
#[derive(Debug)]
pub(super) struct Sites<'a> {
    reading: &'a ReadArgs,
    /// The text and the name of `--robots`.
    default: Option<(Vec<u8>, String)>,
    files: Mutex<HashMap<(Option<String>, Profile), Shared>>,
}

impl<'a> Sites<'a> {
    /// Reads the file for questions without a robots.txt.
    pub(super) fn new(default: Option<&Path>, reading: &'a ReadArgs) -> Result<Self> {
        let default = match default {
            Some(path) => Some((input::read_robots(path, reading)?.0, input::name(path))),
            None => None,
        };
        Ok(Self { reading, default, files: Mutex::default() })
    }

    /// The parsed robots.txt of a question.
    pub(super) fn read(&self, robots: &RobotsTxt<'_>, profile: Profile) -> Result<Site> {
        let without = |availability| {
            let policy = RobotsPolicy::builder().profile(profile).without(availability);
            (policy, Vec::new())
        };
        Ok(match robots {
            RobotsTxt::Text(text) => self.parse("robots.txt", text.as_bytes(), profile),
            RobotsTxt::Base64(text) => {
                let bytes = decode_base64(text)
                    .map_err(|error| QuestionError::new(format!("`robots_b64`: {error}")))?;
                self.parse("robots.txt", &bytes, profile)
            }
            RobotsTxt::Unavailable => without(Availability::Unavailable),
            RobotsTxt::Unreachable => without(Availability::Unreachable),
            RobotsTxt::File(path) => self.shared(Some(path), profile, || {
                let path = Path::new(&**path);
                Ok(self.parse(&input::name(path), &read(path, self.reading)?, profile))
            })?,
            RobotsTxt::Missing => {
                let Some((text, name)) = &self.default else {
                    return Err(QuestionError::new(
                        "there is no robots.txt; add `robots`, `robots_b64` or `robots_file` to \
                         the question, or use --robots",
                    )
                    .into());
                };
                self.shared(None, profile, || Ok(self.parse(name, text, profile)))?
            }
        })
    }

    /// The part of a file that is not read.
    pub(super) fn unread(&self, file: &str, text: &[u8], profile: Profile) -> Option<Unread> {
        Unread::of_text(file, text, self.reading.ceiling(), profile)
    }

    fn parse(&self, name: &str, text: &[u8], profile: Profile) -> Site {
        let unread = self.unread(name, text, profile);
        (self.reading.parse(text, profile), Vec::from_iter(unread))
    }

    /// The cached result of a file, or the result of `parse`.
    fn shared(
        &self,
        path: Option<&str>,
        profile: Profile,
        parse: impl FnOnce() -> Result<Site>,
    ) -> Result<Site> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (path.map(str::to_owned), profile);
        let known = if let Some(known) = files.get(&key) {
            Arc::clone(known)
        } else {
            if files.len() >= CACHED {
                files.clear();
            }
            let site = parse().map_err(|error| format!("`robots_file`: {error:#}"));
            Arc::clone(files.entry(key).or_insert(Arc::new(site)))
        };
        drop(files);
        match &*known {
            Ok(site) => Ok(site.clone()),
            Err(error) => Err(QuestionError::new(error.clone()).into()),
        }
    }
}

/// Reads a file that a question names. Only regular files: a pipe could block all threads.
fn read(path: &Path, reading: &ReadArgs) -> Result<Vec<u8>> {
    let context = || format!("cannot read {}", path.display());
    let metadata = fs::metadata(path).with_context(context)?;
    if !metadata.is_file() {
        return Err(anyhow::anyhow!("it is not a regular file").context(context()));
    }
    Ok(input::read_robots(path, reading)?.0)
}
