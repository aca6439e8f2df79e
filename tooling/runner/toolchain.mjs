// The pinned Node.js and pnpm (tooling/toolchain), from the npm registry.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { hashOf, isStamped, stamp } from "./hash.mjs";
import { Failure, ROOT, childEnvironment, run, say, secondsSince } from "./process.mjs";

const FOLDER = join(ROOT, "tooling/toolchain");
const MODULES = join(FOLDER, "node_modules");
const STAMP = join(MODULES, ".bobine-lock");
const PLATFORM = `${process.platform}-${process.arch}`;
const NODE_FOLDER = join(MODULES, `node-${PLATFORM}/bin`);
const PNPM_FOLDER = join(MODULES, `@pnpm/exe.${PLATFORM}`);
const OLDEST_NODE = 24;
const PNPM = "pnpm@12.21.0";

/**
 * @typedef {{ node: string, pnpm: string[], env: NodeJS.ProcessEnv }} Toolchain
 *   `pnpm` is a command with its first arguments; `env` has both on its PATH
 */

/** The toolchain if nothing has to be installed for it, else null. @returns {Toolchain | null} */
export function findToolchain() {
  if (!isOurs()) return null;
  return isStamped(STAMP, lockHash()) && hasPrograms() ? ourToolchain() : null;
}

/** Installs the toolchain; where its packages do not exist or do not run, takes the caller's own. @returns {Promise<Toolchain>} */
export async function installToolchain() {
  if (!isOurs()) return callersToolchain(`no toolchain is packaged for ${PLATFORM}`);
  const started = performance.now();
  say("installing the toolchain (Node.js 24, pnpm 12)…");
  const { code, output } = await installLocked(FOLDER);
  if (code !== 0) {
    throw new Failure(
      `${output}\nnpm could not install the toolchain (is the registry reachable?). Nothing else was changed.`,
    );
  }
  const fault = await findFault();
  if (fault !== null) return callersToolchain(fault);
  stamp(STAMP, lockHash());
  say(`toolchain installed in ${secondsSince(started)}`);
  return ourToolchain();
}

/** Packages exist for Linux with glibc; musl shows by the absence of its version. */
function isOurs() {
  return (
    process.platform === "linux" &&
    ["x64", "arm64"].includes(process.arch) &&
    !existsSync("/etc/alpine-release")
  );
}

const lockHash = () => hashOf(FOLDER, ["package-lock.json"]);
const hasPrograms = () => existsSync(join(NODE_FOLDER, "node")) && existsSync(join(PNPM_FOLDER, "pnpm"));

function ourToolchain() {
  return {
    node: join(NODE_FOLDER, "node"),
    pnpm: [join(PNPM_FOLDER, "pnpm")],
    env: childEnvironment([NODE_FOLDER, PNPM_FOLDER]),
  };
}

/** The packages are optional, so an install without them succeeds: look, and run them. */
async function findFault() {
  if (!hasPrograms()) return "npm left the toolchain's packages out";
  const { env } = ourToolchain();
  for (const program of [join(NODE_FOLDER, "node"), join(PNPM_FOLDER, "pnpm")]) {
    const { code, output } = await run(program, ["--version"], { env });
    if (code !== 0) return `${program} does not run here (${output.trim().split("\n")[0]})`;
  }
  return null;
}

async function callersToolchain(reason) {
  if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE) {
    throw new Failure(
      `Bobine runs on Node ${OLDEST_NODE}, and ${reason}: install Node ${OLDEST_NODE} or newer (this is ${process.version}) and start again.`,
    );
  }
  const env = childEnvironment([dirname(process.execPath)]);
  const own = await run("pnpm", ["--version"], { env });
  if (own.code === 0 && Number(own.output.split(".")[0]) >= 12)
    return { node: process.execPath, pnpm: ["pnpm"], env };
  const { command, first } = npm();
  const byNpm = [...first, "exec", "--yes", "--", PNPM];
  const fetched = await run(command, [...byNpm, "--version"], { env });
  if (fetched.code === 0) return { node: process.execPath, pnpm: [command, ...byNpm], env };
  throw new Failure(
    `Bobine needs pnpm 12, and ${reason}: install it with "npm install --global ${PNPM}" and start again.`,
  );
}

/** Installs what the lockfile of a folder names, without running anything of it. @param {string} folder */
export function installLocked(folder) {
  const { command, first } = npm();
  return run(
    command,
    [...first, "ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"],
    { env: childEnvironment([]), cwd: folder },
  );
}

/** The npm that called us, else the one on PATH. */
function npm() {
  const script = process.env.npm_execpath ?? "";
  if (/npm-cli[.]js$/.test(script)) return { command: process.execPath, first: [script] };
  return { command: "npm", first: [] };
}
