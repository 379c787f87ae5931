// The question: site or file, crawler, usage, URLs, and the states of the answer.
import { assert, context, equal, fetchSite, idle, open, paste, says, sentence, site, test, until } from "./harness.mjs";
import { BLOG, courierPaths } from "./texts.mjs";

const row = (page, at) => page.locator(".rows li").nth(at);
const rowText = async (page, at) => (await row(page, at).innerText()).replace(/\s+/g, " ").trim();
export const courier = async () => {
  const it = await site({});
  Object.assign(it.paths, courierPaths(it.origin));
  return it;
};

test("the examples of the start give the verdicts they promise", async () => {
  const page = await open();
  for (const at of [0, 1, 2]) {
    await page.goto(`${context.base}/`);
    await page.reload();
    const promised = await page.locator(".eg button").nth(at).locator(".v").evaluateAll((all) => all.map((it) => [it.className, it.textContent]));
    await page.locator(".eg button").nth(at).click();
    for (const [kind, text] of promised) {
      const [crawler, usage] = text.split(", ");
      await page.locator("#crawler").fill(crawler);
      await page.locator("#crawler").press("Escape");
      await page.locator("#usage").selectOption({ label: usage });
      const words = kind.includes("n") ? /may not / : /may (?!not)/;
      await until(async () => (await sentence(page)).startsWith(crawler) && words.test(await sentence(page)), `${text}: ${kind}`);
      const conditions = await page.locator("#verdict p").first().innerText();
      equal(/condition/.test(conditions), kind.split(" ").includes("c"), `${text}: ${conditions}`);
    }
  }
  equal(page.errors, []);
});

test("a pasted file is asked about as the file of any site", async () => {
  const page = await open();
  await page.locator("#from-file").check();
  await paste(page, "User-agent: *\nDisallow: /a\n");
  equal(await page.locator("#site").inputValue(), "example.com");
  await says(page, "Googlebot may crawl /.");
  await page.locator("#site").fill("shop.example.net");
  await row(page, 0).locator("input").fill("https://shop.example.net/a/b");
  await says(page, "Googlebot may not crawl /a/b.");
  await row(page, 0).locator("input").fill("https://other.example/a");
  await until(async () => /another site/i.test(await sentence(page)));
  equal(page.errors, []);
});

test("a live site is read on Enter only, with every file that speaks about it", async () => {
  const news = await courier();
  news.paths["/robots.txt"] = { body: news.paths["/robots.txt"], delay: 400 };
  const page = await open();
  await page.locator("#site").pressSequentially(news.origin);
  await idle(page);
  equal(news.asked, [], "typing sends nothing to the site");
  await page.locator("#site").press("Enter");
  await until(async () => (await page.locator("#go").innerText()) === "Stop");
  assert(/Fetching robots.txt/.test(await sentence(page)));
  await says(page, "Googlebot may crawl /.");
  equal((await page.locator("#file [role=tab]").allInnerTexts()).sort(), ["license.xml", "robots.txt", "tdmrep.json"]);
  assert(/19 lines, \d+ bytes/.test(await page.locator(".meta").innerText()));
  assert(/Fetched today/.test(await page.locator(".meta").innerText()));
  assert(/robots.txt, \S+ and \S+ only/.test(await page.locator(".why").innerText()));
  assert(!news.asked.some((it) => it === "/"), "the page itself is not fetched");
  await page.locator("#usage").selectOption("train-ai");
  await page.locator("#crawler").fill("ClaudeBot");
  await says(page, "ClaudeBot may not use / to train AI.");
  const why = (await page.locator(".why").innerText()).replace(/\s+/g, " ");
  assert(/Reason Line 9 says train-ai=n to \*, and no group names ClaudeBot\./.test(why), why);
  assert(/Also prohibited by license.xml, line 4/.test(why), why);
  assert(/Contradicted by Line 8, ai-train=yes/.test(why), why);
  await page.locator("#usage").selectOption("ai-input");
  await says(page, "ClaudeBot may use / as AI input.");
  equal(await page.locator("#verdict p").first().innerText(), "Permitted on 2 conditions");
  const conditions = await page.locator(".why ol").innerText();
  assert(/Quote and link at most, do not summarise or reproduce: line 8/.test(conditions), conditions);
  assert(/Do not keep the text in an AI index: license.xml, line 3/.test(conditions), conditions);
  equal(page.errors, []);
  news.close();
});

test("Stop ends a fetch", async () => {
  const slow = await site({ "/robots.txt": { body: "", delay: 3000 } });
  const page = await open();
  await page.locator("#site").fill(slow.origin);
  await page.locator("#site").press("Enter");
  await until(async () => (await page.locator("#go").innerText()) === "Stop");
  await page.locator("#go").click();
  equal(await page.locator("#go").innerText(), "Fetch");
  equal(await page.evaluate(() => document.body.dataset.state), "start");
  slow.close();
});

test("a site without robots.txt is open, and says so", async () => {
  const none = await site({});
  const page = await open();
  await fetchSite(page, none.origin);
  await says(page, "Googlebot may crawl /.");
  assert(/no robots.txt \(status 404\)/.test(await page.locator(".why").innerText()), await page.locator(".why").innerText());
  assert(/The site has no robots.txt/.test(await page.locator("#file").innerText()));
  none.close();
});

test("an unreachable site is amber, with what the server answered and what to do", async () => {
  const down = await site({ "/robots.txt": { status: 503, headers: { "Retry-After": "120" } } });
  const page = await open();
  await fetchSite(page, down.origin);
  await says(page, `Googlebot may not crawl anything on ${down.host} for now.`);
  equal(await page.locator("#verdict p").first().innerText(), "Prohibited while robots.txt is unreachable");
  assert(await page.locator("#verdict > .q").count());
  assert(/503/.test(await page.locator("#file").innerText()));
  assert(/404 and other 4xx/.test(await page.locator("#file").innerText()));
  assert(/Next request/.test(await page.locator(".why").innerText()));
  down.paths["/robots.txt"] = "User-agent: *\nDisallow: /\n";
  await page.locator("text=Try again now").click();
  await says(page, "Googlebot may not crawl /.");
  down.paths["/robots.txt"] = { status: 503 };
  await page.evaluate((origin) => fetch(`/v1/robots?origin=${encodeURIComponent(origin)}`, { method: "DELETE" }), down.origin);
  await fetchSite(page, down.origin);
  await page.locator("text=Paste the file instead").click();
  await paste(page, "User-agent: *\nDisallow: /b\n");
  await says(page, "Googlebot may crawl /.");
  equal(page.errors, []);
  down.close();
});

test("the combobox of crawlers works by keyboard, and shows verdicts", async () => {
  const page = await open();
  await paste(page, "User-agent: GPTBot\nDisallow: /\n\nUser-agent: Baiduspider\nDisallow: /\n");
  await page.locator("#crawler").focus();
  await page.keyboard.press("ArrowDown");
  equal(await page.locator("#crawler").getAttribute("aria-expanded"), "true");
  const groups = await page.locator("#crawlers [role=group]").evaluateAll((all) => all.map((it) => it.getAttribute("aria-label")));
  equal(groups.slice(0, 5), ["Search", "AI training", "AI assistants", "Archives", "SEO tools"]);
  const option = (name) => page.locator(`[role=option][data-token="${name}"]`);
  await until(async () => /prohibited,\s*line 2/.test(await option("GPTBot").textContent()));
  await until(async () => /permitted/.test(await option("ClaudeBot").textContent()));
  assert(/never crawls itself–/.test(await option("Google-Extended").textContent()));
  await page.keyboard.press("ArrowDown");
  const active = await page.locator("#crawler").getAttribute("aria-activedescendant");
  equal(await page.locator(`#${active}`).getAttribute("aria-selected"), "true");
  await page.keyboard.press("Escape");
  equal(await page.locator("#crawler").getAttribute("aria-expanded"), "false");
  await page.locator("#crawler").fill("openai training");
  equal(await page.locator("[role=option]").evaluateAll((all) => all.map((it) => it.dataset.token)), ["GPTBot"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  equal(await page.locator("#crawler").inputValue(), "GPTBot");
  await says(page, "GPTBot may not crawl /.");
  await page.locator("#crawler").fill("Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)");
  await until(async () => /may not crawl/.test(await sentence(page)));
  assert(/No known crawler/.test(await page.locator("#pop-note").innerText()));
  await page.locator("#crawler").fill("SomeNewBot");
  await says(page, "SomeNewBot may crawl /.");
  await page.locator("#crawler").fill("");
  await page.locator("#usage").focus();
  equal(await page.locator("#crawler").inputValue(), "Googlebot");
  equal(page.errors, []);
});

test("rows of URLs: type, Enter, arrows, a pasted list, an emptied row", async () => {
  const page = await open();
  await paste(page, BLOG.replace("Crawl-delay: 10\n", "Crawl-delay: 10\nDisallow: /wp-admin/\n"));
  const input = (at) => row(page, at).locator("input");
  await input(0).fill("/a");
  await input(0).press("Enter");
  await page.keyboard.type("/wp-admin/x");
  await until(async () => (await rowText(page, 1)) === "prohibited line 3 /wp-admin/", await rowText(page, 1));
  await says(page, "Googlebot may not crawl /wp-admin/x.");
  equal(await page.locator("#urls .hd .end").innerText(), "1 permitted, 1 prohibited");
  await page.keyboard.press("ArrowUp");
  await says(page, "Googlebot may crawl /a.");
  equal(await page.locator(".rows [aria-current=true] input").inputValue(), "/a");
  const list = Array.from({ length: 250 }, (_, at) => `/p/${at}`).join("\n");
  await input(2).focus();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text", text);
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, list);
  equal(await page.locator(".rows li").count(), 201);
  assert(/52 URLs left out/.test(await page.locator("#urls .hd").innerText()), await page.locator("#urls .hd").innerText());
  await until(async () => (await page.locator("#urls .hd .end").innerText()) === "199 permitted, 1 prohibited");
  await input(1).fill("");
  await input(0).focus();
  await until(async () => (await page.locator(".rows li").count()) === 200);
  equal(await input(1).inputValue(), "/p/0");
  equal(page.errors, []);
});

test("a page is read when asked for, with its header and its META elements", async () => {
  const news = await courier();
  const page = await open();
  await fetchSite(page, news.origin);
  await row(page, 0).locator("input").fill("/hidden");
  await page.locator("#usage").selectOption("index");
  await says(page, "Googlebot may show /hidden in search.");
  await page.locator("text=Read the page too").click();
  await says(page, "Googlebot may not show /hidden in search.");
  assert(/the page, line 3/i.test(await page.locator(".why").innerText()), await page.locator(".why").innerText());
  assert(/and the page/.test(await page.locator(".why").innerText()));
  await page.locator(".why .link").first().click();
  equal(await page.locator(".code .d").innerText().then((it) => it.includes("noindex")), true);
  await row(page, 0).locator("input").fill("/news/1");
  await page.locator("text=Read the page too").click();
  await page.locator("#usage").selectOption("present-currentcopy");
  await says(page, "Googlebot may not show a cached copy of /news/1.");
  assert(/X-Robots-Tag/.test(await page.locator(".why").innerText()));
  equal(page.errors, []);
  news.close();
});

test("the answer is announced once, after typing stops", async () => {
  const page = await open();
  await paste(page, "User-agent: *\nDisallow: /a\n");
  await idle(page);
  await page.evaluate(() => {
    window.announced = [];
    new MutationObserver(() => window.announced.push(document.getElementById("live").textContent)).observe(document.getElementById("live"), { childList: true, characterData: true, subtree: true });
  });
  await page.locator(".rows input").first().fill("");
  await page.locator(".rows input").first().pressSequentially("/a/bcdef", { delay: 60 });
  await page.waitForTimeout(1300);
  equal(await page.evaluate(() => window.announced), ["Googlebot may not crawl /a/bcdef."]);
});

test("typing asks once at a time, shows only the newest answer, and never sends the file again", async () => {
  const page = await open();
  await paste(page, BLOG);
  await idle(page);
  page.requests.length = 0;
  let inFlight = 0, most = 0, done = 0;
  await page.route("**/v1/decide", async (route) => {
    most = Math.max(most, ++inFlight);
    await new Promise((next) => setTimeout(next, 250));
    inFlight--;
    await route.continue().then(() => done++, () => {});
  });
  await page.locator(".rows input").first().fill("");
  await page.locator(".rows input").first().pressSequentially("/wp-admin/options", { delay: 45 });
  await until(async () => (await page.locator("#checking").innerText()) === "checking", "it says that it checks");
  await says(page, "/wp-admin/options.");
  await idle(page);
  await says(page, "/wp-admin/options.");
  const bodies = page.requests.filter((it) => it.method() !== "GET").map((it) => it.postData() ?? "");
  assert(!bodies.some((it) => it.includes("Crawl-delay")), "the file is not sent again");
  equal(page.requests.filter((it) => it.url().endsWith("/v1/files")).length, 0);
  const answered = await Promise.all(page.requests.filter((it) => it.url().endsWith("/v1/decide")).map((it) => it.response().catch(() => null)));
  assert(answered.filter(Boolean).length <= done, "aborted requests have no answer");
});

test("the page says when the server does not answer, and when it asks for a token", async () => {
  const page = await open();
  await paste(page, "User-agent: *\nDisallow: /a\n");
  await idle(page);
  await page.route("**/v1/**", (route) => route.abort());
  await page.locator(".rows input").first().fill("/a");
  await until(async () => /placet server does not answer/.test(await sentence(page)));
  await page.unroute("**/v1/**");
  await page.locator("text=Try again").click();
  await says(page, "Googlebot may not crawl /a.");
  let token = "";
  await page.route("**/v1/**", (route) => {
    token = route.request().headers().authorization ?? "";
    if (token === "Bearer secret") return route.continue();
    return route.fulfill({ status: 401, contentType: "application/problem+json", body: JSON.stringify({ code: "unauthorized", title: "No token" }) });
  });
  await page.locator(".rows input").first().fill("/b");
  await until(async () => /asks for a token/.test(await sentence(page)));
  await page.locator("[aria-label=Token]").fill("secret");
  await page.locator("text=Use this token").click();
  await says(page, "Googlebot may crawl /b.");
});
