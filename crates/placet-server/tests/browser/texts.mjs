// Files of invented sites.

export const COURIER = (origin) => `# The Example Courier
License: ${origin}/license.xml

User-agent: *
Disallow: /drafts/
Allow: /drafts/index.html
Disallow: /*?print=
Content-Signal: search=yes, ai-train=yes, use=reference
Content-Usage: train-ai=n, search=y
Content-Usage: /wire/ search=y

User-agent: GPTBot
User-agent: CCBot
Disallow: /

User-agent: Google-Extended
Disallow: /

Sitemap: ${origin}/sitemap.xml
`;

export const LICENSE = `<rsl xmlns="https://rslstandard.org/rsl">
  <content url="/">
    <license>
      <permits type="usage">search ai-input</permits>
    </license>
  </content>
</rsl>
`;

export const TDMREP = `[
  { "location": "/archive/",
    "tdm-reservation": 1,
    "tdm-policy": "https://example.com/tdm-policy.json" }
]
`;

/** A site with robots.txt, a licence, TDM reservations and pages. */
export const courierPaths = (origin) => ({
  "/robots.txt": COURIER(origin),
  "/license.xml": { headers: { "Content-Type": "application/rsl+xml" }, body: LICENSE },
  "/.well-known/tdmrep.json": { headers: { "Content-Type": "application/json" }, body: TDMREP },
  "/news/1": { headers: { "Content-Type": "text/html", "X-Robots-Tag": "noarchive" }, body: '<!doctype html>\n<title>News</title>\n<meta name="robots" content="max-snippet:20">\n<p>News.</p>\n' },
  "/hidden": { headers: { "Content-Type": "text/html" }, body: '<!doctype html>\n<title>Hidden</title>\n<meta name="robots" content="noindex">\n' },
});

export const BLOG = `User-agent: *
Crawl-delay: 10
# Keep these crawlers out:
User-agent: CCBot
Disallow: /
User-agent: GPTBot
Disallow: /
User-agent: Bytespider
Disallow: /
Disallow: /wp-admin/
Allow: /wp-admin/admin-ajax.php

Sitemap: https://blog.example.net/sitemap.xml
`;

/** A robots.txt with so many rules, or of so many bytes. */
export function long({ lines = Infinity, bytes = Infinity }) {
  const all = ["User-agent: *"];
  for (let at = 0, size = 14; all.length < lines; at++) {
    const line = `Disallow: /section-${at % 97}/page-${at}${at % 5 ? "/" : "*.pdf$"}`;
    if ((size += line.length + 1) > bytes) break;
    all.push(line);
  }
  return `${all.join("\n")}\n`;
}
