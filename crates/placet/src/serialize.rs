//! `Serialize` and `Deserialize` for the vocabulary, by the names that JSON output uses.
//!
//! What only the engine makes, such as a [`ReasonCode`], can be serialized only.

use std::borrow::Cow;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::condition::{Date, ImagePreview, Modification, Moment, Qualifier, UseLevel};
use crate::explain::{GroupChoice, Law, NotAppliedReason, Outcome, ReasonCode};
use crate::robots::{Availability, RuleKind};
use crate::signals::{Family, SignalEffect, SignalOutcome, SignalProblemKind};
use crate::statement::StatementKind;
use crate::{Agent, Condition, Profile, Usage, Verdict};

/// Serializes a type by its name.
macro_rules! serialize_name {
    ($($type:ty),+) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
    )+};
}

/// Serializes a type as it is shown.
macro_rules! serialize_shown {
    ($($type:ty),+) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )+};
}

/// Deserializes a type from text.
macro_rules! deserialize {
    ($($type:ty: $read:expr),+ $(,)?) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<str>::deserialize(deserializer)?;
                $read(&*text).map_err(D::Error::custom)
            }
        }
    )+};
}

serialize_name!(Usage, Verdict, Profile, Qualifier, RuleKind, ImagePreview, Modification);
serialize_name!(ReasonCode, Outcome, NotAppliedReason, Law, GroupChoice);
serialize_name!(Availability, StatementKind);
serialize_name!(Family, SignalOutcome, SignalEffect, SignalProblemKind, UseLevel);
serialize_shown!(Condition, Date, Moment);

deserialize! {
    Usage: str::parse::<Usage>,
    Profile: str::parse::<Profile>,
    Family: str::parse::<Family>,
    Verdict: |name| named(name, [Verdict::Permit, Verdict::Prohibit], Verdict::name),
    RuleKind: |name| named(name, [RuleKind::Allow, RuleKind::Disallow], RuleKind::name),
    Condition: |text| Condition::of_shown(text).ok_or("unknown condition or value"),
    Qualifier: |name| Qualifier::of_name(name).ok_or("unknown type of condition"),
    Date: |text| Date::parse(text).ok_or("not a date, expected YYYY-MM-DD"),
    Moment: |text| Moment::parse(text).ok_or("not a moment, expected YYYY-MM-DDThh:mm:ssZ"),
}

/// The value of this name.
fn named<T: Copy>(name: &str, known: [T; 2], name_of: fn(T) -> &'static str) -> Result<T, String> {
    let [one, other] = known.map(name_of);
    let found = known.into_iter().find(|&it| name_of(it) == name);
    found.ok_or_else(|| format!("unknown name, expected {one} or {other}"))
}

/// An agent that [`Agent::new`] does not make from its text alone.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AgentParts<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    user_agent: Option<Cow<'a, str>>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum AgentForm<'a> {
    Text(#[serde(borrow)] Cow<'a, str>),
    Parts(#[serde(borrow)] AgentParts<'a>),
}

/// As text where [`Agent::new`] makes the agent from it, else as a map of `name` and `user_agent`.
impl Serialize for Agent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, user_agent) = (self.name(), self.user_agent());
        let again = Self::new(user_agent);
        let form = if again.name() == name && again.user_agent() == user_agent {
            AgentForm::Text(user_agent.into())
        } else {
            let user_agent = (user_agent != name).then(|| user_agent.into());
            AgentForm::Parts(AgentParts { name: name.into(), user_agent })
        };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Agent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match AgentForm::deserialize(deserializer)? {
            AgentForm::Text(text) => Self::new(&text),
            AgentForm::Parts(AgentParts { name, user_agent: None }) => Self::exact(&name),
            AgentForm::Parts(AgentParts { name, user_agent: Some(field) }) => {
                Self::exact(&name).with_user_agent(&field)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again<T: Serialize + for<'de> Deserialize<'de>>(value: &T) -> (String, T) {
        let json = serde_json::to_string(value).unwrap();
        let read = serde_json::from_str(&json).unwrap();
        (json, read)
    }

    #[test]
    fn names_are_those_of_the_json_output() {
        for usage in Usage::ALL {
            assert_eq!(again(&usage), (format!("{:?}", usage.name()), usage));
        }
        for profile in Profile::ALL {
            assert_eq!(again(&profile).1, profile);
        }
        for verdict in [Verdict::Permit, Verdict::Prohibit] {
            assert_eq!(again(&verdict), (format!("{:?}", verdict.name()), verdict));
        }
        for qualifier in Qualifier::ALL {
            assert_eq!(again(&qualifier).1, qualifier);
        }
        assert_eq!(serde_json::to_string(&ReasonCode::AllowOnTie).unwrap(), "\"allow-on-tie\"");
        assert!(serde_json::from_str::<Usage>("\"nothing\"").is_err());
        assert!(serde_json::from_str::<Verdict>("\"maybe\"").is_err());
    }

    #[test]
    fn agents_come_back_as_they_were() {
        let field = "Mozilla/5.0 (compatible; ExampleBot/2.1)";
        for (agent, json) in [
            (Agent::new("ExampleBot"), "\"ExampleBot\"".to_owned()),
            (Agent::new(field), format!("\"{field}\"")),
            (Agent::exact("bot/2"), "{\"name\":\"bot/2\"}".to_owned()),
            (
                Agent::new("other").with_user_agent(field),
                format!("{{\"name\":\"other\",\"user_agent\":\"{field}\"}}"),
            ),
        ] {
            let (written, read) = again(&agent);
            assert_eq!((&written, &read), (&json, &agent));
            assert_eq!((read.name(), read.user_agent()), (agent.name(), agent.user_agent()));
        }
    }

    #[test]
    fn conditions_come_back_as_they_were() {
        for text in [
            "time-limit=until-recrawled",
            "time-limit=until-2010-12-31",
            "time-limit=until-2010-06-25T15:00:00Z",
            "time-limit=30-days",
            "max-length=50-chars",
            "must-use-resource=the-acap:extract:id:Body",
            "location=http://a/it%27s",
            "no-images",
            "max-image-preview=large",
            "max-video-preview=0",
        ] {
            let condition = Condition::of_shown(text).unwrap();
            assert_eq!(again(&condition), (format!("{text:?}"), condition));
        }
        assert!(serde_json::from_str::<Condition>("\"max-length=many\"").is_err());
    }
}
