// What is asked, what is known, and the fragment of the address, which restores the first.

/** The question, as the bar, the rows and the tabs show it. All of it is in the fragment. */
export const state = {
  from: "site", // or "file"
  site: "", // the site, or what the pasted file is treated as the file of
  crawler: "",
  usage: "crawl",
  urls: ["/"],
  at: 0, // the row that is the question
  view: "usages", // or "signals", "changes"
};

/** What the page knows about the site. */
export const site = {
  phase: "start", // "loading", "ready", "unreachable", "failed"
  origin: "", // "https://example.com"
  files: [], // { name, url, text, kind }; the first is robots.txt
  base: null, // the text of robots.txt that is live, or that was pasted
  text: null, // the same after edits
  past: [], // texts before edits, for undo
  future: [],
  evidence: [], // one object for each file that was asked for
  page: null, // { url, agent, fields, digest } of a page that was read
  findings: [], // of the file that is shown
};

export const isEdited = () => site.text !== site.base;
export const isLive = () => state.from === "site";

/** The origin of a site as people write it: "example.com" is "https://example.com". */
export function originOf(written) {
  try {
    const url = new URL(/^https?:\/\//i.test(written) ? written : `https://${written}`);
    return { origin: url.origin, path: url.pathname + url.search };
  } catch {
    return null;
  }
}

/** A row as a URL of the site, or null if it is a URL of another site. */
export function absolute(row) {
  const text = row.trim();
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return site.origin + (text.startsWith("/") ? text : `/${text}`);
  return originOf(text)?.origin === site.origin ? text : null;
}

const handlers = {};
export const on = (name, handler) => (handlers[name] ??= []).push(handler);
export const emit = (name, detail) => handlers[name]?.forEach((handler) => handler(detail));

/** How long a fragment may be: what mail and chat programs still send as one link. */
const LONGEST_FILE = 32 * 1024;

const streamed = (bytes, through) => new Response(new Blob([bytes]).stream().pipeThrough(through));

async function packed(text) {
  const bytes = await streamed(text, new CompressionStream("deflate-raw")).arrayBuffer();
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(letters) {
  const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (it) => it.charCodeAt(0));
  const reader = streamed(bytes, new DecompressionStream("deflate-raw")).body.getReader();
  const parts = [];
  // A short fragment can unpack to gigabytes. A robots.txt has at most half a megabyte.
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).text();
    size += value.length;
    if (size > 4 << 20) throw new Error("too long");
    parts.push(value);
  }
}

const last = {}; // the files that were packed last

/** The state as a fragment; `tooLong` if it leaves the file out. */
export async function fragment() {
  if (site.phase === "start") return { text: "", tooLong: false };
  const fields = new URLSearchParams();
  fields.set(state.from === "file" ? "file-of" : "site", state.site);
  fields.set("crawler", state.crawler);
  fields.set("usage", state.usage);
  for (const url of state.urls) if (url) fields.append("url", url);
  if (state.at) fields.set("row", state.at);
  if (state.view !== "usages") fields.set("view", state.view);
  const files = [];
  if (!isLive()) files.push(["file", site.base]);
  if (isEdited()) files.push(["edited", site.text]);
  let tooLong = false;
  for (const [key, text] of files) {
    if (last[key]?.text !== text) last[key] = { text, letters: text.length > 4 << 20 ? null : await packed(text) };
    const { letters } = last[key];
    if (letters === null || letters.length > LONGEST_FILE) tooLong = true;
    else fields.set(key, letters);
  }
  return { text: `#${fields}`, tooLong };
}

/** Reads a fragment into the state. The result has the texts of its files; null if it is not a state. */
export async function restore(hash) {
  const fields = new URLSearchParams(hash.slice(1));
  const from = fields.has("file") ? "file" : "site";
  const name = fields.get(from === "file" ? "file-of" : "site");
  if (!name) return null;
  const text = async (key) => (fields.has(key) ? unpacked(fields.get(key)).catch(() => null) : null);
  const [base, edited] = [await text("file"), await text("edited")];
  if (from === "file" && base === null) return null;
  Object.assign(state, {
    from,
    site: name,
    crawler: fields.get("crawler") || "Googlebot",
    usage: fields.get("usage") || "crawl",
    urls: fields.getAll("url").slice(0, 200),
    at: Number(fields.get("row")) || 0,
    view: fields.get("view") || "usages",
  });
  if (!state.urls.length) state.urls = ["/"];
  if (!(state.at < state.urls.length)) state.at = 0;
  return { base, edited };
}
