import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { freePort } from "../../tooling/free-port.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const START_LIMIT_MS = 90_000;

/** Served without host and API. */
export interface ServedAlone {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * A remote without host, API or other remotes, as `pnpm --filter mfe-x dev` starts it.
 * @param folder of the remote
 * @param command `dev` (sources as they change) or `preview` (as they are built)
 */
export const startRemoteAlone = (
  folder: string,
  command: "dev" | "preview",
  env: Record<string, string> = {},
): Promise<ServedAlone> => startAlone("bobine-remote.mjs", command, { folder, env });

/** The gallery of shared-ui, as it is built. */
export const startGallery = (): Promise<ServedAlone> =>
  startAlone("gallery-command.mjs", "preview", { folder: ROOT, env: {} });

/** Ready when it has said its address. */
async function startAlone(
  program: string,
  command: "dev" | "preview",
  { folder, env }: { folder: string; env: Record<string, string> },
): Promise<ServedAlone> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(ROOT, "tooling/federation/src", program), command], {
    cwd: folder,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  const ready = new Promise<string>((done, failed) => {
    const limit = setTimeout(() => failed(new Error(`not ready:\n${output.join("")}`)), START_LIMIT_MS);
    const read = (chunk: Buffer): void => {
      output.push(chunk.toString());
      const url = /^(?:gallery|\S+ alone): (http:\/\/[\w.]+:\d+)/m.exec(output.join(""))?.[1];
      if (url === undefined) return;
      clearTimeout(limit);
      done(url);
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
  const url = await ready.catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, stop };
}
