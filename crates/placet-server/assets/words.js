// The words of the page: usages, conditions, families of signals.

/** The usages of the select: code name, short name. */
export const GROUPS = [
  ["Access", [["crawl", "crawl"], ["follow", "follow links"]]],
  ["Search", [["index", "show in search"], ["present-link", "show a link"], ["present-snippet", "show a snippet"], ["present-thumbnail", "show a thumbnail"], ["present-currentcopy", "show a cached copy"]]],
  ["AI", [["train-ai", "train AI"], ["ai-input", "use as AI input"], ["mine", "mine text and data"]]],
  ["Copies", [["preserve", "keep a copy"], ["other", "any other usage"]]],
];

/** The usages that few people ask about. */
export const RARE = [["present", "show at all"], ["present-original", "show as served"], ["present-oldcopy", "show an older copy"], ["present-oldsnippet", "show an older snippet"], ["present-oldthumbnail", "show an older thumbnail"], ["present-extract", "show an extract"], ["present-oldextract", "show an older extract"]];

const NAMES = new Map([...GROUPS.flatMap(([, usages]) => usages), ...RARE]);
export const usageName = (usage) => NAMES.get(usage) ?? usage;

/** What a usage does with a URL, as the words before and after it. */
export function phrase(usage) {
  const words = {
    crawl: ["crawl"], follow: ["follow the links in"], index: ["show", "in search"], preserve: ["keep a copy of"],
    present: ["show"], "present-original": ["show", "as the site serves it"], "present-currentcopy": ["show a cached copy of"],
    "present-oldcopy": ["show an older copy of"], "present-snippet": ["show a snippet of"], "present-thumbnail": ["show a thumbnail of"],
    "present-oldsnippet": ["show an older snippet of"], "present-oldthumbnail": ["show an older thumbnail of"], "present-link": ["show a link to"],
    "present-extract": ["show an extract of"], "present-oldextract": ["show an older extract of"], mine: ["mine text and data in"],
    "train-ai": ["use", "to train AI"], "ai-input": ["use", "as AI input"], other: ["use", "in other ways"],
  }[usage] ?? ["use", `for ${usage}`];
  return [words[0], words[1] ?? ""];
}

/** The labels by which signals name a usage. */
const LABELS = { "train-ai": ["train-ai", "ai-train", "train-genai"], "ai-input": ["ai-input", "ai-use"], index: ["search"], mine: ["tdm", "automated-processing", "tdm-reservation"] };

/** The part of a line of signals that is about a usage, such as `train-ai=n`; otherwise the line, shortened. */
export function signalPart(text, usage) {
  for (const label of LABELS[usage] ?? []) {
    const found = text.match(new RegExp(`(?<![\\w-])${label}\\s*[=:]\\s*[\\w-]+`, "i"));
    if (found) return found[0];
  }
  return short(text, 60);
}

export const FAMILIES = { aipref: "Content-Usage", "content-signal": "Content-Signal", tdmrep: "TDM reservation", rsl: "RSL licence", noai: "noai page rules", "ai-training": "DisallowAITraining", "control-token": "Control tokens", "trust-txt": "trust.txt", "ai-txt": "ai.txt" };
export const familyName = (family) => FAMILIES[family] ?? family;

/** The words of a reason, in which a family has its name. */
export const reasonWords = (why) => why.replace(/^[a-z-]+(?= (allows|refuses|sets))/, familyName);

export const OUTCOMES = { allow: "allows", disallow: "disallows", silent: "silent" };

export const PURPOSES = { search: "search", "ai-training": "AI training", "ai-input": "AI answers", "user-request": "AI assistant", dataset: "data sets", archive: "archive", seo: "SEO tool", ads: "ads", preview: "link previews" };
export const purposeName = (purpose) => PURPOSES[purpose] ?? purpose;

const CONDITIONS = {
  "max-use": (value) => (value === "reference" ? "Quote and link at most, do not summarise or reproduce" : `Use it at most at the level “${value}” of Content-Signal`),
  "no-ai-index": () => "Do not keep the text in an AI index",
  license: (value) => `Obtain this licence: ${value}`,
  payment: (value) => `Pay: ${value}`,
  attribution: () => "Credit the source",
  reporting: (value) => `Report the use: ${value}`,
  token: (value) => `Get a token from ${value}`,
  user: (value) => `For these users only: ${value}`,
  "not-user": (value) => `Not for these users: ${value}`,
  geo: (value) => `In these countries only: ${value}`,
  "not-geo": (value) => `Not in these countries: ${value}`,
  terms: (value) => `These terms apply: ${value}`,
  legal: () => "A legal disclaimer applies",
  "max-length": (value) => `Show at most ${value.replace("-chars", " characters").replace("-words", " words")}`,
  "max-image-preview": (value) => `Show image previews of the size “${value}” at most`,
  "max-video-preview": (value) => `Show at most ${value} seconds of a video`,
  "no-images": () => "Leave out the images of the page",
  "prohibited-modification": (value) => `Do not change it: ${value}`,
  "must-include-resource": (value) => `Show it together with ${value}`,
  "must-use-resource": (value) => `Make it from ${value} only`,
  "time-limit": (value) => (value.startsWith("until-") ? `Until ${value.slice(6)} only` : `For ${value.replace("-days", " days")} only`),
};

/** A condition as a request to the crawler. */
export function condition(text) {
  const [type, ...rest] = text.split("=");
  return CONDITIONS[type]?.(rest.join("=")) ?? text;
}

export const plural = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
export const short = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

/** "a, b and c". */
export const list = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

/** A time as people say it: "today 14:02". */
export function when(stamp, seconds = false) {
  const time = new Date(stamp);
  const day = (it) => new Date(it.getFullYear(), it.getMonth(), it.getDate());
  const days = Math.round((day(time) - day(new Date())) / 86400000);
  const clock = time.toLocaleTimeString("en-GB", seconds ? {} : { hour: "2-digit", minute: "2-digit" });
  const name = { "-1": "yesterday", 0: "today", 1: "tomorrow" }[days] ?? time.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
  return seconds && !days ? clock : `${name} ${clock}`;
}
