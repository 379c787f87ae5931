//! The other documents of a site: files that ACAP records refer to, and files that contain signals.

use std::collections::{BTreeMap, HashSet};

use placet::Usage;
use placet::limits::SIGNAL_FILE;
use placet::signals::{Families, SignalFile, SignalFiles};
use placet_fetch::{Origin, SignalEntries};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::bridge::value;
use crate::convert::tuple;
use crate::input;
use crate::robots::RobotsPolicy;

/// The files that ACAP records refer to, by path or URL; None for one that cannot be fetched.
pub(crate) type References = BTreeMap<String, Option<Vec<u8>>>;

/// Files that contain signals, each with the number of bytes that it may have; None for one that the
/// site does not have.
type Texts = BTreeMap<SignalFile, Option<(Vec<u8>, usize)>>;

/// A file of a pickle: kind, URL of an RSL document, text, how many bytes it may have.
pub(crate) type Pickled = (String, String, Option<(Vec<u8>, usize)>);

/// The documents of a site other than its robots.txt, and the families of signals that are read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Documents {
    pub(crate) references: References,
    pub(crate) families: Families,
    texts: Texts,
    /// The texts, read once for every crawler.
    files: Option<SignalFiles>,
}

impl Documents {
    pub(crate) fn new(families: Families, references: References) -> Self {
        Self { references, families, ..Self::default() }
    }

    /// Adds a file with signals, or that the site does not have it. The last text of a file counts.
    pub(crate) fn add(&mut self, file: SignalFile, text: Option<Vec<u8>>) {
        self.insert(file, text.map(|text| (text, SIGNAL_FILE)));
    }

    fn insert(&mut self, file: SignalFile, text: Option<(Vec<u8>, usize)>) {
        let ceiling = text.as_ref().map_or(SIGNAL_FILE, |(_, ceiling)| *ceiling);
        let files = self.files.take().unwrap_or_default().ceiling(ceiling);
        self.files = Some(supply(files, &file, text.as_ref().map(|(text, _)| &**text)));
        self.texts.insert(file, text);
    }

    /// Adds the files with signals that a client fetched.
    pub(crate) fn add_entries(&mut self, entries: &SignalEntries) {
        for it in entries.iter() {
            self.insert(it.file().clone(), None);
        }
        // The last text of a file counts, which is that of the first place that has it.
        let all: Vec<_> = entries.iter().collect();
        for it in all.into_iter().rev() {
            if let Some((text, copy)) = it.text().zip(it.entry().copy()) {
                self.insert(it.file().clone(), Some((text.to_vec(), copy.body().ceiling())));
            }
        }
    }

    /// What the documents add to the view that a crawler has of the site.
    pub(crate) fn apply(&self, policy: placet::AgentPolicy) -> placet::AgentPolicy {
        let policy = match &self.files {
            Some(files) => policy.signal_files(files),
            None => policy,
        };
        if self.families == Families::ALL { policy } else { policy.families(self.families) }
    }

    /// What two sets of documents are compared by.
    pub(crate) fn key(&self) -> (&References, Families, &Texts) {
        (&self.references, self.families, &self.texts)
    }

    /// The files with signals for a pickle.
    pub(crate) fn pickled<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, &self.texts, |(file, text)| {
            let url = if let SignalFile::Rsl(url) = file { &**url } else { "" };
            let text = text.as_ref().map(|(text, most)| (PyBytes::new(py, text), *most));
            Ok((kind(file), url, text).into_pyobject(py)?.into_any())
        })
    }

    /// The files of a pickle.
    pub(crate) fn restore(&mut self, files: Vec<Pickled>) {
        for (kind, url, text) in files {
            self.insert(named(&kind, &url), text);
        }
    }
}

/// Supplies the text of a file, or that the site does not have it.
pub(crate) fn supply(files: SignalFiles, file: &SignalFile, text: Option<&[u8]>) -> SignalFiles {
    match (file, text) {
        (SignalFile::Tdmrep, Some(text)) => files.tdmrep(text),
        (SignalFile::TrustTxt, Some(text)) => files.trust_txt(text),
        (SignalFile::AiTxt, Some(text)) => files.ai_txt(text),
        (SignalFile::Rsl(url), Some(text)) => files.rsl(url, text),
        (file, _) => files.unavailable(file.clone()),
    }
}

/// The file of a kind; the URL is that of an RSL document.
pub(crate) fn named(kind: &str, url: &str) -> SignalFile {
    match kind {
        "tdmrep" => SignalFile::Tdmrep,
        "trust-txt" => SignalFile::TrustTxt,
        "ai-txt" => SignalFile::AiTxt,
        _ => SignalFile::Rsl(url.into()),
    }
}

/// The name of a sort of document.
pub(crate) fn kind(file: &SignalFile) -> &'static str {
    match file {
        SignalFile::Tdmrep => "tdmrep",
        SignalFile::TrustTxt => "trust-txt",
        SignalFile::AiTxt => "ai-txt",
        _ => "rsl",
    }
}

/// Reads documents that are given by name; None as a value means that there is no such document.
pub(crate) fn read_mapping(
    documents: Option<&Bound<'_, PyAny>>,
    most: usize,
    mut add: impl FnMut(String, Option<Vec<u8>>),
) -> PyResult<()> {
    let Some(documents) = documents else { return Ok(()) };
    for pair in documents.call_method0("items")?.try_iter()? {
        let (name, source): (String, Bound<'_, PyAny>) = pair?.extract()?;
        let text = if source.is_none() { None } else { Some(read(&source, most)?) };
        add(name, text);
    }
    Ok(())
}

/// The text of a file with signals.
pub(crate) fn read_signals(source: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    read(source, SIGNAL_FILE)
}

fn read(source: &Bound<'_, PyAny>, most: usize) -> PyResult<Vec<u8>> {
    Ok(input::document(source, Some(most))?.into_owned())
}

/// The documents that a question by a crawler depends on and that were not supplied.
pub(crate) fn needed<'py>(
    py: Python<'py>,
    policy: &RobotsPolicy,
    crawler: placet::Crawler,
    usage: Usage,
) -> PyResult<Bound<'py, PyTuple>> {
    let origin: Option<Origin> = policy.origin.as_deref().and_then(|it| it.parse().ok());
    let resolved = |target: &str| origin.as_ref()?.reference(target).map(String::from);
    let references = &policy.documents.references;
    let mut seen = HashSet::new();
    let mut wanted = Vec::new();
    for target in policy.inner.references(&crawler) {
        let url = resolved(target);
        let known = [Some(target), url.as_deref()].into_iter().flatten();
        let is_known = known.into_iter().any(|it| references.contains_key(it));
        let place = url.clone().unwrap_or_else(|| target.to_owned());
        if !is_known && seen.insert(place.clone()) {
            wanted.push(("reference", vec![place]));
        }
    }
    let bot = policy.documents.apply(policy.inner.for_agent(crawler));
    let root = origin.as_ref().map_or_else(|| "/".to_owned(), |it| format!("{it}/"));
    if let Ok(target) = bot.target(&root) {
        for file in bot.signal_files_needed(usage, &target) {
            let urls = match (&origin, &file) {
                (Some(origin), file) => {
                    origin.signal_urls(file).into_iter().map(String::from).collect()
                }
                (None, SignalFile::Rsl(url)) => vec![url.to_string()],
                (None, file) => file.paths().iter().map(|it| (*it).to_owned()).collect(),
            };
            wanted.push((kind(&file), urls));
        }
    }
    tuple(py, wanted, |(kind, urls)| value!(py, "NeededDocument", kind, PyTuple::new(py, urls)?))
}
