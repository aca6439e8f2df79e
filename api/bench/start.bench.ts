// Warm `npm start` to ready, beside a bare Node server started the same way. Prints medians and their ratio.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { median } from "./figures.ts";
import { freePort } from "../../tooling/free-port.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const ROUNDS = 5;
const LIMIT_MS = 300_000;

async function timeToReady(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  url: string,
): Promise<number> {
  const started = performance.now();
  const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: "ignore" });
  try {
    while (performance.now() - started < LIMIT_MS) {
      const answer = await fetch(url).catch(() => undefined);
      if (answer?.ok) return performance.now() - started;
      if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`);
      await new Promise((next) => setTimeout(next, 20));
    }
    throw new Error("not ready in time");
  } finally {
    await end(child);
    // npm is gone before what it started: the next round must not be answered by this one.
    while (await fetch(url).catch(() => undefined)) await new Promise((next) => setTimeout(next, 50));
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await ended;
}

const folder = mkdtempSync(join(tmpdir(), "bobine-start-"));
try {
  const bare = join(folder, "bare.mjs");
  writeFileSync(
    bare,
    "import { createServer } from 'node:http'; createServer((_, r) => r.end('ok')).listen(process.env.PORT, '127.0.0.1');",
  );
  const port = await freePort();
  const product = { PORT: String(port), DATA_DIR: join(folder, "data"), LOG_LEVEL: "warn" };
  const start = () => timeToReady("npm", ["start"], product, `http://127.0.0.1:${port}/readyz`);
  const first = await start();
  const [products, bares]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    bares.push(
      await timeToReady(process.execPath, [bare], { PORT: String(port) }, `http://127.0.0.1:${port}/`),
    );
    products.push(await start());
  }
  const [warm, base] = [median(products), median(bares)];
  console.log(`first start (build if needed, initdb, demo data): ${(first / 1000).toFixed(1)} s`);
  console.log(`warm npm start to ready: median ${(warm / 1000).toFixed(2)} s of ${ROUNDS} (aim: 8 s)`);
  console.log(`bare Node HTTP server:   median ${(base / 1000).toFixed(2)} s`);
  console.log(`ratio: ${(warm / base).toFixed(1)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
