// The views of the same question for more usages, families of signals, and the file before edits.
import { $, capital, chip, code, fill, h, icon, rove, unseen } from "./dom.js";
import { choose, columns, purposeOf } from "./crawler.js";
import { deciding, kind, lineLink, place, placeName, sourceName, verdictWord } from "./reason.js";
import { emit, isEdited, isLive, site, state } from "./state.js";
import { linesOf } from "./lines.js";
import { FAMILIES, familyName, GROUPS, list, OUTCOMES, plural, RARE, short, signalPart, usageName } from "./words.js";

const VIEWS = [["usages", "All usages"], ["signals", "AI signals"], ["changes", "What would change"]];
const badges = {};
const panel = $("view-panel");
let isLong = false, more = [];

export function showTabs() {
  const tabs = VIEWS.map(([id, name]) => h("button", { type: "button", role: "tab", id: `view-${id}`, "aria-controls": "view-panel", "aria-selected": String(id === state.view), tabindex: id === state.view ? 0 : -1,
    onclick: () => { state.view = id; showTabs(); $(`view-${id}`).focus(); emit("view"); } }, name, badges[id] && h("span", null, badges[id])));
  fill($("view-tabs"), tabs);
  panel.setAttribute("aria-labelledby", `view-${state.view}`);
}
rove($("view-tabs"), "button", (button) => button.click());

export function setBadge(view, ...content) {
  badges[view] = content.length ? content : null;
  const tab = $(`view-${view}`);
  if (tab) fill(tab, tab.firstChild, badges[view] && h("span", null, content));
}

export const showText = (text) => fill(panel, h("p", null, text));

/** The questions of the table of usages. */
export const matrixAsks = () => columns(more).flatMap((crawler) => groups().flatMap(([, usages]) => usages.map(([usage]) => ({ crawler, usage }))));
const groups = () => [["Search", [...GROUPS[0][1].slice(0, isLong ? 2 : 1), ...GROUPS[1][1].slice(0, isLong ? 5 : 1), ...(isLong ? [] : [GROUPS[1][1][2]])]], GROUPS[2], ["Copies", isLong ? [...GROUPS[3][1], ...RARE] : GROUPS[3][1].slice(0, 1)]];

export function showMatrix(answers) {
  const crawlers = columns(more);
  const focused = document.activeElement?.closest?.("td")?.dataset.key;
  let next = 0;
  const byKey = new Map(matrixAsks().map((it) => [`${it.crawler} ${it.usage}`, answers[next++]]));
  const cell = (crawler, usage) => {
    const answer = byKey.get(`${crawler} ${usage}`), reason = deciding(answer), key = `${crawler} ${usage}`;
    const isOn = usage === state.usage && crawler === crawlers[0];
    const text = answer.conditions?.length ? [unseen("permitted on "), h("small", null, plural(answer.conditions.length, "condition"))]
      : [unseen(`${verdictWord(answer)}${reason?.line ? ", " : ""}`), reason?.line ? (reason.source === "robots.txt" ? [unseen("line "), String(reason.line)] : h("small", null, sourceName(reason.source))) : ""];
    const button = h(`button.cell.${kind(answer)}${isOn ? ".on" : ""}`, { type: "button", tabindex: isOn ? 0 : -1, "aria-pressed": String(isOn), onclick: () => { state.usage = usage; emit("usage"); choose(crawler); } }, text);
    return h("td", { "data-key": key }, button);
  };
  const head = h("tr", null, h("th", { scope: "col" }, "Usage"), crawlers.map((it) => h("th", { scope: "col" }, short(it, 40), h("small", null, purposeOf(it) || "\u00a0"))));
  const body = groups().map(([name, usages]) => [h("tr.grp", null, h("th", { colspan: crawlers.length + 1, scope: "rowgroup" }, name)),
    usages.map(([usage, label]) => h("tr", null, h("th", { scope: "row" }, label), crawlers.map((it) => cell(it, usage))))]);
  const table = h("table.mx.ux", null, h("caption.vh", null, "Usages of the selected URL"), h("thead", null, head), h("tbody", null, body));
  table.addEventListener("keydown", (event) => {
    const by = { ArrowDown: crawlers.length, ArrowUp: -crawlers.length, ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const all = [...table.querySelectorAll(".cell")], from = all.indexOf(event.target);
    const to = event.key === "Home" ? from - (from % crawlers.length) : event.key === "End" ? from - (from % crawlers.length) + crawlers.length - 1 : from + (by ?? NaN);
    if (from < 0 || !all[to]) return;
    event.preventDefault();
    all[from].tabIndex = -1;
    all[to].tabIndex = 0;
    all[to].focus();
  });
  const name = h("input", { "aria-label": "Crawler to add", placeholder: "Crawler to add", spellcheck: "false" });
  const form = h("form.tok", { hidden: true, onsubmit: (event) => { event.preventDefault(); if (name.value.trim()) more = [name.value.trim(), ...more].slice(0, 3); emit("view"); } }, name, h("button.btn", null, "Add"));
  fill(panel, h("div.scroll", null, table),
    h("div.key", null, chip("y", "permitted"), chip("y.c", "permitted on conditions"), chip("n", "prohibited"), h("span", null, "Numbers are deciding lines in robots.txt.")),
    h("div.act", null, h("button.btn", { type: "button", onclick: () => { isLong = !isLong; emit("view"); } }, isLong ? "Fewer usages" : "All 19 usages"),
      h("button.btn", { type: "button", onclick: () => { form.hidden = false; name.focus(); } }, "Add a crawler"), form));
  if (!table.querySelector(".cell[tabindex='0']")) table.querySelector(".cell").tabIndex = 0;
  if (focused) [...table.querySelectorAll("td")].find((it) => it.dataset.key === focused)?.firstChild.focus();
}

/** The usages of the table of signals. */
export const SIGNAL_USAGES = ["index", "ai-input", "train-ai", "mine"];
const TOPICS = { index: "Search", "ai-input": "AI input", "train-ai": "AI training", mine: "Text and data mining" };

/** How many usages have signals that contradict each other. */
export const contradicted = (answers) => answers.filter((it) => it.contradictions?.length).length;

export function showSignals(answers, summary, crawler) {
  const families = [...new Set(answers.flatMap((it) => (it.signals ?? []).map((signal) => signal.family)))];
  const of = (answer, family) => answer.signals?.find((it) => it.family === family);
  const boxes = answers.filter((it) => it.contradictions?.length).map((answer) => {
    const sides = answer.signals.filter((it) => it.outcome !== "silent").sort((a, b) => (a.outcome < b.outcome ? -1 : 1));
    const lines = sides.map((side) => {
      const it = side.statements.find((statement) => /allows|refuses/.test(statement.effect)) ?? side.statements[0];
      return [chip(side.outcome === "allow" ? "y" : "n", OUTCOMES[side.outcome]), h("span", null, familyName(side.family), ", ", place(it), " ", side.family === "rsl" ? "" : code(signalPart(it.text, answer.usage)))];
    });
    const alone = list(sides.filter((it) => it.outcome === "allow").map((it) => familyName(it.family)));
    return h("div.box.q", null, h("h3", null, icon("warning"), `${TOPICS[answer.usage]}: the signals contradict each other`), h("div.two", null, lines), h("p", null, `placet follows the prohibition. Crawlers that read only ${alone} do not.`));
  });
  const cell = (answer, family) => {
    const it = of(answer, family);
    if (!it) return h("td");
    const count = it.conditions.length ? plural(it.conditions.length, "condition") : "";
    if (it.outcome === "silent") return h("td.z", null, count || "silent");
    return h(`td.${it.outcome === "allow" ? (count ? "y.c" : "y") : "n"}`, null, OUTCOMES[it.outcome], count && `, ${count}`);
  };
  const name = (family) => {
    const it = answers.flatMap((answer) => of(answer, family)?.statements ?? [])[0];
    return h("th", { scope: "row" }, familyName(family), " ", it && h("span.small", null, place(it)));
  };
  const table = families.length > 0 && h("div.scroll", null, h("table.mx", null, h("caption.vh", null, `What the site says to ${crawler} about the selected URL`),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, "Signal"), answers.map((it) => h("th", { scope: "col" }, capital(usageName(it.usage)))))),
    h("tbody", null, families.map((family) => h("tr", null, name(family), answers.map((it) => cell(it, family)))),
      h("tr.sum", null, h("th", { scope: "row" }, `Verdict for ${crawler}`), answers.map((it) => h(`td.${kind(it)}`, null, verdictWord(it)))))));
  const closed = Object.values(Object.groupBy(summary?.closed ?? [], (it) => `${it.source} ${it.line}`)).slice(0, 12);
  const notices = linesOf(site.text ?? "").map((text, at) => [text, at + 1]).filter(([text]) => /^\s*#.*(data mining|reserv(es?|ed|ation)\b.*right|rights? (are )?reserved|\bTDM\b|train(ing)? (of )?(AI|machine|models))/i.test(text));
  const unused = Object.keys(FAMILIES).filter((it) => !families.includes(it)).map(familyName);
  const rows = [
    !families.length && ["Signals", "None about this URL."],
    families.length && !boxes.length && ["Contradictions", "None."],
    closed.length && ["Closed by robots.txt", closed.map((all, at) => [at ? "; " : "", list(all.map((it) => it.agent).slice(0, 8)), all.length > 8 ? " and others (" : " (", place(all[0]), ")"]), "."],
    notices.length && ["Not a signal", "Crawlers do not read comments, so the notice in ", lineLink(`line ${notices[0][1]}`, "robots.txt", notices[0][1]), " restricts none."],
    ["Not used here", `${unused.join(", ")}.`],
  ].filter(Boolean);
  fill(panel, boxes, table, h("dl.why.flat", null, rows.map(([term, ...text]) => [h("dt", null, term), h("dd", null, text)])));
}

const HINT = "Edit it or apply a fix to see which URLs open or close, and for which crawlers, before you publish.";

/** The changes, each with all crawlers that it is for. */
export function changesOf(diff) {
  const all = new Map();
  for (const audience of diff.audiences) {
    for (const change of audience.changes) {
      const key = JSON.stringify([change.effect, change.pattern, change.entire, change.rest, change.usages, change.after]);
      const known = all.get(key) ?? { ...change, crawlers: [], others: false };
      known.crawlers.push(...audience.crawlers.filter(() => !audience.others));
      known.others ||= audience.others;
      all.set(key, known);
    }
  }
  return [...all.values()];
}

export function showChanges(diff) {
  if (site.phase !== "ready") return showText("There is no live file to compare with yet.");
  if (!isEdited()) return showText(`This is the ${isLive() ? "live file" : "file as you pasted it"}. ${HINT}`);
  const all = changesOf(diff);
  const whom = ({ crawlers, others }) => [others && "every crawler without a group of its own", crawlers.length && list(crawlers.slice(0, 6)) + (crawlers.length > 6 ? " and others" : "")].filter(Boolean).join(", and to ");
  const side = (it) => (it.lines.length ? [placeName(it.lines[0]), ", ", code(short(it.lines[0].text, 80))] : it.ground === "nothing-matched" ? "no rule matches" : it.verdict === "permit" ? "permitted" : "prohibited");
  const what = ({ pattern, entire, rest }) => `${entire ? "" : rest ? "the rest of " : "part of "}${pattern && pattern !== "/" ? pattern : entire ? "the whole site" : "the site"}`;
  const item = (it) => {
    const [name, word] = { opens: ["y.o", "opens"], closes: ["n.x", "closes"] }[it.effect] ?? ["q.un", "conditions"];
    const usages = it.usages.length === diff.usages.length ? "" : `: ${it.usages.length > 4 ? `${it.usages.slice(0, 3).map(usageName).join(", ")} and ${it.usages.length - 3} more usages` : list(it.usages.map(usageName))}`;
    return h("li", null, chip(name, word), h("b", null, `${capital(what(it))}, to ${whom(it)}${usages}`), h("p", null, "Such as ", code(short(it.path, 80)), ". Before: ", side(it.before), ". After: ", side(it.after), "."));
  };
  const count = (number, verb) => number && `${plural(number, "change")} ${number === 1 ? verb : verb.replace(/s$/, "")} URLs`;
  const number = (effect) => all.filter((it) => it.effect === effect).length;
  const parts = [count(number("opens"), "opens"), count(number("closes"), "closes"), number("conditions") && `${plural(number("conditions"), "change")} in conditions`].filter(Boolean);
  const with_ = isLive() ? "the live file" : "the file before your edits";
  fill(panel, h("h3.h3", null, `Compared with ${with_}: ${parts.join(", ") || "no verdict changes"}`), h("ul.chg", null, all.slice(0, 60).map(item)),
    all.length > 60 && h("p.soft", null, `${all.length - 60} more changes are not shown.`), diff.also?.length ? h("p.small.soft", null, `Also: ${diff.also.join("; ")}.`) : "", !diff.complete && h("p.small.soft", null, "The files are too complex to compare completely."));
}
