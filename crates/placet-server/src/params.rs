//! The parameters of a query string.

use std::borrow::Cow;

use placet::{Agent, Crawler, Profile, Usage};
use placet_fetch::Digest;
use url::form_urlencoded;

use crate::problem::Problem;

/// The parameters of a query string, decoded, in order.
#[derive(Debug)]
pub(crate) struct Params<'q> {
    all: Vec<(Cow<'q, str>, Cow<'q, str>)>,
}

impl<'q> Params<'q> {
    /// Parses a query string; unknown names are refused, because ignoring them would answer another
    /// question.
    pub(crate) fn read(query: Option<&'q str>, known: &[&str]) -> Result<Self, Problem> {
        let all: Vec<_> = query.unwrap_or_default().split('&').filter_map(pair).collect();
        for (name, _) in &all {
            if !known.contains(&&**name) {
                let name: String = name.chars().take(40).collect();
                let known = known.join(", ");
                let detail = format!("unknown parameter {name:?}; this path has {known}");
                return Err(Problem::bad_request(detail));
            }
        }
        Ok(Self { all })
    }

    /// The values of a parameter.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.all.iter().filter(move |(it, _)| it == name).map(|(_, value)| &**value)
    }

    /// The value of a parameter that may occur once.
    pub(crate) fn one(&self, name: &str) -> Result<Option<&str>, Problem> {
        let mut values = self.all(name);
        match (values.next(), values.next()) {
            (value, None) => Ok(value),
            _ => Err(Problem::bad_request(format!("`{name}` occurs twice"))),
        }
    }

    /// The value of a parameter that must occur once.
    pub(crate) fn required(&self, name: &str) -> Result<&str, Problem> {
        self.one(name)?.ok_or_else(|| Problem::bad_request(format!("`{name}` is missing")))
    }

    /// The value of a parameter that is `true` or `false`; false if it is not given.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, Problem> {
        match self.one(name)? {
            None | Some("false" | "0") => Ok(false),
            Some("true" | "1" | "") => Ok(true),
            Some(_) => Err(Problem::bad_request(format!("`{name}`: expected true or false"))),
        }
    }

    /// The value of a parameter in another type.
    pub(crate) fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(
        &self,
        name: &str,
    ) -> Result<Option<T>, Problem> {
        let parse = |value: &str| parse(name, value);
        self.one(name)?.map(parse).transpose()
    }

    /// The crawlers of `agent` and `agent_exact`, with the purposes of `purpose`.
    pub(crate) fn crawlers(&self) -> Vec<Crawler> {
        let exact = self.all("agent_exact").map(Agent::exact);
        let agents = self.all("agent").map(Agent::new).chain(exact);
        let with_purposes = |agent: Agent| {
            let purposes = self.all("purpose");
            purposes.fold(Crawler::new(agent), Crawler::purpose)
        };
        agents.map(with_purposes).collect()
    }

    /// The one crawler of `agent` or `agent_exact`.
    pub(crate) fn crawler(&self) -> Result<Crawler, Problem> {
        let mut crawlers = self.crawlers().into_iter();
        match (crawlers.next(), crawlers.next()) {
            (Some(crawler), None) => Ok(crawler),
            (None, _) => Err(Problem::bad_request("`agent` is missing")),
            _ => Err(Problem::bad_request("this path answers for one `agent`")),
        }
    }

    /// The usages of `usage`.
    pub(crate) fn usages(&self) -> Result<Vec<Usage>, Problem> {
        self.all("usage").map(|value| parse("usage", value)).collect()
    }

    /// The profile of `profile`.
    pub(crate) fn profile(&self) -> Result<Profile, Problem> {
        Ok(self.parsed("profile")?.unwrap_or_default())
    }

    /// The digest of `digest`.
    pub(crate) fn digest(&self) -> Result<Option<Digest>, Problem> {
        self.parsed("digest")
    }
}

/// A name and its value, decoded; none if nothing is written. Most have nothing to decode.
fn pair(written: &str) -> Option<(Cow<'_, str>, Cow<'_, str>)> {
    if written.is_empty() || written.bytes().any(|it| matches!(it, b'%' | b'+')) {
        return form_urlencoded::parse(written.as_bytes()).next();
    }
    let (name, value) = written.split_once('=').unwrap_or((written, ""));
    Some((Cow::Borrowed(name), Cow::Borrowed(value)))
}

fn parse<T: std::str::FromStr<Err: std::fmt::Display>>(
    name: &str,
    value: &str,
) -> Result<T, Problem> {
    value.parse().map_err(|error| Problem::bad_request(format!("`{name}`: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_those_of_a_form() {
        for query in ["", "&&", "a", "a=", "=b", "a=b=c&d", "a+b=%61&c=%zz&%26=d", "\u{e4}=%ff&+"] {
            let parsed: Vec<_> = form_urlencoded::parse(query.as_bytes()).collect();
            let read: Vec<_> = query.split('&').filter_map(pair).collect();
            assert_eq!(read, parsed, "{query}");
        }
    }
}
