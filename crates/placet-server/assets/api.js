// Requests to the server. A file is sent once; later requests refer to it by its digest.

let token = sessionStorage.getItem("token");

/** What went wrong with a request, in words. */
export class Problem extends Error {
  constructor(message, code, status, retry) {
    super(message);
    Object.assign(this, { code, status, retry });
  }
}

export function setToken(text) {
  token = text.trim();
  sessionStorage.setItem("token", token);
}

async function request(method, path, { query, json, body, signal } = {}) {
  const fields = new URLSearchParams(Object.entries(query ?? {}).filter(([, value]) => value != null));
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (json) headers["Content-Type"] = "application/json";
  let response;
  try {
    const address = query ? `${path}?${fields}` : path;
    response = await fetch(address, { method, headers, body: json ? JSON.stringify(json) : body, signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem("The placet server does not answer. Is it still running?", "offline");
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  const text = problem.detail ?? problem.title ?? `The placet server answered ${response.status}.`;
  throw new Problem(text, problem.code ?? "", response.status, Number(response.headers.get("Retry-After")));
}

export const get = async (path, query, signal) => (await request("GET", path, { query, signal })).json();
export const post = async (path, json, signal) => (await request("POST", path, { json, signal })).json();
export const remove = (path, query, signal) => request("DELETE", path, { query, signal });

/** The text of a file that the server has. Bytes that are not UTF-8 are shown as replacement characters. */
export const fileText = async (digest, signal) => (await request("GET", `/v1/files/${digest}`, { signal })).text();

const sent = new Map();

/** The digest of a text, which is sent if it is new. */
export async function digestOf(text, signal) {
  if (!sent.has(text)) {
    // The texts are the keys, so only a few are kept.
    if (sent.size >= 8) sent.delete(sent.keys().next().value);
    const digest = request("PUT", "/v1/files", { body: text, signal }).then((it) => it.json()).then((it) => it.digest);
    sent.set(text, digest);
    digest.catch(() => sent.delete(text));
  }
  return sent.get(text);
}

/** Runs a function that uses digests, and once more with the files sent again if the server has forgotten one. */
export async function withFiles(run) {
  try {
    return await run();
  } catch (problem) {
    if (problem.code !== "unknown-digest") throw problem;
    sent.clear();
    return run();
  }
}
