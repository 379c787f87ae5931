// Tests the page in a browser: node run.mjs PLACET FOLDER-OF-NODE-MODULES [NAME]
import { main } from "./harness.mjs";
import "./question.mjs";
import "./file.mjs";
import "./views.mjs";
import "./link.mjs";
import "./hostile.mjs";
import "./looks.mjs";
import "./speed.mjs";

await main(...process.argv.slice(2));
