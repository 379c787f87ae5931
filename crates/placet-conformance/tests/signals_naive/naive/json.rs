//! JSON by the grammar of RFC 8259, with every key of an object and the line of its `{`.

#[derive(Debug, Clone)]
pub(crate) enum Json {
    Null,
    Boolean,
    /// As written.
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object {
        line: usize,
        members: Vec<(String, Json)>,
    },
}

impl Json {
    /// Whether it is a number that equals this one.
    pub(crate) fn is_number(&self, wanted: f64) -> bool {
        let Self::Number(written) = self else { return false };
        written.parse::<f64>().is_ok_and(|number| (number - wanted).abs() == 0.0)
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Reads a text; `None` where it is not JSON.
pub(crate) fn parse(text: &str) -> Option<Json> {
    let mut input = Input { text, at: 0 };
    let value = input.value()?;
    input.white_space();
    (input.at == text.len()).then_some(value)
}

struct Input<'t> {
    text: &'t str,
    at: usize,
}

impl Input<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn white_space(&mut self) {
        while self.rest().starts_with([' ', '\t', '\n', '\r']) {
            self.at += 1;
        }
    }

    /// Whether `wanted` comes next, after white space; then it is passed.
    fn eat(&mut self, wanted: &str) -> bool {
        self.white_space();
        let is_there = self.rest().starts_with(wanted);
        self.at += if is_there { wanted.len() } else { 0 };
        is_there
    }

    fn value(&mut self) -> Option<Json> {
        self.white_space();
        let start = self.at;
        match self.rest().chars().next()? {
            '{' => {
                let line = self.text[..start].matches('\n').count() + 1;
                let mut members = Vec::new();
                self.eat("{");
                if !self.eat("}") {
                    loop {
                        self.white_space();
                        let key = self.string()?;
                        if !self.eat(":") {
                            return None;
                        }
                        members.push((key, self.value()?));
                        if self.eat("}") {
                            break;
                        }
                        if !self.eat(",") {
                            return None;
                        }
                    }
                }
                Some(Json::Object { line, members })
            }
            '[' => {
                let mut items = Vec::new();
                self.eat("[");
                if !self.eat("]") {
                    loop {
                        items.push(self.value()?);
                        if self.eat("]") {
                            break;
                        }
                        if !self.eat(",") {
                            return None;
                        }
                    }
                }
                Some(Json::List(items))
            }
            '"' => self.string().map(Json::Text),
            '-' | '0'..='9' => self.number(),
            _ if self.eat("true") || self.eat("false") => Some(Json::Boolean),
            _ => self.eat("null").then_some(Json::Null),
        }
    }

    fn number(&mut self) -> Option<Json> {
        let start = self.at;
        let digits = |input: &mut Self| {
            let from = input.at;
            while input.rest().starts_with(|c: char| c.is_ascii_digit()) {
                input.at += 1;
            }
            input.at - from
        };
        let next = |input: &mut Self, wanted: &[char]| {
            let is_there = input.rest().starts_with(wanted);
            input.at += usize::from(is_there);
            is_there
        };
        next(self, &['-']);
        let begins_with_zero = self.rest().starts_with('0');
        let whole = digits(self);
        if whole == 0 || begins_with_zero && whole > 1 {
            return None;
        }
        if next(self, &['.']) && digits(self) == 0 {
            return None;
        }
        if next(self, &['e', 'E']) {
            next(self, &['+', '-']);
            if digits(self) == 0 {
                return None;
            }
        }
        Some(Json::Number(self.text[start..self.at].to_owned()))
    }

    fn string(&mut self) -> Option<String> {
        if !self.rest().starts_with('"') {
            return None;
        }
        self.at += 1;
        let mut found = Vec::new();
        loop {
            let next = self.rest().chars().next()?;
            self.at += next.len_utf8();
            match next {
                '"' => return String::from_utf16(&found).ok(),
                '\\' => {
                    let escaped = self.rest().chars().next()?;
                    self.at += escaped.len_utf8();
                    let unit = match escaped {
                        '"' | '\\' | '/' => u16::try_from(u32::from(escaped)).ok()?,
                        'b' => 8,
                        'f' => 12,
                        'n' => 10,
                        'r' => 13,
                        't' => 9,
                        'u' => {
                            let digits = self.rest().get(..4)?;
                            if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                                return None;
                            }
                            let unit = u16::from_str_radix(digits, 16).ok()?;
                            self.at += 4;
                            unit
                        }
                        _ => return None,
                    };
                    found.push(unit);
                }
                control if control < ' ' => return None,
                other => found.extend(other.encode_utf16(&mut [0; 2]).iter()),
            }
        }
    }
}
