// The lines of an edited file next to the lines before the edits, and fixes as edits of a text.
import { linesOf } from "./lines.js";

/** How many pairs of lines are compared. Larger changes are shown as all removed and all added. */
const MOST_PAIRS = 1_000_000;

/** The rows of a file: its lines, and the lines of the file before, marked "add" and "del". */
export function rowsOf(before, after) {
  const [old, now] = [before === after ? [] : linesOf(before), linesOf(after)];
  if (before === after) return now.map((text, at) => ({ n: at + 1, text }));
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const [a, b] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const rows = now.slice(0, start).map((text, at) => ({ n: at + 1, text }));
  let n = start;
  for (const [text, change] of compare(a, b)) rows.push(change === "del" ? { n, text, change } : { n: ++n, text, change });
  for (const text of now.slice(now.length - end)) rows.push({ n: ++n, text });
  return rows;
}

/** The shortest list of removed and added lines, by the longest common subsequence. */
function compare(a, b) {
  if (a.length * b.length > MOST_PAIRS) return [...a.map((text) => [text, "del"]), ...b.map((text) => [text, "add"])];
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i * width + j] = a[i] === b[j] ? longest[(i + 1) * width + j + 1] + 1 : Math.max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  const out = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) [out[out.length], i, j] = [[a[i]], i + 1, j + 1];
    else if (j >= b.length || (i < a.length && longest[(i + 1) * width + j] >= longest[i * width + j + 1])) out.push([a[i++], "del"]);
    else out.push([b[j++], "add"]);
  }
  return out;
}

/** Where each line starts. */
function starts(text) {
  const all = [0];
  for (const end of text.matchAll(/\r\n|\r|\n/g)) all.push(end.index + end[0].length);
  return all;
}

/** The offset of a position. Its column counts characters, of which some take two places in a string. */
function offset(text, lines, { line, column }) {
  let at = lines[line - 1] ?? text.length;
  for (let left = column - 1; left > 0 && at < text.length; left--) at += text.codePointAt(at) > 0xffff ? 2 : 1;
  return at;
}

/** The text after a fix. */
export function fixed(text, fix) {
  const lines = starts(text);
  const edits = fix.edits.map(({ start, end, content }) => [offset(text, lines, start), offset(text, lines, end), content]);
  for (const [from, to, content] of edits.sort((one, other) => other[0] - one[0])) text = text.slice(0, from) + content + text.slice(to);
  return text;
}

/** What a fix does, with its line: "remove line 10". */
export function fixWords(text, fix) {
  const [edit, ...more] = fix.edits;
  const lines = starts(text);
  const [from, to] = [offset(text, lines, edit.start), offset(text, lines, edit.end)];
  const [{ line }, removed, added] = [edit.start, text.slice(from, to), edit.content];
  const brief = (it) => it.length <= 48 && !/[\r\n]/.test(it);
  const isWhole = edit.start.column === 1 && (edit.end.column === 1 || to === text.length);
  if (more.length) return `${fix.title} (${more.length + 1} places, the first in line ${line})`;
  if (!added && isWhole && edit.end.line > line) return edit.end.line - line > 1 ? `remove lines ${line}–${edit.end.line - 1}` : `remove line ${line}`;
  if (!added && brief(removed)) return `remove “${removed}” from line ${line}`;
  const whole = added.replace(/[\r\n]+$/, "");
  if (!removed && isWhole && whole !== added && brief(whole)) return `insert “${whole}” before line ${line}`;
  if (!removed && brief(added)) return `add “${added.replace(/^[,\s]+/, "")}” to line ${line}`;
  if (brief(removed) && brief(added)) return `write “${added}” for “${removed}” in line ${line}`;
  return `${fix.title} (line ${line})`;
}
