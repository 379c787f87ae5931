//! How fast the real files beside the checkout are linted, on one core. Of each file the best of
//! nine times counts, because a busy machine can make it slower and never faster.
//!
//! ```text
//! cargo run --release -p placet-lint --example throughput
//! ```

#![expect(clippy::print_stdout, reason = "the figure is what the program is for")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use placet_conformance::shared::{RealFile, corpus};
use placet_lint::{Config, Subject, lint};

fn main() -> std::io::Result<()> {
    let Some(files) = corpus("robots")? else { return Ok(()) };
    let is_page = |(_, text): &&RealFile| text.trim_ascii_start().starts_with(b"<");
    let all: Vec<&RealFile> = files.iter().collect();
    let plain: Vec<&RealFile> = files.iter().filter(|file| !is_page(file)).collect();
    for (name, files) in [("all files", all), ("no HTML", plain)] {
        let octets: usize = files.iter().map(|(_, text)| text.len()).sum();
        let best: Duration = files.iter().map(|(_, text)| best(text)).sum();
        #[expect(clippy::cast_precision_loss, reason = "a corpus has far fewer than 2^52 octets")]
        let speed = octets as f64 / 1e6 / best.as_secs_f64();
        println!("{name}: {} files, {octets} octets, {speed:.0} MB/s", files.len());
    }
    Ok(())
}

fn best(text: &[u8]) -> Duration {
    let config = Config::default();
    let time = |_| {
        let start = Instant::now();
        let subject = Subject::new("robots.txt", black_box(text));
        black_box(lint(&subject, &config).findings().len());
        start.elapsed()
    };
    (0..9).map(time).min().unwrap_or_default()
}
