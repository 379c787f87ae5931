// The views: all usages, AI signals, what would change; and the explanation.
import { assert, edit, equal, fetchSite, open, paste, says, test, until } from "./harness.mjs";
import { courier } from "./question.mjs";
import { BLOG, COURIER } from "./texts.mjs";

const text = async (locator) => (await locator.innerText()).replace(/\s+/g, " ").trim();

test("the table of usages: verdicts with lines, a cell asks its question", async () => {
  const page = await open();
  await paste(page, COURIER("https://example.com").replace(/^License.*\n/m, ""));
  const cell = (usage, crawler) => page.locator(`td[data-key="${crawler} ${usage}"] .cell`);
  await cell("train-ai", "GPTBot").waitFor();
  equal(await page.locator(".ux thead th").evaluateAll((all) => all.map((it) => it.firstChild.textContent)), ["Usage", "Googlebot", "bingbot", "ClaudeBot", "GPTBot", "CCBot"]);
  equal(await cell("crawl", "GPTBot").textContent(), "prohibited, line 13");
  equal(await cell("crawl", "Googlebot").getAttribute("aria-pressed"), "true");
  await cell("train-ai", "ClaudeBot").click();
  await says(page, "ClaudeBot may not use / to train AI.");
  equal(await page.locator("#usage").inputValue(), "train-ai");
  await until(async () => (await page.locator(".cell.on").count()) === 1 && (await cell("train-ai", "ClaudeBot").getAttribute("aria-pressed")) === "true");
  await page.locator(".cell.on").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  equal(await page.evaluate(() => document.activeElement.parentNode.dataset.key), "Googlebot ai-input");
  await page.keyboard.press("End");
  equal(await page.evaluate(() => document.activeElement.parentNode.dataset.key), "CCBot ai-input");
  await page.keyboard.press("Enter");
  await says(page, "CCBot may not use / as AI input.");
  await page.locator("text=All 19 usages").click();
  await until(async () => (await page.locator(".ux tbody tr:not(.grp)").count()) === 19);
  await page.locator("td[data-key='CCBot present-oldcopy'] .cell").click();
  await says(page, "CCBot may not show an older copy of /.");
  await page.locator("text=Add a crawler").click();
  await page.locator("[aria-label='Crawler to add']").fill("MyBot");
  await page.keyboard.press("Enter");
  await until(async () => (await page.locator(".ux thead th").allInnerTexts()).some((it) => it.startsWith("MyBot")));
  equal(page.errors, []);
});

test("signals: contradictions first, then families by usage, then what is not a signal", async () => {
  const news = await courier();
  news.paths["/robots.txt"] += "# The Courier reserves its rights for text and data mining.\n";
  const page = await open();
  await fetchSite(page, news.origin);
  await page.locator("#crawler").fill("ClaudeBot");
  await page.locator("#crawler").press("Escape");
  await until(async () => /1 contradiction/.test(await text(page.locator("#view-signals"))));
  await page.locator("#view-signals").click();
  await page.locator(".box").waitFor();
  const box = await text(page.locator(".box"));
  assert(/^AI training: the signals contradict each other allows Content-Signal, line 8 ai-train=yes disallows/.test(box), box);
  assert(/disallows RSL licence, license.xml, line 4/.test(box), box);
  assert(/placet follows the prohibition\. Crawlers that read only Content-Signal do not\.$/.test(box), box);
  const rows = await page.locator("#view-panel tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((it) => it.textContent)));
  equal(rows.find(([name]) => name.startsWith("Content-Usage")).slice(1), ["allows", "silent", "disallows", "silent"]);
  equal(rows.at(-1), ["Verdict for ClaudeBot", "permitted", "permitted", "prohibited", "prohibited"]);
  const notes = await text(page.locator("#view-panel dl"));
  assert(/Closed by robots.txt GPTBot and CCBot \(line 14\)/.test(notes), notes);
  assert(/Not a signal Crawlers do not read comments, so the notice in line 20 restricts none/.test(notes), notes);
  assert(/Not used here TDM reservation, noai page rules/.test(notes), notes);
  equal(page.errors, []);
  news.close();
});

test("what would change: what opens and closes, to whom, before and after", async () => {
  const page = await open();
  await paste(page, BLOG);
  await page.locator("#view-changes").click();
  await until(async () => /as you pasted it/.test(await text(page.locator("#view-panel"))));
  await edit(page).click();
  await page.locator(".edit textarea").fill(BLOG.replace("Crawl-delay: 10\n", "Crawl-delay: 10\nDisallow: /wp-admin/\n").replace("Disallow: /wp-admin/\nAllow", "Allow"));
  await until(async () => /^Compared with the file before your edits: .*opens? URLs/.test(await text(page.locator("#view-panel"))));
  const items = await page.locator(".chg li").allInnerTexts();
  assert(items.some((it) => /opens\s+part of the site, to every crawler without a group of its own\s+such as \/.*before: line 5, disallow: \/\. after: no rule matches/is.test(it)), items.join("\n"));
  equal(await page.locator("#view-changes span").innerText(), String(items.length));
  equal(page.errors, []);
});

test("the explanation has the laws in order, and what did not apply", async () => {
  const page = await open();
  await paste(page, COURIER("https://example.com").replace(/^License.*\n/m, ""));
  await page.locator("#crawler").fill("ClaudeBot");
  await page.locator("#crawler").press("Escape");
  await page.locator("#usage").selectOption("train-ai");
  await says(page, "ClaudeBot may not use / to train AI.");
  await page.locator("summary").click();
  await page.locator(".ex li").first().waitFor();
  const laws = (await page.locator(".ex li").allInnerTexts()).map((it) => it.replace(/\s+/g, " "));
  assert(/^Is there a robots.txt\?/.test(laws[0]), laws[0]);
  assert(laws.some((it) => /AI and usage signals .*Line 8 train-ai=n: Content-Usage refuses it.* prohibited/.test(it)), laws.join("\n"));
  assert(/Did not apply: .*addressed to another crawler/.test(await text(page.locator("#verdict details"))));
  await page.locator("#usage").selectOption("crawl");
  await until(async () => !/Content-Usage refuses/.test(await text(page.locator(".ex"))), "it follows the question");
  equal(page.errors, []);
});
