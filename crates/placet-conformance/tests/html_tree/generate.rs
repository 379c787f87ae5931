//! Random documents with everything that makes parsing HTML hard.

use placet_testing::Random;

const FORMATTING: &[&str] = &[
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
];
const TABLE: &[&str] = &[
    "table", "tr", "td", "th", "tbody", "thead", "tfoot", "caption", "colgroup", "col", "table",
    "td",
];
const BLOCK: &[&str] = &[
    "p",
    "div",
    "ul",
    "li",
    "dl",
    "dt",
    "dd",
    "h1",
    "h2",
    "pre",
    "listing",
    "blockquote",
    "address",
    "section",
    "form",
    "center",
    "menu",
    "hr",
    "p",
    "div",
    "article",
    "main",
    "search",
    "dialog",
];
const INLINE: &[&str] = &[
    "span",
    "button",
    "object",
    "applet",
    "marquee",
    "ruby",
    "rb",
    "rt",
    "rp",
    "rtc",
    "br",
    "img",
    "image",
    "input",
    "wbr",
    "embed",
    "area",
    "param",
    "source",
    "track",
    "keygen",
    "x-y",
    "isindex",
    "sub",
    "var",
    "bdo",
    "unknownelementname",
];
const SELECT: &[&str] = &["select", "option", "optgroup", "input", "textarea", "keygen", "hr"];
const HEAD: &[&str] = &[
    "html", "head", "body", "title", "meta", "base", "link", "style", "script", "noscript",
    "template", "noframes", "basefont", "bgsound", "meta", "meta", "noscript",
];
const RAW: &[&str] =
    &["script", "style", "xmp", "iframe", "noembed", "noframes", "textarea", "title", "plaintext"];
const FRAMES: &[&str] = &["frameset", "frame", "noframes"];
const FOREIGN: &[&str] = &[
    "svg",
    "math",
    "mi",
    "mo",
    "mtext",
    "annotation-xml",
    "foreignObject",
    "desc",
    "title",
    "g",
    "circle",
    "mglyph",
    "malignmark",
    "svg",
    "math",
    "script",
    "style",
    "a",
    "font",
    "p",
    "table",
];
const TEMPLATE: &[&str] = &["template", "template", "template", "tr", "td", "col", "caption"];

/// A document, as the list of its tokens.
pub(crate) fn document(seed: u64) -> Vec<String> {
    let mut random = Random::new(seed);
    let mut maker = Maker { number: 0, open: Vec::new() };
    let mut tokens = Vec::new();
    if random.one_in(3) {
        tokens.push(doctype(&mut random));
    }
    for name in ["html", "head"] {
        if random.one_in(3) {
            tokens.push(maker.start(&mut random, name));
        }
    }
    // Each document prefers some tokens, so that rare ones occur together.
    let groups: &[&[&str]] =
        &[FORMATTING, TABLE, BLOCK, INLINE, SELECT, HEAD, RAW, FRAMES, FOREIGN, TEMPLATE];
    let favourites: Vec<&[&str]> =
        (0..=random.below(4)).map(|_| groups[random.below(groups.len())]).collect();
    // Many have only a head.
    let favourites = if random.one_in(3) { vec![HEAD, HEAD, TEMPLATE, RAW] } else { favourites };
    let most = [6, 15, 40, 120][random.below(4)];
    let length = 1 + random.below(most);
    for _ in 0..length {
        let group = if random.one_in(5) {
            groups[random.below(groups.len())]
        } else {
            favourites[random.below(favourites.len())]
        };
        tokens.push(maker.token(&mut random, group));
    }
    if random.one_in(4) {
        let last = tokens.last_mut().expect("at least one token");
        let cuts: Vec<_> = last.char_indices().map(|(at, _)| at).collect();
        last.truncate(cuts[random.below(cuts.len())]);
    }
    tokens
}

struct Maker {
    number: u32,
    open: Vec<String>,
}

impl Maker {
    fn next(&mut self) -> u32 {
        self.number += 1;
        self.number
    }

    fn token(&mut self, random: &mut Random, group: &[&str]) -> String {
        match random.below(20) {
            0..=8 => {
                let name = random.pick(group);
                // It does so in any case.
                let name = if name == "plaintext" && !random.one_in(6) { "p" } else { name };
                self.start(random, name)
            }
            9..=11 => match self.open.pop() {
                Some(name) => end(random, &name),
                None => end(random, random_name(group)),
            },
            12 | 13 => {
                let name = random.pick(group);
                end(random, name)
            }
            14..=16 => format!("[w{}]", self.next()),
            17 => random
                .pick(&[
                    " ",
                    "\n",
                    "\t \r\n",
                    "\r",
                    "\x0C",
                    "\0",
                    "&nbsp;",
                    "&#32;",
                    "&#x0a;",
                    "&Tab;",
                    "&NewLine;",
                    "&#10",
                    "&",
                    "<",
                    "</",
                    "</>",
                    "é",
                    "&amp",
                    "\n\n",
                    " \0 ",
                ])
                .to_owned(),
            18 => Self::comment(random),
            _ => match random.below(6) {
                0 => doctype(random),
                1 => format!("<![CDATA[ [w{}] ]]>", self.next()),
                2 => format!("<![CDATA[<b>[w{}]]]]>", self.next()),
                3 => format!("<![CDATA[]]>[w{}]", self.next()),
                4 => "<![CDATA[ \n]]>".to_owned(),
                _ => format!("<!--<script>--><script><!--<script>[w{}]</script>-->", self.next()),
            },
        }
    }

    fn comment(random: &mut Random) -> String {
        let start = random.pick(&["<!--", "<!--", "<!--", "<!", "<?", "</ ", "<!-", "<!--<!--"]);
        let end = random.pick(&["-->", "-->", "-->", "--!>", ">", "->", "", "--->", "--!-->"]);
        let inner = random.pick(&["", "", "x", "-", "!", "<b class=the-acap:c>", "--!", "--", ">"]);
        format!("{start}{inner}{end}")
    }

    fn start(&mut self, random: &mut Random, name: &str) -> String {
        let mut tag = format!("<{}", in_some_case(random, name));
        if random.one_in(3) {
            self.open.push(name.to_owned());
        }
        let mut attributes = Vec::new();
        if !random.one_in(3) {
            let number = self.next();
            let id = match random.below(60) {
                0 => "wanted".into(),
                1..=4 => "same".into(),
                _ => format!("i{number}"),
            };
            attributes.push(("id", id));
            // Distinguishes elements with one id from copies of one.
            attributes.push(("k", number.to_string()));
        }
        if random.one_in(3) {
            attributes.push(("class", self.class(random)));
        }
        if random.one_in(8) {
            attributes.push(("data-nosnippet", String::new()));
        }
        if name == "meta" && !random.one_in(5) {
            let number = self.next();
            let known = random.pick(&["robots", "ROBOTS", "a&amp;b", "x&#45;y", "é", ""]);
            attributes.push(("name", known.to_owned()));
            if !random.one_in(8) {
                let odd = random.pick(&[
                    "",
                    "noindex, ",
                    "&lt;&copy=1&copy;",
                    "a\r\nb\rc",
                    "&#x80;",
                    ">",
                ]);
                attributes.push(("content", format!("{odd}c{number}")));
            }
        }
        match name {
            "input" if random.one_in(2) => {
                attributes
                    .push(("type", random.pick(&["hidden", "HIDDEN", "h&#105;dden", "x"]).into()));
            }
            "annotation-xml" if random.one_in(2) => {
                let value = random.pick(&["text/html", "TEXT/HTML", "application/xhtml+xml", "x"]);
                attributes.push(("encoding", value.to_owned()));
            }
            "font" if random.one_in(2) => {
                attributes.push((random.pick(&["color", "SIZE", "face", "title"]), "x".into()));
            }
            "template" if random.one_in(6) => attributes.push(("shadowrootmode", "open".into())),
            _ => {}
        }
        if FORMATTING.contains(&name) && random.one_in(2) {
            // Equal elements, for the Noah's Ark clause.
            attributes.retain(|(name, _)| *name == "k" || random.one_in(4));
            if !attributes.iter().any(|(name, _)| *name == "id") {
                attributes.clear();
            }
        }
        if random.one_in(20) {
            let duplicate = attributes.first().map_or("class", |(key, _)| *key);
            attributes.push((duplicate, "the-acap:dup wanted".into()));
        }
        if random.one_in(4) {
            attributes.reverse();
        }
        for (key, value) in attributes {
            tag += random.pick(&[" ", " ", " ", "\n", "/", " / ", "\t\r\n"]);
            tag += &in_some_case(random, key);
            tag += &quoted(random, &value);
        }
        tag += random.pick(&["", "", "", "", " ", "/", " /", "\n"]);
        tag.push('>');
        // If left open, it would contain everything after it.
        let holds_text = RAW.contains(&name) && name != "plaintext" || name == "noscript";
        if holds_text && !random.one_in(4) {
            let inner = random.pick(&["", "x", "<b>", "<!--", "<meta name=a content=raw>", "</x>"]);
            tag += inner;
            tag += &end(random, name);
        }
        tag
    }

    fn class(&mut self, random: &mut Random) -> String {
        let number = self.next();
        let prefix = random.pick(&[
            "the-acap:",
            "The-ACAP:",
            "the&#45;acap:",
            "the-acap&colon;",
            "&#116;&#x48;e-acap:",
            "the-acap",
            "x",
            "wanted",
            "WANTED",
            "want&#101;d",
            "&#32;the-acap:",
            "é the-acap:",
        ]);
        let other = random.pick(&["", "a ", "\t", "the-acap:x ", "b\n", "&nbsp;"]);
        match prefix {
            "wanted" | "WANTED" | "want&#101;d" => format!("{other}{prefix}"),
            _ => format!("{other}{prefix}{number}"),
        }
    }
}

fn random_name<'a>(group: &[&'a str]) -> &'a str {
    group[0]
}

fn end(random: &mut Random, name: &str) -> String {
    let after = random.pick(&["", "", "", " ", " class=the-acap:x", "/", " a='>'"]);
    format!("</{}{after}>", in_some_case(random, name))
}

fn in_some_case(random: &mut Random, name: &str) -> String {
    if random.one_in(8) { name.to_ascii_uppercase() } else { name.to_owned() }
}

fn quoted(random: &mut Random, value: &str) -> String {
    let equals = random.pick(&["=", "=", "=", " = ", "=\n"]);
    let is_bare = !value.is_empty()
        && !value.contains([' ', '\t', '\n', '\r', '\x0C', '>', '"', '\''])
        && !value.ends_with('/');
    match random.below(3) {
        0 if is_bare => format!("{equals}{value}"),
        1 => format!("{equals}'{value}'"),
        _ if value.is_empty() && random.one_in(2) => String::new(),
        _ => format!("{equals}\"{value}\""),
    }
}

fn doctype(random: &mut Random) -> String {
    random
        .pick(&[
            "<!DOCTYPE html>",
            "<!doctype html>",
            "<!DOCTYPE>",
            "<!DOCTYPE x>",
            "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">",
            "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"x\">",
            "<!DOCTYPE html SYSTEM 'about:legacy-compat'>",
            "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2//EN' 'y>",
            "<!DOCTYPEhtml>",
        ])
        .to_owned()
}
