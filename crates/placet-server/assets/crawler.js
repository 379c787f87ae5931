// The combobox of crawlers, by the pattern of the ARIA Authoring Practices Guide.
import { $, chip, fill, h, unseen } from "./dom.js";
import { deciding, kind, verdictWord } from "./reason.js";
import { emit, site, state } from "./state.js";
import { get } from "./api.js";
import { purposeName } from "./words.js";

const GROUPS = { search: "Search", "ai-training": "AI training", "ai-assistants": "AI assistants", archives: "Archives", "seo-tools": "SEO tools", other: "Other" };
/** The crawlers of the table of usages, after the one in question. */
const FIRST = ["Googlebot", "bingbot", "ClaudeBot", "GPTBot", "CCBot"];

const [input, pop, box] = [$("crawler"), $("pop"), $("crawlers")];
let known = [];
let options = [];
let at = -1;
let isTyped = false; // the list shows all crawlers until something is typed

/** Fetches the list once. */
export const loadCrawlers = async () => {
  known = (await get("/v1/crawlers")).crawlers;
  showCrawler();
};

const find = (name) => known.find((it) => it.token.toLowerCase() === name.trim().toLowerCase());
export const isControl = (name) => find(name)?.control;
export const purposeOf = (name) => (find(name)?.purposes ?? []).map(purposeName)[0] ?? "";
export const columns = (more) => [...new Set([find(state.crawler)?.token ?? state.crawler.trim(), ...more, ...FIRST])].slice(0, 5 + more.length);
export const isOpen = () => !pop.hidden;

/** Shows the crawler of the state. */
export function showCrawler() {
  if (document.activeElement !== input) input.value = state.crawler;
  const it = find(state.crawler);
  $("purpose").textContent = it ? `${purposeOf(it.token)}, ${it.operator}` : "";
}

/** The crawlers that contain all words of what was typed, in token, operator or purpose. */
function matching() {
  const words = isTyped ? input.value.toLowerCase().split(/\s+/).filter(Boolean) : [];
  return known.filter((it) => {
    const text = `${it.token} ${it.operator} ${it.purposes.map(purposeName).join(" ")} ${it.purposes.join(" ")} ${GROUPS[it.group]}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function open() {
  if (!known.length) return;
  const found = matching();
  options = [];
  const groups = Object.entries(GROUPS).map(([group, name]) => [name, found.filter((it) => it.group === group)]).filter(([, all]) => all.length);
  fill(box, groups.map(([name, all]) => h("div", { role: "group", "aria-label": name }, h("b", { "aria-hidden": "true" }, name), all.map((it) => {
    const option = h("div", { role: "option", id: `crawler-${options.length}`, "aria-selected": "false", "data-token": it.token }, h("span", null, it.token),
      h("i", null, it.control ? `${it.operator}, never crawls itself` : it.operator), h("b.v.z", null, it.control ? "–" : ""));
    options.push(option);
    return option;
  }))));
  $("pop-note").textContent = found.length ? (site.phase === "ready" ? "Marks answer the current question. Any name works." : "Any name works.") : "No known crawler has this name. Any name works.";
  const now = options.findIndex((it) => it.dataset.token.toLowerCase() === state.crawler.trim().toLowerCase());
  pop.hidden = false;
  input.setAttribute("aria-expanded", "true");
  select(now);
  emit("list");
}

function close() {
  pop.hidden = true;
  input.setAttribute("aria-expanded", "false");
  input.removeAttribute("aria-activedescendant");
}

function select(to) {
  options[at]?.setAttribute("aria-selected", "false");
  at = to;
  const option = options[at];
  option?.setAttribute("aria-selected", "true");
  option?.scrollIntoView({ block: "nearest" });
  if (option) input.setAttribute("aria-activedescendant", option.id);
  else input.removeAttribute("aria-activedescendant");
}

/** The crawlers in the list that have a verdict. */
export const listed = () => options.map((it) => it.dataset.token).filter((it) => !isControl(it));

/** Shows a verdict for each crawler in the list. */
export function showVerdicts(answers) {
  for (const option of options) {
    const answer = answers.get(option.dataset.token);
    if (!answer?.verdict) continue;
    const reason = deciding(answer);
    const line = reason?.line ? (reason.source === "robots.txt" ? `line ${reason.line}` : "") : "";
    const mark = chip(kind(answer), unseen(`${verdictWord(answer)}${line ? ", " : ""}`), answer.verdict === "permit" && !line ? "" : line);
    option.lastChild.replaceWith(mark);
  }
}

/** Takes a crawler as the question. */
export function choose(name, delay = 0) {
  state.crawler = name;
  showCrawler();
  emit("ask", delay);
}

const take = (option) => { input.value = option.dataset.token; isTyped = false; choose(option.dataset.token); close(); };

input.addEventListener("input", () => { isTyped = true; choose(input.value, 30); open(); select(-1); });
input.addEventListener("click", () => { isTyped = false; input.select(); open(); });
input.addEventListener("blur", () => { close(); isTyped = false; if (!input.value.trim() && site.phase !== "start") { input.value = "Googlebot"; choose("Googlebot"); } });
input.addEventListener("keydown", (event) => {
  const { key } = event;
  const move = { ArrowDown: at + 1, ArrowUp: at - 1 }[key];
  if (move !== undefined) {
    event.preventDefault();
    if (!isOpen()) { isTyped = false; open(); if (at < 0) select(key === "ArrowDown" ? 0 : options.length - 1); } else select((move + options.length) % options.length);
  } else if (key === "Enter") {
    event.preventDefault();
    if (isOpen() && options[at]) take(options[at]); else close();
  } else if (key === "Escape" && isOpen()) {
    event.preventDefault();
    close();
  } else if ((key === "Home" || key === "End") && isOpen()) {
    event.preventDefault();
    input.setSelectionRange(...(key === "Home" ? [0, 0] : [input.value.length, input.value.length]));
  }
});
pop.addEventListener("mousedown", (event) => event.preventDefault());
box.addEventListener("click", ({ target }) => { const option = target.closest("[role=option]"); if (option) take(option); });
