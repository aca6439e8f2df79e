// The API as a child process in the terminal's foreground.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, SIGNALS } from "./process.mjs";

/** A second signal within this time is the same one, by another way (the terminal's group, npm). */
const SAME_SIGNAL_MS = 1000;

/**
 * Runs the API until it ends.
 *
 * @param {import("./toolchain.mjs").Toolchain} toolchain
 * @returns {Promise<number>} its exit code
 */
export function serve({ node, env }) {
  const preload = pathToFileURL(join(ROOT, "tooling/runner/end-with-parent.mjs")).href;
  const child = spawn(node, ["--import", preload, join(ROOT, "api/src/server.ts")], {
    cwd: ROOT,
    env: { NODE_ENV: "production", NODE_COMPILE_CACHE: join(ROOT, ".cache/node"), ...env },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const lastSent = {};
  const forward = (signal) => {
    // Ctrl-C in a terminal reaches the whole group: the server has had it already.
    if (signal === "SIGINT" && process.stdin.isTTY) return;
    if (Date.now() - (lastSent[signal] ?? 0) < SAME_SIGNAL_MS) return;
    lastSent[signal] = Date.now();
    child.kill(signal);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => forward(signal));
  // npm that is killed tells nobody: its children (a shell, and this process below it) then belong to another process.
  if (process.env.npm_lifecycle_event) {
    const family = ancestors();
    setInterval(() => {
      if (ancestors() !== family) forward("SIGTERM");
    }, 1000).unref();
  }
  return new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(error);
      resolve(127);
    });
    child.once("exit", (code, signal) => resolve(code ?? 128 + (SIGNALS[signal] ?? 15)));
  });
}

/** The parent and the grandparent of this process; only the parent where there is no /proc. */
function ancestors() {
  const parent = process.ppid;
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, "utf8");
    return `${parent} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]}`;
  } catch {
    return `${parent}`;
  }
}
