// The files of the site: tabs, findings, reading and editing.
import { $, announce, download, fill, h, icon, rich, rove, sentence } from "./dom.js";
import { fixed, fixWords, rowsOf } from "./diff.js";
import { goTo, linesOf, reveal, showFindings, showLines, showMarks } from "./lines.js";
import { also, contradicting, deciding, groupAt, ground, hasSource, isRobotsLine, lineLink, sourceName } from "./reason.js";
import { emit, isEdited, isLive, on, site, state } from "./state.js";
import { plural, when } from "./words.js";

let tab = 0;
let area = null; // the textarea, while the file is edited
let last = []; // the answers that are marked
const summary = h("button.link.small.end", { type: "button", onclick: () => step(1) });
const meta = h("div.meta");

export const shownFile = () => site.files[tab];

/** Shows the region anew. */
export function showFile() {
  const body = $("file-body");
  area = null;
  if (site.phase === "start") return fill(body, paste());
  if (site.phase === "loading") return fill(body, loading());
  if (site.phase === "unreachable") return fill(body, header(), unreachable());
  if (!site.files.length) return fill(body);
  tab = Math.min(tab, site.files.length - 1);
  const file = shownFile();
  const rows = rowsOf(tab === 0 ? site.base : file.text, file.text);
  const name = `${file.name} of ${new URL(site.origin).host}`;
  fill(body, header(), meta, rows.length ? showLines(name, rows) : empty());
  showMeta(rows);
  markLines(...last);
}

const empty = () => {
  showLines("", []);
  const status = site.evidence[0]?.status;
  return h("div.pane.plain", null, isLive() ? `The site has no robots.txt${status ? ` (the server answered ${status})` : ""}, so everything is open to every crawler. Choose Edit to try one.` : "The file is empty, so everything is open to every crawler.");
};

function paste() {
  const input = h("input.vh", { type: "file", tabindex: "-1", "aria-hidden": "true", onchange: () => open(input.files[0]) });
  const open = async (file) => file && emit("pasted", await file.text());
  const text = h("textarea.paste", { "aria-label": "robots.txt", spellcheck: "false", placeholder: "Paste a robots.txt here, or drop the file.\n\nYou can edit it afterwards and see what each change does before you publish it.",
    oninput: () => text.value.trim() && emit("pasted", text.value),
    ondragover: (event) => event.preventDefault(),
    ondrop: (event) => event.dataTransfer.files[0] && (event.preventDefault(), open(event.dataTransfer.files[0])) });
  return [h("div.hd", null, h("h2", null, "Your robots.txt"), h("button.btn.end", { type: "button", onclick: () => input.click() }, "Open a file"), input), text,
    h("div.meta.low", null, "The file is sent to this placet server only and is not stored.")];
}

const loading = () => [
  h("div.hd", null, h("div.src", null, h("button", { disabled: true }, "robots.txt")), h("span.small.soft.end", null, "fetching")),
  h("div.meta", null, `Waiting for ${state.site}`),
  h("div.pane", { "aria-hidden": "true" }, h("ol.code.sks", null, Array.from({ length: 10 }, () => h("li", null, h("span.sk"))))),
];

const table = (title, head, rows) => [h("h3", null, title), h("table.mx.wrap", null,
  h("thead", null, h("tr", null, head.map((it) => h("th", { scope: "col" }, it)))),
  h("tbody", null, rows.map(([first, ...rest]) => h("tr", null, h("th", { scope: "row" }, first), rest.map((it) => h("td.k", null, it))))))];

function unreachable() {
  const [it] = site.evidence;
  const hops = [...(it.chain ?? []), { status: it.status, url: it.final_url ?? it.url }];
  return h("div.pane.plain", { tabindex: "0", role: "group", "aria-label": "What the server answered" },
    table("What the server answered", ["Time", "Request", "Answer"], hops.map((hop) => [when(it.checked, true), h("code", null, `GET ${hop.url}`), h("span.v.n", null, hop.status ? String(hop.status) : it.cause)])),
    h("p.small.soft.gap", null, sentence(it.cause), it.unreachable_since ? ` Unreachable since ${when(it.unreachable_since, true)}.` : "", " placet has no earlier copy of this file that may still be used."),
    table("What each answer means to crawlers", ["Answer", "Meaning"], [["200", "the file applies"], ["301, 302, 303, 307, 308", "the file at the new address applies"], ["404 and other 4xx, not 429", "no robots.txt: the whole site is open"], ["429, 5xx, no answer", "unreachable: the whole site is closed"]]));
}

function header() {
  const files = site.files.length ? site.files : [{ name: "robots.txt" }];
  const tabs = h("div.src", { role: "tablist", "aria-label": "Source" }, files.map((file, at) =>
    h("button", { type: "button", role: "tab", "aria-selected": String(at === tab), tabindex: at === tab ? 0 : -1, onclick: () => choose(at) }, file.name)));
  rove(tabs, "button", (button) => button.click());
  if (site.phase === "unreachable") return h("div.hd", null, tabs, h("b.small.v.q.end", null, "unreachable"));
  const button = (label, onclick, name = "btn") => h(`button.${name}`, { type: "button", onclick }, label);
  const actions = tab !== 0 ? [] : area ? [button("Done", stopEditing)] : [button("Edit", startEditing)];
  if (tab === 0 && isEdited() && !area) actions.unshift(button("Undo all", () => change(site.base, "All edits are undone.")), button("Download", () => download(site.text, "robots.txt"), "btn.main"));
  const edited = tab === 0 && isEdited() && h("b.small.i-warning", null, isLive() ? "edited, not live" : "edited");
  return h("div.hd", null, tabs, edited, summary, h("span.pair", null, actions));
}

function choose(at) {
  if (at === tab) return;
  tab = at;
  showFile();
  document.querySelectorAll("#file .src button")[at]?.focus();
  emit("file");
}

/** Shows how long the file is and how old. */
function showMeta(rows) {
  const { text, evidence } = shownFile();
  const added = rows.filter((it) => it.change === "add").length, removed = rows.filter((it) => it.change === "del").length;
  const size = added + removed ? `${plural(added, "line")} added, ${removed} removed` : `${plural(rows.length, "line")}, ${plural(new Blob([text]).size, "byte")}`;
  const age = evidence?.fetched && `Fetched ${when(evidence.fetched)}, valid until ${when(evidence.until)}`;
  fill(meta, [size, !isEdited() && age, evidence?.standing === "stale" && "The site is unreachable: this is the last good copy"].filter(Boolean).map((it) => h("span", null, it)));
}

/** Shows findings of the file that is shown. */
export function setFindings(all) {
  const text = shownFile()?.text;
  for (const finding of all) if (finding.fix) finding.words = fixWords(text, finding.fix);
  site.findings = all;
  const count = (severity) => all.filter((it) => it.severity === severity).length;
  const parts = ["error", "warning", "note"].map((it) => count(it) && plural(count(it), it)).filter(Boolean);
  summary.textContent = parts.join(", ");
  summary.hidden = !parts.length;
  if (area) showGutter(); else showFindings(all);
}

/** Goes to the next or the previous finding. */
function step(by) {
  const all = [...site.findings].sort((a, b) => a.start.line - b.start.line);
  if (!all.length) return;
  const here = document.activeElement.closest?.(".code li")?.dataset.n ?? (by > 0 ? 0 : Infinity);
  const next = by > 0 ? all.find((it) => it.start.line > here) ?? all[0] : all.findLast((it) => it.start.line < here) ?? all.at(-1);
  if (area) stopEditing();
  goTo(next.start.line, next);
}

/** Marks the lines that take part in an answer. */
export function markLines(answer, crawl) {
  last = [answer, crawl];
  const file = shownFile();
  if (!answer?.reasons || !file || area) return;
  const marks = new Map();
  const set = (reason, classes, label) => {
    if (!reason.line || !hasSource(file, reason.source)) return;
    const line = file.kind === "fields" ? lineOfField(file, reason) : reason.line;
    if (!marks.has(line)) marks.set(line, { classes, label });
  };
  const decides = deciding(answer);
  const groups = [...answer.reasons, ...(crawl?.reasons ?? [])].filter((it) => it.part === "group");
  const isSilent = !decides?.line && answer.verdict === "permit" && groups.length;
  if (decides?.line) set(decides, answer.verdict === "permit" ? "d ok" : "d", "decides");
  for (const it of contradicting(answer)) set(it, "m", decides && isRobotsLine(decides) ? `contradicts line ${decides.line}` : "contradicts");
  for (const it of also(answer)) set(it, "m", answer.verdict === "permit" ? "also permits" : "also prohibits");
  for (const it of answer.reasons) {
    if (it.sets?.length) set(it, "m", "condition");
    if (["shorter", "lost-tie"].includes(it.part)) set(it, "m", "shorter match");
  }
  for (const it of groups) set(it, isSilent ? "d ok" : "", "group used");
  if (tab === 0) site.files.slice(1).forEach((other) => {
    const at = linesOf(file.text).findIndex((line) => /^\s*license\s*:/i.test(line) && other.url && line.includes(other.url));
    if (at >= 0) set({ source: "robots.txt", line: at + 1 }, "", `read: ${other.name}`);
  });
  showMarks(marks, tab === 0 && groups[0] && ground(answer) !== "unavailable" ? groupAt(groups[0].line) : null);
  const line = decides?.line && hasSource(file, decides.source) ? decides.line : null;
  if (line && !$("file").contains(document.activeElement)) reveal(line);
}

const lineOfField = (file, { source, text }) => {
  const all = linesOf(file.text), name = `${source.toLowerCase()}:`;
  return 1 + Math.max(0, all.findIndex((it) => it.toLowerCase().startsWith(name) && (!text || it.includes(text))));
};

on("goto", ({ source, line }) => {
  const at = site.files.findIndex((file) => hasSource(file, source));
  if (at < 0) return;
  if (area) stopEditing();
  choose(at);
  const file = shownFile();
  goTo(file.kind === "fields" ? lineOfField(file, { source }) : line ?? 1);
});

/** Replaces the text, so that it can be undone, and says what was done. */
function change(text, words, line) {
  if (text === site.text) return;
  site.past.push(site.text);
  site.future = [];
  setText(text, words, line);
}

function setText(text, words, line) {
  site.text = site.files[0].text = text;
  showFile();
  setFindings([]);
  if (line) goTo(line); else $("lines")?.focus();
  announce(words, 0);
  emit("edited", 0);
}

on("fix", (finding) => {
  const line = Math.min(finding.fix.edits[0].start.line, Math.max(1, linesOf(site.text).length));
  change(fixed(site.text, finding.fix), `Done: ${finding.words}. Ctrl+Z undoes it.`, line);
});

function undo(from, to, words) {
  if (!from.length) return;
  to.push(site.text);
  const wasEditing = area;
  setText(from.pop(), words);
  if (wasEditing) startEditing();
}

function startEditing() {
  const before = site.text;
  let typed = before;
  const pane = $("lines"), top = pane ? pane.scrollTop : 0;
  area = h("textarea", { "aria-label": "robots.txt, editable. Escape returns to reading.", spellcheck: "false", wrap: "off" });
  area.value = before;
  area.oninput = () => {
    if (site.text === before && typed === before) site.past.push(before);
    site.text = site.files[0].text = typed = area.value;
    site.future = [];
    emit("edited", 150);
  };
  area.onscroll = () => ($("gutter").scrollTop = area.scrollTop);
  area.onkeydown = (event) => {
    if (event.key === "Escape") { event.preventDefault(); stopEditing(); }
    // The textarea undoes what was typed into it; what was done before that, such as a fix, is undone here.
    if (isUndo(event) && area.value === before && site.past.length) { event.preventDefault(); event.stopPropagation(); undo(site.past, site.future, "The last change is undone."); }
  };
  fill($("file-body"), header(), meta, h("div.edit", null, h("div.gut", { id: "gutter", "aria-hidden": "true" }), area), h("ul.list", { id: "found", "aria-label": "Findings" }));
  showGutter();
  area.focus();
  area.setSelectionRange(0, 0);
  area.scrollTop = top;
}

function stopEditing() {
  if (site.past.at(-1) === site.text) site.past.pop();
  showFile();
  setFindings(site.findings);
  $("lines")?.focus();
}

/** The line numbers, the marks and the list of findings of the edit mode. */
export function showGutter() {
  if (!area) return;
  const count = linesOf(area.value).length || 1;
  fill(meta, h("span", null, `${plural(count, "line")}, ${plural(new Blob([area.value]).size, "byte")}`));
  const gutter = $("gutter");
  if (gutter.dataset.count !== String(count)) {
    gutter.dataset.count = count;
    const numbers = Array.from({ length: count + 1 }, (_, at) => (at < count || /[\r\n]$/.test(area.value) ? at + 1 : "")).join("\n");
    fill(gutter, h("pre", null, numbers));
  }
  gutter.querySelectorAll(".ic").forEach((it) => it.remove());
  const shown = site.findings.slice(0, 200);
  for (const { severity, start } of shown) {
    const mark = icon(severity);
    mark.style.top = `${12 + (start.line - 1) * 22}px`;
    gutter.append(mark);
  }
  gutter.scrollTop = area.scrollTop;
  fill($("found"), shown.map((it) => h("li", null, icon(it.severity), h("span", null, lineLink(`Line ${it.start.line}`, "robots.txt", it.start.line), ": ", rich(sentence(it.message))))));
}

const isUndo = (event) => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !event.shiftKey;

$("file").addEventListener("keydown", (event) => {
  if (event.key === "F8") { event.preventDefault(); step(event.shiftKey ? -1 : 1); }
  if (event.target.tagName === "TEXTAREA") return;
  const isRedo = (event.ctrlKey || event.metaKey) && (event.key === "y" || (event.shiftKey && event.key.toLowerCase() === "z"));
  if (isUndo(event)) { event.preventDefault(); undo(site.past, site.future, "The last change is undone."); }
  if (isRedo) { event.preventDefault(); undo(site.future, site.past, "The change is made again."); }
});

export const fileNames = () => site.files.filter((it) => it.kind !== "fields" && it.kind !== "page").map((it) => sourceName(it.name));
