// The start: what the page does, and examples to begin with. All of them are invented.
import { $, chip, fill, h } from "./dom.js";
import { emit } from "./state.js";

const EXAMPLES = [
  {
    title: "One site, a different answer for each crawler",
    text: "www.example.org lets Googlebot show its pages in search, but not train AI with them.",
    excerpt: "User-agent: Google-Extended\nDisallow: /",
    chips: [["y", "Googlebot, show in search"], ["n", "Googlebot, train AI"]],
    site: "www.example.org", crawler: "Googlebot", usage: "index",
    urls: ["/politics/election", "/search/?q=climate", "/news/1/comments?page=2", "/tracking/count.js", "/tracking/count.js?v=3"],
    file: "User-agent: Googlebot-News\nDisallow: /offers/\n\nUser-agent: *\nDisallow: /internal/\nDisallow: /search/\nDisallow: */comments?\nDisallow: /tracking/*.js$\nDisallow: /teasers*\n\nUser-agent: Baiduspider\nDisallow: /\n\nUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: Google-Extended\nDisallow: /\n\nSitemap: https://www.example.org/sitemap.xml\n\n# Legal notice: example.org reserves its rights for text and data mining.\n",
  },
  {
    title: "Two AI signals that contradict each other",
    text: "example.com allows AI training in one line and refuses it in the next.",
    excerpt: "Content-Signal: ai-train=yes\nContent-Usage: train-ai=n",
    chips: [["n", "ClaudeBot, train AI"], ["y.c", "ClaudeBot, use as AI input"]],
    site: "example.com", crawler: "ClaudeBot", usage: "train-ai", view: "signals",
    urls: ["/news/1", "/wire/agency-42", "/drafts/42", "/news/1?print=1"],
    file: "# The Example Courier\nUser-agent: *\nDisallow: /drafts/\nAllow: /drafts/index.html\nDisallow: /*?print=\nContent-Signal: search=yes, ai-train=yes, use=reference\nContent-Usage: train-ai=n, search=y\nContent-Usage: /wire/ search=y\n\nUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: Google-Extended\nDisallow: /\n\nSitemap: https://example.com/sitemap.xml\n",
  },
  {
    title: "One missing line closes a whole site",
    text: "blog.example.net meant to keep AI crawlers out and closed itself to search engines too.",
    excerpt: "User-agent: *\nCrawl-delay: 10\nUser-agent: CCBot\nDisallow: /",
    chips: [["n", "Googlebot, crawl"]],
    site: "blog.example.net", crawler: "Googlebot", usage: "crawl",
    urls: ["/2024/05/teachers/", "/", "/wp-admin/options.php", "/wp-admin/admin-ajax.php"],
    file: "User-agent: *\nCrawl-delay: 10\n# Keep these crawlers out:\nUser-agent: CCBot\nDisallow: /\nUser-agent: GPTBot\nDisallow: /\nUser-agent: ClaudeBot\nDisallow: /\nUser-agent: Bytespider\nDisallow: /\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n\nSitemap: https://blog.example.net/sitemap.xml\n",
  },
];

/** Shows the start in the regions of the verdict and the URLs. */
export function showStart() {
  fill($("verdict"), h("div.start", null, h("h2.lead", null, "What does your site permit, to which crawler, and which line says so?"),
    h("p.soft", null, "Enter a site or paste a robots.txt. placet reads robots.txt, page headers, meta tags and AI signals (Content-Usage, Content-Signal, TDM reservations, RSL licences), and shows the line that decides every verdict.")));
  fill($("urls"), h("div.pad", null, h("h2", { id: "urls-h" }, "Or start from an example"), h("ul.eg", null, EXAMPLES.map((it) => h("li", null,
    h("button", { type: "button", onclick: () => emit("example", it) }, h("span", null, h("b", null, it.title), h("span", null, it.text)), h("code", null, it.excerpt), h("span.ch", null, it.chips.map(([kind, text]) => chip(kind, text)))))))));
}
