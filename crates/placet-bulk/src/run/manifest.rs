//! `manifest.json`: which inputs are finished, and which parts have their rows.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Run, RunError};
use crate::input::{Identity, Input};

/// The name of the file.
const NAME: &str = "manifest.json";

/// The version of the format. A manifest of another version is refused.
const VERSION: u32 = 1;

/// What is finished.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Manifest {
    /// The version of the format.
    pub version: u32,
    /// The settings of the audit.
    pub settings: RunSettings,
    /// Whether every input is finished.
    pub finished: bool,
    /// The inputs, in their order.
    pub inputs: Vec<InputState>,
    /// The parts, in their order.
    pub parts: Vec<Part>,
}

/// The settings of an audit, as far as its tables depend on them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RunSettings {
    /// The crawlers.
    pub agents: Vec<String>,
    /// The usages.
    pub usages: Vec<String>,
    /// The paths.
    pub paths: Vec<String>,
    /// The tables.
    pub tables: Vec<String>,
    /// The families of signals.
    pub families: Vec<String>,
    /// The format of the tables.
    pub format: String,
    /// How many captures a part has.
    pub part_captures: u64,
}

/// How much of an input is in the parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct InputState {
    /// The input.
    #[serde(flatten)]
    pub identity: Identity,
    /// How many of its captures are in the parts.
    pub captures: u64,
    /// Whether these are all.
    pub finished: bool,
}

/// A part: one file for each table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Part {
    /// Its number, from 0.
    pub number: u64,
    /// How many captures it has.
    pub captures: u64,
    /// How many of them are errors.
    pub errors: u64,
    /// How many rows each table has.
    pub rows: BTreeMap<String, u64>,
}

impl Manifest {
    /// The manifest of a folder; `None` if it has none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(folder: &Path) -> Result<Option<Self>, RunError> {
        let path = folder.join(NAME);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(RunError::file("read", &path))?,
        };
        let invalid = |error: String| RunError::Manifest { path: path.clone(), error };
        let manifest: Self =
            serde_json::from_slice(&text).map_err(|error| invalid(error.to_string()))?;
        if manifest.version != VERSION {
            return Err(invalid(format!(
                "its version is {}, expected {VERSION}",
                manifest.version
            )));
        }
        Ok(Some(manifest))
    }

    /// The manifest to continue, or a new one.
    pub(super) fn open(run: &Run<'_>, inputs: &[Input]) -> Result<Self, RunError> {
        let (settings, identities) = (settings(run), inputs.iter().map(Input::identity));
        let Some(mut known) = Self::read(&run.folder)? else {
            let state = |identity| InputState { identity, captures: 0, finished: false };
            return Ok(Self {
                version: VERSION,
                settings,
                finished: false,
                inputs: identities.map(state).collect(),
                parts: Vec::new(),
            });
        };
        if let Some(what) = known.settings.difference(&settings) {
            return Err(RunError::OtherSettings { folder: run.folder.clone(), what });
        }
        let identities: Vec<Identity> = identities.collect();
        for (at, state) in known.inputs.iter().enumerate() {
            let is_read = state.captures > 0 || state.finished;
            let now = identities.get(at);
            if is_read && now != Some(&state.identity) {
                let name = &state.identity.name;
                let what = match now {
                    Some(now) if now.name == *name => format!("{name} has changed since"),
                    Some(now) => format!("input {} was {name}, now it is {}", at + 1, now.name),
                    None => format!("{name} is missing"),
                };
                return Err(RunError::OtherInputs { folder: run.folder.clone(), what });
            }
        }
        // Inputs that were not begun may be others, and more of them.
        let begun = known.inputs.iter().take_while(|it| it.captures > 0 || it.finished).count();
        known.inputs.truncate(begun);
        let state = |identity| InputState { identity, captures: 0, finished: false };
        known.inputs.extend(identities.into_iter().skip(begun).map(state));
        known.finished = known.inputs.iter().all(|it| it.finished);
        Ok(known)
    }

    /// Replaces the file. After a crash at any moment it is the old one or the new one.
    pub(super) fn write(&self, folder: &Path) -> Result<(), RunError> {
        let (path, temporary) = (folder.join(NAME), folder.join(".manifest.json.tmp"));
        let text = serde_json::to_string_pretty(self).map_err(RunError::encode)? + "\n";
        let mut file = File::create(&temporary).map_err(RunError::file("create", &temporary))?;
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
        written.map_err(RunError::file("write", &temporary))?;
        fs::rename(&temporary, &path).map_err(RunError::file("replace", &path))?;
        sync_folder(folder)
    }

    /// How many captures are in the parts.
    pub fn captures(&self) -> u64 {
        self.parts.iter().map(|part| part.captures).sum()
    }

    /// How many of them are errors.
    pub fn errors(&self) -> u64 {
        self.parts.iter().map(|part| part.errors).sum()
    }
}

/// Makes the renaming of files in a folder last.
pub(super) fn sync_folder(folder: &Path) -> Result<(), RunError> {
    if cfg!(unix) {
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        synced.map_err(RunError::file("write", folder))?;
    }
    Ok(())
}

fn settings(run: &Run<'_>) -> RunSettings {
    RunSettings {
        agents: run.audit.agents().map(str::to_owned).collect(),
        usages: run.audit.usages().iter().map(ToString::to_string).collect(),
        paths: run.audit.paths().to_vec(),
        tables: run.audit.tables().iter().map(ToString::to_string).collect(),
        families: run.audit.families().iter().map(|it| it.to_string()).collect(),
        format: run.format.name().to_owned(),
        part_captures: run.part_captures,
    }
}

impl RunSettings {
    /// Which setting differs.
    fn difference(&self, other: &Self) -> Option<&'static str> {
        [
            (self.agents != other.agents, "crawlers"),
            (self.usages != other.usages, "usages"),
            (self.paths != other.paths, "paths"),
            (self.tables != other.tables, "tables"),
            (self.families != other.families, "families of signals"),
            (self.format != other.format, "format"),
            (self.part_captures != other.part_captures, "captures in a part"),
        ]
        .into_iter()
        .find_map(|(differs, what)| differs.then_some(what))
    }
}
