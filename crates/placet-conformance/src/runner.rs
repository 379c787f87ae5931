//! Runs vectors against a surface.

use placet::signals::{Families, Family, SignalFiles};
use placet::{Agent, AgentPolicy, AskedAt, Crawler, PagePolicy, Profile, RobotsPolicy, Usage};
use placet_report::json::{declare, honour, moment};
use serde_json::Value;

use crate::vector::{Answered, By, Vector, long_text};

/// What a surface answered, or an error.
pub type Observed = Result<Answered, String>;

/// A way to ask placet.
pub trait Surface {
    /// The answers to the vectors' questions, in order.
    fn answers(&mut self, vectors: &[Vector]) -> Vec<Observed>;
}

/// Puts the vectors to a surface and returns one message per difference.
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

/// The library itself. It is asked twice, for the decision and for the verdict alone, and both
/// must agree.
#[derive(Debug, Default)]
pub struct Library;

impl Surface for Library {
    fn answers(&mut self, vectors: &[Vector]) -> Vec<Observed> {
        vectors.iter().map(ask).collect()
    }
}

/// The question of a vector: the crawler's view of the site and the page, the usage, and the time.
///
/// # Errors
/// If the vector has a profile, usage, condition type or time that placet does not know.
pub fn question(vector: &Vector) -> Result<(AgentPolicy, Usage, AskedAt), String> {
    let profile: Profile = vector.profile.parse().map_err(text)?;
    let usage: Usage = vector.usage.parse().map_err(text)?;
    let mut crawler = Crawler::new(Agent::new(&vector.agent));
    if let Some(purpose) = vector.text("purpose") {
        crawler = crawler.purpose(purpose);
    }
    let mut honours = Vec::new();
    for honoured in vector.more.get("honours").and_then(Value::as_array).into_iter().flatten() {
        let name = honoured.as_str().ok_or("`honours` has an entry that is not a string")?;
        honours.push(honour(name).map_err(text)?);
    }
    crawler = declare(crawler, honours);
    if vector.more.get("element_level").and_then(Value::as_bool) == Some(false) {
        crawler = crawler.whole_pages();
    }
    let refs = vector.more.get("refs");
    let mut policy = RobotsPolicy::builder()
        .profile(profile)
        .parse(&vector.robots())
        .join(|path| refs?.get(path)?.as_str())
        .for_agent(crawler);
    if let Some(page) = page(vector) {
        policy = policy.page(&page);
    }
    if let Some(files) = files(vector)? {
        policy = policy.signal_files(&files);
    }
    if let Some(families) = vector.more.get("signals").and_then(Value::as_array) {
        let family = |name: &Value| -> Result<Family, String> {
            name.as_str().unwrap_or_default().parse().map_err(text)
        };
        let families: Families = families.iter().map(family).collect::<Result<_, _>>()?;
        policy = policy.families(families);
    }
    if let Some(id) = vector.text("element") {
        policy = policy.element(id);
    }
    Ok((policy, usage, asked_at(vector)?))
}

fn ask(vector: &Vector) -> Observed {
    let (policy, usage, asked_at) = question(vector)?;
    let target = policy.target(&vector.url).map_err(text)?;
    let decision = policy.decide_on(usage, &target, &asked_at);
    let verdict = policy.verdict_on(usage, &target, &asked_at);
    if verdict != decision.verdict() {
        return Err(format!("the verdict alone is {verdict}, with reasons {}", decision.verdict()));
    }
    let reported = vector.reports.as_ref().map_or_else(Vec::new, |it| it.differences(&decision));
    if !reported.is_empty() {
        return Err(format!("{}; reported otherwise: {}", decision.verdict(), reported.join("; ")));
    }
    let reason = decision.reason().ok_or("a decision without a reason")?;
    let mut conditions: Vec<_> = decision.conditions().iter().map(ToString::to_string).collect();
    conditions.sort();
    Ok(Answered {
        allowed: decision.verdict().is_permit(),
        by: By {
            source: reason.line().map(|_| reason.source().to_string()),
            line: reason.line(),
            text: reason.text().map(str::to_owned),
            code: decision.code().name().to_owned(),
        },
        conditions,
    })
}

/// The files of signals that a vector has, if it has any.
fn files(vector: &Vector) -> Result<Option<SignalFiles>, String> {
    let keys = ["tdmrep", "trust_txt", "ai_txt", "rsl"];
    if !keys.iter().any(|key| vector.more.contains_key(*key)) {
        return Ok(None);
    }
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
        let document = long_text(document).ok_or("an RSL document that is not a text")?;
        files = files.rsl(url, document.as_bytes());
    }
    Ok(Some(files))
}

/// The page of a vector, if it has one.
fn page(vector: &Vector) -> Option<PagePolicy> {
    let (html, rendered) = (vector.text("html"), vector.text("rendered"));
    if !vector.more.contains_key("headers") && html.is_none() && rendered.is_none() {
        return None;
    }
    let mut page = PagePolicy::builder();
    for (name, value) in vector.headers() {
        page = page.header(&name, value);
    }
    if let Some(html) = html {
        page = page.html(html.as_bytes());
    }
    if let Some(rendered) = rendered {
        page = page.rendered(rendered.as_bytes());
    }
    Some(page.build())
}

fn asked_at(vector: &Vector) -> Result<AskedAt, String> {
    let recrawled = vector.more.get("recrawled").and_then(Value::as_bool).unwrap_or_default();
    let mut asked_at = AskedAt::new().recrawled(recrawled);
    if let Some(now) = vector.text("now") {
        asked_at = asked_at.now(moment(now).map_err(text)?);
    }
    if let Some(crawled) = vector.text("crawled") {
        asked_at = asked_at.first_used(moment(crawled).map_err(text)?);
    }
    Ok(asked_at)
}

#[expect(clippy::needless_pass_by_value, reason = "map_err passes its argument by value")]
fn text(error: impl ToString) -> String {
    error.to_string()
}
