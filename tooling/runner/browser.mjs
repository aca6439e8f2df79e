// A Chromium for the journeys through the product.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Failure, ROOT, run, say, secondsSince } from "./process.mjs";

/**
 * The shell is what draws pages alone, without the windows around them: a seventh less of the processor. By its own program: the script in
 * /usr/bin that starts it dies alone when it is killed.
 */
const DEBIANS = ["/usr/lib/chromium/chromium-headless-shell", "/usr/bin/chromium"];

/**
 * Finds a browser, else installs one: CHROMIUM_PATH, Debian's, Playwright's own, apt, Playwright's download.
 *
 * @param {import("./toolchain.mjs").Toolchain} toolchain
 * @returns {Promise<string>} path of the program
 */
export async function ensureChromium({ node, env }) {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (await works(given, env)) return given;
    throw new Failure(`CHROMIUM_PATH is ${given}, which does not run.`);
  }
  const e2e = join(ROOT, "e2e");
  const ask = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))";
  const playwrights = (await run(node, ["-e", ask], { env, cwd: e2e })).output.trim();
  const found = await firstThatWorks([...DEBIANS, playwrights], env);
  if (found !== undefined) return found;

  const started = performance.now();
  say("installing Chromium for the tests…");
  const attempts = [];
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const apt = { env: { ...env, DEBIAN_FRONTEND: "noninteractive" } };
    // apt's lists may be older than the packages that the mirror still has.
    attempts.push((await run("apt-get", ["update"], apt)).output);
    for (const name of ["chromium-headless-shell", "chromium"])
      if ((await firstThatWorks(DEBIANS, env)) === undefined)
        attempts.push(
          (await run("apt-get", ["install", "--yes", "--no-install-recommends", name], apt)).output,
        );
  }
  if ((await firstThatWorks(DEBIANS, env)) === undefined) {
    const cli = join(e2e, "node_modules/@playwright/test/cli.js");
    attempts.push((await run(node, [cli, "install", "chromium"], { env, cwd: e2e })).output);
  }
  const installed = await firstThatWorks([...DEBIANS, playwrights], env);
  if (installed !== undefined) {
    say(`Chromium installed in ${secondsSince(started)}`);
    return installed;
  }
  throw new Failure(
    `${attempts.join("\n")}\nNo Chromium could be found or installed: set CHROMIUM_PATH to one.`,
  );
}

async function firstThatWorks(paths, env) {
  for (const path of paths) if (await works(path, env)) return path;
  return undefined;
}

async function works(path, env) {
  return existsSync(path) && (await run(path, ["--version"], { env, timeout: 30_000 })).code === 0;
}
