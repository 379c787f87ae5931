// How every state looks: screenshots, axe-core, sideways scrolling, tab order, layout shift.
import { join } from "node:path";
import { assert, context, edit, equal, fetchSite, idle, open, paste, says, site, test, until } from "./harness.mjs";
import { courier } from "./question.mjs";

let made;
/** A site that is made once. */
const news = () => (made ??= courier());

async function example(page, at) {
  await page.locator(".eg button").nth(at).click();
  await until(async () => (await page.locator("#verdict .why dd").count()) > 0);
}

async function live(page, crawler, usage, view) {
  await fetchSite(page, (await news()).origin);
  await page.locator("#crawler").fill(crawler);
  await page.locator("#crawler").press("Escape");
  await page.locator("#usage").selectOption(usage);
  await page.locator(".rows input").first().fill("/news/1");
  await says(page, "/news/1");
  await page.locator(`#view-${view}`).click();
}

/** How to reach each state from the start. */
const STATES = {
  start: () => {},
  permitted: (page) => example(page, 0),
  prohibited: (page) => live(page, "ClaudeBot", "train-ai", "signals"),
  conditions: (page) => live(page, "ClaudeBot", "ai-input", "usages"),
  explain: async (page) => {
    await live(page, "ClaudeBot", "train-ai", "usages");
    await page.locator("summary").click();
    await page.locator(".ex li").first().waitFor();
  },
  problems: (page) => example(page, 2),
  edit: async (page) => {
    await example(page, 2);
    await edit(page).click();
    await page.locator("#found li").first().waitFor();
  },
  changes: async (page) => {
    await example(page, 2);
    await page.locator("#view-changes").click();
    await edit(page).click();
    const text = await page.locator(".edit textarea").inputValue();
    await page.locator(".edit textarea").fill(text.replace("Crawl-delay: 10\n", "Crawl-delay: 10\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n").replace("Disallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n\n", "\n"));
    await page.locator(".chg li").first().waitFor();
    await page.locator(".edit textarea").press("Escape");
  },
  unreachable: async (page) => {
    await fetchSite(page, (await site({ "/robots.txt": { status: 503 } })).origin);
    await says(page, "for now");
  },
  loading: async (page) => {
    const slow = await site({ "/robots.txt": { body: "", delay: 60000 } });
    await page.locator("#site").fill(slow.origin);
    await page.locator("#site").press("Enter");
    await until(async () => (await page.locator("#go").innerText()) === "Stop");
  },
  picker: async (page) => {
    await example(page, 0);
    await page.locator("#crawler").click();
    await page.locator("#crawlers .v.n").first().waitFor();
  },
  offline: async (page) => {
    await example(page, 0);
    await idle(page, 50);
    await page.route("**/v1/**", (route) => route.abort());
    await page.locator(".rows input").first().fill("/x");
    await says(page, "does not answer");
    page.errors.length = 0;
  },
};

/** Light and dark on a wide screen, and a phone. */
const LOOKS = { light: ["light", 1440, 1000], dark: ["dark", 1440, 1000], narrow: ["light", 390, 844] };

/** What axe finds on a page. */
const axe = (page) => page.evaluate(async () => {
  const { violations } = await window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] });
  return violations.map((it) => `${it.id}: ${it.nodes.map((node) => `${node.target} ${node.failureSummary.split("\n")[1] ?? ""}`).slice(0, 3).join(" | ")}`);
});

for (const [state, reach] of Object.entries(STATES)) {
  test(`axe finds nothing in light, dark or narrow: ${state}`, async () => {
    const page = await open();
    await reach(page);
    if (state !== "loading") await idle(page, 50);
    await page.evaluate(context.axe);
    const found = [];
    for (const [look, [colorScheme, width, height]] of Object.entries(LOOKS)) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(50);
      await page.screenshot({ path: join(context.shots, `${look}-${state}.png`), fullPage: look === "narrow" && state !== "picker" });
      found.push(...(await axe(page)).map((it) => `${look}: ${it}`));
    }
    equal([...found, ...page.errors], []);
  });
}

test("nothing scrolls sideways from 320 to 1920 pixels", async () => {
  for (const state of ["start", "prohibited", "changes", "edit", "unreachable"]) {
    const page = await open();
    await STATES[state](page);
    await idle(page, 50);
    for (const width of [320, 360, 390, 480, 600, 601, 768, 1024, 1180, 1181, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, ...[...document.querySelectorAll("main > *, header, form > *")].map((it) => it.getBoundingClientRect().right - innerWidth)]);
      assert(Math.max(...wide) <= 0.5, `${state} at ${width}: ${Math.max(...wide)} pixels too wide`);
    }
    await page.done();
  }
});

/** The regions in the order in which Tab reaches them. */
async function tabOrder(page) {
  const stops = [];
  await page.locator("#skip").focus();
  for (let at = 0; at < 150; at++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const it = document.activeElement;
      if (it === document.body) return null;
      const { x, y, width, height } = it.getBoundingClientRect();
      const style = getComputedStyle(it), inner = it.closest(".in") && getComputedStyle(it.closest(".in"));
      return { name: it.getAttribute("aria-label") || it.id || it.textContent.slice(0, 30), region: it.closest("header, section")?.id || it.closest("header")?.className || "", ring: style.outlineStyle !== "none" || inner?.outlineStyle !== "none", small: !it.matches("dd *, .ex *, .box *, td *, th *, [type=radio], .skip, .pane") && Math.min(width, height) < 23.5, x, y };
    });
    if (!stop) break;
    stops.push(stop);
  }
  return stops;
}

test("Tab follows what people see, with a visible ring and targets of 24 pixels", async () => {
  for (const [width, order] of [[1440, ["bar", "file", "verdict", "urls", "views"]], [390, ["bar", "verdict", "urls", "file", "views"]]]) {
    const page = await open("", { viewport: { width, height: 1000 } });
    await STATES.prohibited(page);
    await idle(page, 50);
    const stops = await tabOrder(page);
    const regions = stops.map((it) => it.region).filter((it, at, all) => it && it !== all[at - 1]);
    equal(regions, order, `at ${width}`);
    equal(stops.filter((it) => !it.ring).map((it) => it.name), [], "no ring");
    equal(stops.filter((it) => it.small).map((it) => it.name), [], "too small");
    assert(stops.length > 20, `${stops.length} stops`);
    const jumps = stops.filter((it, at) => at && stops[at - 1].region === it.region && it.region !== "file" && it.y < stops[at - 1].y - 60 && it.x <= stops[at - 1].x);
    equal(jumps.map((it) => it.name), [], `upwards at ${width}`);
    await page.done();
  }
});

test("nothing jumps: from loading to the answer, and when the crawler or the usage changes", async () => {
  const late = await courier();
  late.paths["/robots.txt"] = { body: late.paths["/robots.txt"], delay: 700 };
  const page = await open();
  const shift = () => page.evaluate(() => { const sum = window.shifts.reduce((a, b) => a + b, 0); window.shifts.length = 0; return sum; });
  await page.evaluate(() => {
    window.shifts = [];
    // Shifts right after an input are counted too.
    new PerformanceObserver((list) => list.getEntries().forEach((it) => { window.shifts.push(it.value); window.moved = it.sources.map((source) => `${source.node?.className || source.node?.id || source.node?.nodeName} ${Math.round(source.previousRect.y)}→${Math.round(source.currentRect.y)}`); })).observe({ type: "layout-shift", buffered: true });
  });
  await page.locator("#site").fill(late.origin);
  await page.locator("#site").press("Enter");
  await until(async () => (await page.locator("#go").innerText()) === "Stop");
  await idle(page);
  await shift();
  await says(page, "Googlebot may crawl /.");
  await page.locator(".ux").waitFor();
  await idle(page);
  const seen = { answer: await shift() };
  for (const [name, act] of [["crawler", async () => { await page.locator("#crawler").fill("GPTBot"); await page.locator("#crawler").press("Escape"); }], ["usage", () => page.locator("#usage").selectOption("train-ai")], ["both", async () => { await page.locator("#crawler").fill("ClaudeBot"); await page.locator("#crawler").press("Escape"); }]]) {
    await act();
    await idle(page, 400);
    seen[name] = await shift();
  }
  console.log(`     layout shift: ${Object.entries(seen).map(([name, value]) => `${name} ${value.toFixed(4)}`).join(", ")}`);
  for (const [name, value] of Object.entries(seen)) assert(value <= 0.01, `${name}: ${value}, last moved: ${await page.evaluate(() => window.moved)}`);
  late.close();
}, { alone: true });
