// The lines of a file in reading mode: numbers, the rail of the group, marks of the verdict, findings.
import { h, icon, rich, sentence } from "./dom.js";
import { emit } from "./state.js";

/** The pages about the rules, which open when people ask for them. */
const RULES = "https://placet.github.io/placet/reference/rules/";

/** How many lines one task builds. Long files are built in many tasks, so that typing never waits for them. */
const CHUNK = 250;
/** How many messages are open at first. A file with more has them closed. */
const OPEN_MESSAGES = 40;

let items = []; // the elements, by line
let rows = []; // { n, text, change } for each element
let pane, timer;
let marks = new Map(); // line → { classes, label }
let rail = [0, -1];
let findings = new Map(); // line → findings
let opened = new Map(); // finding → whether its message is open

/** Splits a file as robots.txt is split: at LF, CR and CRLF. */
export function linesOf(text) {
  const all = text.split(/\r\n|\r|\n/);
  if (all.at(-1) === "") all.pop();
  return all;
}

/** Shows rows, each a line with its number, added and removed ones included. */
export function showLines(label, shown) {
  clearTimeout(timer);
  [rows, items, marks, findings] = [shown, [], new Map(), new Map()];
  rail = [0, -1];
  pane = h("div.pane", { tabindex: "0", role: "group", "aria-label": label, id: "lines" });
  build(CHUNK);
  later();
  return pane;
}

function later() {
  if (items.length < rows.length) timer = setTimeout(() => { build(items.length + CHUNK); later(); });
}

/** Builds lines in lists of one chunk each, of which the browser lays out only those that are visible. */
function build(to) {
  while (items.length < Math.min(to, rows.length)) {
    const part = rows.slice(items.length, items.length + CHUNK);
    const list = h("ol.code", { role: "list" }, part.map((row) => {
      const item = h("li", { "data-n": row.change === "del" ? "−" : row.n, tabindex: "-1" });
      items.push(item);
      paint(items.length - 1);
      return item;
    }));
    list.style.containIntrinsicHeight = `auto ${part.length * 22}px`;
    pane.append(list);
  }
}

/** The element of a line; removed lines have none. */
function itemAt(line) {
  let at = line - 1;
  // Removed lines take places before it.
  if (rows.some((it) => it.change === "del")) at = rows.findIndex((it) => it.n === line && it.change !== "del");
  if (at >= items.length && at < rows.length) {
    clearTimeout(timer);
    build(at + CHUNK);
    later();
  }
  return [items[at], at];
}

/** Writes everything into the element of a row. */
function paint(at) {
  const { n, text, change } = rows[at];
  const item = items[at];
  const live = change !== "del";
  const mark = live ? marks.get(n) : null;
  const found = live ? (findings.get(n) ?? []) : [];
  const label = mark?.label ?? { add: "added", del: "removed" }[change];
  const isAgent = /^\s*user-agent\s*:/i.test(text);
  item.className = [isAgent && "u", live && rail[0] <= n && n <= rail[1] && "g", change, mark?.classes].filter(Boolean).join(" ");
  const worst = ["error", "warning", "note"].find((it) => found.some((finding) => finding.severity === it));
  item.replaceChildren(
    ...(worst ? [marker(worst, n, at, found)] : []),
    ...(label ? [h("em", null, label)] : []),
    // An empty line needs a height.
    text || "\u200b",
    ...found.filter((it) => opened.get(it)).map((it) => message(it)),
  );
}

const names = { error: "Error", warning: "Warning", note: "Note" };

function marker(severity, n, at, found) {
  const isOpen = found.some((it) => opened.get(it));
  return h("button.mk", {
    type: "button",
    "aria-expanded": String(isOpen),
    "aria-label": `${names[severity]} on line ${n}`,
    onclick: () => {
      found.forEach((it) => opened.set(it, !isOpen));
      paint(at);
      items[at].querySelector(".mk").focus();
    },
  }, icon(severity));
}

/** A finding: what is wrong, the fix, the rule. */
export function message(finding) {
  const help = finding.help ? ` ${sentence(finding.help)}` : "";
  const box = h(`div.msg.${finding.severity}`, null, h("p", null, rich(sentence(finding.message) + help)));
  const rule = h("a", { href: `${RULES}${finding.code}.html`, target: "_blank", rel: "noreferrer" }, finding.name);
  const fix = finding.fix && h("button.btn", { type: "button", onclick: () => emit("fix", finding) }, `Fix: ${finding.words}`);
  box.append(h("div.act", null, fix, rule));
  return box;
}

/** Shows findings in their lines. Errors and warnings are open, notes are closed. */
export function showFindings(all) {
  const touched = new Set(findings.keys());
  findings = Map.groupBy(all, (it) => it.start.line);
  opened = new Map();
  all.filter((it) => it.severity !== "note").slice(0, OPEN_MESSAGES).forEach((it) => opened.set(it, true));
  repaint([...touched, ...findings.keys()]);
}

/** Shows which lines decide: marks by line, and the range of the group in use. */
export function showMarks(next, group) {
  const lines = new Set([...marks.keys(), ...next.keys()]);
  const before = rail;
  [marks, rail] = [next, group ?? [0, -1]];
  if (before[0] !== rail[0] || before[1] !== rail[1]) {
    for (const [from, to, isIn] of [[...before, false], [...rail, true]]) {
      for (let n = from; n <= to; n++) {
        const [item] = n > 0 && n <= items.length ? itemAt(n) : [];
        item?.classList.toggle("g", isIn);
      }
    }
  }
  repaint([...lines]);
}

function repaint(lines) {
  if (!pane) return;
  const focus = document.activeElement?.closest?.(".code li");
  for (const n of lines) {
    const at = rows[n - 1]?.n === n && rows[n - 1].change !== "del" ? n - 1 : rows.findIndex((it) => it.n === n && it.change !== "del");
    if (at >= 0 && at < items.length && items[at] !== focus) paint(at);
    else if (at >= 0 && items[at] && items[at] === focus) {
      const control = document.activeElement === focus ? null : document.activeElement.className;
      paint(at);
      if (control) (focus.getElementsByClassName(control)[0] ?? focus).focus();
    }
  }
}

/** Scrolls to a line and focuses it. */
export function goTo(line, target) {
  const [item, at] = itemAt(line);
  if (!item) return;
  pane.querySelector(".at")?.classList.remove("at");
  item.scrollIntoView({ block: "nearest" });
  if (target) {
    opened.set(target, true);
    paint(at);
  }
  (target ? item.querySelector(".mk") ?? item : item).focus({ preventScroll: true });
  item.scrollIntoView({ block: "nearest" });
  item.classList.add("at");
}

/** Scrolls a line into view without moving the focus, if none of it is visible. */
export function reveal(line) {
  const [item] = itemAt(line);
  if (!item || !pane.isConnected) return;
  const [inner, outer] = [item.getBoundingClientRect(), pane.getBoundingClientRect()];
  if (outer.height && (inner.bottom < outer.top || inner.top > outer.bottom)) {
    pane.scrollTop += inner.top - outer.top - outer.height / 3;
  }
}
