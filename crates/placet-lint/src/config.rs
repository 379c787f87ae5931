//! Settings: which rules run, and the severity of their findings.

use std::collections::BTreeMap;
use std::fmt;

use placet::signals::{Families, Family};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::alias::current;
use crate::finding::Severity;
use crate::registry::rules;
use crate::rule::Rule;

/// Which rules run, and the severity of their findings.
///
/// A selector is a code (`ROB101`), the beginning of one (`ROB1`, `ACA`), a name (`rule-outside-group`)
/// or `ALL`; former codes and names of a rule select it as well. If several selectors select a rule,
/// the most specific decides; at a tie, the one that turns the rule off.
///
/// ```
/// use placet_lint::Config;
///
/// let config = Config::from_toml(
///     "select = ['ROB', 'ACA1']\n\
///      ignore = ['allow-without-effect']\n\
///      [rules]\n\
///      ROB201 = 'error'\n\
///      rule-redundant = 'off'\n",
/// )?;
/// assert_eq!(config.select, ["ROB", "ACA1"]);
/// assert!(Config::from_toml("select = ['Q9']").is_err());
/// # Ok::<(), placet_lint::InvalidConfig>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The rules that run; all if it is empty.
    pub select: Vec<String>,
    /// The rules that do not run.
    pub ignore: Vec<String>,
    /// Severities that replace those of the rules, and rules that are off, by selector.
    pub rules: BTreeMap<String, Level>,
    /// The lowest severity that fails a run; `None` means warnings.
    #[serde(rename = "fail-on")]
    pub fail_on: Option<Severity>,
    /// The families of signals that are read, by name; `None` means all.
    pub signals: Option<Vec<String>>,
}

/// The severity that settings give a rule, or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(clippy::exhaustive_enums, reason = "a rule is off, or has one of the three severities")]
pub enum Level {
    /// It does not run.
    Off,
    /// Its findings are notes.
    Note,
    /// Its findings are warnings.
    Warning,
    /// Its findings are errors.
    Error,
}

impl Level {
    /// The severity of findings; `None` if the rule is off.
    pub const fn severity(self) -> Option<Severity> {
        match self {
            Self::Off => None,
            Self::Note => Some(Severity::Note),
            Self::Warning => Some(Severity::Warning),
            Self::Error => Some(Severity::Error),
        }
    }
}

impl Config {
    /// Reads settings from the text of a `placet.toml`: its table `lint`, or, if it has none, all of
    /// it except the table `test`, which contains expectations.
    ///
    /// # Errors
    /// If it is not TOML, has unknown keys, or a selector selects no rule.
    pub fn from_toml(text: &str) -> Result<Self, InvalidConfig> {
        #[derive(Deserialize)]
        struct File {
            lint: Option<Config>,
        }
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Whole {
            #[serde(default)]
            select: Vec<String>,
            #[serde(default)]
            ignore: Vec<String>,
            #[serde(default)]
            rules: BTreeMap<String, Level>,
            #[serde(rename = "fail-on")]
            fail_on: Option<Severity>,
            signals: Option<Vec<String>>,
            #[serde(rename = "test")]
            _test: Option<IgnoredAny>,
        }
        let invalid = |error: toml::de::Error| InvalidConfig(error.to_string().trim_end().into());
        let nested = toml::from_str::<File>(text).map_err(invalid)?.lint;
        let config = if let Some(config) = nested {
            config
        } else {
            let Whole { select, ignore, rules, fail_on, signals, .. } =
                toml::from_str(text).map_err(invalid)?;
            Self { select, ignore, rules, fail_on, signals }
        };
        config.check()?;
        Ok(config)
    }

    /// Checks that every selector selects a rule, and that every family of signals is known.
    ///
    /// # Errors
    /// If one does not, or is not.
    pub fn check(&self) -> Result<(), InvalidConfig> {
        let selectors = self.select.iter().chain(&self.ignore).chain(self.rules.keys());
        for selector in selectors {
            if !rules().any(|rule| specificity(selector, rule).is_some()) {
                return Err(InvalidConfig(format!("no rule is selected by `{selector}`").into()));
            }
        }
        for family in self.signals.iter().flatten() {
            if let Err(unknown) = family.parse::<Family>() {
                return Err(InvalidConfig(format!("`{family}`: {unknown}").into()));
            }
        }
        Ok(())
    }

    /// The families of signals that are read.
    pub(crate) fn families(&self) -> Families {
        let Some(names) = &self.signals else { return Families::ALL };
        names.iter().filter_map(|name| name.parse::<Family>().ok()).collect()
    }

    /// The severity of a rule's findings; `None` if it does not run.
    pub(crate) fn severity(&self, rule: &Rule) -> Option<Severity> {
        if self.select.is_empty() && self.ignore.is_empty() && self.rules.is_empty() {
            return Some(rule.severity);
        }
        let most = |selectors: &[String]| {
            selectors.iter().filter_map(|selector| specificity(selector, rule)).max()
        };
        let selected = if self.select.is_empty() { Some(0) } else { most(&self.select) };
        if selected.is_none() || most(&self.ignore) >= selected {
            return None;
        }
        let levels = self.rules.iter();
        let levels = levels.filter_map(|(selector, &it)| Some((specificity(selector, rule)?, it)));
        // A code and a name are equally specific; of two such levels `off` wins, then the higher.
        match levels.max_by_key(|&(specific, it)| (specific, it == Level::Off, it)) {
            Some((specific, Level::Off)) if Some(specific) >= selected => None,
            Some((_, level)) => Some(level.severity().unwrap_or(rule.severity)),
            None => Some(rule.severity),
        }
    }
}

/// How specifically a selector selects a rule, if it does.
pub(crate) fn specificity(selector: &str, rule: &Rule) -> Option<usize> {
    if selector.eq_ignore_ascii_case("all") {
        return Some(0);
    }
    let selector = &*current(selector);
    if selector.eq_ignore_ascii_case(rule.name) {
        return Some(rule.code.len());
    }
    let start = rule.code.get(..selector.len())?;
    (!selector.is_empty() && start.eq_ignore_ascii_case(selector)).then_some(selector.len())
}

/// The settings cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidConfig(Box<str>);

impl fmt::Display for InvalidConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InvalidConfig {}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(select: &[&str], ignore: &[&str]) -> Vec<&'static str> {
        let own = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let config = Config { select: own(select), ignore: own(ignore), ..Config::default() };
        rules().filter(|rule| config.severity(rule).is_some()).map(|rule| rule.code).collect()
    }

    #[test]
    fn the_most_specific_selector_decides() {
        assert_eq!(codes(&["ROB101"], &[]), ["ROB101"]);
        assert_eq!(codes(&["ROB101", "ROB102"], &["ROB1"]), ["ROB101", "ROB102"]);
        assert_eq!(codes(&["rule-outside-group"], &["ROB101"]), [""; 0]);
        assert!(codes(&[], &["ACA"]).iter().all(|code| !code.starts_with("ACA")));
        assert!(codes(&["ALL"], &["ROB2"]).contains(&"ROB301"));
    }

    #[test]
    fn severities_can_be_set_and_rules_turned_off() {
        let of = |config: &Config, code| {
            rules().find(|rule| rule.code == code).and_then(|rule| config.severity(rule))
        };
        let text = "[lint]\nfail-on = 'error'\n[lint.rules]\nROB1 = 'note'\nR101 = 'warning'\n\
                    ROB103 = 'off'\nrule-redundant = 'off'\nACA = 'off'\nacap-style = 'error'\n";
        let mut config = Config::from_toml(text).unwrap();
        for (code, severity) in [
            ("ROB101", Some(Severity::Warning)),
            ("ROB102", Some(Severity::Note)),
            ("ROB103", None),
            ("ROB304", None),
            ("ROB302", Some(Severity::Warning)),
            ("ACA102", None),
            ("ACA101", Some(Severity::Error)),
        ] {
            assert_eq!(of(&config, code), severity, "{code}");
        }
        assert_eq!(config.fail_on, Some(Severity::Error));
        // A rule that is selected more specifically than it is turned off runs.
        config.select = vec!["ACA102".to_owned(), "ROB103".to_owned()];
        assert_eq!(of(&config, "ACA102"), Some(Severity::Note));
        assert_eq!(of(&config, "ROB103"), None);
    }

    #[test]
    fn the_table_of_expectations_is_ignored() {
        let test = "[test]\nfile = 'robots.txt'\n[[test.expect]]\nfrob = 1\n";
        assert_eq!(Config::from_toml(test).unwrap(), Config::default());
        let whole = Config::from_toml(&format!("select = ['ROB']\n{test}")).unwrap();
        assert_eq!(whole.select, ["ROB"]);
        assert!(Config::from_toml(&format!("frob = 1\n{test}")).is_err());
    }

    #[test]
    fn unknown_settings_are_errors() {
        for text in
            ["select = 3", "frob = 1", "ignore = ['nothing-like-it']", "[rules]\nROB1 = 'x'"]
        {
            assert!(Config::from_toml(text).is_err(), "{text}");
        }
    }
}
