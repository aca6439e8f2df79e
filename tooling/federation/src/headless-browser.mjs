// A browser without a window, asked through its own protocol: no library of the product's users needs one for it.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const START_MS = 20_000;
const ANSWER_MS = 30_000;
/** Until a browser that is asked to end is killed. */
const END_MS = 5_000;
const ADDRESS = /DevTools listening on (ws:\S+)/;

/**
 * @typedef {object} Tab
 * @property {(method: string, params?: object) => Promise<any>} ask
 * @property {(event: string, hear: (params: any) => void) => void} on
 */

/**
 * Starts a browser with one tab.
 * @param {string} program file of a Chromium
 * @returns {Promise<{ tab: Tab, stop: () => Promise<void> }>}
 */
export async function startBrowser(program) {
  const profile = mkdtempSync(join(tmpdir(), "bobine-smoke-"));
  const child = spawn(
    program,
    [
      "--headless",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "--no-first-run",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      // Chromium's sandbox refuses to run as root, which containers do.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = new Promise((done) => child.once("exit", done));
  let socket;
  const stop = async () => {
    // Some programs are scripts that start the browser, and are killed without it: it is asked first.
    socket?.send(JSON.stringify({ id: 0, method: "Browser.close" }));
    const late = setTimeout(() => child.kill("SIGKILL"), socket ? END_MS : 0);
    await ended;
    clearTimeout(late);
    child.stderr.destroy();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    socket = await connected(await addressOf(child));
    return { tab: await firstTab(socket), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function addressOf(child) {
  return new Promise((done, failed) => {
    let said = "";
    const timer = setTimeout(() => failed(new Error(`the browser did not start:\n${said}`)), START_MS);
    child.once("error", failed);
    child.once("exit", () => failed(new Error(`the browser ended at its start:\n${said}`)));
    child.stderr.on("data", (chunk) => {
      said += chunk;
      const address = ADDRESS.exec(said)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      done(address);
    });
  });
}

function connected(address) {
  return new Promise((done, failed) => {
    const socket = new WebSocket(address);
    socket.addEventListener("open", () => done(socket));
    socket.addEventListener("error", () => failed(new Error("the browser does not answer")));
  });
}

async function firstTab(socket) {
  let last = 0;
  const waiting = new Map();
  const hearing = new Map();
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error, method, params } = JSON.parse(data);
    if (id === undefined) return hearing.get(method)?.(params);
    const { done, failed } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) failed?.(new Error(error.message));
    else done?.(result);
  });
  const ask = (method, params = {}, sessionId) =>
    new Promise((done, failed) => {
      const id = ++last;
      const timer = setTimeout(() => failed(new Error(`the browser did not answer ${method}`)), ANSWER_MS);
      timer.unref();
      waiting.set(id, { done, failed });
      socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    });
  const { targetInfos } = await ask("Target.getTargets");
  const { targetId } = targetInfos.find(({ type }) => type === "page");
  const { sessionId } = await ask("Target.attachToTarget", { targetId, flatten: true });
  return {
    ask: (method, params) => ask(method, params, sessionId),
    on: (event, hear) => hearing.set(event, hear),
  };
}
