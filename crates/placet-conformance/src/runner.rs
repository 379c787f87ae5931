//! Putting vectors to a surface.

use placet::signals::{Families, Family, SignalFiles};
use placet::{Agent, AgentPolicy, AskedAt, Crawler, PagePolicy, Profile, RobotsPolicy, Usage};
use placet_report::json::{declare, honour, moment};
use serde_json::Value;

use crate::vector::{Answered, Vector, long_text};

/// What a surface answered, or an error.
pub type Observed = Result<Answered, String>;

/// A way to ask placet.
pub trait Surface {
    /// The answers to the vectors' questions, in order.
    fn answers(&mut self, vectors: &[Vector]) -> Vec<Observed>;
}

/// Puts the vectors to a surface; gives a line for each difference.
pub fn run(surface: &mut impl Surface, vectors: &[Vector]) -> Vec<String> {
    let answers = surface.answers(vectors);
    let mut differences = Vec::new();
    if answers.len() != vectors.len() {
        differences.push(format!("{} answers to {} questions", answers.len(), vectors.len()));
    }
    for (vector, answer) in vectors.iter().zip(answers) {
        if !answer.as_ref().is_ok_and(|answer| vector.expected.is_met_by(answer)) {
            differences.push(format!(
                "{} ({}): expected {:?}, because {}; got {answer:?}",
                vector.id, vector.requirement, vector.expected, vector.why
            ));
        }
    }
    differences
}

/// The library itself. It answers twice, with reasons and with the verdict alone, and the two
/// must agree.
#[derive(Debug, Default)]
pub struct Library;

impl Surface for Library {
    fn answers(&mut self, vectors: &[Vector]) -> Vec<Observed> {
        vectors.iter().map(ask).collect()
    }
}

/// The inquiry that a vector makes: the crawler before the site and the page, what it wants to do
/// and when.
///
/// # Errors
/// When a word of the vector is none that placet knows.
pub fn inquiry(vector: &Vector) -> Result<(AgentPolicy, Usage, AskedAt), String> {
    let profile: Profile = vector.profile.parse().map_err(text)?;
    let usage: Usage = vector.usage.parse().map_err(text)?;
    let mut crawler = Crawler::new(Agent::new(&vector.agent));
    if let Some(purpose) = vector.text("purpose") {
        crawler = crawler.purpose(purpose);
    }
    let mut honours = Vec::new();
    for honoured in vector.more.get("honours").and_then(Value::as_array).into_iter().flatten() {
        let name = honoured.as_str().ok_or("honours what is no string")?;
        honours.push(honour(name).map_err(text)?);
    }
    crawler = declare(crawler, honours);
    if vector.more.get("element_level").and_then(Value::as_bool) == Some(false) {
        crawler = crawler.whole_pages();
    }
    let refs = vector.more.get("refs");
    let mut inquiry = RobotsPolicy::builder()
        .profile(profile)
        .parse(&vector.robots())
        .join(|path| refs?.get(path)?.as_str())
        .for_agent(crawler);
    if let Some(page) = page(vector) {
        inquiry = inquiry.page(&page);
    }
    inquiry = inquiry.signal_files(&files(vector)?);
    if let Some(families) = vector.more.get("signals").and_then(Value::as_array) {
        let family = |name: &Value| -> Result<Family, String> {
            name.as_str().unwrap_or_default().parse().map_err(text)
        };
        let families: Families = families.iter().map(family).collect::<Result<_, _>>()?;
        inquiry = inquiry.families(families);
    }
    if let Some(id) = vector.text("element") {
        inquiry = inquiry.element(id);
    }
    Ok((inquiry, usage, occasion(vector)?))
}

fn ask(vector: &Vector) -> Observed {
    let (inquiry, usage, occasion) = inquiry(vector)?;
    let target = inquiry.target(&vector.url).map_err(text)?;
    let decision = inquiry.decide_on(usage, &target, &occasion);
    let verdict = inquiry.verdict_on(usage, &target, &occasion);
    if verdict != decision.verdict() {
        return Err(format!("the verdict alone is {verdict}, with reasons {}", decision.verdict()));
    }
    let reported = vector.reports.as_ref().map_or_else(Vec::new, |it| it.differences(&decision));
    if !reported.is_empty() {
        return Err(format!("{}; reported otherwise: {}", decision.verdict(), reported.join("; ")));
    }
    let reasons: Vec<_> = decision.reasons().collect();
    let deciding = reasons.iter().rfind(|reason| reason.decides());
    let mut conditions: Vec<_> = decision.conditions().iter().map(ToString::to_string).collect();
    conditions.sort();
    Ok(Answered {
        allowed: decision.verdict().is_permit(),
        line: deciding.and_then(placet::explain::Reason::line),
        by: decision.code().name().to_owned(),
        conditions,
    })
}

/// The files of signals that a vector has.
fn files(vector: &Vector) -> Result<SignalFiles, String> {
    let mut files = SignalFiles::new();
    if let Some(text) = vector.long_text("tdmrep") {
        files = files.tdmrep(text.as_bytes());
    }
    if let Some(text) = vector.long_text("trust_txt") {
        files = files.trust_txt(text.as_bytes());
    }
    if let Some(text) = vector.long_text("ai_txt") {
        files = files.ai_txt(text.as_bytes());
    }
    for (url, document) in vector.more.get("rsl").and_then(Value::as_object).into_iter().flatten() {
        let document = long_text(document).ok_or("an RSL document that is no text")?;
        files = files.rsl(url, document.as_bytes());
    }
    Ok(files)
}

/// What the page of a vector says, where it has one.
fn page(vector: &Vector) -> Option<PagePolicy> {
    let headers = vector.more.get("headers").and_then(Value::as_array);
    let (html, rendered) = (vector.text("html"), vector.text("rendered"));
    if headers.is_none() && html.is_none() && rendered.is_none() {
        return None;
    }
    let mut page = PagePolicy::builder();
    for line in headers.into_iter().flatten() {
        let part = |at: usize| line.get(at).and_then(long_text).unwrap_or_default();
        page = page.header(&part(0), part(1));
    }
    if let Some(html) = html {
        page = page.html(html.as_bytes());
    }
    if let Some(rendered) = rendered {
        page = page.rendered(rendered.as_bytes());
    }
    Some(page.build())
}

fn occasion(vector: &Vector) -> Result<AskedAt, String> {
    let recrawled = vector.more.get("recrawled").and_then(Value::as_bool).unwrap_or_default();
    let mut occasion = AskedAt::new().recrawled(recrawled);
    if let Some(now) = vector.text("now") {
        occasion = occasion.now(moment(now).map_err(text)?);
    }
    if let Some(crawled) = vector.text("crawled") {
        occasion = occasion.first_used(moment(crawled).map_err(text)?);
    }
    Ok(occasion)
}

#[expect(clippy::needless_pass_by_value, reason = "the shape that map_err wants")]
fn text(error: impl ToString) -> String {
    error.to_string()
}
