import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { freePort } from "../../tooling/free-port.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const START_LIMIT_MS = 90_000;

/** A remote that runs without host, API or other remotes, as `pnpm --filter mfe-x dev` starts it. */
export interface RemoteAlone {
  readonly url: string;
  stop(): Promise<void>;
}

/** @param folder of the remote; @param command `dev` (sources as they change) or `preview` (as they are built) */
export async function startRemoteAlone(
  folder: string,
  command: "dev" | "preview",
  env: Record<string, string> = {},
): Promise<RemoteAlone> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(ROOT, "tooling/federation/src/remote-command.mjs"), command], {
    cwd: folder,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  const ready = new Promise<void>((done, failed) => {
    const limit = setTimeout(() => failed(new Error(`not ready:\n${output.join("")}`)), START_LIMIT_MS);
    const read = (chunk: Buffer): void => {
      output.push(chunk.toString());
      if (!output.join("").includes(" alone: http")) return;
      clearTimeout(limit);
      done();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => failed(new Error(`ended with ${code}:\n${output.join("")}`)));
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await ended;
  };
  await ready.catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url: `http://localhost:${port}`, stop };
}
