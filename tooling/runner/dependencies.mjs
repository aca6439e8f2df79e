// The libraries of the workspace, exactly as in pnpm-lock.yaml.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf, isStamped, stamp } from "./hash.mjs";
import { Failure, ROOT, run, say, secondsSince } from "./process.mjs";

const STAMP = join(ROOT, "node_modules/.bobine-lock");

/** True when node_modules is what the lockfile says. */
export function areDependenciesInstalled() {
  return (
    isStamped(STAMP, inputHash()) &&
    packages().every((folder) => existsSync(join(ROOT, folder, "node_modules")))
  );
}

/** @param {import("./toolchain.mjs").Toolchain} toolchain */
export async function installDependencies({ pnpm: [command, ...first], env }) {
  const started = performance.now();
  say("installing the dependencies…");
  const { code, output } = await run(
    command,
    [...first, "install", "--frozen-lockfile", "--prefer-offline"],
    {
      // Without a terminal pnpm would stop to ask whether it may replace an old node_modules.
      env: { ...env, CI: "true" },
    },
  );
  if (code !== 0) throw new Failure(`${output}\npnpm could not install the dependencies.`);
  stamp(STAMP, inputHash());
  say(`dependencies installed in ${secondsSince(started)}`);
}

function inputHash() {
  const manifests = packages().map((folder) => join(folder, "package.json"));
  return hashOf(ROOT, ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", ...manifests]);
}

/** The folders that pnpm-workspace.yaml lists and that have dependencies. */
function packages() {
  const list =
    /^packages:\n((?: {2}- .+\n)+)/m.exec(readFileSync(join(ROOT, "pnpm-workspace.yaml"), "utf8"))?.[1] ?? "";
  return list
    .split("\n")
    .map((line) => line.replace(/^ {2}- /, "").trim())
    .filter((folder) => folder !== "");
}
