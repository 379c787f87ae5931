//! Prints the results as text and JSON.

use std::fmt;

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use serde::Serialize;
use serde_json::{Value, json};

use crate::input::Summary;
use crate::requirement::{Figure, Requirement};
use crate::section::acap::AcapCost;
use crate::section::allocation::Allocations;
use crate::section::bulk::Auditing;
use crate::section::cold::Cold;
use crate::section::decide::Deciding;
use crate::section::extent::ExtentCost;
use crate::section::hostile::Hostile;
use crate::section::lint::Linting;
use crate::section::matching::{Matching, plural};
use crate::section::page::Pages;
use crate::section::parse::Parsing;
use crate::section::size::Size;
use crate::section::store::Stores;
use crate::section::warm::Warm;

/// All results.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) corpus: Summary,
    pub(crate) cold: Option<Cold>,
    pub(crate) allocation: Option<Allocations>,
    pub(crate) parse: Option<Parsing>,
    #[serde(rename = "match")]
    pub(crate) matching: Option<Matching>,
    pub(crate) extent: Option<ExtentCost>,
    pub(crate) acap: Option<AcapCost>,
    pub(crate) page: Option<Pages>,
    pub(crate) lint: Option<Linting>,
    pub(crate) size: Option<Size>,
    pub(crate) store: Option<Stores>,
    pub(crate) warm: Option<Warm>,
    pub(crate) decide: Option<Deciding>,
    pub(crate) bulk: Option<Auditing>,
    pub(crate) hostile: Option<Hostile>,
}

impl Report {
    fn requirements(&self) -> Vec<Requirement> {
        [
            self.cold.as_ref().map(Cold::requirements),
            self.allocation.as_ref().map(Allocations::requirements),
            self.parse.as_ref().map(Parsing::requirements),
            self.matching.as_ref().map(Matching::requirements),
            self.extent.as_ref().map(ExtentCost::requirements),
            self.acap.as_ref().map(AcapCost::requirements),
            self.page.as_ref().map(Pages::requirements),
            self.lint.as_ref().map(Linting::requirements),
            self.size.as_ref().map(Size::requirements),
            self.store.as_ref().map(Stores::requirements),
            self.warm.as_ref().map(Warm::requirements),
            self.decide.as_ref().map(Deciding::requirements),
            self.bulk.as_ref().map(Auditing::requirements),
            self.hostile.as_ref().map(Hostile::requirements),
        ]
        .into_iter()
        .flatten()
        .flatten()
        .collect()
    }

    /// The figures and the requirements as one object.
    pub(crate) fn to_json(&self) -> serde_json::Result<Value> {
        let mut value = serde_json::to_value(self)?;
        if let Some(object) = value.as_object_mut() {
            object.insert("requirements".into(), json!(self.requirements()));
        }
        Ok(value)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Corpus: {}", self.corpus)?;
        if let Some(cold) = &self.cold {
            write_cold(f, cold)?;
        }
        if let Some(allocation) = &self.allocation {
            write!(f, "{allocation}")?;
        }
        if let Some(parse) = &self.parse {
            write_parse(f, parse)?;
        }
        if let Some(matching) = &self.matching {
            write_matching(f, matching)?;
        }
        if let Some(extent) = &self.extent {
            write_extent(f, extent)?;
        }
        if let Some(acap) = &self.acap {
            write_acap(f, acap)?;
        }
        if let Some(page) = &self.page {
            write_pages(f, page)?;
        }
        if let Some(lint) = &self.lint {
            write_lint(f, lint)?;
        }
        if let Some(size) = &self.size {
            write_size(f, size)?;
        }
        if let Some(store) = &self.store {
            write_stores(f, store)?;
        }
        if let Some(warm) = &self.warm {
            write!(f, "{warm}")?;
        }
        if let Some(decide) = &self.decide {
            write!(f, "{decide}")?;
        }
        if let Some(bulk) = &self.bulk {
            write!(f, "{bulk}")?;
        }
        if let Some(hostile) = &self.hostile {
            write_hostile(f, hostile)?;
        }
        writeln!(f, "\nRequirements")?;
        self.requirements().iter().try_for_each(|requirement| writeln!(f, "  {requirement}"))
    }
}

/// A table whose columns are figures, except the first and the last `notes`.
pub(crate) fn table(header: &[&str], notes: usize) -> Table {
    let line = LineStyle::none().fill('─').junction('─');
    let style = TableStyle::new().top_border(line).header_separator(line).bottom_border(line);
    let mut table = Table::new();
    table.load_style(style).set_header(header);
    let figures = header.len().saturating_sub(1 + notes);
    for column in table.column_iter_mut().skip(1).take(figures) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

pub(crate) fn figure(value: f64) -> String {
    Figure(value).to_string()
}

fn write_cold(f: &mut fmt::Formatter<'_>, cold: &Cold) -> fmt::Result {
    writeln!(
        f,
        "\nCold: µs from the bytes of a file to one verdict, {} files with rules",
        cold.files
    )?;
    for rows in [&cold.rows, &cold.parts] {
        let mut table = table(&["", "µs", "× first row", "files", "allowed"], 0);
        for row in rows {
            let of = figure(row.of_placet);
            let counts = [row.files.to_string(), row.allowed.to_string()];
            table
                .add_row([vec![row.name.to_owned(), figure(row.us), of], counts.to_vec()].concat());
        }
        writeln!(f, "{table}")?;
    }
    Ok(())
}

fn write_parse(f: &mut fmt::Formatter<'_>, parse: &Parsing) -> fmt::Result {
    writeln!(f, "\nParse: MB/s from bytes to a policy, and how many times faster placet is")?;
    let mut header = vec![""];
    header.extend(parse.selections.iter().flat_map(|selection| [selection, "placet ×"]));
    header.extend(["files", "a parse gives"]);
    let mut table = table(&header, 1);
    for row in &parse.rows {
        let mut cells = vec![format!("{}{}", row.name, if row.sampled { " (sample)" } else { "" })];
        for (at, &speed) in row.mb_per_second.iter().enumerate() {
            let ratio = row.placet_is_faster.and_then(|ratios| ratios.get(at).copied());
            cells.extend([figure(speed), ratio.map(figure).unwrap_or_default()]);
        }
        cells.push(row.files.to_string());
        cells.push(match row.left_out {
            0 => row.gives.into(),
            files => format!("{}; fails on {files} more files", row.gives),
        });
        table.add_row(cells);
    }
    let mut cells = vec!["memchr of newlines".to_owned()];
    let scan = parse.newline_scan_mb_per_second;
    cells.extend(scan.into_iter().flat_map(|speed| [figure(speed), String::new()]));
    cells.extend([String::new(), "nothing".into()]);
    table.add_row(cells);
    writeln!(f, "{table}")?;
    writeln!(f, "sample: every tenth file of at most 4 KiB, for contenders too slow for the corpus")
}

fn write_matching(f: &mut fmt::Formatter<'_>, matching: &Matching) -> fmt::Result {
    writeln!(
        f,
        "\nMatch: ns per answer, given a path, 80 % literal rules and 20 % with wildcards"
    )?;
    let sizes = matching.rules.map(plural);
    let mut header = vec![""];
    header.extend(sizes.iter().map(String::as_str));
    header.push("remark");
    let mut table = table(&header, 1);
    for row in &matching.rows {
        let mut cells = vec![row.name.to_owned()];
        cells.extend(row.ns.iter().map(|ns| ns.map_or("refused".into(), figure)));
        cells.push(row.caveat.into());
        table.add_row(cells);
    }
    for (name, figures, remark) in [
        ("placet: decision with reasons", &matching.placet_explained_ns, ""),
        ("placet: choose groups, once", &matching.placet_choose_ns, "before the first answer"),
        ("placet: index, per rule", &matching.placet_index_ns_per_rule, "after a few answers"),
    ] {
        let mut cells = vec![name.to_owned()];
        cells.extend(figures.iter().copied().map(figure));
        cells.push(remark.into());
        table.add_row(cells);
    }
    writeln!(f, "{table}")?;
    if let Some(allowed) = matching.allowed() {
        writeln!(f, "allowed of 100: {allowed}")?;
    }
    matching.disagreements().iter().try_for_each(|one| writeln!(f, "WARNING: {one}"))
}

fn write_extent(f: &mut fmt::Formatter<'_>, extent: &ExtentCost) -> fmt::Result {
    writeln!(f, "\nExtent: how much of a site is closed, {} files with rules", extent.files)?;
    let mut table = table(&["", "average", "most"], 0);
    table.add_row(["µs, asked first".into(), figure(extent.us), String::new()]);
    table.add_row(["µs, rules indexed".into(), figure(extent.us_indexed), String::new()]);
    table.add_row(["steps".into(), figure(extent.steps_average), figure(extent.steps_most)]);
    writeln!(f, "{table}")?;
    let beyond: Vec<String> = extent.beyond_limit.iter().map(ToString::to_string).collect();
    let beyond = if beyond.is_empty() { "none".to_owned() } else { beyond.join(", ") };
    writeln!(f, "files beyond the limit on steps, by their place in the corpus: {beyond}")
}

fn write_acap(f: &mut fmt::Formatter<'_>, acap: &AcapCost) -> fmt::Result {
    writeln!(f, "\nACAP: ns per decision with reasons; no rival reads ACAP")?;
    let sizes = acap.fields.map(|fields| format!("{fields} fields"));
    let mut header = vec![""];
    header.extend(sizes.iter().map(String::as_str));
    let mut table = table(&header, 0);
    let mut cells = vec!["placet".to_owned()];
    cells.extend(acap.ns.iter().copied().map(figure));
    table.add_row(cells);
    writeln!(f, "{table}")
}

fn write_pages(f: &mut fmt::Formatter<'_>, pages: &Pages) -> fmt::Result {
    writeln!(f, "\nPages: MB/s over {} pages, {} bytes", pages.count, pages.bytes)?;
    let mut table = table(&["", "as they are", "64 KiB or more", "with class tokens", "finds"], 1);
    for row in &pages.rows {
        let mut cells = vec![row.name.to_owned()];
        cells.extend(row.mb_per_second.into_iter().map(figure));
        cells.push(row.finds.to_owned());
        table.add_row(cells);
    }
    writeln!(f, "{table}")
}

fn write_lint(f: &mut fmt::Formatter<'_>, lint: &Linting) -> fmt::Result {
    writeln!(f, "\nLint: MB/s on one core, every rule")?;
    let mut table = table(&["", "MB/s", "files", "bytes", "findings"], 0);
    for row in &lint.rows {
        let counts = [row.files, row.bytes, row.findings].map(|count| count.to_string());
        let mut cells = vec![row.name.to_owned(), figure(row.mb_per_second)];
        cells.extend(counts);
        table.add_row(cells);
    }
    writeln!(f, "{table}")
}

fn write_size(f: &mut fmt::Formatter<'_>, size: &Size) -> fmt::Result {
    writeln!(f, "\nSize: bytes of a policy per byte of its file, the text included")?;
    let mut table = table(&["", "ratio"], 0);
    table.add_row(["all files together".into(), figure(size.ratio)]);
    table.add_row(["files of 1 KiB or more together".into(), figure(size.ratio_from_1_kib)]);
    table.add_row(["median file".into(), figure(size.median)]);
    table.add_row(["ninth decile".into(), figure(size.ninth_decile)]);
    writeln!(f, "{table}")?;
    writeln!(f, "{} of {} files are above 3", size.files_above_three, size.files)
}

fn write_stores(f: &mut fmt::Formatter<'_>, stores: &Stores) -> fmt::Result {
    let Stores { origins, rules, bytes, rows } = stores;
    writeln!(
        f,
        "\nStore: decisions with reasons from a warm store, one at a time; {origins} sites, \
         {rules} rules each, {bytes} bytes an entry"
    )?;
    let header = ["", "decisions/s", "p99 µs", "bare gets/s", "p99 µs", "bare get"];
    let mut table = table(&header, 1);
    for row in rows {
        let mut cells = vec![row.name.to_owned()];
        if let Some(paces) = row.paces {
            let figures = paces.iter().flat_map(|pace| [pace.per_second, pace.p99_us]);
            cells.extend(figures.map(figure));
            cells.push(row.bare.to_owned());
        } else {
            cells.extend(["–"; 4].map(str::to_owned));
            cells.push(format!("NOT MEASURED: {}", row.missing.as_deref().unwrap_or_default()));
        }
        table.add_row(cells);
    }
    writeln!(f, "{table}")
}

fn write_hostile(f: &mut fmt::Formatter<'_>, hostile: &Hostile) -> fmt::Result {
    writeln!(f, "\nHostile: ms to parse `/` + `*a` × N + `b` and to ask about 2,000 a's once")?;
    let sizes = hostile.wildcards.map(|wildcards| format!("N = {wildcards}"));
    let mut header = vec![""];
    header.extend(sizes.iter().map(String::as_str));
    let mut table = table(&header, 0);
    for row in &hostile.rows {
        let mut cells = vec![row.name.to_owned()];
        cells.extend(row.ms.iter().map(|&ms| ms.map_or("> 5 s".into(), precise)));
        table.add_row(cells);
    }
    writeln!(f, "{table}")?;
    let full = &hostile.full;
    writeln!(
        f,
        "placet, 10,000 rules of N = 500 and 10,000 bytes of path: parse {} ms, ask {} ms, answer \
         {} ms; {} ms where the path begins with ab, which has every rule tried",
        precise(full.parse),
        precise(full.ask),
        precise(full.verdict),
        precise(full.verdict_tried),
    )
}

/// Milliseconds down to the microsecond.
fn precise(ms: f64) -> String {
    if ms < 10.0 { format!("{ms:.3}") } else { Figure(ms).to_string() }
}
