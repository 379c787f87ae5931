//! Files that the builder can make.

use placet::acap::ActionKind;
use placet::write::{
    Constituent, Crawlers, Field, Group, Location, Name, Other, Part, PathPattern, Purpose,
    QualifiedUsage, Record, Reference, Request, Resources, RobotsFile, SubRecord,
};
use placet::{Condition, Usage};
use proptest::prelude::*;
use proptest::sample::select;

const PATTERNS: &[&str] = &[
    "/",
    "/a",
    "/a/",
    "/a/b",
    "/A/",
    "*.gif",
    "/*.gif$",
    "/a*",
    "/a/*$",
    "/caf\u{e9}",
    "/%7Ea",
    "/*%2Fb",
    "/a?b=%2F",
    "/a%2fb",
    "/{x}",
    "/%%341",
];
const CONDITIONS: &[&str] = &[
    "time-limit=3-days",
    "time-limit=until-recrawled",
    "time-limit=until-2030-01-31",
    "max-length=20-words",
    "max-length=5-chars",
    "prohibited-modification=style",
    "prohibited-modification=format",
    "prohibited-modification=any",
    "must-use-resource=/a.txt",
    "must-use-resource=the-acap:extract:id:Body",
    "must-include-resource=the-acap:credit:http://a/b",
    "prohibited-context=within-user-frame",
    "required-context=within-original-frame",
    "target-condition=de",
    "ref=http://a/",
];

fn usage() -> impl Strategy<Value = Usage> {
    let new = |usage: &Usage| QualifiedUsage::new(*usage).is_ok();
    select(Usage::ALL.into_iter().filter(new).collect::<Vec<_>>())
}

fn pattern() -> impl Strategy<Value = PathPattern> {
    select(PATTERNS).prop_map(|text| PathPattern::new(text).unwrap())
}

fn qualified() -> impl Strategy<Value = QualifiedUsage> {
    (usage(), prop::collection::vec(select(CONDITIONS), 0..4)).prop_map(|(usage, conditions)| {
        conditions.into_iter().fold(QualifiedUsage::new(usage).unwrap(), |usage, condition| {
            usage.clone().on(condition.parse::<Condition>().unwrap()).unwrap_or(usage)
        })
    })
}

fn resources() -> impl Strategy<Value = Resources> {
    prop_oneof![
        3 => pattern().prop_map(Resources::from),
        1 => select(&["open", "SHUT"][..]).prop_map(|name| Resources::set(Name::new(name).unwrap())),
    ]
}

fn field() -> impl Strategy<Value = Field> {
    prop_oneof![
        (qualified(), resources()).prop_map(|(usage, on)| Field::allow(usage, on)),
        (usage(), resources()).prop_map(|(usage, on)| Field::disallow(usage, on).unwrap()),
        (select(&["snip", "All"][..]), resources())
            .prop_map(|(name, on)| Field::allow_local(Name::new(name).unwrap(), on)),
    ]
}

fn part() -> impl Strategy<Value = Part> {
    let purpose = select(&["news", "*", "http://a.*/"][..])
        .prop_map(|text| Purpose::new(text).unwrap())
        .boxed();
    let sub_record = (purpose.clone(), field(), prop::collection::vec(purpose, 0..2));
    prop_oneof![
        4 => field().prop_map(Part::from),
        1 => Just(Request::new(ActionKind::ReCrawl, Location::new("/a").unwrap()).into()),
        1 => (sub_record, prop::collection::vec(field(), 0..2)).prop_map(
            |((purpose, field, purposes), fields)| {
                let sub_record = SubRecord::new(purpose, field);
                let sub_record = purposes.into_iter().fold(sub_record, SubRecord::purpose);
                fields.into_iter().fold(sub_record, SubRecord::field).into()
            }
        ),
    ]
}

fn crawlers() -> impl Strategy<Value = Crawlers> {
    prop_oneof![
        Just(Crawlers::any()),
        Just(Crawlers::named(["bot"]).unwrap()),
        Just(Crawlers::named(["Bot", "other bot/1.0"]).unwrap()),
    ]
}

fn group() -> impl Strategy<Value = Group> {
    let rules = prop::collection::vec((any::<bool>(), pattern()), 0..4);
    (select(&["bot", "*", "Other"][..]), any::<bool>(), rules).prop_map(|(agent, more, rules)| {
        let group = Group::new(agent).unwrap();
        let group = if more { group.agent("more").unwrap() } else { group };
        let group = group.other(Other::new("Crawl-delay", "5").unwrap());
        rules.into_iter().fold(group, |group, (allow, pattern)| {
            if allow { group.allow(pattern) } else { group.disallow(pattern) }
        })
    })
}

/// Files that the builder can make.
pub(crate) fn file() -> impl Strategy<Value = RobotsFile> {
    let record = (crawlers(), part(), prop::collection::vec(part(), 0..4), any::<u8>());
    let sets = prop::collection::vec(prop::collection::vec(pattern(), 1..4), 2);
    (
        prop::collection::vec(group(), 0..3),
        sets,
        prop::collection::vec(record, 0..4),
        any::<(bool, bool)>(),
    )
        .prop_map(|(groups, sets, records, (ignore, newer))| {
            let name = |name: &str| Name::new(name).unwrap();
            let mut file = RobotsFile::new();
            for group in groups {
                file.group(group);
            }
            if ignore {
                file.ignore_conventional_records();
            }
            if newer {
                file.version("1.1").unwrap();
            }
            let short = QualifiedUsage::new(Usage::PresentSnippet).unwrap();
            let short = short.on("max-length=9-words".parse().unwrap()).unwrap();
            file.qualified_usage(name("snip"), short).unwrap();
            let all = [Constituent::Usage(Usage::Index), Constituent::Local(name("Snip"))];
            file.composite_usage(name("all"), all).unwrap();
            for (name, patterns) in [name("open"), name("shut")].into_iter().zip(sets) {
                file.resource_set(name, patterns).unwrap();
            }
            for (crawlers, first, parts, refers) in records {
                if refers < 30 {
                    let target = Location::new("/more.txt").unwrap();
                    file.reference(Reference::new(crawlers, target));
                } else {
                    let record = Record::new(crawlers, first);
                    file.record(parts.into_iter().fold(record, Record::and)).unwrap();
                }
            }
            file
        })
}
