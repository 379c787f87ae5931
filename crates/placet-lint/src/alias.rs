//! Former codes and names of rules, which go on working.

use std::borrow::Cow;

use crate::rule::Family;

/// The letter that the codes of a family began with, and the family. The numbers did not change:
/// `R101` is `ROB101`.
const FAMILIES: [(u8, Family); 5] = [
    (b'R', Family::Robots),
    (b'A', Family::Acap),
    (b'T', Family::Field),
    (b'H', Family::Html),
    (b'X', Family::Visit),
];

/// Former names of rules, sorted, and their current names.
const NAMES: [(&str, &str); 38] = [
    ("acap-blank", "acap-whitespace"),
    ("acap-dollar-inside", "acap-dollar-not-at-end"),
    ("acap-drift", "acap-disagrees-with-rules"),
    ("acap-empty", "acap-without-resource"),
    ("allow-lifts-nothing", "allow-without-effect"),
    ("any-with-names", "star-with-names"),
    ("broken-triplet", "broken-percent-encoding"),
    ("crawler-name", "invalid-crawler-name"),
    ("definition-name", "invalid-definition-name"),
    ("dollar-inside", "dollar-not-at-end"),
    ("element-unknown", "unknown-acap-class"),
    ("field-cut", "value-too-long"),
    ("field-deprecated", "x-robots-tag-alone"),
    ("field-draft-alone", "robots-tag-alone"),
    ("field-lenient", "header-not-structured"),
    ("field-member", "unreadable-header-member"),
    ("group-hides-star", "group-omits-star-rules"),
    ("line-dropped", "line-at-size-limit"),
    ("media-type", "wrong-media-type"),
    ("meta-against-field", "meta-contradicts-header"),
    ("near-agent", "typo-in-agent"),
    ("near-key", "typo-in-key"),
    ("never-granted", "permission-without-crawling"),
    ("nothing-and-everything", "empty-and-full-disallow"),
    ("nul-octet", "nul-byte"),
    ("page-cut", "page-over-limit"),
    ("permission-void", "permission-without-effect"),
    ("qualifier-dropped", "obsolete-qualifier"),
    ("qualifier-value", "unknown-qualifier-value"),
    ("rule-as-token", "rule-in-place-of-agent"),
    ("rule-date", "unreadable-date"),
    ("rule-only-restricts", "indexifembedded-with-noindex"),
    ("rule-value", "invalid-rule-value"),
    ("several-any-records", "several-star-records"),
    ("star-defeated", "leading-star-loses"),
    ("text-behind-star", "text-after-star"),
    ("utf-sixteen", "utf-16"),
    ("version-line", "missing-version-line"),
];

/// The current form of a code, the beginning of a code, or a name; other text is not changed.
pub(crate) fn current(selector: &str) -> Cow<'_, str> {
    if let Some((letter, digits)) = selector.as_bytes().split_first()
        && let Some((_, family)) = FAMILIES.iter().find(|it| it.0 == letter.to_ascii_uppercase())
        && digits.iter().all(u8::is_ascii_digit)
    {
        let digits = selector.get(1..).unwrap_or_default();
        return Cow::Owned(format!("{}{digits}", family.prefix()));
    }
    let former = NAMES.iter().find(|(former, _)| former.eq_ignore_ascii_case(selector));
    Cow::Borrowed(former.map_or(selector, |&(_, name)| name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Rule, Subject, find, lint, rules};

    #[test]
    fn every_former_name_is_of_a_rule_and_none_is_in_use() {
        assert!(NAMES.is_sorted());
        for (former, name) in NAMES {
            assert_eq!(find(former).map(Rule::name), Some(name));
            assert!(rules().all(|rule| rule.name() != former), "{former}");
        }
    }

    #[test]
    fn every_former_code_is_of_a_rule() {
        for rule in rules() {
            // Families that are not in the table have no former codes.
            let former = FAMILIES.iter().find(|it| it.1 == rule.family());
            let Some((letter, _)) = former else { continue };
            let digits = rule.code().trim_start_matches(rule.family().prefix());
            let former = format!("{}{digits}", char::from(*letter));
            assert_eq!(find(&former), Some(rule), "{former}");
            assert_eq!(find(&former.to_lowercase()), Some(rule), "{former}");
        }
        assert_eq!(find("R999"), None);
        assert_eq!(find("R10"), None);
    }

    #[test]
    fn former_codes_select_ignore_and_silence() {
        let text = b"Disallow: /a\0\n";
        let found = |config: &Config, text: &[u8]| {
            let subject = Subject::new("robots.txt", text);
            let report = lint(&subject, config);
            report.findings().iter().map(|it| it.rule().code()).collect::<Vec<_>>()
        };
        let read = |text: &str| Config::from_toml(text).unwrap();
        let both = ["ROB101", "ROB105"];
        assert_eq!(found(&Config::default(), text), both);
        for all in ["R", "r1", "ROB", "rob1"] {
            assert_eq!(found(&read(&format!("select = ['{all}']")), text), both, "{all}");
            assert_eq!(found(&read(&format!("ignore = ['{all}']")), text), [""; 0], "{all}");
        }
        for one in ["R105", "nul-octet", "ROB105", "nul-byte"] {
            assert_eq!(found(&read(&format!("select = ['{one}']")), text), ["ROB105"], "{one}");
            let off = read(&format!("[rules]\n{one} = 'off'"));
            assert_eq!(found(&off, text), ["ROB101"], "{one}");
            let commented = format!("# placet: ignore {one}\nDisallow: /a\0\n");
            assert_eq!(found(&Config::default(), commented.as_bytes()), ["ROB101"], "{one}");
        }
        // Both spellings are equally specific, so that the one that turns a rule off decides.
        assert_eq!(found(&read("select = ['R101']\nignore = ['ROB101']"), text), [""; 0]);
    }
}
