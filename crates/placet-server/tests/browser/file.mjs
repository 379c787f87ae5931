// The file: lines, marks, findings, fixes, editing.
import { assert, edit, equal, fetchSite, idle, open, paste, says, test, until } from "./harness.mjs";
import { courier } from "./question.mjs";
import { BLOG, long } from "./texts.mjs";

const marks = (page) => page.locator(".code em").evaluateAll((all) => all.map((it) => [Number(it.parentNode.dataset.n), it.textContent]));

test("lines show the group, the deciding line, and what contradicts it", async () => {
  const news = await courier();
  const page = await open();
  await fetchSite(page, news.origin);
  await page.locator("#crawler").fill("ClaudeBot");
  await page.locator("#usage").selectOption("train-ai");
  await says(page, "ClaudeBot may not use / to train AI.");
  await until(async () => (await marks(page)).length === 4);
  equal(await marks(page), [[2, "read: license.xml"], [4, "group used"], [8, "contradicts line 9"], [9, "decides"]]);
  const rail = await page.locator(".code .g").evaluateAll((all) => all.map((it) => Number(it.dataset.n)));
  equal([rail[0], rail.at(-1)], [4, 10]);
  await page.locator(".why .link", { hasText: "license.xml, line 4" }).click();
  equal(await page.locator("#file [aria-selected=true]").innerText(), "license.xml");
  equal(await page.evaluate(() => document.activeElement.dataset.n), "4");
  equal(await marks(page), [[4, "also prohibits"]]);
  await page.locator("#file [aria-selected=true]").focus();
  await page.keyboard.press("Home");
  equal(await page.locator("#file [aria-selected=true]").innerText(), "robots.txt");
  await page.keyboard.press("ArrowLeft");
  assert((await page.locator("#file [aria-selected=true]").innerText()) !== "robots.txt");
  equal(page.errors, []);
  news.close();
});

test("findings are in their lines: warnings open, notes closed, F8 goes through them", async () => {
  const page = await open();
  await paste(page, BLOG);
  const summary = page.locator("#file .hd .link");
  await until(async () => /2 warnings, 1 note/.test(await summary.innerText()));
  equal(await page.locator(".msg").count(), 2);
  await page.locator("#lines").focus();
  await page.keyboard.press("F8");
  equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Warning on line 4");
  await page.keyboard.press("Shift+F8");
  equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Note on line 10");
  equal(await page.locator(".msg").count(), 3);
  await page.keyboard.press("Tab");
  equal(await page.evaluate(() => document.activeElement.textContent), "Fix: remove line 10");
  await page.locator("button.mk[aria-label='Note on line 10']").click();
  equal(await page.locator(".msg").count(), 2);
  equal(await page.locator(".msg a", { hasText: "agents-run-together" }).getAttribute("href"), "https://placet.github.io/placet/reference/rules/ROB204.html");
  assert(/Perhaps not\. The warning on line 4/.test(await page.locator(".why").innerText()));
  equal(page.errors, []);
});

test("a fix changes the file, says so, goes to the line, and can be undone", async () => {
  const page = await open();
  await paste(page, BLOG);
  await page.locator("button.mk[aria-label='Note on line 10']").click();
  await page.locator(".msg .btn", { hasText: "Fix: remove line 10" }).click();
  await until(async () => (await page.locator(".code .del").innerText()).includes("Disallow: /wp-admin/"));
  assert(/Done: remove line 10/.test(await page.locator("#live").textContent()));
  equal(await page.evaluate(() => document.activeElement.dataset.n), "10");
  equal(await page.locator("#file .hd b").innerText(), "edited");
  assert(/0 lines added, 1 removed/.test(await page.locator(".meta").innerText()), await page.locator(".meta").innerText());
  await page.keyboard.press("Control+z");
  await until(async () => (await page.locator(".code .del").count()) === 0);
  await page.keyboard.press("Control+Shift+z");
  await until(async () => (await page.locator(".code .del").count()) === 1);
  await edit(page).click();
  await page.keyboard.press("Control+z");
  await until(async () => (await page.locator(".edit textarea").inputValue()) === BLOG);
  equal(page.errors, []);
});

test("editing: a plain textarea with numbers and marks, verdicts while typing, Escape returns", async () => {
  const page = await open();
  await paste(page, BLOG);
  await page.locator(".rows input").first().fill("/2024/");
  await says(page, "Googlebot may not crawl /2024/.");
  await edit(page).click();
  equal(await page.locator("#gutter pre").innerText().then((it) => it.split("\n").slice(0, 3)), ["1", "2", "3"]);
  await until(async () => (await page.locator("#gutter .ic").count()) === 3);
  assert(/Line 4: /.test(await page.locator("#found").innerText()));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("Disallow: /wp-admin/\n");
  await says(page, "Googlebot may crawl /2024/.");
  equal(await page.locator("#verdict p").first().innerText(), "Permitted by your edited file");
  assert(/Before\s+Prohibited by line 5, Disallow: \//.test(await page.locator(".why").innerText()), await page.locator(".why").innerText());
  equal((await page.locator(".rows li").first().innerText()).replace(/\s+/g, " "), "permitted opens no rule matches");
  equal(await page.evaluate(() => document.activeElement.tagName), "TEXTAREA", "the caret stays");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+y");
  await page.keyboard.press("Escape");
  equal(await page.locator(".code .add").innerText().then((it) => it.includes("Disallow: /wp-admin/")), true);
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("text=Download").click()]);
  equal(file.suggestedFilename(), "robots.txt");
  await page.locator("text=Undo all").click();
  await says(page, "Googlebot may not crawl /2024/.");
  equal(await page.locator("#file .hd b").count(), 0);
  equal(page.errors, []);
});

test("an edited live file is decided together with the other live files", async () => {
  const news = await courier();
  const page = await open();
  await fetchSite(page, news.origin);
  await page.locator("#usage").selectOption("train-ai");
  await page.locator("#crawler").fill("ClaudeBot");
  await says(page, "ClaudeBot may not use / to train AI.");
  await edit(page).click();
  await page.locator(".edit textarea").fill("User-agent: *\nLicense: " + news.origin + "/license.xml\n");
  await until(async () => /license.xml, line 4/.test(await page.locator(".why").innerText()), "the licence still decides");
  await page.locator(".edit textarea").press("Escape");
  equal(await page.locator("#file .hd b").innerText(), "edited, not live");
  await page.locator("summary").click();
  await until(async () => /without the other files/.test(await page.locator("#verdict details").innerText()), "the explanation says what it leaves out");
  equal(page.errors, []);
  news.close();
});

test("a long file is shown to its end, and its last line can be reached", async () => {
  const page = await open();
  const text = `${long({ lines: 3000 })}\nUser-agent: LastBot\nDisallow: /\n`;
  await paste(page, text);
  await page.locator("#crawler").fill("LastBot");
  await page.locator("#crawler").press("Escape");
  await says(page, "LastBot may not crawl /.");
  await page.locator(".why .link").first().click();
  equal(await page.evaluate(() => document.activeElement.dataset.n), "3003");
  assert(await page.locator("li[data-n='3003']").evaluate((it) => { const a = it.getBoundingClientRect(), b = it.closest(".pane").getBoundingClientRect(); return a.top >= b.top && a.bottom <= b.bottom; }), "it is visible");
  await until(async () => (await page.locator(".code li").count()) === 3003);
  await idle(page);
  equal(page.errors, []);
});

test("a file can be opened and dropped", async () => {
  const page = await open();
  await page.locator("input[type=file]").setInputFiles({ name: "robots.txt", mimeType: "text/plain", buffer: Buffer.from("User-agent: *\nDisallow: /\n") });
  await says(page, "Googlebot may not crawl /.");
  await page.locator("#from-site").check();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["User-agent: *\nDisallow:\n"], "robots.txt"));
    document.querySelector(".paste").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await says(page, "Googlebot may crawl /.");
});
