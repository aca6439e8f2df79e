import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { asJson, remoteSources, wordOf, writeRemote } from "../federation/src/remote-files.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
/** Its package.json, with the versions of the catalog, is what a new remote starts from. */
const MODEL = "mfe-cinemas";

/**
 * Writes a new remote of this workspace.
 * @param {string} name `mfe-` and lower-case words
 * @param {string} dir where, a folder that does not exist
 * @returns {string[]} the files, relative to `dir`
 * @throws when the name is no name of a remote, or the folder exists
 */
export const makeRemote = (name, dir) =>
  writeRemote(name, dir, { ...workspaceFiles(name), ...remoteSources(name) });

function workspaceFiles(name) {
  const model = (path) => readFileSync(join(ROOT, MODEL, path), "utf8").replaceAll(MODEL, name);
  const packageOfModel = JSON.parse(model("package.json"));
  return {
    "package.json": asJson({
      ...packageOfModel,
      name: `@bobine/${name}`,
      version: "0.1.0",
      description: `Remote: ${wordOf(name)}`,
      // The host lends them to all; the model has no form and no calendar that needs them.
      dependencies: {
        ...packageOfModel.dependencies,
        "@mantine/dates": "catalog:",
        dayjs: "catalog:",
        zod: "catalog:",
      },
    }),
    "tsconfig.json": model("tsconfig.json"),
    "README.md": `# @bobine/${name}\n\nRemote: ${wordOf(name)}. See docs/new-remote.md.\n`,
  };
}

/**
 * The lists of the workspace that a remote must be in to be checked and built with the others.
 * @returns {string[]} the files that changed
 */
export function enrolRemote(name, root = ROOT) {
  const changes = {
    "pnpm-workspace.yaml": [`  - ${MODEL}\n`, `  - ${MODEL}\n  - ${name}\n`],
    "tsconfig.json": [
      `"path": "${MODEL}"\n    },`,
      `"path": "${MODEL}"\n    },\n    {\n      "path": "${name}"\n    },`,
    ],
    "package.json": [` ${MODEL} `, ` ${MODEL} ${name} `],
    ".dependency-cruiser.mjs": [`"${MODEL}", `, `"${MODEL}", "${name}", `],
    "tooling/runner/builds.mjs": [`"${MODEL}", `, `"${MODEL}", "${name}", `],
    "api/src/modules/shell/product-remotes.ts": [`"${MODEL}", `, `"${MODEL}", "${name}", `],
  };
  for (const [file, [before, after]] of Object.entries(changes)) {
    const path = join(root, file);
    const text = readFileSync(path, "utf8");
    if (!text.includes(before)) throw new Error(`${file} has no place for ${name}: add it by hand`);
    if (!text.includes(after)) writeFileSync(path, text.replaceAll(before, after));
  }
  return Object.keys(changes);
}
