//! The linter, and what placet knows about crawlers.

use std::collections::BTreeMap;

use placet_lint::{Applicability, Config, Finding, Level, Places, Report, Subject, Visit};
use placet_report::findings::{render, sarif};
use placet_report::{Format, Style};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::bridge::{error, member, value};
use crate::convert::tuple;
use crate::headers::Headers;

/// Files to lint, with the settings. `placet/_lint.py` creates it.
#[pyclass(frozen, module = "placet._native")]
#[derive(Debug)]
pub(crate) struct Lint {
    robots: Option<Vec<u8>>,
    name: String,
    headers: Option<Vec<u8>>,
    html: Option<Vec<u8>>,
    url: Option<String>,
    config: Config,
}

impl Lint {
    fn subjects(&self) -> Vec<Subject<'_>> {
        let robots = self.robots.as_deref().map(|text| Subject::new(&self.name, text));
        let headers = self.headers.as_deref().map(|text| Subject::fields("response", text));
        let page = self.html.as_deref().map(|text| Subject::page("page", text));
        [robots, headers, page].into_iter().flatten().collect()
    }

    /// Lints the files, and passes the reports on.
    fn reports<T: Send>(
        &self,
        py: Python<'_>,
        then: impl FnOnce(&[Report<'_>]) -> T + Send,
    ) -> PyResult<T> {
        let url = self.url.as_deref();
        py.detach(|| {
            let subjects = self.subjects();
            let Some(url) = url else {
                let reports: Vec<_> =
                    subjects.iter().map(|it| placet_lint::lint(it, &self.config)).collect();
                return Ok(then(&reports));
            };
            let visit = Visit::new(url, subjects).map_err(|error| error.to_string())?;
            Ok(then(&placet_lint::lint_visit(&visit, &self.config)))
        })
        .map_err(|why: String| crate::bridge::invalid_url(py, url.unwrap_or_default(), why))
    }
}

#[pymethods]
impl Lint {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "the arguments of placet.lint")]
    fn new(
        py: Python<'_>,
        robots: Option<Vec<u8>>,
        name: String,
        headers: Option<&Bound<'_, PyAny>>,
        html: Option<Vec<u8>>,
        url: Option<String>,
        select: Vec<String>,
        ignore: Vec<String>,
        severity: BTreeMap<String, String>,
        config: Option<&str>,
    ) -> PyResult<Self> {
        let invalid = |why: String| error(py, "ConfigError", (why,));
        let mut settings = match config {
            Some(text) => Config::from_toml(text).map_err(|error| invalid(error.to_string()))?,
            None => Config::default(),
        };
        if !select.is_empty() {
            settings.select = select;
        }
        settings.ignore.extend(ignore);
        for (selector, level) in severity {
            let level = match &*level {
                "off" => Level::Off,
                "note" => Level::Note,
                "warning" => Level::Warning,
                "error" => Level::Error,
                other => {
                    let known = vec!["note", "warning", "error", "off"];
                    return Err(crate::bridge::unknown(py, "severity", other, known));
                }
            };
            settings.rules.insert(selector, level);
        }
        settings.check().map_err(|error| invalid(error.to_string()))?;
        let headers = headers.map(|it| Headers::read(Some(it))).transpose()?.map(|it| it.text());
        Ok(Self { robots, name, headers, html, url, config: settings })
    }

    /// The findings, in the order of the files.
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let found = self.reports(py, |reports| {
            let mut found = Vec::new();
            for report in reports {
                let places = Places::new(report.subject().text());
                let source = report.subject().origin();
                found.extend(report.findings().iter().map(|finding| {
                    let span = finding.primary().span.clone();
                    let text = report.subject().text().get(span.clone()).unwrap_or_default();
                    let place = places.of(span.start);
                    let line = places.content(places.line(span.start));
                    let column = span.start.saturating_sub(line.start) + 1;
                    let text = String::from_utf8_lossy(text).into_owned();
                    (finding.clone(), source.to_owned(), place.line, column, text)
                }));
            }
            found
        })?;
        tuple(py, found, |(finding, source, line, column, text)| {
            let rule = finding.rule();
            let span = &finding.primary().span;
            value!(
                py,
                "Finding",
                rule.code(),
                rule.name(),
                member(py, "Severity", finding.severity().name())?,
                finding.message(),
                finding.help(),
                source,
                line,
                column,
                (span.start, span.end),
                text,
                fix(py, &finding)?
            )
        })
    }

    /// The robots.txt with its fixes.
    fn fixed<'py>(&self, py: Python<'py>, with_unsafe: bool) -> PyResult<Bound<'py, PyBytes>> {
        let Some(text) = &self.robots else {
            return Err(PyValueError::new_err("no robots.txt was given to placet.lint"));
        };
        let most = if with_unsafe { Applicability::Unsafe } else { Applicability::Safe };
        let fixed = py
            .detach(|| placet_lint::fix(&Subject::new(&self.name, text), &self.config, most).text);
        Ok(PyBytes::new(py, &fixed))
    }

    /// The findings in a format of the command line.
    fn render(&self, py: Python<'_>, format: &str, color: bool) -> PyResult<String> {
        let style = if color { Style::Coloured } else { Style::Plain };
        let name = if format == "full" { "text" } else { format };
        let known = Format::ALL.into_iter().find(|it| it.name() == name);
        match known {
            Some(format) => self.reports(py, |reports| render(reports, format, style)),
            None if format == "sarif" => self.reports(py, sarif),
            None => {
                let known = vec!["full", "concise", "json", "jsonl", "sarif", "github"];
                Err(crate::bridge::unknown(py, "format", format, known))
            }
        }
    }
}

fn fix<'py>(py: Python<'py>, finding: &Finding) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(fix) = finding.fix() else { return Ok(None) };
    let edits = tuple(py, &fix.edits, |edit| {
        value!(py, "Edit", (edit.span.start, edit.span.end), PyBytes::new(py, &edit.content))
    })?;
    value!(py, "Fix", fix.title, fix.applicability == Applicability::Safe, edits).map(Some)
}

/// Every rule of the linter.
#[pyfunction]
pub(crate) fn lint_rules(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    tuple(py, placet_lint::rules(), |rule| {
        let severity = member(py, "Severity", rule.severity().name())?;
        value!(py, "LintRule", rule.code(), rule.name(), severity, rule.manual().text())
    })
}

/// The crawlers that placet knows.
#[pyfunction]
pub(crate) fn known_crawlers(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    tuple(py, placet_crawlers::crawlers(), |it| {
        let purposes: Vec<_> = it.purposes.iter().map(|purpose| purpose.name()).collect();
        value!(
            py,
            "KnownCrawler",
            &it.token,
            &it.operator,
            PyTuple::new(py, purposes)?,
            PyTuple::new(py, &it.controls)?,
            it.is_control_token(),
            &it.documentation
        )
    })
}
