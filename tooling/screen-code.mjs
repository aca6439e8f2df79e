import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
const REMOTES = readdirSync(ROOT).filter((name) => name.startsWith("mfe-"));
const FOLDERS = [
  ...["host", "shared-ui", "shared-auth", "shared-features", ...REMOTES].map((name) => `${name}/src`),
  "api/contract",
];

/** With plain blanks and apostrophes, wherever a line of code was cut. @param {string} text */
export const plain = (text) =>
  text
    .replace(/\\u(?:00a0|202f)|&nbsp;|[\u00a0\u202f]/g, " ")
    .replaceAll("’", "'")
    .replace(/\s+/g, " ");

/** The code of the screens, tests aside, as one plain text: what the interface says stands in it (HELP-2). */
export function screenCode() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
      .filter(({ name }) => /\.tsx?$/.test(name) && !/\.(?:test|testing|example)\.tsx?$/.test(name))
      .map(({ parentPath, name }) => plain(readFileSync(join(parentPath, name), "utf8"))),
  ).join("\n");
}
