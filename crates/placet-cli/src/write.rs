//! `placet write`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use placet::Usage;
use placet_crawlers::{KnownCrawler, Purpose};
use placet_fetch::Origin;
use placet_publish::signals::{AiCrawler, Language, Preference, Written};
use serde_json::json;
use url::Url;

use crate::args::Write;
use crate::convert::SiteFiles;
use crate::output::show;
use crate::{Status, convert, input, output};

pub(crate) fn run(args: &Write) -> Result<Status> {
    let source = args.source.as_deref();
    let files = source.into_iter().chain(args.signals.paths().map(|path| &**path));
    input::refuse_stdin_twice(files)?;
    let url = source.and_then(Path::to_str).and_then(|text| Url::parse(text).ok());
    let url = url.filter(|url| Origin::of(url).is_ok());
    let mut files = match &url {
        Some(url) => SiteFiles::fetch(&args.fetching, url, Some(&args.signals))?,
        None => SiteFiles {
            robots: source.map_or_else(|| Ok(Vec::new()), input::read_page)?,
            signals: args.signals.files()?,
            origin: None,
        },
    };
    if let Some(site) = &args.site {
        files.origin = Some(Origin::of(site)?);
    }
    let name = source.map_or_else(|| "the preferences".to_owned(), input::name);
    let languages = match &*args.to {
        [] => Language::ALL.to_vec(),
        some => some.to_vec(),
    };
    if files.origin.is_none() && languages.contains(&Language::Rsl) {
        bail!("License records need the address of the site; use --site URL, or --to without rsl")
    }
    let mut site = files.site(args.signals.families.chosen());
    for (preferences, allow) in [(&args.refuse, false), (&args.allow, true)] {
        for (usages, pattern) in preferences {
            let (usages, pattern) = (usages.clone(), pattern.clone());
            site = site.preference(Preference { usages, allow, pattern });
        }
    }
    let written = site.write(&languages, &ai_crawlers());
    let written = written.with_context(|| format!("cannot write {name}"))?;
    print(args, &name, &written)?;
    Ok(if written.losses.is_empty() { Status::Yes } else { Status::No })
}

fn print(args: &Write, name: &str, written: &Written) -> Result<()> {
    if args.format.is_json() {
        let document = json!({
            "source": name,
            "files": written.files,
            "losses": written.losses,
            "notes": written.notes,
        });
        return show(&output::json(args.format.format(), &document)?);
    }
    for (at, file) in written.files.iter().enumerate() {
        let Some(folder) = &args.dir else {
            let blank = if at == 0 { "" } else { "\n" };
            let text = format!("{blank}==> {} <==\n{}", file.path, file.text);
            output::show_document(text.as_bytes())?;
            continue;
        };
        let path = folder.join(file.path.trim_start_matches('/'));
        if let Some(folder) = path.parent() {
            let context = || format!("cannot create the folder {}", folder.display());
            fs::create_dir_all(folder).with_context(context)?;
        }
        output::replace(&path, file.text.as_bytes())?;
        output::message(&format!("wrote {}", path.display()));
    }
    convert::report(&written.losses, &written.notes);
    Ok(())
}

/// The known crawlers that fetch pages for AI only, and the tokens that control such usages.
fn ai_crawlers() -> Vec<AiCrawler> {
    let usage = |purpose: &Purpose| match purpose {
        // Data sets are used for training, too.
        Purpose::AiTraining | Purpose::Dataset => Some(Usage::TrainAi),
        Purpose::AiInput => Some(Usage::AiInput),
        _ => None,
    };
    let crawler = |it: &KnownCrawler| {
        let usages: Option<Vec<Usage>> = it.purposes.iter().map(usage).collect();
        let mut usages = usages?;
        usages.sort_unstable();
        usages.dedup();
        let controls = it.controls.first().cloned();
        Some(AiCrawler { token: it.token.clone(), usages, controls })
    };
    placet_crawlers::crawlers().iter().filter_map(crawler).collect()
}
