// Starts what the tests need, the server, sites and browsers, and runs the tests, two at a time.
import { AsyncLocalStorage } from "node:async_hooks";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The files of the page as they are, not as they were when the server was compiled. */
const ASSETS = fileURLToPath(new URL("../../assets", import.meta.url));

const tests = [];
/** Declares a test; `alone` if it measures time, so that no other test runs meanwhile. */
export const test = (name, run, { alone = false } = {}) => tests.push({ name, run, alone });

/** The browser of the current test. */
const browser = new AsyncLocalStorage();

export function assert(condition, message) {
  if (!condition) throw new Error(message ?? "the condition does not hold");
}

export function equal(left, right, message = "") {
  const [a, b] = [left, right].map((it) => JSON.stringify(it));
  if (a !== b) throw new Error(`${message}\n     is ${a}\n  wants ${b}`);
}

/** Waits until a function gives a true value or no longer throws. */
export async function until(run, message = "", limit = 20000) {
  const end = Date.now() + limit;
  for (let error; ; await new Promise((done) => setTimeout(done, 20))) {
    try {
      const value = await run();
      if (value) return value;
    } catch (caught) {
      error = caught;
    }
    if (Date.now() > end) throw new Error(`waited in vain: ${message || error?.message || run}`);
  }
}

/** A site on the loopback address: paths and what they answer, a text or { status, headers, body, delay }. */
export async function site(paths) {
  const asked = [];
  const server = createServer((request, response) => {
    const path = request.url.split("?")[0];
    asked.push(request.url);
    const found = typeof paths === "function" ? paths(path) : paths[path];
    const { status = found === undefined ? 404 : 200, headers = {}, body = "", delay = 0 } = typeof found === "string" ? { body: found } : (found ?? {});
    setTimeout(() => response.writeHead(status, { "Content-Type": "text/plain", ...headers }).end(body), delay);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { origin, host: origin.slice(7), asked, paths, close: () => (server.closeAllConnections(), server.close()) };
}

/** Starts `placet serve` on a free port, and gives its address. */
async function startServer(placet, ...flags) {
  const child = spawn(placet, ["serve", "--listen", "127.0.0.1:0", "--store", "memory", "--allow-private", "--log-level", "warn", "--assets", ASSETS, ...flags], { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  const address = await new Promise((done, fail) => {
    const read = (data) => {
      printed += data;
      const found = printed.match(/http:\/\/127\.0\.0\.1:\d+/);
      if (found) done(found[0]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => fail(new Error(`placet serve ended with ${code}: ${printed}`)));
    setTimeout(() => fail(new Error(`placet serve prints no address: ${printed}`)), 20000);
  });
  return { address, stop: () => child.kill("SIGKILL") };
}

export const context = { base: "", axe: "", shots: "" };

/** A page, with the errors it meets. `options` are those of a browser context. */
export async function open(hash = "", options = {}) {
  const session = await browser.getStore().newContext({ viewport: { width: 1440, height: 1000 }, reducedMotion: "reduce", ...options });
  const page = await session.newPage();
  page.setDefaultTimeout(30000);
  page.errors = [];
  page.requests = [];
  page.on("pageerror", (error) => page.errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && !/status of (401|404|429|503)/.test(message.text()) && page.errors.push(message.text()));
  page.on("request", (request) => page.requests.push(request));
  page.on("dialog", (dialog) => (page.errors.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  await page.goto(`${context.base}/${hash}`);
  page.done = () => session.close();
  return page;
}

/** The sentence of the verdict. */
export const sentence = (page) => page.locator("#verdict h2").innerText();

/** Waits for a verdict whose sentence contains a text. */
export async function says(page, text) {
  let seen = "";
  const isSaid = async () => (seen = (await sentence(page)).replace(/\s+/g, " ")).includes(text);
  await until(isSaid).catch(() => { throw new Error(`the verdict does not say “${text}” but “${seen}”`); });
}

/** Pastes a robots.txt into the start of the page. */
export async function paste(page, text) {
  await page.locator(".paste").evaluate((area, value) => {
    area.value = value;
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
  await page.locator("#lines, .pane.plain").first().waitFor();
}

export const edit = (page) => page.getByRole("button", { name: "Edit", exact: true });

/** Fetches a site. */
export async function fetchSite(page, origin) {
  await page.locator("#site").fill(origin);
  await page.locator("#site").press("Enter");
  await until(() => page.evaluate(() => ["ready", "unreachable", "failed"].includes(document.body.dataset.state)), "the site is read");
}

export const idle = (page, time = 250) => page.waitForLoadState("networkidle").then(() => page.waitForTimeout(time));

/** Runs all tests; a name selects those that contain it. Prints a closing line as cargo does. */
export async function main(placet, modules, only = "") {
  const require = createRequire(resolve(modules, "package.json"));
  const { chromium } = require("playwright-core");
  context.axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  context.shots = resolve(modules, "../page-shots");
  mkdirSync(context.shots, { recursive: true });
  // A developer can test the assets on another server.
  let server = process.env.PLACET_BASE ? { address: process.env.PLACET_BASE, stop() {} } : await startServer(placet);
  context.base = server.address;
  const limit = setTimeout(() => { console.error("the browser tests take more than ten minutes"); server.stop(); process.exit(1); }, 600000);
  let [passed, failed] = [0, 0];
  // Tests share no browser, because browsers share their clipboard.
  const work = async (queue) => {
    const own = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
    for (let next; (next = queue.shift()); ) {
      const began = Date.now();
      try {
        await browser.run(own, next.run);
        passed += 1;
        console.log(`test page: ${next.name} ... ok (${((Date.now() - began) / 1000).toFixed(1)} s)`);
      } catch (error) {
        failed += 1;
        console.log(`test page: ${next.name} ... FAILED\n${error.stack.slice(0, 700)}`);
      }
      for (const open of own.contexts()) await open.close();
    }
    await own.close();
  };
  const chosen = tests.filter((it) => it.name.includes(only));
  const together = chosen.filter((it) => !it.alone);
  await Promise.all([work(together), work(together)]);
  await work(chosen.filter((it) => it.alone));
  clearTimeout(limit);
  server.stop();
  console.log(`\ntest result: ${failed ? "FAILED" : "ok"}. ${passed} passed; ${failed} failed; 0 ignored; 0 measured; 0 filtered out`);
  process.exit(failed ? 1 : 0);
}
