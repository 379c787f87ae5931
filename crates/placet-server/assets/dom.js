// Makes elements. Text enters the document as text nodes only, so text of a site never becomes markup.

export const $ = (id) => document.getElementById(id);

/** Makes an element: `h("b.v.y", { title: "a" }, "text", child)`. Keys that start with "on" are listeners. */
export function h(name, props, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(props ?? {})) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...nodes(children));
  return element;
}

/** Replaces the children of an element. */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}

const nodes = (children) => children.flat(Infinity).filter((it) => it != null && it !== false && it !== "");

export const code = (text) => h("code", null, text);
export const icon = (kind) => h(`span.ic.i-${kind}`, { "aria-hidden": "true" });

/** Text in which `words` in backquotes are code. */
export const rich = (text) => text.split("\u0060").map((part, at) => (at % 2 ? code(part) : part));

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** A text with a capital first letter and a full stop. */
export const sentence = (text) => capital(text) + (/[.?!]$/.test(text) ? "" : ".");

/** The chip of a verdict. Its icon and its word both say what it is. */
export const chip = (kind, ...children) => h(`b.v.${kind}`, null, children);

/** Text for screen readers only. */
export const unseen = (text) => h("span.vh", null, text);

let waiting;
/** Announces a text once, after the last keystroke. */
export function announce(text, delay = 800) {
  clearTimeout(waiting);
  waiting = setTimeout(() => ($("live").textContent = text), delay);
}

/** Makes the arrow keys, Home and End move among the items of a list of which one can be focused. */
export function rove(list, selector, activate) {
  list.addEventListener("keydown", (event) => {
    const all = [...list.querySelectorAll(selector)];
    const at = all.indexOf(event.target.closest(selector));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = all[(to + all.length) % all.length];
    all[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    activate?.(next);
  });
}

/** Copies a text, and shows on the button for a moment that it was done. */
export async function copy(text, button) {
  const label = (button.dataset.label ??= button.textContent);
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The clipboard of the page is closed on addresses without TLS.
    const area = h("textarea.vh", { "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    done = document.execCommand("copy");
    area.remove();
    button.focus();
  }
  button.textContent = done ? "Copied" : "Not copied";
  announce(button.textContent, 0);
  setTimeout(() => (button.textContent = label), 2000);
}

/** Offers a text as a file. */
export function download(text, name) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
