// Programs of Debian that campaigns try the product with.
import { existsSync } from "node:fs";
import { run, say } from "./process.mjs";

/**
 * Installs what is missing, where there is apt and its user may. What cannot be installed is left: the tests that need it say so.
 *
 * @param {readonly string[]} packages
 */
export async function installDebian(packages) {
  if (packages.length === 0 || !existsSync("/usr/bin/apt-get")) return;
  const { output } = await run(
    "dpkg-query",
    ["--show", "--showformat=${Package} ${db:Status-Status}\n", ...packages],
    { env: process.env },
  );
  const installed = new Set([...output.matchAll(/^(\S+) installed$/gm)].map(([, name]) => name));
  const missing = packages.filter((name) => !installed.has(name));
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) {
    say(`${missing.join(" and ")} would be needed (apt-get install ${missing.join(" ")})`);
    return;
  }
  say(`installing ${missing.join(" and ")}…`);
  // Its own service is not wanted: tests start one of theirs.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  for (const args of [
    ["update", "-q"],
    ["install", "-q", "-y", "--no-install-recommends", ...missing],
  ]) {
    const { code, output: said } = await run("apt-get", args, { env });
    if (code !== 0) {
      say(said);
      return;
    }
  }
}
