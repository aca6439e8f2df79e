// What makes versions and changelogs (tooling/releases), installed when it is asked for.
import { join } from "node:path";
import { hashOf, isStamped, stamp } from "./hash.mjs";
import { Failure, ROOT, say } from "./process.mjs";
import { installLocked } from "./toolchain.mjs";

const FOLDER = join(ROOT, "tooling/releases");
const STAMP = join(FOLDER, "node_modules/.bobine-lock");

/** @returns {Promise<string>} the command of changesets */
export async function installChangesets() {
  const lock = hashOf(FOLDER, ["package-lock.json"]);
  if (!isStamped(STAMP, lock)) {
    say("installing changesets…");
    const { code, output } = await installLocked(FOLDER);
    if (code !== 0)
      throw new Failure(`${output}\nnpm could not install changesets (is the registry reachable?).`);
    stamp(STAMP, lock);
  }
  return join(FOLDER, "node_modules/@changesets/cli/bin.js");
}
