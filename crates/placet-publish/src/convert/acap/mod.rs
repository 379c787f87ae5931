//! From conventional groups to ACAP records, for crawling.

mod fields;
mod idle;
mod plan;

use placet::syntax::robots::{Key, is_markup};
use placet::write::{Crawlers, LineEnd, RobotsFile};
use placet::{RobotsPolicy, limits};

use super::compare::compare;
use super::{Converted, Loss, LossKind, Unconvertible};
use plan::plans;

/// What is written in addition to the ACAP records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::exhaustive_enums, reason = "either the source stays or it does not")]
pub enum AcapForm {
    /// The lines of the source, before them, for crawlers that do not support ACAP (ACAP 1.0 §2.9.2,
    /// R-024).
    #[default]
    WithSource,
    /// Only sitemaps.
    Alone,
}

/// Converts the conventional rules of a robots.txt to ACAP, so that the narrowest field decides as the
/// longest rule does.
///
/// - Each rule becomes a field. An empty `Disallow` becomes a permission of everything, because a
///   record without fields would merge with the next (A-45).
/// - A group that names a crawler replaces `*` (RFC 9309 §2.2.1), but a record that names it overrides
///   field by field (R-060). So if `*` has rules, the record begins with a permission of everything.
///   The same applies if one crawler's name begins with another's: a record for `Bot` also addresses
///   `Bot-Images` (A-09).
/// - If the longest pattern is not the narrowest, further fields are added: see `fields.rs`.
/// - `/robots.txt` stays open (RFC 9309 §2.2.2), and with it every other spelling of that name.
/// - All lines end in CR LF, those of the source too: ACAP's grammar allows nothing else (ACAP 1.0 §3,
///   R-006).
///
/// The result may close more. Patterns in ACAP ignore case (R-072): `Disallow: /x` also closes `/X`. A
/// record for `Bot` addresses any `Bot-…` that the file does not name (A-09). Such a difference is a
/// note if it only closes; a URL that opens is a loss. With the source in the result, which ACAP
/// crawlers honour too (A-24), nothing opens. [`Compare`](placet::compare::Compare) finds both, for all
/// crawlers and all URLs. If more than [`FIELDS_EACH`](crate::limits::FIELDS_EACH) fields per rule would
/// be needed, permissions do not apply inside every shorter prohibition; each is listed with its line.
///
/// ```
/// use placet_publish::convert::{AcapForm, to_acap};
///
/// let text = b"User-agent: *\nDisallow: /a/\nUser-agent: b\nDisallow:\n";
/// let converted = to_acap(text, AcapForm::Alone)?;
/// assert_eq!(
///     String::from_utf8_lossy(&converted.text),
///     "##ACAP version=1.0\r\n\r\n\
///      ACAP-crawler: *\r\n\
///      ACAP-disallow-crawl: /a/\r\n\r\n\
///      ACAP-crawler: b\r\n\
///      ACAP-allow-crawl: /\r\n"
/// );
/// # Ok::<(), placet_publish::convert::Unconvertible>(())
/// ```
///
/// # Errors
/// If it is a web page, already has ACAP fields, has no group, addresses only crawlers that ACAP cannot
/// name, or exceeds [`PATTERN_STEPS`](crate::limits::PATTERN_STEPS) or
/// [`FIELDS`](crate::limits::FIELDS).
pub fn to_acap(text: &[u8], form: AcapForm) -> Result<Converted, Unconvertible> {
    if is_markup(text) {
        return Err(Unconvertible::Page);
    }
    let policy = RobotsPolicy::parse(text);
    if let Some(field) = policy.records().find(|record| record.kind() == Key::Acap) {
        return Err(Unconvertible::Already(field.line()));
    }
    if policy.groups().next().is_none() {
        return Err(Unconvertible::Nothing);
    }
    let mut converted = Converted { text: Vec::new(), losses: Vec::new(), notes: Vec::new() };
    let mut file = RobotsFile::new();
    let mut says_nothing = true;
    for plan in plans(&policy, &mut converted)? {
        if let Some(record) = plan.record(&mut converted) {
            file.record(record).map_err(|_| Unconvertible::Unwritable)?;
            says_nothing = false;
        }
    }
    let unnamed = converted.losses.iter().find(|loss| loss.kind == LossKind::Name);
    if let (true, Some(loss)) = (says_nothing, unnamed) {
        return Err(Unconvertible::Unnamed(loss.line.unwrap_or(1)));
    }
    if form == AcapForm::Alone {
        others(&policy, &mut file, &mut converted.losses);
    }
    converted.text = written(&file, text, form);
    if converted.text.len() > limits::FILE_MIN {
        let why = "the result is longer than the 500 KiB that all crawlers read";
        converted.losses.push(Loss::new(LossKind::Length, None, why));
    }
    let law = "patterns in ACAP ignore case";
    let after = RobotsPolicy::parse(&converted.text);
    compare(&policy, &after, |name| Crawlers::named([name]).is_ok(), law, &mut converted);
    Ok(converted)
}

/// Keeps the records that apply to all crawlers, and reports the others as lost.
fn others(policy: &RobotsPolicy, file: &mut RobotsFile, losses: &mut Vec<Loss>) {
    for record in policy.records() {
        let kept = record.kind() == Key::Sitemap && file.sitemap(&record.value()).is_ok();
        if !kept {
            let text = format!("{}: {}", record.key(), record.value());
            let why = "ACAP has no field for it";
            losses.push(Loss::new(LossKind::Record, Some(record.line()), why).of(text));
        }
    }
}

/// The text of the result, in which all lines end in CR LF (R-006).
fn written(file: &RobotsFile, source: &[u8], form: AcapForm) -> Vec<u8> {
    let line_end = LineEnd::CrLf;
    let printed = file.print(line_end);
    if form == AcapForm::Alone {
        return printed.into_bytes();
    }
    if printed.is_empty() {
        return source.to_vec();
    }
    let end = line_end.as_str();
    let (version, records) = printed.split_once(end).unwrap_or((&printed, ""));
    let source = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source);
    let mut text = with_ends(source, end);
    text.extend_from_slice(records.as_bytes());
    // It must be the first line, unless the source has one (R-025).
    if RobotsPolicy::parse(&text).acap_version().is_none() {
        text.splice(..0, [version, end, end].concat().into_bytes());
    }
    text
}

/// The lines of a text, each with this end: CR, LF and CR LF are equivalent (RFC 9309 §2.2, F-01).
fn with_ends(text: &[u8], end: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 16);
    let mut rest = text;
    while !rest.is_empty() {
        let len = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let (line, after) = rest.split_at_checked(len.unwrap_or(rest.len())).unwrap_or_default();
        out.extend_from_slice(line);
        out.extend_from_slice(end.as_bytes());
        let taken = usize::from(!after.is_empty()) + usize::from(after.starts_with(b"\r\n"));
        rest = after.get(taken..).unwrap_or_default();
    }
    out
}
