// Puts the reasons of an answer into sentences, in which every line of a file is a link to it.
import { capital as cap, code, h, sentence } from "./dom.js";
import { emit, site } from "./state.js";
import { condition, list, plural, short, signalPart } from "./words.js";

/** The statement that decides, or the silence that does. */
export const deciding = (answer) =>
  answer.reasons?.findLast((it) => it.part === "decided" && it.line) ?? answer.reasons?.findLast((it) => it.by);

/** Why the verdict is what it is, as a code. */
export const ground = (answer) => answer.reasons?.findLast((it) => it.by)?.by;

export const isUnreachable = (answer) => answer.reasons?.some((it) => it.by === "unreachable");

/** The kind of a verdict: the classes of its colour and icon. */
export function kind(answer) {
  if (!answer.verdict || answer.verdict === "unknown") return "q.un";
  if (answer.verdict === "permit") return answer.conditions.length ? "y.c" : "y";
  return isUnreachable(answer) ? "q" : "n";
}

export const verdictWord = (answer) => ({ permit: "permitted", prohibit: "prohibited" })[answer.verdict] ?? "unknown";

/** The name of a source: the last part of the URL of a file. */
export function sourceName(source) {
  if (source === "page") return "the page";
  return source.includes("/") ? source.split(/[?#]/)[0].split("/").filter(Boolean).at(-1) : source;
}

export const isRobotsLine = (reason) => reason.line && isRobots(reason.source);
const isRobots = (source) => source === "robots.txt" || source === site.files[0]?.url;

/** "line 9", or "license.xml, line 4". */
export function placeName({ source, line }) {
  const name = sourceName(source);
  if (!line) return name;
  if (isRobots(source)) return `line ${line}`;
  return site.files.some((file) => hasSource(file, source)) || source === "page" ? `${name}, line ${line}` : name;
}

/** Whether the statements of a source are lines of a file. */
export const hasSource = (file, source) =>
  file.url === source || file.name === source || (source === "page" && file.kind === "page") ||
  (file.kind === "fields" && file.text.toLowerCase().includes(`${source.toLowerCase()}:`)) || (source.includes("/") && sourceName(source) === file.name);

/** A link to a line. */
export function place(reason, capital = false) {
  const name = placeName(reason);
  const text = capital && /^(line|the) /.test(name) ? cap(name) : name;
  return lineLink(text, reason.source, reason.line);
}

export const lineLink = (text, source, line) => h("button.link", { type: "button", onclick: () => emit("goto", { source, line }) }, text);

/** Lines from one to another. */
export const range = ([first, last], capital) => {
  const word = capital ? "Lines" : "lines";
  return lineLink(first === last ? `${word.slice(0, -1)} ${first}` : `${word} ${first}–${last}`, "robots.txt", first);
};

let parsed = {};
/** The groups of a robots.txt as ranges of lines, for the rail. The server decides which of them applies. */
export function groups(text) {
  if (parsed.text === text) return parsed.groups;
  const all = [];
  let group = null, hasRule = false;
  text.split(/\r\n|\r|\n/).forEach((line, at) => {
    const key = line.slice(0, 40).match(/^\s*([a-z-]+)\s*:/i)?.[1].toLowerCase();
    if (key === "user-agent") {
      if (!group || hasRule) all.push((group = [at + 1, at + 1]));
      hasRule = false;
      group[1] = at + 1;
    } else if (group && key && key !== "sitemap") {
      if (key === "allow" || key === "disallow") hasRule = true;
      group[1] = at + 1;
    }
  });
  parsed = { text, groups: all };
  return all;
}

/** The group that a line of robots.txt belongs to. */
export const groupAt = (line) => groups(site.text ?? "").find(([first, last]) => first <= line && line <= last);

/** The crawlers that the group of a line names. */
const agentsOf = (line) => {
  const [first, last] = groupAt(line) ?? [line, line];
  const names = site.text.split(/\r\n|\r|\n/).slice(first - 1, last).map((it) => it.match(/^\s*user-agent\s*:\s*([^#\s]+)/i)?.[1]);
  return list(names.filter(Boolean).slice(0, 3));
};

const isForAll = (group) => /:\s*\*\s*(#|$)/.test(group?.text ?? "");
const patternOf = (rule) => rule.text.replace(/^[^:]*:\s*/, "").replace(/\s+#.*$/, "").trim();

/** The reason of an answer. `crawl` is the answer about crawling the same URL, which names the group. */
export function because(answer, crawl, crawler) {
  const reason = deciding(answer);
  if (!reason) return ["The answer gives no reason."];
  const group = [...(answer.reasons ?? []), ...(crawl?.reasons ?? [])].find((it) => it.part === "group");
  const toWhom = isForAll(group) ? "every crawler without a group of its own" : crawler;
  const noName = isForAll(group) ? `, and no group names ${crawler}` : "";
  const by = reason.by;
  if (reason.usage === "crawl" || by === "longest" || by === "allow-on-tie") {
    if (reason.line && /^\s*(dis)?allow\s*:/i.test(reason.text)) return [rule(reason, answer, toWhom), reason.usage ? " What may not be crawled may not be used." : ""];
  }
  switch (by) {
    case "nothing-matched":
    case "silence": {
      const silent = by === "silence" ? "No statement is about this usage. " : "";
      const rules = crawl && ground(crawl) === "nothing-matched" ? crawl : answer;
      if (ground(rules) === "nothing-matched" && group) {
        const lines = groupAt(group.line);
        return [`No rule for ${isForAll(group) ? "*" : crawler} (`, lines ? range(lines) : place(group), `) matches${noName}.`];
      }
      const decided = crawl && by === "silence" && deciding(crawl);
      if (decided?.line && /allow\s*:/i.test(decided.text)) return [silent, rule(decided, crawl, toWhom)];
      return [silent, ground(crawl ?? answer) === "no-group" ? `No group is for ${crawler}, and none is for *.` : sentence(reason.why)];
    }
    case "no-group":
      return [`No group is for ${crawler}, and none is for *, so nothing is closed.`];
    case "unavailable":
      return [`The site has no robots.txt${status()}, so everything is open to every crawler (RFC 9309, 2.3.1.3).`];
    case "unreachable":
      return [sentence(site.evidence[0]?.cause ?? "robots.txt cannot be reached"), " Crawlers must then treat the whole site as closed (RFC 9309, 2.3.1.4)."];
    case "signal": {
      const part = code(signalPart(reason.text, answer.usage));
      if (/rsl/.test(reason.why)) return [place(reason, true), /refuses/.test(reason.why) ? ": the licence does not cover this usage." : ", allows this usage."];
      if (/control-token/.test(reason.why)) return [place(reason, true), ", ", code(short(reason.text, 60)), ` for ${agentsOf(reason.line)}, refuses this usage.`];
      return [place(reason, true), " says ", part, isForAll(group) ? ` to *${noName}.` : "."];
    }
    case "restricted":
      return [place(reason, true), ", ", code(short(reason.text, 80)), `: ${sentence(reason.why)}`];
    default:
      if (!reason.line) return [sentence(reason.why)];
      return [place(reason, true), ", ", code(short(reason.text, 80)), `: ${sentence(reason.why)}`];
  }
}

const status = () => (site.evidence[0]?.status ? ` (status ${site.evidence[0].status})` : "");

/** What a rule does: closes or opens a URL or the whole site. */
function rule(reason, answer, toWhom) {
  const isWhole = ["/", "*", "/*"].includes(patternOf(reason));
  const closes = /^\s*disallow/i.test(reason.text);
  const other = answer.reasons.find((it) => ["shorter", "lost-tie"].includes(it.part) && /^\s*disallow/i.test(it.text ?? ""));
  const over = !closes && other ? [" It takes precedence over ", place(other), ", ", code(short(other.text, 40)), "."] : "";
  return [place(reason, true), ", ", code(short(reason.text, 60)), `, ${closes ? "closes" : "opens"} ${isWhole ? "the whole site" : "this URL"} to ${toWhom}.`, over];
}

/** The other statements that have the same effect as the deciding one. */
export function also(answer) {
  const first = deciding(answer);
  const same = answer.verdict === "permit" ? /allows/ : /refuses|prohibits/;
  return answer.reasons.filter((it) => it !== first && it.line && (it.part === "repeats" || (["restriction", "applied"].includes(it.part) && same.test(it.why))));
}

/** The statements that allow what is prohibited. */
export const contradicting = (answer) =>
  answer.verdict === "prohibit" ? answer.reasons.filter((it) => it.part === "moot" && / allows it/.test(it.why)) : [];

/** The conditions of a permission, each with the line that sets it. */
export function conditions(answer) {
  return answer.conditions.map((text) => {
    const reason = answer.reasons.find((it) => it.sets?.includes(text));
    return h("li", null, condition(text), reason?.line ? [": ", place(reason)] : "");
  });
}

/** Which line decides, for a row or a cell: "line 9 train-ai=n", "no rule matches". */
export function brief(answer, isShort) {
  if (answer.error) return [answer.error];
  if (isUnreachable(answer)) return ["unreachable"];
  if (answer.conditions?.length) return [`on ${plural(answer.conditions.length, "condition")}`];
  const reason = deciding(answer);
  if (!reason?.line) return [{ "nothing-matched": "no rule matches", unavailable: "no robots.txt", silence: "no rule matches", "no-group": "no group applies" }[reason?.by] ?? reason?.why ?? ""];
  const text = /allow\s*:/i.test(reason.text) ? patternOf(reason) : /signal/.test(reason.by) ? signalPart(reason.text, answer.usage) : reason.text;
  return isShort ? [place(reason)] : [place(reason), " ", code(short(text, 40))];
}
