//! The robots.txt of questions; those in files are read and parsed once for all threads.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};
use placet::robots::Availability;
use placet::{Profile, RobotsPolicy};
use placet_report::json::{QuestionError, RobotsTxt, decoded};
use placet_report::unread::Unread;

use crate::args::Reading;
use crate::input;

/// How many parsed files are kept. Whoever asks about more than this many sites in turn asks about
/// each of them for a while, as files are named in groups.
const KEPT: usize = 64;

/// What a robots.txt says, and what was not read of it.
type Site = (RobotsPolicy, Vec<Unread>);

/// What a file says; or why it cannot be read, which is an error of each question that names it.
type Shared = Arc<Result<Site, String>>;

/// The robots.txt of questions.
#[derive(Debug)]
pub(super) struct Sites<'a> {
    reading: &'a Reading,
    /// The text of `--robots`, and what it is called.
    default: Option<(Vec<u8>, String)>,
    files: Mutex<HashMap<(Option<String>, Profile), Shared>>,
}

impl<'a> Sites<'a> {
    /// Those of questions, with the file that is asked where they give none.
    pub(super) fn new(default: Option<&Path>, reading: &'a Reading) -> Result<Self> {
        let default = match default {
            Some(path) => Some((input::read_robots(path, reading)?.0, input::name(path))),
            None => None,
        };
        Ok(Self { reading, default, files: Mutex::default() })
    }

    /// What the robots.txt of a question says.
    pub(super) fn read(&self, robots: &RobotsTxt<'_>, profile: Profile) -> Result<Site> {
        let without = |availability| {
            let policy = RobotsPolicy::builder().profile(profile).without(availability);
            (policy, Vec::new())
        };
        Ok(match robots {
            RobotsTxt::Text(text) => self.parse("robots.txt", text.as_bytes(), profile),
            RobotsTxt::Base64(text) => {
                let bytes = decoded(text)
                    .map_err(|error| QuestionError::new(format!("`robots_b64`: {error}")))?;
                self.parse("robots.txt", &bytes, profile)
            }
            RobotsTxt::Unavailable => without(Availability::Unavailable),
            RobotsTxt::Unreachable => without(Availability::Unreachable),
            RobotsTxt::File(path) => self.shared(Some(path), profile, || {
                let path = Path::new(&**path);
                Ok(self.parse(&input::name(path), &read(path, self.reading)?, profile))
            })?,
            RobotsTxt::Unsaid => {
                let Some((text, name)) = &self.default else {
                    return Err(QuestionError::new(
                        "there is no robots.txt: give `robots`, `robots_b64` or `robots_file` in \
                         the question, or --robots",
                    )
                    .into());
                };
                self.shared(None, profile, || Ok(self.parse(name, text, profile)))?
            }
        })
    }

    /// What is not read of a file.
    pub(super) fn unread(&self, file: &str, text: &[u8], profile: Profile) -> Option<Unread> {
        Unread::of_text(file, text, self.reading.ceiling(), profile)
    }

    fn parse(&self, name: &str, text: &[u8], profile: Profile) -> Site {
        let unread = self.unread(name, text, profile);
        (self.reading.parse(text, profile), Vec::from_iter(unread))
    }

    /// What was made of a file before, else what `make` makes of it now.
    fn shared(
        &self,
        path: Option<&str>,
        profile: Profile,
        make: impl FnOnce() -> Result<Site>,
    ) -> Result<Site> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (path.map(str::to_owned), profile);
        let known = if let Some(known) = files.get(&key) {
            Arc::clone(known)
        } else {
            if files.len() >= KEPT {
                files.clear();
            }
            let site = make().map_err(|error| format!("`robots_file`: {error:#}"));
            Arc::clone(files.entry(key).or_insert(Arc::new(site)))
        };
        drop(files);
        match &*known {
            Ok(site) => Ok(site.clone()),
            Err(error) => Err(QuestionError::new(error.clone()).into()),
        }
    }
}

/// Reads a file that a question names: an ordinary one, as others could keep everybody waiting.
fn read(path: &Path, reading: &Reading) -> Result<Vec<u8>> {
    let told = || format!("cannot read {}", path.display());
    let about = fs::metadata(path).with_context(told)?;
    if !about.is_file() {
        return Err(anyhow::anyhow!("it is no file").context(told()));
    }
    Ok(input::read_robots(path, reading)?.0)
}
