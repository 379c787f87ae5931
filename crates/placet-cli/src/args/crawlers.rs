//! `placet crawlers`.

use clap::Args as ClapArgs;

use super::OutputArgs;

/// List well-known crawlers and control tokens: who operates each, what it fetches pages for, and
/// where it is documented
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A query is one or more words that are in the token, the operator or a purpose; upper and lower case
are the same. It can also be a User-Agent string from a log. Where one crawler is found, everything
that is known of it is shown, with a group that addresses it.

The purposes:
  search        finding pages for a search engine
  ai-training   training AI models
  ai-input      answers that an AI system gives from pages it found
  user-request  one page because a person asked for it; some of these do not read robots.txt
  dataset       data sets that others use, for training models too
  research, archive, preview, seo, ads, shopping, feed, site-tools, other

A control token, such as Google-Extended, is no crawler: its group in robots.txt decides what may be
done with the pages that another crawler fetches. The query `control` lists them.

Exit status:
  0  crawlers are listed
  1  no known crawler matches

Examples:
  placet crawlers
  placet crawlers openai
  placet crawlers ai-training
  placet crawlers GPTBot
  placet crawlers 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'
  placet crawlers control --json")]
pub(crate) struct Crawlers {
    /// Words to look for, or a User-Agent string; without any, all crawlers are listed
    #[arg(value_name = "QUERY")]
    pub(crate) query: Vec<String>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
