//! Refuses requests that a page of another site makes through a visitor's browser.

use std::net::IpAddr;

use axum::http::header::{HOST, HeaderMap, HeaderName, ORIGIN};

use crate::config::Config;
use crate::problem::{Code, Problem};

/// Which site a browser makes a request for.
static SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Refuses a request with a host name that is not one of the server: a site could have pointed its own
/// name at this address, and would then read the answers (DNS rebinding).
pub(super) fn check_host(config: &Config, fields: &HeaderMap) -> Result<(), Problem> {
    let host = fields.get(HOST).and_then(|it| it.to_str().ok()).unwrap_or_default();
    let name = name_of(host);
    let is_address = |name: &str| name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
    let is_listed = config.hosts.iter().any(|it| it.eq_ignore_ascii_case(name));
    let is_local = config.listen.ip().is_loopback();
    // A browser that was led here by a name sends that name.
    let is_own = || name.eq_ignore_ascii_case("localhost") || is_address(name);
    if is_listed || (!is_local && config.hosts.is_empty()) || is_own() {
        return Ok(());
    }
    let name: String = name.chars().take(80).collect();
    let detail = format!("{name:?} is not a name of this server; add it to the setting `hosts`");
    Err(Problem::new(Code::ForbiddenOrigin, detail))
}

/// Refuses a request that a page of another site makes.
pub(super) fn check_site(fields: &HeaderMap) -> Result<(), Problem> {
    let text = |name: &HeaderName| fields.get(name).and_then(|it| it.to_str().ok());
    let is_foreign = match (text(&SEC_FETCH_SITE), text(&ORIGIN)) {
        (Some("same-origin" | "none"), _) | (None, None) => false,
        (Some(_), _) => true,
        (None, Some(origin)) => origin.split_once("://").map(|it| it.1) != text(&HOST),
    };
    if is_foreign {
        let detail = "the request comes from a page of another site";
        return Err(Problem::new(Code::ForbiddenOrigin, detail));
    }
    Ok(())
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|it| it.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(all: &[(&'static str, &'static str)]) -> HeaderMap {
        all.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn a_local_server_answers_to_local_names_only() {
        let config = Config::default();
        for (host, allowed) in [
            ("127.0.0.1:8787", true),
            ("localhost:8787", true),
            ("LOCALHOST", true),
            ("[::1]:8787", true),
            ("evil.example:8787", false),
            ("", false),
        ] {
            assert_eq!(check_host(&config, &fields(&[("host", host)])).is_ok(), allowed, "{host}");
        }
        let named = Config { hosts: vec!["placet.internal".to_owned()], ..Config::default() };
        assert!(check_host(&named, &fields(&[("host", "Placet.internal:80")])).is_ok());
        assert!(check_host(&named, &fields(&[("host", "evil.example")])).is_err());
        let public = Config { listen: "0.0.0.0:80".parse().unwrap(), ..Config::default() };
        assert!(check_host(&public, &fields(&[("host", "placet.example")])).is_ok());
    }

    #[test]
    fn pages_of_other_sites_get_no_answer() {
        let host = ("host", "localhost:8787");
        for (more, allowed) in [
            (None, true),
            (Some(("sec-fetch-site", "same-origin")), true),
            (Some(("sec-fetch-site", "none")), true),
            (Some(("sec-fetch-site", "cross-site")), false),
            (Some(("sec-fetch-site", "same-site")), false),
            (Some(("origin", "http://localhost:8787")), true),
            (Some(("origin", "http://localhost:9999")), false),
            (Some(("origin", "https://evil.example")), false),
            (Some(("origin", "null")), false),
        ] {
            let all: Vec<_> = [host].into_iter().chain(more).collect();
            assert_eq!(check_site(&fields(&all)).is_ok(), allowed, "{more:?}");
        }
    }
}
