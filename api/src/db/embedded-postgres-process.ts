// The PostgreSQL server as an operating-system process: who runs on a folder, start, watchdog, stop.
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { giveToOwner } from "../data-dir.ts";
import { asAccount } from "./embedded-postgres-account.ts";
import type { Cluster } from "./embedded-postgres-cluster.ts";

/** A server that runs on the folder, as its postmaster.pid tells. */
export type Postmaster = {
  pid: number;
  port: number;
  /** The folder of its socket in the file system; undefined without one. */
  socketFolder: string | undefined;
  ready: boolean;
};

/** The most that the path of a socket may have, with its end. */
const SOCKET_PATH_BYTES = 108;
/** Where the socket of a server on `folder` lies: in the folder, which nobody else may enter, unless its path is too long for one. */
const hasRoomForSocket = (folder: string, port: number): boolean =>
  Buffer.byteLength(`${folder}/.s.PGSQL.${port}`) < SOCKET_PATH_BYTES;

/** The server that runs on this folder, or null. Checks that the process is really it: process numbers are reused. */
export function findPostmaster(folder: string): Postmaster | null {
  const lines = readLock(join(folder, "postmaster.pid"));
  if (lines === null) return null;
  const pid = Number(lines[0]);
  return isPostmasterOf(pid, folder)
    ? {
        pid,
        port: Number(lines[3]),
        socketFolder: lines[4] ? folder : undefined,
        ready: lines[7]?.trim() === "ready",
      }
    : null;
}

/**
 * Removes postmaster.pid and locks of sockets that name a living process which is not PostgreSQL (after a crash of the machine or a new
 * container): PostgreSQL itself would refuse to start for ever.
 */
export function removeStaleLocks(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name !== "postmaster.pid" && !/^[.]s[.]PGSQL[.]\d+[.]lock$/.test(name)) continue;
    const lines = readLock(join(folder, name));
    if (lines === null) continue;
    const pid = Number(lines[0]);
    if (existsSync(`/proc/${pid}`) && !isPostmasterOf(pid, folder))
      rmSync(join(folder, name), { force: true });
  }
}

/** Starts the server without waiting for it. `settings` are PostgreSQL's own, on top of ours. */
export function spawnPostmaster(
  cluster: Cluster,
  options: { port: number; logFile: string; settings: Readonly<Record<string, string>> },
): ChildProcess {
  const settings = {
    listen_addresses: "127.0.0.1",
    // From the folder, in which it runs.
    unix_socket_directories: hasRoomForSocket(cluster.folder, options.port) ? "." : "",
    log_checkpoints: "off",
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const output = openSync(options.logFile, "a", 0o600);
  try {
    giveToOwner(options.logFile);
    const child = spawn(
      cluster.binaries.postgres,
      ["-D", cluster.folder, "-p", String(options.port), ...flags],
      {
        ...asAccount(cluster.account),
        stdio: ["ignore", output, output],
        // In a group of its own: Ctrl-C in the terminal is for the app, which finishes its requests before the database stops.
        detached: true,
      },
    );
    child.on("error", () => undefined); // told by the exit code below
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

/**
 * Stops the server if this process dies without a word (kill -9): a shell that waits for the end of a pipe which only
 * this process holds. The folder names its present watchdog, so that a server taken over by another process lives on.
 *
 * @returns a function that lets the server go
 */
export function startWatchdog(cluster: Cluster): () => void {
  const token = randomUUID();
  const file = join(cluster.folder, "bobine.watchdog");
  writeFileSync(file, token, { mode: 0o600 });
  if (!cluster.account.self) chownSync(file, cluster.account.uid, cluster.account.gid);
  const script = 'read -r _; [ "$(cat "$1")" = "$2" ] && exec "$3" stop -D "$4" -m fast -W';
  const child = spawn(
    "/bin/sh",
    ["-c", script, "bobine-watchdog", file, token, cluster.binaries.pgCtl, cluster.folder],
    {
      ...asAccount(cluster.account),
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
    },
  );
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return () => {
    child.kill("SIGKILL");
    child.stdin.destroy();
  };
}

/** Stops a server: sessions are ended and the files are left clean; after 30 s, at once (the next start recovers). */
export async function stopPostmaster(folder: string, pid: number): Promise<void> {
  for (const [signal, milliseconds] of [
    ["SIGINT", 30_000],
    ["SIGQUIT", 10_000],
  ] as const) {
    const deadline = Date.now() + milliseconds;
    if (isPostmasterOf(pid, folder)) process.kill(pid, signal);
    while (isPostmasterOf(pid, folder)) {
      if (Date.now() > deadline) break;
      await sleep(10);
    }
  }
  if (isPostmasterOf(pid, folder)) throw new Error(`The embedded PostgreSQL (process ${pid}) does not stop.`);
}

/** A free port of 127.0.0.1: `preferred` if it is free. */
export async function findFreePort(preferred: number | undefined): Promise<number> {
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      const server = createServer();
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => {
        const address = server.address();
        server.close(() => resolve(typeof address === "object" && address !== null ? address.port : port));
      });
    });
  try {
    return await listen(preferred ?? 0);
  } catch {
    return listen(0);
  }
}

/** Starts the log file anew when it has grown, keeping the last one. */
export function rotateLog(logFile: string): void {
  if (existsSync(logFile) && statSync(logFile).size > 5_000_000) renameSync(logFile, `${logFile}.1`);
}

function readLock(file: string): string[] | null {
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    // The file is written in steps: without the port the server is too young to be spoken of.
    return lines.length >= 4 ? lines : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function isPostmasterOf(pid: number, folder: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    // Readable for any user, unlike /proc/…/cwd; a zombie's is empty.
    const [program, ...args] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return /(^|\/)postgres$/.test(program ?? "") && args.includes(folder);
  } catch {
    return false;
  }
}
