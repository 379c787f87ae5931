//! `placet page`: what a page says.

use anyhow::Result;
use placet_fetch::Lifetime;
use placet_report::page::{self, Page as PageJson};

use crate::args::Page;
use crate::output::{self, screen, show};
use crate::{Status, input};

pub(crate) fn run(args: &Page) -> Result<Status> {
    let paths = std::iter::once(&*args.html).chain(args.rendered.as_deref());
    input::refuse_stdin_twice(paths)?;
    let html = input::read_page(&args.html)?;
    let rendered = args.rendered.as_deref().map(input::read_page).transpose()?;
    let policy = input::page(None, &args.header, Some(&html), rendered.as_deref());
    let fields = || args.header.iter().map(|(name, value)| (name, value));
    let lifetime = args.received.map(|received| Lifetime::of(fields(), received));
    show(&if args.shown.is_json() {
        output::json(args.shown.form(), &PageJson::new(&policy, lifetime.as_ref()))?
    } else {
        let name = input::name(&args.html);
        screen(&page::text(&policy, lifetime.as_ref(), &name, output::width()))
    })?;
    Ok(Status::Yes)
}
