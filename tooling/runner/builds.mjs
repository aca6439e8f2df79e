// The production builds of host and remotes: each only when something it is made of has changed.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hashOf, isStamped, stamp } from "./hash.mjs";
import { Failure, ROOT, run, say, secondsSince } from "./process.mjs";

/** The host first: it takes longest. */
const FRONT_ENDS = ["host", "mfe-finance", "mfe-admin", "mfe-cinemas", "mfe-account", "mfe-imports"];

/** What each of them is made of besides its own folder. */
const COMMON_INPUTS = [
  "shared-auth",
  "shared-features",
  "shared-ui",
  "api/contract",
  "tooling/federation",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  "tsconfig.base.json",
];

/** webpack is mostly one thread, and small machines have two. */
const AT_ONCE = 2;

/** The front ends that must be built, with the hash of their inputs. @returns {{ name: string, hash: string }[]} */
export function findOutdatedBuilds() {
  const common = hashOf(ROOT, COMMON_INPUTS);
  return FRONT_ENDS.map((name) => ({ name, hash: `${common}-${hashOf(ROOT, [name])}` })).filter(
    ({ name, hash }) => !isStamped(stampOf(name), hash) || !existsSync(join(ROOT, name, "dist")),
  );
}

/** @param {import("./toolchain.mjs").Toolchain} toolchain */
export async function buildFrontEnds(outdated, { pnpm: [command, ...first], env }) {
  const started = performance.now();
  say(`building ${outdated.map(({ name }) => name).join(", ")}…`);
  const queue = [...outdated];
  const failures = [];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined && failures.length === 0; next = queue.shift()) {
      const { name, hash } = next;
      const begun = performance.now();
      // A build that is cut short leaves files that no stamp may vouch for.
      rmSync(stampOf(name), { force: true });
      const { code, output } = await run(command, [...first, "--dir", join(ROOT, name), "run", "build"], {
        env: { ...env, NODE_ENV: "production" },
      });
      if (code !== 0 || !existsSync(join(ROOT, name, "dist"))) {
        failures.push(`${output}\nThe build of ${name} failed.`);
        return;
      }
      stamp(stampOf(name), hash);
      say(`  ${name} built in ${secondsSince(begun)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failures.length > 0) throw new Failure(failures.join("\n\n"));
  if (outdated.length > 1) say(`all built in ${secondsSince(started)}`);
}

/** Not among the files of the build: each of these has its hash in the registry, and nothing else may be there. */
const stampOf = (name) => join(ROOT, ".cache/builds", name);
