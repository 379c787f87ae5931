//! Who asks, and who is addressed.

/// A crawler: its product token and its `User-Agent` string, both in lower case.
#[derive(Debug)]
pub(crate) struct Crawler {
    pub(crate) token: String,
    user_agent: String,
}

impl Crawler {
    /// F-10: the token of a `User-Agent` text is the product after `compatible;`, else the first
    /// product, cut at `/`. Text with neither a version nor a comment is a name.
    pub(crate) fn new(agent: &str) -> Self {
        let user_agent = agent.to_ascii_lowercase();
        if !user_agent.contains('/') && !user_agent.contains('(') {
            return Self { token: user_agent.clone(), user_agent };
        }
        let product = user_agent
            .split_once("compatible;")
            .map_or(user_agent.as_str(), |(_, after)| after)
            .trim_start();
        let ends = |c: char| c.is_whitespace() || matches!(c, '/' | ';' | '(' | ')');
        let token = product.split(ends).next().unwrap_or_default().to_owned();
        Self { token, user_agent }
    }

    /// Whether an ACAP crawler name addresses this crawler; `*` is not a name.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        if name.is_empty() || self.token.is_empty() {
            return false;
        }
        // (a) it equals the token.
        if name == self.token {
            return true;
        }
        // (b) the token begins with it and goes on with neither letter nor digit.
        if let Some(rest) = self.token.strip_prefix(&name) {
            return !rest.starts_with(char::is_alphanumeric);
        }
        // (c) it contains the token and is contained in the User-Agent string.
        name.contains(&self.token) && self.user_agent.contains(&name)
    }

    /// Whether a conventional `user-agent` value names this crawler (F-11).
    pub(crate) fn is_user_agent(&self, value: &str) -> bool {
        let is_token_character = |c: char| c.is_ascii_alphabetic() || c == '_' || c == '-';
        let run: String = value.chars().take_while(|&c| is_token_character(c)).collect();
        !self.token.is_empty()
            && (run.eq_ignore_ascii_case(&self.token)
                || value.eq_ignore_ascii_case(&self.token)
                || value.eq_ignore_ascii_case(&self.user_agent))
    }
}

/// Whether a conventional `user-agent` value is the global group (F-12).
pub(crate) fn is_global(value: &str) -> bool {
    value == "*" || value.starts_with("* ") || value.starts_with("*\t")
}
