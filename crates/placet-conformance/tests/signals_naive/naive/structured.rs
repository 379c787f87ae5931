//! Dictionaries and lists of RFC 9651, by the algorithms of its section 4.2.

/// A bare item, as far as it matters here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    Token(String),
    Text(String),
    Boolean(bool),
    Other,
}

/// A member of a dictionary: its key, where that begins, and its value.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) key: String,
    pub(crate) start: usize,
    pub(crate) value: Value,
}

/// A member of a list, with its parameters.
pub(crate) type Item = (Value, Vec<(String, Value)>);

/// 4.2.2: a dictionary; `None` where it does not parse. Keys may occur twice.
pub(crate) fn dictionary(text: &str) -> Option<Vec<Member>> {
    let mut input = Input { text, at: 0 };
    let mut members = Vec::new();
    input.blanks(" ");
    while !input.is_done() {
        let start = input.at;
        let key = input.key()?;
        let value = if input.eat('=') { input.item_or_list()? } else { Value::Boolean(true) };
        input.parameters()?;
        members.push(Member { key, start, value });
        if !input.next_member()? {
            break;
        }
    }
    Some(members)
}

/// 4.2.1: a list; `None` where it does not parse.
pub(crate) fn list(text: &str) -> Option<Vec<Item>> {
    let mut input = Input { text, at: 0 };
    let mut items = Vec::new();
    input.blanks(" ");
    while !input.is_done() {
        let value = input.item_or_list()?;
        items.push((value, input.parameters()?));
        if !input.next_member()? {
            break;
        }
    }
    Some(items)
}

struct Input<'t> {
    text: &'t str,
    at: usize,
}

impl Input<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn is_done(&self) -> bool {
        self.peek().is_none()
    }

    fn take(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn eat(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        if is_there {
            self.take();
        }
        is_there
    }

    fn blanks(&mut self, which: &str) {
        self.run(|c| which.contains(c));
    }

    fn run(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let mut found = String::new();
        while let Some(next) = self.peek().filter(|&next| wanted(next)) {
            self.take();
            found.push(next);
        }
        found
    }

    /// What comes between members: whether there is another one; `None` is an error.
    fn next_member(&mut self) -> Option<bool> {
        let here = self.at;
        self.blanks(" \t");
        if self.is_done() {
            // At the end of the whole text only SP may follow.
            return self.text[here..].chars().all(|c| c == ' ').then_some(false);
        }
        if !self.eat(',') {
            return None;
        }
        self.blanks(" \t");
        // A trailing comma is an error.
        (!self.is_done()).then_some(true)
    }

    /// 4.2.3.3.
    fn key(&mut self) -> Option<String> {
        self.peek().filter(|&c| c.is_ascii_lowercase() || c == '*')?;
        let is_key = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-.*".contains(c);
        Some(self.run(is_key))
    }

    fn item_or_list(&mut self) -> Option<Value> {
        if !self.eat('(') {
            return self.bare_item();
        }
        // 4.2.1.2: an inner list.
        loop {
            self.blanks(" ");
            if self.eat(')') {
                return Some(Value::Other);
            }
            self.bare_item()?;
            self.parameters()?;
            self.peek().filter(|&c| c == ' ' || c == ')')?;
        }
    }

    /// 4.2.3.2.
    fn parameters(&mut self) -> Option<Vec<(String, Value)>> {
        let mut parameters = Vec::new();
        while self.eat(';') {
            self.blanks(" ");
            let key = self.key()?;
            let value = if self.eat('=') { self.bare_item()? } else { Value::Boolean(true) };
            parameters.push((key, value));
        }
        Some(parameters)
    }

    /// 4.2.3.1.
    fn bare_item(&mut self) -> Option<Value> {
        match self.peek()? {
            '"' => self.string().map(Value::Text),
            '?' => {
                self.take();
                match self.take()? {
                    '0' => Some(Value::Boolean(false)),
                    '1' => Some(Value::Boolean(true)),
                    _ => None,
                }
            }
            '@' => {
                self.take();
                let is_integer = !self.number()?;
                is_integer.then_some(Value::Other)
            }
            ':' => {
                self.take();
                self.run(|c| c.is_ascii_alphanumeric() || "+/=".contains(c));
                self.eat(':').then_some(Value::Other)
            }
            '%' => {
                self.take();
                self.display_string()?;
                Some(Value::Other)
            }
            c if c == '-' || c.is_ascii_digit() => {
                self.number()?;
                Some(Value::Other)
            }
            c if c == '*' || c.is_ascii_alphabetic() => {
                let is_token =
                    |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~:/".contains(c);
                Some(Value::Token(self.run(is_token)))
            }
            _ => None,
        }
    }

    /// 4.2.4: whether it is a decimal; `None` is an error.
    fn number(&mut self) -> Option<bool> {
        self.eat('-');
        let whole = self.run(|c| c.is_ascii_digit()).len();
        if whole == 0 || whole > 15 {
            return None;
        }
        if !self.eat('.') {
            return Some(false);
        }
        let fraction = self.run(|c| c.is_ascii_digit()).len();
        (whole <= 12 && (1..=3).contains(&fraction)).then_some(true)
    }

    /// 4.2.5.
    fn string(&mut self) -> Option<String> {
        self.take();
        let mut found = String::new();
        loop {
            match self.take()? {
                '"' => return Some(found),
                '\\' => found.push(self.take().filter(|&c| c == '"' || c == '\\')?),
                c @ ' '..='~' => found.push(c),
                _ => return None,
            }
        }
    }

    /// 4.2.10.
    fn display_string(&mut self) -> Option<()> {
        if !self.eat('"') {
            return None;
        }
        let mut bytes = Vec::new();
        loop {
            match self.take()? {
                '"' => return String::from_utf8(bytes).ok().map(|_| ()),
                '%' => {
                    let mut value = 0;
                    for _ in 0..2 {
                        let digit = self.take().filter(|c| !c.is_ascii_uppercase())?;
                        value = value * 16 + u8::try_from(digit.to_digit(16)?).ok()?;
                    }
                    bytes.push(value);
                }
                c @ ' '..='~' => bytes.push(u8::try_from(c).ok()?),
                _ => return None,
            }
        }
    }
}
