//! Audits files for thirty crawlers, without linting, and prints the rate.
//!
//! ```sh
//! cargo run --release -p placet-bulk --example audit -- FOLDER INPUT...
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use placet_bulk::{Audit, Progress, Run, Table, expand};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().ok_or("usage: audit FOLDER INPUT...")?;
    let agents = placet_crawlers::crawlers().iter().take(30).map(|it| &it.token);
    let tables = [Table::Sites, Table::Access, Table::Signals, Table::Records];
    let audit = Audit::builder().agents(agents).tables(tables).build()?;
    let mut inputs = Vec::new();
    for path in args {
        inputs.extend(expand(Path::new(&path))?);
    }
    let start = Instant::now();
    let summary = Run::new(&audit, folder).start(&inputs, &Progress::new())?;
    let seconds = start.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 files")]
    let rate = summary.captures as f64 / seconds;
    println!(
        "{} files in {seconds:.2} s: {rate:.0} files/s, {} errors",
        summary.captures, summary.errors
    );
    Ok(())
}
