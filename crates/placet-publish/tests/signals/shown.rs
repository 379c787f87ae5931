//! What is written for some policies.

use std::fmt::Write as _;

use placet::Usage;
use placet::signals::SignalFiles;
use placet_publish::signals::{AiCrawler, Language, Preference, SEARCH, Site, Written};

fn preference(usages: &[Usage], allow: bool) -> Preference {
    Preference { usages: usages.to_vec(), allow, pattern: "/".to_owned() }
}

fn shown(written: &Written) -> String {
    let mut out = String::new();
    for file in &written.files {
        let _ = write!(out, "--- {}\n{}", file.path, file.text);
    }
    for (label, all) in [("lost", &written.losses), ("note", &written.notes)] {
        for it in all {
            let _ = writeln!(out, "{label}: {it}");
        }
    }
    out
}

#[test]
fn no_to_training_and_yes_to_search_in_every_language() {
    let gptbot =
        AiCrawler { token: "GPTBot".to_owned(), usages: vec![Usage::TrainAi], controls: None };
    let site =
        Site::new(b"User-agent: *\nDisallow: /cart/\n\nSitemap: https://example.com/map.xml\n")
            .url("https://example.com")
            .preference(preference(&[Usage::TrainAi], false))
            .preference(preference(&SEARCH, true));
    insta::assert_snapshot!(shown(&site.write(&Language::ALL, &[gptbot]).unwrap()));
}

#[test]
fn what_a_language_cannot_express_is_listed() {
    let site = Site::new(
        b"User-agent: *\nContent-Signal: use=reference\nContent-Usage: /a/ train-ai=n, search=n\nAllow: /\n\n\
          User-agent: b\nContent-Usage: ai-use=n\nDisallow: /x\n",
    );
    for language in [Language::ContentUsage, Language::Tdmrep, Language::Rsl] {
        insta::assert_snapshot!(language.name(), shown(&site.write(&[language], &[]).unwrap()));
    }
}

#[test]
fn other_files_become_records() {
    let files = SignalFiles::new()
        .tdmrep(br#"[{"location": "/open/", "tdm-reservation": 0}, {"location": "/", "tdm-reservation": 1}]"#)
        .ai_txt(b"User-agent: *\nDisallow: *.jpg\nDisallow: *.png\nAllow: /press/\n");
    let site = Site::new(b"").files(files);
    let languages = [Language::ContentUsage, Language::ContentSignal];
    insta::assert_snapshot!(shown(&site.write(&languages, &[]).unwrap()));
}
