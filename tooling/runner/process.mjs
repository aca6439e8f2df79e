// Child processes of the runner, what they see of the environment, and what the operator sees of them.
import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** Something the operator can mend: its message is shown without a stack. */
export class Failure extends Error {}

/** One line of the runner's own. */
export function say(line) {
  console.log(`bobine: ${line}`);
}

/** "0.4 s" since a `performance.now()`. */
export function secondsSince(started) {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

/** Settings of npm that reach a registry: kept, and told to pnpm in its own words. All other npm_* variables are dropped. */
const REGISTRY_SETTINGS = ["registry", "https_proxy", "proxy", "noproxy", "cafile", "strict_ssl"];

/** The environment for children: without what npm adds for its scripts, with `folders` in front of PATH. */
export function childEnvironment(folders) {
  const env = {};
  let path = "";
  for (const [name, value] of Object.entries(process.env)) {
    if (name.toLowerCase() === "path") path = value;
    else if (!name.startsWith("npm_")) env[name] = value;
  }
  for (const setting of REGISTRY_SETTINGS) {
    const value = process.env[`npm_config_${setting}`];
    if (value === undefined) continue;
    env[`npm_config_${setting}`] = value;
    env[`pnpm_config_${setting}`] = value;
  }
  env.PATH = [...folders, path].join(process.platform === "win32" ? ";" : ":");
  return env;
}

const running = new Set();

/**
 * Runs a program and waits for it.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, cwd?: string, show?: boolean, input?: boolean, timeout?: number, progress?: string }} options
 *   `show`: its output goes to the terminal at once; otherwise it is kept. `input`: it reads what is piped to this process. `timeout`
 *   in ms from its start or, with `progress`, since it last wrote that file: what works is slow on a busy machine, what hangs is silent.
 * @returns {Promise<{ code: number, output: string }>} the code is 128 + n after a signal, 127 when it cannot run
 */
export function run(command, args, { env, cwd = ROOT, show = false, input = false, timeout, progress }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: [input ? "inherit" : "ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
      // npm and the programs in node_modules/.bin are .cmd files there.
      shell: process.platform === "win32",
      windowsHide: true,
    });
    running.add(child);
    const output = [];
    child.stdout?.on("data", (chunk) => output.push(chunk));
    child.stderr?.on("data", (chunk) => output.push(chunk));
    let timedOut = false;
    const timers = [];
    const started = Date.now();
    const stopWhenLate = () => {
      const left = timeout - (Date.now() - Math.max(started, lastWrite(progress)));
      if (left > 0) return timers.push(setTimeout(stopWhenLate, left));
      timedOut = true;
      child.kill("SIGTERM");
      return timers.push(setTimeout(() => child.kill("SIGKILL"), 15_000));
    };
    if (timeout !== undefined) stopWhenLate();
    const end = (code, more = "") => {
      running.delete(child);
      for (const timer of timers) clearTimeout(timer);
      const what = progress === undefined ? "" : " without a new test";
      const late = timedOut ? `\nstopped after ${timeout / 1000} s${what}: ${command} ${args.join(" ")}` : "";
      if (show && late) console.error(late);
      resolve({ code, output: Buffer.concat(output).toString("utf8") + more + late });
    };
    child.once("error", (error) => end(127, String(error)));
    child.once("close", (code, signal) => end(code ?? 128 + (SIGNALS[signal] ?? 15)));
  });
}

/** When a file was last written, in ms; 0 without one. */
const lastWrite = (file) => (file && statSync(file, { throwIfNoEntry: false })?.mtimeMs) || 0;

export const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/**
 * While the runner prepares or tests, a signal ends its children, then `cleanUp` runs and the runner ends.
 *
 * @returns {() => void} gives the signals back
 */
export function endChildrenOnSignal(cleanUp) {
  const handlers = ["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => {
    const handler = () => {
      for (const child of running) child.kill("SIGTERM");
      cleanUp();
      process.exit(128 + SIGNALS[signal]);
    };
    process.on(signal, handler);
    return [signal, handler];
  });
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  };
}
