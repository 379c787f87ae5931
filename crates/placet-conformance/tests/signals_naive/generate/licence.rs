//! RSL documents.

use placet_testing::Random;

use super::Theme;

/// A document.
pub(super) fn document(random: &mut Random, theme: &Theme) -> String {
    if random.one_in(25) {
        return random
            .pick(&[
                "",
                "<rsl>",
                "<rsl><content url=\"/\"><license/></content></rsl>",
                "<rss xmlns=\"https://rslstandard.org/rsl\"/>",
                "<!DOCTYPE rsl>\n<rsl xmlns=\"https://rslstandard.org/rsl\"></rsl>",
                "<rsl xmlns=\"https://rslstandard.org/rsl\"/>",
                "<rsl xmlns=\"https://rslstandard.org/rsl\">&x;</rsl>",
            ])
            .to_owned();
    }
    let prefix = if random.one_in(8) { "r:" } else { "" };
    let space = if random.one_in(12) { "http" } else { "https" };
    let xmlns = if prefix.is_empty() { "xmlns" } else { "xmlns:r" };
    let mut text = match random.below(12) {
        0 => "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned(),
        1 => "\n <?xml version=\"1.0\"?>".to_owned(),
        2 => "\u{feff}<?xml version=\"1.0\"?>\n".to_owned(),
        3 => "<!-- a comment -->\n".to_owned(),
        _ => String::new(),
    };
    let space = format!("{xmlns}=\"{space}://rslstandard.org/rsl\"");
    text = format!("{text}<PREFIXrsl {space}>\n");
    for _ in 0..random.up_to(3, 40) {
        text += &content(random, theme);
    }
    text += "</PREFIXrsl>\n";
    text.replace("PREFIX", prefix)
}

fn content(random: &mut Random, theme: &Theme) -> String {
    let pattern = theme.pattern(random);
    let authority = random.pick(&["example.com", "EXAMPLE.com:443", "example.com", "example.org"]);
    let url = match random.below(12) {
        0..=2 => " url=\"\"".to_owned(),
        3 if pattern.starts_with('/') => format!(" url=\"https://{authority}{pattern}\""),
        4 => {
            format!(" url=\"http://{}\"", random.pick(&["example.com", "example.com:80", "x.org"]))
        }
        5 if random.one_in(2) => String::new(),
        5 => " url=\"img/\"".to_owned(),
        _ => format!(" url=\"{pattern}\""),
    };
    let server = if random.one_in(15) { " server=\"https://rsl.example/\"" } else { "" };
    let mut text = format!("<PREFIXcontent{url}{server}>\n");
    for _ in 0..random.up_to(2, 40) {
        text += &licence(random);
    }
    if random.one_in(10) {
        text += &for_all(random);
    }
    text + "</PREFIXcontent>\n"
}

fn licence(random: &mut Random) -> String {
    let mut text = "<PREFIXlicense>\n".to_owned();
    for _ in 0..random.up_to(3, 60) {
        text += &match random.below(20) {
            0..=7 => usages(random, "permits"),
            8..=11 => usages(random, "prohibits"),
            12..=15 => payment(random),
            16 => tokens(random),
            17 => for_all(random),
            18 => random
                .pick(&[
                    "<PREFIXpermits type=\"colour\">all</PREFIXpermits>\n",
                    "<PREFIXprohibits>all</PREFIXprohibits>\n",
                    "<PREFIXextra><PREFIXprohibits type=\"usage\">all</PREFIXprohibits></PREFIXextra>\n",
                ])
                .to_owned(),
            _ => random
                .pick(&[
                    "<x:prohibits xmlns:x=\"https://other.example/\" type=\"usage\">all</x:prohibits>\n",
                    "<PREFIXcopyright>Example</PREFIXcopyright>\n",
                    "<!-- prohibits all -->\n",
                ])
                .to_owned(),
        };
    }
    text + "</PREFIXlicense>\n"
}

fn usages(random: &mut Random, element: &str) -> String {
    let mut list = String::new();
    for at in 0..random.up_to(3, 20) {
        if at > 0 {
            list += random.pick(&[" ", " ", "\n", ", ", ","]);
        }
        list += match random.below(20) {
            0..=4 => "ai-train",
            5..=7 => "ai-input",
            8..=9 => "ai-index",
            10..=11 => "ai-all",
            12..=14 => "search",
            15..=17 => "all",
            18 => "AI-Train",
            _ => random.pick(&["train-ai", "x:foo", "editorial"]),
        };
    }
    format!("<PREFIX{element} type=\"usage\">{list}</PREFIX{element}>\n")
}

fn payment(random: &mut Random) -> String {
    let kind = match random.below(12) {
        0 => String::new(),
        1 => " type=\"barter\"".to_owned(),
        _ => {
            let kinds = [
                "purchase",
                "subscription",
                "crawl",
                "contribution",
                "attribution",
                "training",
                "use",
                "free",
            ];
            format!(" type=\"{}\"", random.pick(&kinds))
        }
    };
    let inner = random.pick(&[
        "",
        "",
        "",
        "<PREFIXamount currency=\"EUR\">1</PREFIXamount>",
        "<PREFIXstandard> https://example.com/terms </PREFIXstandard>",
        "<PREFIXcustom>\nhttps://example.com/ask\n</PREFIXcustom>",
    ]);
    format!("<PREFIXpayment{kind}>{inner}</PREFIXpayment>\n")
}

fn tokens(random: &mut Random) -> String {
    let element = random.pick(&["permits", "prohibits"]);
    let (kind, list) = if random.chance(500) {
        ("user", random.pick(&["commercial", "education non-commercial", "b, a a"]))
    } else {
        ("geo", random.pick(&["DE", "FR DE", "US, DE,FR"]))
    };
    format!("<PREFIX{element} type=\"{kind}\">{list}</PREFIX{element}>\n")
}

/// What can be in a licence, or in `content` for all its licences.
fn for_all(random: &mut Random) -> String {
    random
        .pick(&[
            "<PREFIXreporting type=\"audit\"/>\n",
            "<PREFIXreporting type=\"usage\" profile=\"https://p.example/t\"/>\n",
            "<PREFIXlegal type=\"disclaimer\">as is</PREFIXlegal>\n",
            "<PREFIXlegal type=\"warranty\">ownership</PREFIXlegal>\n",
            "<PREFIXterms> https://example.com/tos </PREFIXterms>\n",
        ])
        .to_owned()
}
