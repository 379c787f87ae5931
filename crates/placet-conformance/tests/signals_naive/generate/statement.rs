//! Values of `Content-Usage` and `Content-Signal`.

use placet_testing::Random;

/// A statement of `Content-Usage`.
pub(super) fn content_usage(random: &mut Random) -> String {
    let mut members = Vec::new();
    for _ in 0..random.up_to(3, 30) {
        let label = match random.below(14) {
            0..=4 => "train-ai",
            5..=8 => "ai-use",
            9..=11 => "search",
            12 => random.pick(&["tdm", "ai", "bots", "all", "ai-output", "train-genai"]),
            _ => random.pick(&["ai-train", "foo", "*", "a.b-c_d*"]),
        };
        let value = match random.below(12) {
            0..=5 => "=n",
            6..=9 => "=y",
            10 => random.pick(&["=n;reason=\"x\"", "=y;a;b=?0", "=n; q=1.5", "=y;t=@1700000000"]),
            _ => random.pick(&[
                "=no", "=\"n\"", "=?0", "", "=(n y)", "=1", "=-1.25", "=N", "=:bg==:", "=()", "=*",
            ]),
        };
        members.push(format!("{label}{value}"));
    }
    let separator = random.pick(&[", ", ", ", ",", " ,\t"]);
    let mut statement = members.join(separator);
    if random.chance(90) {
        statement = match random.below(6) {
            0 => format!("{statement},"),
            1 => format!("{statement};"),
            2 => statement.replace('=', " = "),
            3 => statement.to_ascii_uppercase(),
            4 => format!("{statement} x"),
            _ => format!("{statement}, é=n"),
        };
    }
    statement
}

/// A statement of `Content-Signal`, without its path.
pub(super) fn content_signal(random: &mut Random) -> String {
    let mut statement = String::new();
    for at in 0..random.up_to(3, 30) {
        if at > 0 {
            statement += random.pick(&[", ", ", ", ", ", ",", "; ", ";", " ", "\t"]);
        }
        statement += &pair(random);
    }
    statement
}

fn pair(random: &mut Random) -> String {
    let mut key = match random.below(16) {
        0..=5 => "ai-train",
        6..=8 => "ai-input",
        9..=11 => "search",
        12..=13 => return level(random),
        14 => random.pick(&["train-ai", "ai-use"]),
        _ => random.pick(&["foo", "ai", "usage"]),
    }
    .to_owned();
    let mut value = match random.below(12) {
        0..=4 => "yes",
        5..=9 => "no",
        10 => random.pick(&["n", "false", "0", "disallow"]),
        _ => random.pick(&["y", "maybe", "1", "true"]),
    }
    .to_owned();
    if random.one_in(12) {
        key = key.to_ascii_uppercase();
        value = value.to_ascii_uppercase();
    }
    match random.below(24) {
        0 => format!("{key} = {value}"),
        1 => format!("{key} ={value}"),
        2 => format!("{key}= {value}"),
        3 => format!("{key}: {value}"),
        4 => format!("{key}:{value}"),
        5 => format!("{key}=\"{value}\""),
        // The value is missing before the next pair.
        6 => format!("search= ai-train={value}"),
        7 => key,
        _ => format!("{key}={value}"),
    }
}

fn level(random: &mut Random) -> String {
    match random.below(10) {
        0..=3 => "use=reference".to_owned(),
        4..=5 => "use=immediate".to_owned(),
        6..=7 => "use=full".to_owned(),
        8 => random.pick(&["Use=Immediate", "use=REFERENCE", "use = immediate"]).to_owned(),
        _ => random.pick(&["use=none", "use=\"immediate\"", "use:immediate"]).to_owned(),
    }
}
