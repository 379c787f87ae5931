//! The crawlers that a robots.txt addresses or the user asked about, and how much is closed to each.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use placet::explain::GroupChoice;
use placet::extent::{Extent, ExtentLine, Extents};
use placet::robots::RuleKind;
use placet::statement::Source;
use placet::{Agent, RobotsPolicy};
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

/// A crawler, and how much the file closes to it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct AgentRecord {
    pub(super) agent: String,
    #[serde(skip)]
    pub(super) asked: Agent,
    /// Whether its groups name it or are for `*`.
    by: &'static str,
    /// The `User-agent` lines of the groups that apply to it.
    lines: Vec<usize>,
    /// How many rules those groups have.
    pub(super) rules: usize,
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(value_type = ExtentSchema))]
    extent: ExtentRecord,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) crawl_delay: Option<f64>,
}

impl AgentRecord {
    /// How much is closed to it.
    pub(super) fn closed(&self) -> &'static str {
        self.extent.0.closed().name()
    }

    /// The lines of the file itself that close or open paths.
    pub(super) fn lines(&self, kind: RuleKind) -> impl Iterator<Item = usize> {
        lines_of(&self.extent.0, kind)
    }
}

/// How much is closed and by which lines; shared, because thousands of crawlers can have the same
/// thousands of lines.
#[derive(Debug)]
struct ExtentRecord(Arc<Extent>);

/// The form of an [`ExtentRecord`].
#[cfg(feature = "schema")]
#[derive(utoipa::ToSchema)]
#[schema(as = Extent)]
#[expect(dead_code, reason = "it describes another type")]
struct ExtentSchema {
    /// `nothing`, `part`, `everything` or `undetermined`.
    closed: String,
    /// The lines that close paths.
    closing: Vec<usize>,
    /// The lines that open paths.
    opening: Vec<usize>,
    /// Whether both lists are complete.
    complete: bool,
}

impl Serialize for ExtentRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Extent", 4)?;
        fields.serialize_field("closed", self.0.closed().name())?;
        fields.serialize_field("closing", &Lines(&self.0, RuleKind::Disallow))?;
        fields.serialize_field("opening", &Lines(&self.0, RuleKind::Allow))?;
        fields.serialize_field("complete", &self.0.is_complete())?;
        fields.end()
    }
}

/// The lines that close or open paths.
struct Lines<'e>(&'e Extent, RuleKind);

impl Serialize for Lines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(lines_of(self.0, self.1))
    }
}

/// The crawlers that a file addresses, each once: those of its groups first, then those that only
/// ACAP records name. `*` means all crawlers that the file does not name.
pub(super) fn addressed(policy: &RobotsPolicy) -> Vec<(String, Agent)> {
    let mut agents: Vec<(String, Agent)> =
        policy.addressees().into_iter().map(|agent| (agent.name().to_owned(), agent)).collect();
    let mut seen: HashSet<String> =
        agents.iter().map(|(name, _)| name.to_ascii_lowercase()).collect();
    for record in policy.acap_records() {
        let any = record.is_any().then_some("*");
        for name in any.into_iter().chain(record.names()) {
            if seen.insert(name.to_ascii_lowercase()) {
                agents.push((name.to_owned(), Agent::new(name)));
            }
        }
    }
    agents
}

/// What applies to each of these crawlers.
pub(super) fn agents(policy: &RobotsPolicy, agents: Vec<(String, Agent)>) -> Vec<AgentRecord> {
    let mut extents = Extents::new(policy);
    // Crawlers with the same groups have the same rules and the same delay.
    let mut groups: HashMap<(GroupChoice, Vec<usize>), (usize, Option<f64>)> = HashMap::new();
    let agent = |(shown, agent): (String, Agent)| {
        let extent = extents.of(&agent);
        let (choice, lines) = policy.agent_lines(&agent);
        let (lines, mut own): (Vec<usize>, Vec<usize>) =
            lines.map(|line| (line.line(), line.group())).unzip();
        own.dedup();
        let by = choice.name();
        let &mut (rules, crawl_delay) = groups.entry((choice, own)).or_insert_with(|| {
            let agent_policy = policy.for_agent(&agent);
            let delay = agent_policy.crawl_delay().map(|delay| delay.as_secs_f64());
            (agent_policy.rules().count(), delay)
        });
        let extent = ExtentRecord(extent);
        AgentRecord { agent: shown, asked: agent, by, lines, rules, extent, crawl_delay }
    };
    agents.into_iter().map(agent).collect()
}

/// The lines of the file itself that close or open paths.
fn lines_of(extent: &Extent, kind: RuleKind) -> impl Iterator<Item = usize> {
    let own = move |it: &&ExtentLine| it.kind() == kind && *it.source() == Source::RobotsTxt;
    extent.lines().iter().filter(own).map(ExtentLine::line)
}
