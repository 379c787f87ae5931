// The verdict: one sentence, the reasons for it, and the explanation step by step.
import { $, announce, capital, chip, code, copy, fill, h, rich, sentence } from "./dom.js";
import { also, because, conditions, contradicting, deciding, groupAt, isUnreachable, kind, place, placeName, verdictWord } from "./reason.js";
import { emit, isEdited, isLive, site, state } from "./state.js";
import { fileNames } from "./file.js";
import { list, phrase, plural, reasonWords, short, signalPart, usageName, when } from "./words.js";

let box, say, why, steps, button;

function build() {
  [say, why] = [h("div"), h("dl.why")];
  steps = h("details", { ontoggle: () => steps.open && emit("explain") }, h("summary", null, "Explain step by step"), h("div"));
  button = h("button.btn.cp", { type: "button", onclick: () => copy(plain(), button) }, "Copy answer");
  box = h("div", null, h("div.say", null, say), why, h("div.ft", null, steps, button));
  fill($("verdict"), box);
}

export const isExplaining = () => Boolean(steps?.isConnected && steps.open);

/** The crawler as the sentence names it: a whole User-Agent field is shortened. */
export const crawlerName = () => short(state.crawler.trim() || "A crawler without a name", 60);

/** The path of the row that is the question. */
const target = () => {
  const row = state.urls[state.at].trim() || "/";
  return row.startsWith(site.origin) ? row.slice(site.origin.length) || "/" : row;
};

/** Shows a verdict. `crawl` is the verdict about crawling, `base` the one of the file before edits. */
export function showVerdict(answer, crawl, base) {
  if (!box?.isConnected) build();
  const name = crawlerName(), hadFocus = $("verdict").contains(document.activeElement);
  const isNo = answer.verdict === "prohibit", closed = isUnreachable(answer);
  const [before, after] = phrase(state.usage);
  box.className = kind(answer).replaceAll(".", " ");
  const count = answer.conditions?.length;
  const by = isEdited() ? " by your edited file" : "";
  const title = answer.error ? "No verdict" : answer.verdict === "unknown" ? "Unknown" : closed ? "Prohibited while robots.txt is unreachable"
    : isNo ? `Prohibited${by}` : count ? `Permitted${by} on ${plural(count, "condition")}` : `Permitted${by}`;
  const url = code(short(target(), 160));
  const words = answer.error ? [sentence(answer.error)]
    : answer.verdict === "unknown" ? [`It is unknown whether ${name} may ${before} `, url, after && ` ${after}`, "."]
    : closed ? [`${name} `, h("b", null, "may not"), " crawl anything on ", code(new URL(site.origin).host), " for now."]
    : [`${name} `, h("b", null, isNo ? "may not" : "may"), ` ${before} `, url, after && ` ${after}`, "."];
  fill(say, h("p", null, title, h("small", { id: "checking" })), h("h2", null, words));
  fill(why, answer.error ? [] : rows(answer, crawl, base, name).map(([term, ...text]) => [h("dt", null, term), h("dd", null, text)]));
  const actions = closed && h("div.pair", null, h("button.btn.main", { type: "button", onclick: () => emit("fetch", true) }, "Try again now"), h("button.btn", { type: "button", onclick: () => emit("paste") }, "Paste the file instead"));
  // The controls stay where they are, so that they keep the focus.
  if (closed || !button.isConnected) fill(box.lastChild, closed ? actions : [steps, button]);
  if (hadFocus && !$("verdict").contains(document.activeElement)) $("verdict").focus({ preventScroll: true });
  announce(say.lastChild.textContent);
  if (isExplaining()) emit("explain");
}

function rows(answer, crawl, base, name) {
  const it = site.evidence[0];
  const out = [];
  if (isUnreachable(answer)) {
    out.push(["Reason", because(answer, crawl, name)], ["Your site?", "Answer /robots.txt with status 200 and the file, or with 404 if you have none: 404 opens the whole site."]);
    if (it?.until) out.push(["Next request", `After ${when(it.until, true)}.`]);
    return out;
  }
  if (answer.conditions.length) out.push(["Conditions", h("ol", null, conditions(answer))]);
  out.push(["Reason", because(answer, crawl, name)]);
  const others = also(answer).slice(0, 3);
  if (others.length) out.push([answer.verdict === "permit" ? "Also permitted by" : "Also prohibited by", others.map((other, at) => [at ? "; " : "", place(other, at === 0), /rsl/.test(other.why) ? `: the licence ${answer.verdict === "permit" ? "covers" : "does not cover"} this usage` : [", ", code(signalPart(other.text, state.usage))]]), "."]);
  const against = contradicting(answer).slice(0, 3);
  if (against.length) out.push(["Contradicted by", against.map((other, at) => [at ? "; " : "", place(other, at === 0), ", ", code(signalPart(other.text, state.usage))]), ". A permission never lifts a prohibition."]);
  const doubt = answer.verdict === "prohibit" && suspect(answer);
  if (doubt) out.push(["Intended?", "Perhaps not. The ", doubt.severity, " on ", place({ source: "robots.txt", line: doubt.start.line }), ` is about this group${doubt.fix ? " and offers a fix" : ""}.`]);
  if (base) out.push([isLive() ? "Live file" : "Before", before(base)]);
  if (!answer.conditions.length && answer.verdict === "permit" && out.length < 3) out.push(["Conditions", "None."]);
  if (answer.crawl_delay && state.usage === "crawl" && out.length < 3) out.push(["Pause", `Crawl-delay asks for ${plural(answer.crawl_delay, "second")} between requests.`]);
  for (const note of (answer.notes ?? []).filter((text) => !/contradict each other/.test(text)).slice(0, 3)) out.push(["Note", rich(sentence(note))]);
  if (isLive() && !isEdited()) out.push(["Read", read()]);
  return out;
}

const before = (base) => {
  const reason = deciding(base);
  return [capital(verdictWord(base)), reason?.line ? [" by ", placeName(reason), ", ", code(short(reason.text, 60)), "."] : ": no rule matches."];
};

/** A finding about the group whose rule prohibits. */
function suspect(answer) {
  const reason = deciding(answer);
  const group = reason?.source === "robots.txt" && reason.line && groupAt(reason.line);
  if (!group || !/disallow/i.test(reason.text)) return null;
  const isIn = (it) => group[0] <= it.start.line && it.start.line <= group[1];
  return site.findings.find((it) => it.severity !== "note" && it.start.line !== reason.line && isIn(it)) ?? site.findings.find((it) => it.severity !== "note" && it.start.line === reason.line && it.fix);
}

/** Which sources the verdict uses. */
function read() {
  const files = list(fileNames().length ? fileNames() : ["robots.txt (there is none)"]);
  const isRead = site.page && site.page.row === state.urls[state.at] && site.page.agent === state.crawler;
  if (isRead && site.page.unread) return [`${files} only. `, rich(sentence(site.page.unread))];
  if (isRead) return [`${files} and the page. `, site.page.fields.length ? "" : "Its headers set no rules."];
  return [`${files} only. `, h("button.link", { type: "button", onclick: () => emit("page") }, "Read the page too")];
}

/** The answer as text. */
function plain() {
  const lines = [...why.children].map((it) => (it.tagName === "DT" ? `\n${it.textContent}: ` : it.textContent)).join("");
  const link = location.href.length < 2000 ? `\n${location.href}` : "";
  return `${say.lastChild.textContent}${lines}${link}\n`;
}

/** Dims the verdict while a newer one is awaited for long. */
export function setStale(isStale) {
  box?.classList.toggle("stale", isStale);
  const note = $("checking");
  if (note) note.textContent = isStale ? "checking" : "";
}

const TITLES = { availability: "Is there a robots.txt?", access: "Access by robots.txt", acap: "ACAP in robots.txt", crawl: "Crawling, where both must permit", page: "ACAP in the page", restrictions: "Page headers and meta tags", signals: "AI and usage signals", facts: "Conditions", dependence: "Usages that need another usage" };

/** Shows the laws in order. Steps without effect are merged. */
export function showSteps(explanation) {
  const out = [];
  let idle = null, verdict = null;
  for (const law of explanation.laws) {
    const own = law.answers.find((it) => it.usage === state.usage);
    const from = own?.statements ? [own] : law.answers;
    const all = from.flatMap((it) => (it.statements ?? []).map((statement) => ({ usage: it.usage, ...statement })));
    const statements = all.filter((it, at) => all.findIndex((other) => other.line === it.line && other.why === it.why && other.source === it.source) === at);
    const now = own?.verdict ?? law.answers[0]?.verdict;
    const title = TITLES[law.law] ?? sentence(law.title);
    if (!statements.length && verdict !== null && (own ? now === verdict : true)) {
      if (idle) { idle.titles.push(title); idle.last = law.number; } else out.push((idle = { titles: [title], first: law.number, last: law.number }));
    } else {
      idle = null;
      out.push({ titles: [title], first: law.number, last: law.number, law, statements, now });
    }
    if (own) verdict = now;
  }
  const item = ({ titles, first, last, law, statements, now }) => h("li", { "data-n": first === last ? first : `${first}–${last}` },
    h("b", null, titles.join(" · ")),
    h("p", null, law ? [statements.length ? statements.slice(0, 6).map((it, at) => [at ? "; " : "", it.usage !== state.usage && it.usage !== "crawl" ? `${usageName(it.usage)}: ` : "", it.line ? place(it, at === 0) : "", " ", code(signalPart(it.text ?? "", it.usage)), ": ", rich(reasonWords(it.why))]) : first === 0 ? sources(explanation) : "", statements.length ? ". " : "", h("span.small", null, law.section)] : "No statement applies."),
    now ? chip(now === "permit" ? "y" : "n", verdictWord({ verdict: now })) : chip("z", "no change"));
  const groups = Object.entries(Object.groupBy(explanation.aside ?? [], (it) => it.message)).map(([message, all]) => `${list(all.slice(0, 12).map(placeName))}${all.length > 12 ? " and more" : ""} (${message})`);
  const alone = isEdited() && site.files.length > 1 && h("p.small.soft", null, "The steps are those of your edited robots.txt without the other files of the site.");
  fill(steps.lastChild, alone, h("ol.ex", null, out.map(item)), groups.length ? h("p.small.soft", null, `Did not apply: ${groups.join("; ")}.`) : "");
}

const sources = (explanation) => `${explanation.sources.map((it) => `${it.name}: ${it.holds}`).join(". ")}. `;

/** Shows a state without a verdict: a sentence, rows of terms, and controls. */
export function showState({ kind = "", title, words, terms = [], controls, busy }) {
  steps = null;
  box = null;
  fill($("verdict"), h(`div${kind}`, { "aria-busy": busy ? "true" : null }, h("div.say", null, h("div", null, h("p", null, title), h("h2", null, words))),
    h("dl.why", null, terms.map(([term, ...text]) => [h("dt", null, term), h("dd", null, text)])), controls && h("div.ft", null, controls)));
}
