// A standby of the PostgreSQL that the product brings, which streams from it: for the time of a test.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chownSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { freePort } from "../../../tooling/free-port.mjs";
import { copyCluster } from "../backup/copy-cluster.ts";
import { asAccount } from "../db/embedded-postgres-account.ts";
import { openCluster } from "../db/embedded-postgres-cluster.ts";
import { must } from "../domain/must.ts";
import { query, type TemporaryPostgres } from "./temporary-postgres.ts";

export interface StreamingReplica {
  /** The same database and login as of the primary's url. */
  readonly url: string;
  /** Lets it read and replay no more, or again. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** SIGKILL, and a start on the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stands still as a whole: it takes connections and answers nothing. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** @param primary of `startTemporaryPostgres`, over the network */
export async function startStreamingReplica(primary: TemporaryPostgres): Promise<StreamingReplica> {
  const cluster = await openCluster(primary.folder, { log: () => undefined });
  const folder = join(realpathSync(primary.folder), "replica");
  await copyDatabase(primary.url, cluster.folder, folder);
  const [most] = await query<{ connections: string }>(
    primary.url,
    "select current_setting('max_connections') as connections",
  );
  const { hostname, port: upstream, username, password } = new URL(primary.url);
  const port = await freePort();
  appendFileSync(
    join(folder, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${hostname} port=${upstream} user=${username} password=${password}'\n`,
  );
  writeFileSync(join(folder, "standby.signal"), "");
  if (!cluster.account.self) {
    const { uid, gid } = cluster.account;
    for (const path of ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })])
      chownSync(join(folder, path), uid, gid);
  }
  const url = new URL(primary.url);
  url.port = String(port);
  let child: ChildProcess;

  const start = async (): Promise<void> => {
    const settings = [
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      "hot_standby_feedback=on",
      // It may not have fewer than its primary.
      `max_connections=${must(most, "setting").connections}`,
    ];
    child = spawn(
      cluster.binaries.postgres,
      ["-D", folder, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
      {
        ...asAccount(cluster.account),
        stdio: ["ignore", "ignore", process.env["TEST_LOG_LEVEL"] ? "inherit" : "ignore"],
      },
    );
    for (let tries = 0; ; tries += 1) {
      if (await query(url.href, "select 1").catch(() => undefined)) return;
      if (child.exitCode !== null || tries > 600) throw new Error("the replica does not start");
      await new Promise((done) => setTimeout(done, 50));
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  const sessions = (): number[] => [must(child.pid, "process"), ...childrenOf(must(child.pid, "process"))];
  await start();
  return {
    url: url.href,
    pause: async () => void (await query(url.href, "select pg_wal_replay_pause()")),
    resume: async () => void (await query(url.href, "select pg_wal_replay_resume()")),
    kill: () => end("SIGKILL"),
    start,
    freeze: () => {
      for (const pid of sessions()) process.kill(pid, "SIGSTOP");
    },
    thaw: () => {
      for (const pid of sessions()) process.kill(pid, "SIGCONT");
    },
    stop: async () => {
      await end("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As the manual's « Making a Base Backup Using the Low Level API ». */
async function copyDatabase(url: string, from: string, to: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', fast => true)");
    await copyCluster(from, to);
    const { rows } = await client.query<{ label: string }>(
      "select labelfile as label from pg_backup_stop(wait_for_archive => false)",
    );
    writeFileSync(join(to, "backup_label"), must(rows[0], "label").label);
  } finally {
    await client.end();
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
