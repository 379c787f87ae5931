// The rows of URLs. The focused row is the question.
import { $, chip, fill, h } from "./dom.js";
import { brief, kind, verdictWord } from "./reason.js";
import { emit, state } from "./state.js";
import { plural } from "./words.js";

/** How many rows a pasted list makes. */
const MOST_ROWS = 200;

const rows = h("ol.rows");
const note = h("span.small.soft");
const sum = h("span.small.end");

/** Shows the rows of the state. */
export function showRows() {
  fill($("urls"), h("div.hd", null, h("h2", { id: "urls-h" }, "URLs"), note, sum), rows);
  note.textContent = "One per row. Paste a list to add many.";
  fill(rows, state.urls.map(row), row(""));
  outline();
}

function row(text) {
  const input = h("input", { spellcheck: "false", autocapitalize: "off", autocomplete: "off", placeholder: "Add a URL" });
  input.value = text;
  return h("li", null, input);
}

const inputs = () => [...rows.querySelectorAll("input")];

/** Names the rows, and outlines the one that is the question. */
function outline() {
  const all = inputs();
  all.forEach((input, at) => {
    const isRow = at < state.urls.length;
    input.setAttribute("aria-label", isRow ? `URL ${at + 1}` : "Add a URL");
    input.parentNode.className = isRow && at === state.at ? "cur" : "";
    if (isRow && at === state.at) input.parentNode.setAttribute("aria-current", "true");
    else input.parentNode.removeAttribute("aria-current");
  });
}

/** Shows a verdict in each row; `base` has the verdicts of the file before edits. */
export function showAnswers(answers, base) {
  const items = [...rows.children];
  const counts = { permit: 0, prohibit: 0, opens: 0, closes: 0 };
  answers.forEach((answer, at) => {
    const item = items[at];
    if (!answer || !item) return;
    counts[answer.verdict]++;
    const was = base?.[at]?.verdict;
    const effect = was && was !== answer.verdict && (answer.verdict === "permit" ? "opens" : "closes");
    if (effect) counts[effect]++;
    const mark = effect ? [chip(effect === "opens" ? "y.o" : "n.x", effect), " "] : was ? "as before, " : "";
    const verdict = answer.error ? chip("q.un", "no verdict") : chip(kind(answer), verdictWord(answer));
    // The input stays where it is, so that it keeps the focus.
    while (item.lastChild !== item.firstChild) item.lastChild.remove();
    item.append(verdict, h("span.ln", null, mark, brief(answer, was)));
  });
  const parts = [counts.permit && `${counts.permit} permitted`, counts.prohibit && `${counts.prohibit} prohibited`].filter(Boolean).join(", ");
  const changes = [counts.opens && `${counts.opens} open`, counts.closes && `${counts.closes} close`].filter(Boolean).join(", ");
  sum.textContent = [parts, changes].filter(Boolean).join("; ");
}

/** Takes away the verdict of the row that is the question. */
export const clearAnswer = () => rows.querySelectorAll(".cur > :not(input)").forEach((it) => it.remove());

function focus(at) {
  const input = inputs()[at];
  input?.focus();
  input?.select();
}

/** Adds rows after the row at a place; the result is how many there was no room for. */
function add(at, urls) {
  const room = urls.slice(0, MOST_ROWS - state.urls.length);
  state.urls.splice(at, 0, ...room);
  rows.children[at].before(...room.map(row));
  return urls.length - room.length;
}

rows.addEventListener("focusin", ({ target }) => {
  const at = inputs().indexOf(target);
  if (at < 0 || at >= state.urls.length || at === state.at) return;
  state.at = at;
  outline();
  emit("ask", 0);
});

rows.addEventListener("input", ({ target }) => {
  const at = inputs().indexOf(target);
  if (at === state.urls.length) {
    if (state.urls.length >= MOST_ROWS) return void (target.value = "");
    state.urls.push("");
    rows.append(row(""));
  }
  state.urls[at] = target.value;
  state.at = at;
  outline();
  emit("ask", 30);
});

rows.addEventListener("keydown", (event) => {
  const at = inputs().indexOf(event.target);
  if (at < 0) return;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    focus(at + (event.key === "ArrowDown" ? 1 : -1));
  } else if (event.key === "Enter" && !event.isComposing) {
    event.preventDefault();
    if (at < state.urls.length && state.urls[at + 1] !== "" && at + 1 < state.urls.length) add(at + 1, [""]);
    focus(at + 1);
  }
});

rows.addEventListener("paste", (event) => {
  const lines = event.clipboardData.getData("text").split(/[\r\n]+/).map((it) => it.trim()).filter(Boolean);
  if (lines.length < 2) return;
  event.preventDefault();
  const at = inputs().indexOf(event.target);
  const isEmpty = !event.target.value;
  if (isEmpty && at < state.urls.length) state.urls[at] = event.target.value = lines.shift();
  const left = add(Math.min(at + (isEmpty ? 0 : 1) + (isEmpty && at < state.urls.length ? 1 : 0), state.urls.length), lines);
  if (left) note.textContent = `${plural(left, "URL")} left out: the page takes ${MOST_ROWS}, the API takes more.`;
  state.at = Math.min(at, state.urls.length - 1);
  outline();
  focus(state.at);
  emit("ask", 0);
});

// A row that was emptied goes away when the focus leaves it.
rows.addEventListener("focusout", ({ target }) => {
  const at = inputs().indexOf(target);
  if (at < 0 || at >= state.urls.length || target.value.trim() || state.urls.length === 1) return;
  state.urls.splice(at, 1);
  if (state.at > at || state.at >= state.urls.length) state.at--;
  setTimeout(() => {
    target.parentNode?.remove();
    outline();
    emit("ask", 0);
  });
});
