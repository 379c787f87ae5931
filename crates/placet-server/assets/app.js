// Connects the question, the server and the regions.
import { $, announce, copy, download, fill, h, sentence } from "./dom.js";
import { absolute, emit, fragment, isEdited, isLive, on, originOf, restore, site, state } from "./state.js";
import { digestOf, fileText, get, post, remove, setToken, withFiles } from "./api.js";
import { isOpen, listed, loadCrawlers, showCrawler, showVerdicts } from "./crawler.js";
import { markLines, setFindings, showFile, showGutter, shownFile } from "./file.js";
import { isUnreachable } from "./reason.js";
import { showStart } from "./start.js";
import { crawlerName, isExplaining, setStale, showState, showSteps, showVerdict } from "./verdict.js";
import { clearAnswer, showAnswers, showRows } from "./urls.js";
import { changesOf, contradicted, matrixAsks, setBadge, showChanges, showMatrix, showSignals, showTabs, showText, SIGNAL_USAGES } from "./views.js";
import { GROUPS, usageName } from "./words.js";

let running = null; // the request in flight
let timer = 0;
let slow = 0;
let isNew = false; // the file has changed and has not been checked yet
let context = ""; // what the known answers depend on, besides their question
let answers = new Map(); // question → answer
let current = []; // the answers of the question: its own, about crawling, before edits

/** The fields that all questions share: the file, and the other files of the site. */
async function shared(text, signal, isWithPage) {
  if (isLive() && text === site.base && !isWithPage) return {};
  const fields = { digest: await digestOf(text, signal) };
  for (const { kind, url, text: content } of site.files) {
    if (kind === "rsl") (fields.rsl ??= {})[url] = content;
    else if (["tdmrep", "trust_txt", "ai_txt"].includes(kind)) fields[kind] = content;
  }
  return fields;
}

/** Answers questions, each { row, crawler, usage, before }. Known answers are not asked for again. */
async function decide(asks, signal) {
  const key = (it) => JSON.stringify([it.row, it.crawler, it.usage, Boolean(it.before)]);
  for (const before of [false, true]) {
    const missing = new Map(asks.filter((it) => Boolean(it.before) === before && !answers.has(key(it))).map((it) => [key(it), it]));
    const questions = [];
    for (const [name, it] of missing) {
      const url = absolute(it.row);
      if (url === null) answers.set(name, { error: "this URL is of another site" });
      else questions.push([name, { url, agent: it.crawler, usage: it.usage }]);
    }
    if (!questions.length) continue;
    // The page that was read is sent with the questions about it only.
    for (const part of [questions.filter(([, it]) => !isOfPage(it)), questions.filter(([, it]) => isOfPage(it))]) {
      if (!part.length) continue;
      const fields = await shared(before ? site.base : site.text, signal, isOfPage(part[0][1]));
      const page = isOfPage(part[0][1]) ? { headers: site.page.fields, html: site.page.html } : {};
      const found = await post("/v1/decide", { ...fields, ...page, reasons: true, questions: part.map(([, it]) => it) }, signal);
      part.forEach(([name, { usage }], at) => answers.set(name, { ...found[at], usage }));
    }
  }
  return asks.map((it) => answers.get(key(it)));
}

const isOfPage = ({ url, agent }) => site.page && !site.page.unread && site.page.url === url && site.page.agent === agent;

/** Starts over after a delay. A newer input aborts the request in flight. */
function schedule(delay, isEdit = false) {
  isNew ||= isEdit;
  clearTimeout(timer);
  running?.abort();
  // The old verdict is dimmed if the new one takes long, counted from the first input without an answer.
  slow ||= setTimeout(() => setStale(true), 200);
  writeSoon();
  if (site.phase === "start" || site.phase === "loading") return;
  timer = setTimeout(run, delay);
}

async function run() {
  running = new AbortController();
  const { signal } = running;
  try {
    await withFiles(async () => {
      const next = JSON.stringify([site.origin, isLive(), site.page?.url, site.page?.agent]);
      if (next !== context || isNew) [context, answers] = [next, new Map()];
      await ask(signal);
    });
  } catch (problem) {
    if (!signal.aborted) fail(problem);
  }
}

/** Ends the wait for an answer. */
function answered() {
  clearTimeout(slow);
  slow = 0;
  setStale(false);
}

async function ask(signal) {
  const { urls, at, crawler, usage } = state;
  const rows = urls.map((row) => ({ row: row.trim() || "/", crawler, usage }));
  const crawl = { ...rows[at], usage: "crawl" };
  const lint = isNew && lintFile(signal);
  // Its failure is met below, unless another one ends this question first.
  lint && lint.catch(() => {});
  const edited = isEdited() ? rows.map((it) => ({ ...it, before: true })) : [];
  const found = await decide([...rows, crawl, ...edited], signal);
  if (signal.aborted) return;
  const base = edited.length ? found.slice(urls.length + 1) : null;
  current = [found[at], found[urls.length], base?.[at]];
  if (found.slice(0, urls.length).some(isUnreachable) && site.phase === "ready" && isLive() && !isEdited()) return emit("fetch");
  showVerdict(...current);
  answered();
  showAnswers(found.slice(0, urls.length), base);
  markLines(...current);
  showCrawler();
  await lint;
  isNew = false;
  if (lint) showVerdict(...current);
  await Promise.all([list(signal), view(signal)]);
}

async function lintFile(signal) {
  const file = shownFile();
  if (!file?.text) return setFindings([]);
  const kind = { trust_txt: "trust-txt", ai_txt: "ai-txt" }[file.kind] ?? file.kind;
  const { findings } = await post("/v1/lint", { digest: await digestOf(file.text, signal), kind, name: file.name }, signal);
  if (!signal.aborted && file === shownFile()) setFindings(findings);
}

/** Verdicts in the list of crawlers, while it is open. */
async function list(signal) {
  if (!isOpen() || site.phase !== "ready") return;
  const names = listed(), row = state.urls[state.at].trim() || "/";
  const found = await decide(names.map((crawler) => ({ row, crawler, usage: state.usage })), signal);
  if (!signal.aborted) showVerdicts(new Map(names.map((name, at) => [name, found[at]])));
}

/** The view that is visible, and the numbers on the tabs of the others. */
async function view(signal) {
  const row = state.urls[state.at].trim() || "/", { crawler } = state;
  if (site.phase !== "ready") {
    return state.view === "changes" ? showChanges() : showText(site.phase === "unreachable" && state.view === "usages" ? "Every usage is prohibited for every crawler until robots.txt can be read." : "This appears when robots.txt has been read.");
  }
  const signals = await decide(SIGNAL_USAGES.map((usage) => ({ row, crawler, usage })), signal);
  const count = contradicted(signals);
  setBadge("signals", ...(count ? [String(count), h("i", null, ` contradiction${count > 1 ? "s" : ""}`)] : []));
  const diff = isEdited() ? await post("/v1/diff", { old: { digest: await digestOf(site.base, signal) }, new: { digest: await digestOf(site.text, signal) } }, signal) : null;
  const changes = diff && changesOf(diff).length;
  setBadge("changes", ...(changes ? [String(changes)] : []));
  if (state.view === "changes") return showChanges(diff);
  if (state.view === "signals") {
    const summary = await get("/v1/signals", { url: absolute(row), agent: crawler, ...(await shared(site.text, signal)).digest && { digest: await digestOf(site.text, signal) } }, signal).catch(() => null);
    return showSignals(signals, summary, crawlerName());
  }
  const asks = matrixAsks().map((it) => ({ row, ...it }));
  const cells = await decide(asks, signal);
  if (!signal.aborted) showMatrix(cells);
}

on("explain", async () => {
  const ask = { url: absolute(state.urls[state.at].trim() || "/"), agent: state.crawler };
  try {
    const found = await withFiles(async () => get("/v1/explain", { ...ask, usage: state.usage, digest: (await shared(site.text)).digest, page: isOfPage(ask) || null }));
    if (isExplaining()) showSteps(found);
  } catch (problem) {
    fail(problem);
  }
});

const KINDS = { "/.well-known/tdmrep.json": "tdmrep", "/trust.txt": "trust_txt", "/ai.txt": "ai_txt" };

/** Fetches the files of the live site. */
async function load({ again, edited } = {}) {
  const where = originOf(state.site.trim());
  if (!where || !state.site.trim()) {
    return showState({ title: "No site", words: "Enter the address of a site, such as www.example.com." });
  }
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  state.crawler ||= "Googlebot";
  // The rest of the address is the first question.
  if (where.path !== "/" && !state.urls.includes(where.path)) {
    state.urls = [where.path, ...state.urls.filter((it) => it !== "/")].slice(0, 200);
    state.at = 0;
  }
  Object.assign(site, { phase: "loading", origin: where.origin, files: [], base: null, text: null, past: [], future: [], evidence: [], page: null, findings: [] });
  [context, answers] = ["", new Map()];
  showAll();
  const began = performance.now();
  const waited = setInterval(() => {
    for (const it of document.querySelectorAll("[data-wait]")) it.textContent = `waiting for the server, ${((performance.now() - began) / 1000).toFixed(1)} s`;
  }, 100);
  try {
    if (again) await remove("/v1/robots", { origin: where.origin }, signal);
    const summary = await get("/v1/signals", { url: `${where.origin}/`, agent: state.crawler }, signal);
    site.evidence = summary.evidence ?? [];
    const held = site.evidence.filter((it) => it.digest && ["fetched", "stale"].includes(it.standing));
    site.files = await Promise.all(held.map(async (evidence) => {
      const path = new URL(evidence.url).pathname;
      return { name: path.split("/").at(-1), url: evidence.url, kind: path === "/robots.txt" ? "robots" : (KINDS[path] ?? "rsl"), text: await fileText(evidence.digest, signal), evidence };
    }));
    site.phase = site.evidence[0]?.standing === "unreachable" ? "unreachable" : "ready";
    if (site.phase === "ready" && site.files[0]?.kind !== "robots") site.files.unshift({ name: "robots.txt", url: `${where.origin}/robots.txt`, kind: "robots", text: "", evidence: site.evidence[0] });
    site.base = site.text = site.files[0]?.text ?? "";
    if (edited && site.phase === "ready") site.text = site.files[0].text = edited;
    showAll();
    schedule(0, true);
    if (where.path !== "/") emit("page");
  } catch (problem) {
    if (signal.aborted) return;
    site.phase = "failed";
    showAll();
    fail(problem);
  } finally {
    clearInterval(waited);
  }
}

/** Takes a text as the file. */
function take(text, edited = text) {
  const where = originOf(state.site.trim()) ?? originOf("example.com");
  if (!state.site.trim()) state.site = "example.com";
  state.from = "file";
  state.crawler ||= "Googlebot";
  Object.assign(site, { phase: "ready", origin: where.origin, base: text, text: edited, past: [], future: [], evidence: [], page: null, findings: [], files: [{ name: "robots.txt", kind: "robots", text: edited }] });
  showAll();
  schedule(0, true);
}

const again = () => (site.phase === "failed" ? load() : schedule(0, true));

/** Shows that there is no answer, and what to do. */
function fail(problem) {
  answered();
  clearAnswer();
  if (problem.status === 401) {
    // What is being typed stays.
    if (document.querySelector("#verdict .tok input")?.value) return;
    const field = h("input", { type: "password", "aria-label": "Token", autocomplete: "off" });
    const form = h("form.tok", { onsubmit: (event) => { event.preventDefault(); setToken(field.value); loadCrawlers().catch(fail); again(); } }, field, h("button.btn.main", null, "Use this token"));
    return showState({ kind: ".q.un", title: "No access", words: "This placet server asks for a token.", terms: [["Where", "The person who runs the server has it."]], controls: form });
  }
  const retry = h("button.btn.main", { type: "button", onclick: again }, "Try again");
  const after = problem.retry ? [["Next request", `In ${problem.retry} s.`]] : [];
  showState({ kind: ".q.un", title: "No answer", words: sentence(problem.message), terms: after, controls: retry });
  announce(problem.message, 0);
}

/** Shows every region. */
function showAll() {
  const { phase } = site;
  document.body.dataset.state = phase;
  $("run").hidden = phase !== "loading";
  $("go").textContent = phase === "loading" ? "Stop" : "Fetch";
  $("views").hidden = phase === "start" || phase === "failed";
  $("urls").hidden = phase === "failed";
  showBar();
  if (phase === "start") showStart();
  else showRows();
  if (phase === "loading") {
    const wait = () => h("dd.soft", { "data-wait": "" }, "waiting for the server, 0.0 s");
    showState({ title: "Reading", words: ["Fetching robots.txt from ", h("code", null, new URL(site.origin).host)], busy: true, terms: [] });
    fill(document.querySelector("#verdict .why"), h("dt", null, "robots.txt"), wait(), h("dt", null, "Signals"), wait(), h("dt", null, "Page"), h("dd.soft", null, "after robots.txt, if it may be crawled"));
    announce(`Fetching robots.txt from ${site.origin}`, 0);
    setBadge("signals");
    setBadge("changes");
    showText("The table appears here when robots.txt has been read.");
  }
  showTabs();
  showFile();
}

function showBar() {
  const isFile = state.from === "file";
  $(`from-${state.from}`).checked = true;
  if (document.activeElement !== $("site")) $("site").value = state.site;
  $("as").hidden = !isFile;
  $("go").hidden = isFile;
  $("site").setAttribute("aria-label", isFile ? "Treat as the file of" : "Site");
  $("site").placeholder = isFile ? "example.com" : "www.example.com";
  showCrawler();
  const { usage } = state;
  if (![...$("usage").options].some((it) => it.value === usage)) $("usage").lastChild.append(new Option(usageName(usage), usage));
  $("usage").value = usage;
}

let writing = 0;
const writeSoon = () => { clearTimeout(writing); writing = setTimeout(write, 400); };

/** Writes the state into the fragment, which is never sent. */
async function write() {
  clearTimeout(writing);
  const { text, tooLong } = await fragment();
  history.replaceState(null, "", text || location.pathname);
  return tooLong;
}

on("ask", (delay) => schedule(delay));
on("edited", (delay) => { showGutter(); schedule(delay, true); });
on("file", async () => { running ??= new AbortController(); await lintFile(running.signal).catch(fail); });
on("view", () => { writeSoon(); if (site.phase === "ready" || site.phase === "unreachable") schedule(0); });
on("list", () => site.phase === "ready" && running && list(running.signal).catch(() => {}));
on("usage", showBar);
on("fetch", (again) => load({ again }));
on("pasted", (text) => take(text));
on("paste", () => { state.from = "file"; site.phase = "start"; showAll(); document.querySelector(".paste").focus(); });
on("example", ({ site: name, crawler, usage, urls, file, view: tab = "usages" }) => {
  Object.assign(state, { site: name, crawler, usage, urls: [...urls], at: 0, view: tab });
  take(file);
  $("verdict").focus();
});
on("page", async () => {
  const row = state.urls[state.at], agent = state.crawler, url = absolute(row.trim() || "/");
  try {
    const it = await get("/v1/page", { url, agent }).catch((problem) => ({ unread: problem.message, fields: [] }));
    it.fields = it.fields.map(([name, value]) => [name.replace(/(^|-)./g, (letter) => letter.toUpperCase()), value]);
    const html = it.digest && (await fileText(it.digest));
    site.page = { row, agent, url, unread: it.unread, fields: it.fields, html };
    site.files = site.files.filter((file) => file.kind !== "fields" && file.kind !== "page");
    if (it.fields.length) site.files.push({ name: "response fields", kind: "fields", text: it.fields.map(([name, value]) => `${name}: ${value}`).join("\n") });
    if (html) site.files.push({ name: "page", kind: "page", text: html });
    showFile();
    schedule(0, true);
  } catch (problem) {
    fail(problem);
  }
});

for (const [name, usages] of GROUPS) {
  $("usage").append(h("optgroup", { label: name }, usages.map(([usage, label]) => h("option", { value: usage, title: usage }, label))));
}
$("usage").addEventListener("change", () => { state.usage = $("usage").value; schedule(30); });
$("question").addEventListener("submit", (event) => {
  event.preventDefault();
  if (state.from === "file") return;
  if (site.phase === "loading") { running.abort(); site.phase = "start"; return showAll(); }
  state.site = $("site").value.trim();
  load();
});
$("site").addEventListener("input", () => {
  if (state.from !== "file") return;
  state.site = $("site").value;
  site.origin = (originOf(state.site.trim()) ?? originOf("example.com")).origin;
  schedule(30);
});
for (const from of ["site", "file"]) {
  $(`from-${from}`).addEventListener("change", () => {
    state.from = from;
    site.phase = "start";
    showAll();
    if (from === "file") document.querySelector(".paste").focus();
    else $("site").focus();
  });
}
$("copy-link").addEventListener("click", async () => {
  if (!(await write())) return copy(location.href, $("copy-link"));
  announce("The file is too long for a link. It is downloaded instead.", 0);
  $("copy-link").textContent = "Too long for a link: download the file";
  download(site.text, "robots.txt");
  setTimeout(() => ($("copy-link").textContent = "Copy link"), 4000);
});
$("skip").addEventListener("click", (event) => { event.preventDefault(); $("verdict").focus(); $("verdict").scrollIntoView(); });
addEventListener("hashchange", () => begin());

// On narrow screens the file is after the URLs, in the document too, so that focus follows what people see.
const narrow = matchMedia("(max-width:1180px)");
const arrange = () => (narrow.matches ? $("urls").after($("file")) : $("verdict").before($("file")));
narrow.addEventListener("change", arrange);

/** Starts from the fragment. */
async function begin() {
  loadCrawlers().catch(fail);
  const files = location.hash.length > 1 ? await restore(location.hash) : null;
  if (!files) { site.phase = "start"; return showAll(); }
  if (state.from === "file") return take(files.base, files.edited ?? files.base);
  await load({ edited: files.edited });
}

arrange();
begin();
