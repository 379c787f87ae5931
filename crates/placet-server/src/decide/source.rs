//! Where the robots.txt of a question comes from.

use placet::robots::Availability;
use placet::{AgentPolicy, Profile, RobotsPolicy};
use placet_report::json::{Question, QuestionError, RobotsTxt, decode_base64};
use placet_report::unread::Unread;

use crate::files;
use crate::problem::Problem;
use crate::state::App;

/// The keys that a question has here in addition to those of `placet decide`.
pub(super) const MORE: [&str; 3] = ["digest", "reasons", "questions"];

/// How many files a batch keeps: questions that alternate between a few parse each once.
const CACHED: usize = 8;

/// How many crawlers' views of a file a batch keeps.
const VIEWS: usize = 64;

/// What a question has about its robots.txt or its crawler, as written.
type Values<'b, const N: usize> = [Option<&'b str>; N];

/// The files of recent questions of a batch, most recently used last.
#[derive(Debug, Default)]
pub(super) struct Sources<'b> {
    cached: Vec<Source<'b>>,
}

/// A parsed file, and the crawlers' views of it, most recently used last.
#[derive(Debug)]
pub(super) struct Source<'b> {
    values: Values<'b, 8>,
    profile: Profile,
    policy: RobotsPolicy,
    pub(super) unread: Vec<Unread>,
    views: Vec<(Values<'b, 5>, AgentPolicy)>,
}

/// Whether a question is about the live file of its site.
pub(super) fn is_live(question: &Question<'_>) -> bool {
    let keys = ["digest", "robots", "robots_b64", "standing", "robots_file"];
    keys.iter().all(|key| question.raw(key).is_none_or(|raw| raw == "null"))
}

/// Whether values are the same. The values of shared fields are one text, which is not compared.
fn are_same<const N: usize>(one: &Values<'_, N>, other: &Values<'_, N>) -> bool {
    let same = |(one, other): (Option<&str>, Option<&str>)| match (one, other) {
        (Some(one), Some(other)) => std::ptr::eq(one, other) || one == other,
        (None, None) => true,
        _ => false,
    };
    one.iter().copied().zip(other.iter().copied()).all(same)
}

/// Moves the element that matches to the end.
fn promote<T>(all: &mut [T], is_wanted: impl Fn(&T) -> bool) -> bool {
    let at = all.iter().rposition(is_wanted);
    if let Some(moved) = at.and_then(|at| all.get_mut(at..)) {
        moved.rotate_left(1);
    }
    at.is_some()
}

impl<'b> Sources<'b> {
    /// The file of a question that is not live.
    pub(super) async fn find(
        &mut self,
        app: &App,
        question: &Question<'b>,
        profile: Profile,
    ) -> Result<Option<&mut Source<'b>>, Problem> {
        let mut values = [question.raw("digest"); 8];
        let (_, others) = values.split_at_mut(1);
        others.copy_from_slice(&question.site_values());
        let is_wanted = |it: &Source<'b>| it.profile == profile && are_same(&it.values, &values);
        if !promote(&mut self.cached, is_wanted) {
            let (policy, unread) = read(app, question, profile).await?;
            let refs = question.refs()?;
            let policy = policy.join(|path| {
                let (_, text) = refs.iter().find(|(it, _)| it == path)?;
                Some(text.as_bytes())
            });
            if self.cached.len() >= CACHED {
                self.cached.remove(0);
            }
            let unread = Vec::from_iter(unread);
            self.cached.push(Source { values, profile, policy, unread, views: Vec::new() });
        }
        Ok(self.cached.last_mut())
    }
}

impl<'b> Source<'b> {
    /// The crawler's view of the file, and which part of it was not read.
    pub(super) fn view(
        &mut self,
        question: &Question<'b>,
        defaults: &placet_report::json::Defaults,
    ) -> Result<Option<(&AgentPolicy, &[Unread])>, QuestionError> {
        let values = question.crawler_values();
        if !promote(&mut self.views, |(it, _)| are_same(it, &values)) {
            let policy = self.policy.for_agent(question.crawler(defaults)?);
            if self.views.len() >= VIEWS {
                self.views.remove(0);
            }
            self.views.push((values, policy));
        }
        Ok(self.views.last().map(|(_, policy)| (policy, &*self.unread)))
    }
}

async fn read(
    app: &App,
    question: &Question<'_>,
    profile: Profile,
) -> Result<(RobotsPolicy, Option<Unread>), Problem> {
    if let Some(digest) = question.more_text("digest")? {
        if question.raw("robots").is_some() || question.raw("robots_b64").is_some() {
            return Err(Problem::bad_request("`digest` and `robots` exclude each other"));
        }
        let parsed = digest.parse();
        let parsed = parsed.map_err(|error| Problem::bad_request(format!("`digest`: {error}")))?;
        return Ok(app.file(&parsed).await?.policy(profile));
    }
    let without = |it| (RobotsPolicy::builder().profile(profile).without(it), None);
    Ok(match question.robots()? {
        RobotsTxt::Text(text) => files::parse(text.as_bytes(), profile),
        RobotsTxt::Base64(text) => {
            let bytes = decode_base64(&text)
                .map_err(|error| Problem::bad_request(format!("`robots_b64`: {error}")))?;
            files::parse(&bytes, profile)
        }
        RobotsTxt::Unavailable => without(Availability::Unavailable),
        RobotsTxt::Unreachable => without(Availability::Unreachable),
        RobotsTxt::File(_) => {
            let detail = "`robots_file`: the server reads no files; send it with PUT /v1/files";
            return Err(Problem::bad_request(detail));
        }
        RobotsTxt::Missing => return Err(Problem::bad_request("there is no robots.txt")),
    })
}
