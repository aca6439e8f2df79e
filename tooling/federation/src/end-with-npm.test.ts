import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, vi } from "vitest";

const MODULE = JSON.stringify(new URL("end-with-npm.mjs", import.meta.url).href);
const SERVER = `import { endWithNpm } from ${MODULE}; endWithNpm(() => process.exit(0)); setInterval(() => {}, 1000); console.log(process.pid);`;
/** Starts the server as npm does. */
const NPM = `
  const { spawn } = require("node:child_process");
  spawn(process.execPath, ["--input-type=module", "-e", process.argv[1]], { stdio: ["ignore", "inherit", "inherit"] });
  setInterval(() => {}, 1000);`;

/** The process id of a server that has begun, after what started it was killed. */
async function orphan(env: Record<string, string>): Promise<number> {
  const { npm_lifecycle_event: _, ...rest } = process.env;
  const npm = spawn(process.execPath, ["-e", NPM, SERVER], {
    env: { ...rest, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(npm.stdout, "data")) as [Buffer];
  npm.kill("SIGKILL");
  return Number(line.toString());
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it("ends a server of `npm run` whose npm was killed outright", async () => {
  const server = await orphan({ npm_lifecycle_event: "dev" });

  await vi.waitFor(() => expect(isAlive(server)).toBe(false), { timeout: 10_000, interval: 100 });
});

it("leaves a server that somebody started without npm", async () => {
  const server = await orphan({});
  await new Promise((done) => setTimeout(done, 1500));

  expect(isAlive(server)).toBe(true);
  process.kill(server);
});
