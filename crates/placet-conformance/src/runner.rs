//! Putting vectors to a surface.

use placet::{Agent, Profile, RobotsPolicy, Usage};

use crate::vector::{Expected, Vector};

/// What a surface answered: the same three facts that a vector expects, or an error.
pub type Observed = Result<Expected, String>;

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
        if answer.as_ref() != Ok(&vector.expected) {
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

fn ask(vector: &Vector) -> Observed {
    let profile: Profile = vector.profile.parse().map_err(text)?;
    let usage: Usage = vector.usage.parse().map_err(text)?;
    let agent = match profile {
        Profile::Google => Agent::new(&vector.agent),
        _ => Agent::from_text(&vector.agent),
    };
    let inquiry = RobotsPolicy::builder().profile(profile).parse(&vector.robots()).ask(&agent);
    let decision = inquiry.may(usage, &vector.url).map_err(text)?;
    let verdict = inquiry.verdict(&inquiry.target(&vector.url).map_err(text)?);
    if verdict != decision.verdict() {
        return Err(format!("the verdict alone is {verdict}, with reasons {}", decision.verdict()));
    }
    Ok(Expected {
        allowed: verdict.is_permit(),
        line: decision.deciding().map(|rule| rule.line()),
        by: decision.ground().name().to_owned(),
    })
}

#[expect(clippy::needless_pass_by_value, reason = "the shape that map_err wants")]
fn text(error: impl ToString) -> String {
    error.to_string()
}
