// From a keystroke to the painted verdict.
import { assert, idle, open, paste, test } from "./harness.mjs";
import { long } from "./texts.mjs";

/** The times of keystrokes in the first row until the sentence has changed and is painted, in milliseconds. */
async function keystrokes(page, count) {
  await page.evaluate(() => {
    if (window.times) return;
    window.times = [];
    window.tasks = [];
    const input = document.querySelector(".rows input");
    let began = 0;
    input.addEventListener("input", () => (began = performance.now()), true);
    new MutationObserver(() => {
      const title = document.querySelector("#verdict h2").textContent;
      if (!began || !title.includes(input.value)) return;
      const from = began;
      began = 0;
      // After the next frame, the change is painted.
      requestAnimationFrame(() => { const channel = new MessageChannel(); channel.port1.onmessage = () => window.times.push(performance.now() - from); channel.port2.postMessage(0); });
    }).observe(document.getElementById("verdict"), { childList: true, subtree: true, characterData: true });
    new PerformanceObserver((list) => list.getEntries().forEach((it) => window.tasks.push(it.duration))).observe({ type: "longtask" });
  });
  await page.locator(".rows input").first().fill("/section-1/page-");
  await page.waitForTimeout(500);
  await page.evaluate(() => { window.times.length = 0; window.tasks.length = 0; });
  for (let at = 0; at < count; at++) {
    await page.keyboard.press(at % 6 === 5 ? "Backspace" : String(at % 10));
    await page.waitForTimeout(160);
  }
  await page.waitForTimeout(300);
  return page.evaluate(() => ({ times: window.times.sort((a, b) => a - b), tasks: window.tasks }));
}

// The bars count in the long run, on a machine that does nothing else. Otherwise only a page that is much too
// slow fails, and the figures are printed.
const slack = process.env.PLACET_PAGE_STRICT ? 1 : 4;

for (const [name, size, wanted] of [["1,000 lines", { lines: 1000 }, 100], ["500 KiB", { bytes: 500 * 1024 }, 200]]) {
  test(`keystroke to painted verdict, ${name}`, async () => {
    const [bar, task] = [wanted * slack, 50 * slack];
    const page = await open();
    await paste(page, long(size));
    await idle(page, 1500);
    // Other work on the machine delays everything, so the best of three attempts counts.
    for (let attempt = 1; ; attempt++) {
      const { times, tasks } = await keystrokes(page, 40);
      const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Infinity;
      const longest = Math.max(0, ...tasks);
      console.log(`     ${times.length} of 40 keystrokes: median ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms; longest task ${longest.toFixed(0)} ms`);
      if (times.length >= 36 && at(0.95) <= bar && longest <= task) break;
      assert(attempt < 3, `p95 is more than ${bar} ms, or a task takes more than ${task} ms`);
    }
  }, { alone: true });
}
