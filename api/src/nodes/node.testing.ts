// Nodes as an operator starts them: processes of their own, on one database and one folder.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../tooling/free-port.mjs";
import { TEST_SECRET_KEY } from "../testing/secret-key.ts";

/** A test that is killed leaves no node behind. */
const END_WITH_TEST = new URL("../../../tooling/runner/end-with-parent.mjs", import.meta.url).href;
const SERVER = fileURLToPath(new URL("../server.ts", import.meta.url));
/** On a busy machine, with a database that is starting too. */
const START_LIMIT_MS = 90_000;

export interface TestNode {
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  /** All that it printed. */
  readonly printed: () => string;
  readonly isRunning: () => boolean;
  /** SIGTERM, and its exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL: no rollback, no farewell. */
  kill(): Promise<void>;
}

/**
 * Starts a node and waits until it is ready to be sent requests.
 * @param server the `server.ts` of another version
 */
export async function startNode(
  environment: Readonly<Record<string, string>>,
  port?: number,
  server: string = SERVER,
): Promise<TestNode> {
  const own = port ?? (await freePort());
  const child: ChildProcess = spawn(process.execPath, ["--import", END_WITH_TEST, server], {
    env: {
      PATH: process.env["PATH"] ?? "",
      TMPDIR: process.env["TMPDIR"] ?? "/tmp",
      // Empty, it would be the present folder.
      ...(process.env["NODE_COMPILE_CACHE"] ? { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] } : {}),
      NODE_ENV: "production",
      DEMO: "0",
      LOG_LEVEL: "warn",
      SECRET_KEY: TEST_SECRET_KEY,
      PUBLIC_URL: `http://127.0.0.1:${own}`,
      ...environment,
      PORT: String(own),
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let printed = "";
  child.stdout?.on("data", (chunk) => (printed += String(chunk)));
  child.stderr?.on("data", (chunk) => (printed += String(chunk)));
  const ended = once(child, "exit") as Promise<[number | null]>;
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const url = `http://127.0.0.1:${own}`;
  const node: TestNode = {
    port: own,
    url,
    pid: child.pid ?? 0,
    printed: () => printed,
    isRunning,
    stop: async () => {
      child.kill("SIGTERM");
      return (await ended)[0];
    },
    kill: async () => {
      if (isRunning()) child.kill("SIGKILL");
      await ended;
    },
  };
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline && isRunning()) {
    if (await isReady(url)) return node;
    await pause(50);
  }
  await node.kill();
  throw new Error(`the node did not become ready:\n${printed}`);
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status === 200;
    },
    () => false,
  );

/** Waits for what must come true. */
export async function until(what: string, isTrue: () => Promise<boolean>, limitMs = 30_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`it never came true that ${what}`);
    await pause(50);
  }
}
