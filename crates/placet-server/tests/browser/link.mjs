// The link: the fragment restores the state and is never sent.
import { assert, context, edit, equal, fetchSite, idle, open, paste, says, test, until } from "./harness.mjs";
import { courier } from "./question.mjs";
import { BLOG, long } from "./texts.mjs";

test("a link restores a pasted file, its edits, the question and the view, and sends none of it", async () => {
  const page = await open();
  await paste(page, BLOG);
  await page.locator("#site").fill("blog.example.net");
  await page.locator("#crawler").fill("Bytespider");
  await page.locator("#crawler").press("Escape");
  await page.locator("#usage").selectOption("index");
  await page.locator(".rows input").first().fill("/wp-admin/admin-ajax.php");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/b?c=d&e=%20#f");
  await page.locator("#view-changes").click();
  await edit(page).click();
  await page.locator(".edit textarea").fill(BLOG.replace("Allow: /wp-admin/admin-ajax.php\n", ""));
  await page.locator(".edit textarea").press("Escape");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator("#copy-link").click();
  await until(async () => (await page.locator("#copy-link").innerText()) === "Copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert(link.startsWith(`${context.base}/#`), link);
  const other = await open(link.slice(context.base.length + 1));
  await says(other, "Bytespider may not show /b?c=d&e=%20#f in search.");
  equal(await other.locator("#site").inputValue(), "blog.example.net");
  equal(await other.locator(".rows input").evaluateAll((all) => all.map((it) => it.value)), ["/wp-admin/admin-ajax.php", "/b?c=d&e=%20#f", ""]);
  equal(await other.locator("#view-changes").getAttribute("aria-selected"), "true");
  await until(async () => (await other.locator(".code .del").count()) === 1);
  assert(!other.requests.some((it) => it.url().includes("file-of")), "the fragment stays in the browser");
  equal([...page.errors, ...other.errors], []);
});

test("the answer can be copied as text", async () => {
  const page = await open();
  await paste(page, "User-agent: *\nDisallow: /a\n");
  await page.locator(".rows input").first().fill("/a/b");
  await says(page, "Googlebot may not crawl /a/b.");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator("text=Copy answer").click();
  await until(async () => (await page.locator("#verdict .cp").innerText()) === "Copied");
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert(/^Googlebot may not crawl \/a\/b\.\nReason: Line 2, Disallow: \/a, closes this URL to every crawler without a group of its own\./.test(text), text);
});

test("a link restores a live site with an edited file", async () => {
  const news = await courier();
  const page = await open();
  await fetchSite(page, news.origin);
  await edit(page).click();
  await page.locator(".edit textarea").fill("User-agent: *\nDisallow: /\n");
  await says(page, "Googlebot may not crawl /.");
  await until(() => page.url().includes("edited="));
  const other = await open(page.url().slice(context.base.length + 1));
  await says(other, "Googlebot may not crawl /.");
  equal(await other.locator("#file .hd b").innerText(), "edited, not live");
  news.close();
});

test("a file that is too long for a link is offered as a download", async () => {
  const page = await open();
  // Random names do not compress.
  const names = Array.from({ length: 5000 }, (_, at) => `Disallow: /${((at + 1) * 2654435761 % 4294967296).toString(36)}${((at + 7) * 40503 % 65536).toString(36)}`);
  await paste(page, `User-agent: *\n${names.join("\n")}\n`);
  await idle(page);
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#copy-link").click()]);
  equal(file.suggestedFilename(), "robots.txt");
  assert(/Too long for a link/.test(await page.locator("#copy-link").innerText()));
});

test("a damaged or hostile fragment gives the start", async () => {
  for (const hash of ["#file-of=a&file=%%%", "#file-of=a&file=AAAA", "#x", `#file-of=a&file=${"A".repeat(50000)}`]) {
    const page = await open(hash);
    await until(async () => (await page.evaluate(() => document.body.dataset.state)) === "start", hash);
    await page.done();
  }
  const bomb = await open();
  const hash = await bomb.evaluate(async () => {
    const packed = await new Response(new Blob([new Uint8Array(64 << 20)]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
    return `#file-of=a&file=${btoa(Array.from(new Uint8Array(packed), (it) => String.fromCharCode(it)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  });
  const page = await open(hash);
  await until(async () => (await page.evaluate(() => document.body.dataset.state)) === "start", "a bomb");
});

test("the link of a long file of ordinary text restores it", async () => {
  const page = await open();
  await paste(page, long({ lines: 1000 }));
  await until(() => page.url().includes("file="));
  const other = await open(page.url().slice(context.base.length + 1));
  await until(async () => (await other.locator(".code li").count()) === 1000);
});
