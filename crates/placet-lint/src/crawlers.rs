//! Well-known crawlers: the token each looks for in robots.txt, who operates it, and where the
//! operator says so.
//!
//! The table lists what operators document themselves, checked in 2026; a crawler that is known from
//! logs only is not in it.

/// A crawler as its operator documents it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownCrawler {
    /// The name to write after `User-agent:`.
    pub token: &'static str,
    /// Who operates it.
    pub operator: &'static str,
    /// Where the operator documents it.
    pub documentation: &'static str,
    /// Whether it crawls for one of the web search engines with the most users, which cannot list a
    /// site that is closed to it.
    pub is_major_search: bool,
}

/// The crawler that looks for this token, ignoring case.
pub fn known(token: &str) -> Option<&'static KnownCrawler> {
    KNOWN_CRAWLERS.iter().find(|it| it.token.eq_ignore_ascii_case(token))
}

const GOOGLE: &str =
    "https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers";
const GOOGLE_SPECIAL: &str =
    "https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers";
const BING: &str = "https://www.bing.com/webmaster/help/which-crawlers-does-bing-use-8c184ec0";
const YANDEX: &str = "https://yandex.com/support/webmaster/en/robot-workings/user-agent";
const APPLE: &str = "https://support.apple.com/en-us/119829";
const OPENAI: &str = "https://developers.openai.com/api/docs/bots";
const ANTHROPIC: &str = "https://support.claude.com/en/articles/8896518";
const PERPLEXITY: &str = "https://docs.perplexity.ai/guides/bots";
const META: &str = "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers";
const AHREFS: &str = "https://ahrefs.com/robot";

/// The table, by operators.
pub const KNOWN_CRAWLERS: &[KnownCrawler] = &[
    search("Googlebot", "Google", GOOGLE),
    crawler("Googlebot-Image", "Google", GOOGLE),
    crawler("Googlebot-News", "Google", GOOGLE),
    crawler("Googlebot-Video", "Google", GOOGLE),
    crawler("Storebot-Google", "Google", GOOGLE),
    crawler("Google-InspectionTool", "Google", GOOGLE),
    crawler("GoogleOther", "Google", GOOGLE),
    crawler("GoogleOther-Image", "Google", GOOGLE),
    crawler("GoogleOther-Video", "Google", GOOGLE),
    crawler("Google-CloudVertexBot", "Google", GOOGLE),
    crawler("Google-Extended", "Google", GOOGLE),
    crawler("AdsBot-Google", "Google", GOOGLE_SPECIAL),
    crawler("AdsBot-Google-Mobile", "Google", GOOGLE_SPECIAL),
    crawler("APIs-Google", "Google", GOOGLE_SPECIAL),
    crawler("Mediapartners-Google", "Google", GOOGLE_SPECIAL),
    search("bingbot", "Microsoft", BING),
    crawler("AdIdxBot", "Microsoft", BING),
    crawler("BingPreview", "Microsoft", BING),
    crawler("MicrosoftPreview", "Microsoft", BING),
    search("Yandex", "Yandex", YANDEX),
    search("YandexBot", "Yandex", YANDEX),
    search("Baiduspider", "Baidu", "https://help.baidu.com/question?prod_id=99&class=0&id=3001"),
    search("Slurp", "Yahoo", "https://help.yahoo.com/kb/SLN22600.html"),
    search(
        "DuckDuckBot",
        "DuckDuckGo",
        "https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot",
    ),
    crawler(
        "DuckAssistBot",
        "DuckDuckGo",
        "https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot",
    ),
    crawler("Yeti", "Naver", "https://naver.me/spd"),
    crawler(
        "SeznamBot",
        "Seznam",
        "https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/",
    ),
    crawler("PetalBot", "Huawei", "https://webmaster.petalsearch.com/site/petalbot"),
    crawler("Bravebot", "Brave", "https://search.brave.com/help/brave-search-crawler"),
    crawler("MojeekBot", "Mojeek", "https://www.mojeek.com/bot.html"),
    crawler("Applebot", "Apple", APPLE),
    crawler("Applebot-Extended", "Apple", APPLE),
    crawler("GPTBot", "OpenAI", OPENAI),
    crawler("OAI-SearchBot", "OpenAI", OPENAI),
    crawler("ChatGPT-User", "OpenAI", OPENAI),
    crawler("ClaudeBot", "Anthropic", ANTHROPIC),
    crawler("Claude-SearchBot", "Anthropic", ANTHROPIC),
    crawler("Claude-User", "Anthropic", ANTHROPIC),
    crawler("PerplexityBot", "Perplexity", PERPLEXITY),
    crawler("Perplexity-User", "Perplexity", PERPLEXITY),
    crawler("MistralAI-User", "Mistral AI", "https://docs.mistral.ai/robots"),
    crawler("AI2Bot", "Ai2", "https://allenai.org/crawler"),
    crawler("CCBot", "Common Crawl", "https://commoncrawl.org/ccbot"),
    crawler("Amazonbot", "Amazon", "https://developer.amazon.com/amazonbot"),
    crawler("FacebookBot", "Meta", META),
    crawler("facebookexternalhit", "Meta", META),
    crawler("meta-externalagent", "Meta", META),
    crawler("meta-externalfetcher", "Meta", META),
    crawler("Pinterestbot", "Pinterest", "https://www.pinterest.com/bot.html"),
    crawler("AhrefsBot", "Ahrefs", AHREFS),
    crawler("AhrefsSiteAudit", "Ahrefs", AHREFS),
    crawler("SemrushBot", "Semrush", "https://www.semrush.com/bot/"),
    crawler("MJ12bot", "Majestic", "https://mj12bot.com/"),
    crawler("dotbot", "Moz", "https://moz.com/help/moz-procedures/crawlers/dotbot"),
    crawler("rogerbot", "Moz", "https://moz.com/help/moz-procedures/crawlers/rogerbot"),
    crawler("DataForSeoBot", "DataForSEO", "https://dataforseo.com/dataforseo-bot"),
    crawler("TurnitinBot", "Turnitin", "https://www.turnitin.com/robot/crawlerinfo.html"),
    crawler("archive.org_bot", "Internet Archive", "https://archive.org/details/archive.org_bot"),
];

const fn crawler(
    token: &'static str,
    operator: &'static str,
    documentation: &'static str,
) -> KnownCrawler {
    KnownCrawler { token, operator, documentation, is_major_search: false }
}

const fn search(
    token: &'static str,
    operator: &'static str,
    documentation: &'static str,
) -> KnownCrawler {
    KnownCrawler { is_major_search: true, ..crawler(token, operator, documentation) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_crawler_is_listed_once_with_a_source() {
        for (at, it) in KNOWN_CRAWLERS.iter().enumerate() {
            assert_eq!(known(&it.token.to_ascii_uppercase()), Some(it));
            let others = KNOWN_CRAWLERS.iter().skip(at + 1);
            assert!(others.into_iter().all(|other| !other.token.eq_ignore_ascii_case(it.token)));
            assert!(it.documentation.starts_with("https://"), "{it:?}");
        }
    }
}
