//! Generated files that resemble real ones, for machines without a corpus.
//!
//! Sizes and contents follow 4,378 real files: half are a few lines, a tenth is longer than four
//! kilobytes, one in a hundred is a list of thousands of pages, and a few are not a robots.txt at all.

use std::fmt::Write as _;

use placet_testing::Random;

const FILES: usize = 2_000;

/// The files, the same in every run.
pub(super) fn files() -> impl Iterator<Item = String> {
    (0..FILES).map(|number| {
        let mut file = Made { random: Random::at(number as u64), text: String::new() };
        file.make();
        file.text
    })
}

/// Crawlers that files name: search engines first, then AI crawlers.
const AGENTS: [&str; 24] = [
    "Googlebot",
    "Bingbot",
    "Slurp",
    "DuckDuckBot",
    "Baiduspider",
    "YandexBot",
    "AhrefsBot",
    "SemrushBot",
    "MJ12bot",
    "dotbot",
    "PetalBot",
    "Twitterbot",
    "GPTBot",
    "ChatGPT-User",
    "OAI-SearchBot",
    "ClaudeBot",
    "anthropic-ai",
    "Google-Extended",
    "CCBot",
    "PerplexityBot",
    "Bytespider",
    "Amazonbot",
    "Applebot-Extended",
    "meta-externalagent",
];

/// Rules that shop and blog software writes.
const RULES: [&str; 20] = [
    "/wp-admin/",
    "/wp-includes/",
    "/wp-login.php",
    "/wp-content/plugins/",
    "/*?s=",
    "/?s=",
    "/search/",
    "/cart",
    "/checkout/",
    "/account/",
    "/admin/",
    "/cgi-bin/",
    "/*.php$",
    "/*.pdf$",
    "/*?replytocom=",
    "/trackback/",
    "/xmlrpc.php",
    "/feed/",
    "/*/print$",
    "/*?*sort=",
];

/// The parts of paths.
const WORDS: [&str; 16] = [
    "about", "archive", "blog", "catalog", "contact", "download", "events", "forum", "images",
    "library", "news", "people", "private", "products", "staff", "travel",
];

struct Made {
    random: Random,
    text: String,
}

impl Made {
    fn make(&mut self) {
        match self.random.below(1_000) {
            0..480 => self.few_lines(),
            480..820 => self.site_software(),
            820..965 => self.many_agents(),
            965..975 => self.error_page(),
            _ => self.long_list(),
        }
    }

    fn line(&mut self, key: &str, value: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{key}: {value}");
    }

    fn sitemap(&mut self) {
        let word = self.random.pick(&WORDS);
        self.line("Sitemap", &format!("https://www.{word}.example/sitemap.xml"));
    }

    fn rules(&mut self, count: usize) {
        for _ in 0..count {
            let key = if self.random.chance(150) { "Allow" } else { "Disallow" };
            let rule = self.random.pick(&RULES);
            self.line(key, rule);
        }
    }

    /// One group, a rule or two and a sitemap.
    fn few_lines(&mut self) {
        self.line("User-agent", "*");
        let rules = 1 + self.random.below(5);
        if self.random.chance(400) {
            self.line("Disallow", "");
        } else {
            self.rules(rules);
        }
        if self.random.chance(600) {
            self.text.push('\n');
            self.sitemap();
        }
    }

    /// A commented file as shops and blogs ship it.
    fn site_software(&mut self) {
        self.text.push_str(
            "# robots.txt\n#\n# This file keeps crawlers out of pages that nobody should find in\n\
             # the results of a search. See https://www.robotstxt.org/robotstxt.html\n\n",
        );
        self.line("User-agent", "*");
        if self.random.chance(250) {
            self.line("Crawl-delay", "10");
        }
        for title in ["Directories", "Files", "Paths (clean URLs)"] {
            let _ = writeln!(self.text, "# {title}");
            let rules = self.random.below(12);
            self.rules(rules);
        }
        self.sitemap();
    }

    /// A group for each of many crawlers.
    fn many_agents(&mut self) {
        let rounds = 1 + self.random.below(6);
        for agent in AGENTS.iter().cycle().take(AGENTS.len() * rounds / 2) {
            self.line("User-agent", agent);
            if self.random.chance(600) {
                self.line("Disallow", "/");
                self.text.push('\n');
            } else if self.random.chance(500) {
                let rules = 1 + self.random.below(10);
                self.rules(rules);
                self.text.push('\n');
            }
        }
        self.line("User-agent", "*");
        self.rules(4);
        self.sitemap();
    }

    /// An error page with status 200 in place of a robots.txt.
    fn error_page(&mut self) {
        self.text.push_str(
            "<!DOCTYPE html>\r\n<html lang=\"en\">\r\n<head><title>Not found</title></head>\r\n",
        );
        for _ in 0..self.random.below(60) {
            let word = self.random.pick(&WORDS);
            let _ = write!(self.text, "  <li><a href=\"/{word}/\">{word}</a></li>\r\n");
        }
        self.text.push_str("</html>\r\n");
    }

    /// Thousands of single pages.
    fn long_list(&mut self) {
        self.line("User-agent", "*");
        for number in 0..500 + self.random.below(7_000) {
            let (folder, page) = (self.random.pick(&WORDS), self.random.pick(&WORDS));
            self.line("Disallow", &format!("/{folder}/{page}-{number}.html"));
        }
    }
}
