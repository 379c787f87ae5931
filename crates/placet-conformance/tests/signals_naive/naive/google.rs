//! The profile `google`: access alone, keys by how they begin (S-007).

use placet_testing::reference::{Rule, google, is_global, names};

use super::robots::lines;

/// Whether Google's matcher lets this crawler fetch the URL.
pub(crate) fn permits(robots: &str, name: &str, field: &str, url: &str) -> bool {
    let mut groups: Vec<(Vec<String>, Vec<Rule>)> = Vec::new();
    let mut is_run = false;
    for (line, written) in lines(robots).into_iter().enumerate() {
        let content = written.split(['#', '\0']).next().unwrap_or_default();
        let Some((key, value)) = content.split_once(':') else { continue };
        let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
        if key.starts_with("user-agent") {
            if !is_run {
                groups.push((Vec::new(), Vec::new()));
            }
            is_run = true;
            groups.last_mut().unwrap().0.push(value.to_owned());
        } else if key.starts_with("allow") || key.starts_with("disallow") {
            is_run = false;
            if let Some((_, rules)) = groups.last_mut() {
                rules.push(Rule::new(line + 1, key.starts_with("allow"), value.as_bytes()));
            }
        }
    }
    let has_name =
        |agents: &[String]| agents.iter().any(|agent| names(agent.as_bytes(), name, field, true));
    let is_named = groups.iter().any(|(agents, _)| has_name(agents));
    let rules: Vec<Rule> = groups
        .into_iter()
        .filter(|(agents, _)| {
            let is_any = agents.iter().any(|agent| is_global(agent.as_bytes()));
            if is_named { has_name(agents) } else { is_any }
        })
        .flat_map(|(_, rules)| rules)
        .collect();
    !google(&rules, url).prohibits
}
