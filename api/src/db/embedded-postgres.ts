// The database of an installation without DATABASE_URL: a real PostgreSQL as a child process (OPS-3).
import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { giveToOwner } from "../data-dir.ts";
import { type Cluster, DATABASE_USER, openCluster } from "./embedded-postgres-cluster.ts";
import {
  findFreePort,
  findPostmaster,
  type Postmaster,
  startWatchdog,
  removeStaleLocks,
  rotateLog,
  spawnPostmaster,
  stopPostmaster,
} from "./embedded-postgres-process.ts";
import { isLastToShare, SESSION_LOCKS, shareSession } from "./locks.ts";
import { type Login, urlFor } from "./web-role.ts";
import { OperatorProblem } from "../operator-problem.ts";

/** Where lines for the operator go; pino's logger is one. */
export type Log = { info(line: string): void; warn(line: string): void; error(line: string): void };

export type EmbeddedPostgres = {
  /** Connection string of the product's database; it stays true if the server is restarted underneath. */
  url: string;
  /** Stops the server, unless another process of the same DATA_DIR still uses it. Call it after the pools have ended. */
  stop(): Promise<void>;
};

/** A process that logs in with less than the superuser's rights. */
export type WebAccess = {
  readonly login: Login;
  /** Brings the database to this version and makes the role of `login`, elsewhere: told when the server answers for the first time. */
  readonly prepare: (urls: { readonly ownerUrl: string; readonly webUrl: string }) => Promise<void>;
};

/** How long a start may say nothing: one that recovers, or replays an archive, says in its log how far it is. */
const PATIENCE_MS = 300_000;

/**
 * Starts the database of `dataDir` (made if absent), or joins the one that already runs there, and keeps it running:
 * if the server dies, it is started again on the same port.
 *
 * @param settings PostgreSQL's own settings, for tests (`{ fsync: "off" }`)
 * @param web how the web process uses it; without, everything is done as the superuser
 * @param isRestore true for the restore that makes `dataDir`
 * @param patienceMs for tests, how long a start may say nothing in its log
 * @throws {Error} with a sentence for the operator
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Log;
  settings?: Readonly<Record<string, string>>;
  web?: WebAccess;
  patienceMs?: number;
  isRestore?: boolean;
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {}, web, patienceMs = PATIENCE_MS, isRestore = false } = options;
  const cluster = await openCluster(dataDir, { log: (line) => log.info(line), isRestore });
  const owner = { name: DATABASE_USER, password: cluster.password };
  const login = web?.login ?? owner;
  const prepare = async (at: Place): Promise<void> =>
    web?.prepare({ ownerUrl: urlAt(at, owner), webUrl: urlAt(at, login) });
  const logFile = join(dataDir, "postgres.log");
  const server = { cluster, login, prepare, settings, logFile, log, patienceMs };
  rotateLog(server.logFile);

  let hold = await connectKeeper(server, undefined);
  if (!web) await createDatabase(hold.keeper);
  const { at } = hold;
  // A program that forgets to stop may still end; the watchdog then stops the server.
  hold.keeper.unref();
  let stopping = false;
  let recovery: Promise<void> = Promise.resolve();

  const watch = (): void => {
    void hold.lost.then(() => {
      if (!stopping) recovery = recover();
    });
  };
  const recover = async (): Promise<void> => {
    log.warn("The embedded PostgreSQL has stopped: starting it again.");
    hold.letGo();
    while (!stopping) {
      try {
        hold = await connectKeeper(server, at.port);
        hold.keeper.unref();
        log.info("The embedded PostgreSQL runs again.");
        watch();
        return;
      } catch (error) {
        log.error(`The embedded PostgreSQL does not start: ${String(error)}`);
        await sleep(2000, undefined, { ref: false });
      }
    }
  };
  watch();

  return {
    url: urlAt(at, login),
    async stop() {
      if (stopping) return;
      stopping = true;
      await recovery;
      hold.keeper.ref();
      const last = await isLastUser(hold.keeper);
      hold.letGo();
      await hold.keeper.end().catch(() => undefined);
      const running = findPostmaster(cluster.folder);
      if (last && running !== null) await stopPostmaster(cluster.folder, running.pid);
    },
  };
}

type Server = {
  cluster: Cluster;
  login: Login;
  /** Once, before the first session of `login`. */
  prepare: (at: Place) => Promise<void>;
  settings: Readonly<Record<string, string>>;
  logFile: string;
  log: Log;
  patienceMs: number;
};

/** pg's client; its types lack the two methods that let a program end while the session is open. */
type Keeper = Client & { ref(): void; unref(): void };

/** Where a server answers. */
type Place = Pick<Postmaster, "port" | "socketFolder">;

/** Over its socket, where it has one: a short call costs both ends a tenth less of the processor than over the network of the machine. */
function urlAt({ port, socketFolder }: Place, who: Login): string {
  const url = new URL(urlFor(who, `postgres://127.0.0.1:${port}/${DATABASE_USER}`));
  if (socketFolder !== undefined) url.searchParams.set("host", socketFolder);
  return url.href;
}

/** This process's hold on a running server: a session of its own that tells when the server dies. */
type Hold = { keeper: Keeper; at: Place; lost: Promise<void>; letGo: () => void };

/** Joins the running server or starts one, and waits until it answers. `port` is given when it must not change. */
async function connectKeeper(server: Server, port: number | undefined): Promise<Hold> {
  const { cluster } = server;
  const portFile = join(cluster.folder, "bobine.port");
  const patience = awaitWords(server);
  let child: ChildProcess | undefined;
  let logStart = 0;
  let letGo: (() => void) | undefined;
  // A server that comes back after its death has the role already.
  let isPrepared = port !== undefined;

  for (;;) {
    const running = findPostmaster(cluster.folder);
    // From here on it does not outlive this process, also while it recovers.
    if (running !== null && child?.pid === running.pid) letGo ??= startWatchdog(cluster);
    if (running?.ready) {
      if (!isPrepared) await server.prepare(running);
      isPrepared = true;
      const session = await openKeeper(server.login, running);
      if (session !== null) {
        // Ours, or an orphan that we take over. Otherwise the process that started it holds it.
        if (session.isAlone) letGo ??= startWatchdog(cluster);
        return { ...session, at: running, letGo: letGo ?? (() => undefined) };
      }
    } else if (
      running === null &&
      (child === undefined || child.exitCode !== null || child.signalCode !== null)
    ) {
      if (child !== undefined) {
        letGo?.();
        letGo = undefined;
        const failure = readTail(server.logFile, logStart);
        if (!isPassing(failure))
          throw new OperatorProblem(`The embedded PostgreSQL does not start:\n${failure}`);
        await sleep(100);
      }
      removeStaleLocks(cluster.folder);
      const chosen = port ?? (await findFreePort(readPort(portFile)));
      logStart = existsSync(server.logFile) ? statSync(server.logFile).size : 0;
      child = spawnPostmaster(cluster, { port: chosen, logFile: server.logFile, settings: server.settings });
      writeFileSync(portFile, String(chosen));
      giveToOwner(portFile);
    }
    if (patience.isOver(running)) {
      if (running !== null && child?.pid === running.pid) await stopPostmaster(cluster.folder, running.pid);
      letGo?.();
      throw new OperatorProblem(
        `The embedded PostgreSQL was not ready, and said nothing for ${server.patienceMs / 1000} s. Its log: ${server.logFile}`,
      );
    }
    await sleep(10);
  }
}

/** The replay of an archive takes as long as it is: what counts is that the log of a start goes on. */
function awaitWords({ logFile, patienceMs }: Server): { isOver: (running: Postmaster | null) => boolean } {
  let deadline = performance.now() + patienceMs;
  let size = 0;
  return {
    isOver(running) {
      const now = performance.now();
      const written = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
      if (written !== size && running?.ready === false) deadline = now + patienceMs;
      size = written;
      return now > deadline;
    },
  };
}

/** A start that failed for one of these reasons is tried again: another start won, a port was taken, old processes are ending. */
function isPassing(failure: string): boolean {
  return /lock file "postmaster.pid"|pre-existing shared memory block|could not (bind|create any)|Address already in use/.test(
    failure,
  );
}

async function openKeeper(
  login: Login,
  { port, socketFolder = "127.0.0.1" }: Place,
): Promise<{ keeper: Keeper; isAlone: boolean; lost: Promise<void> } | null> {
  const keeper = new Client({
    host: socketFolder,
    port,
    user: login.name,
    password: login.password,
    database: "postgres",
    application_name: "bobine keeper",
    connectionTimeoutMillis: 5000,
  }) as Keeper;
  let reportLoss: () => void = () => undefined;
  const lost = new Promise<void>((resolve) => {
    reportLoss = resolve;
  });
  keeper.on("error", () => reportLoss());
  keeper.on("end", () => reportLoss());
  try {
    await keeper.connect();
    await shareSession(keeper, SESSION_LOCKS.embeddedUsers);
    const others = await keeper.query(
      `select 1 from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and granted and pid <> pg_backend_pid()`,
      [SESSION_LOCKS.embeddedUsers],
    );
    return { keeper, isAlone: others.rowCount === 0, lost };
  } catch (error) {
    await keeper.end().catch(() => undefined);
    if ((error as { code?: string }).code === "28P01") {
      throw new OperatorProblem(
        "The database refuses the password in DATA_DIR/secrets/postgres-password: that file is not this database's.",
      );
    }
    // Starting up, shutting down, or gone since: the caller looks again.
    return null;
  }
}

/** Gives this process's share back and tells whether nobody else has one. A session that is already dead: yes. */
async function isLastUser(keeper: Keeper): Promise<boolean> {
  try {
    return await isLastToShare(keeper, SESSION_LOCKS.embeddedUsers);
  } catch {
    return true;
  }
}

async function createDatabase(keeper: Keeper): Promise<void> {
  const { rowCount } = await keeper.query("select 1 from pg_database where datname = $1", [DATABASE_USER]);
  if (rowCount !== 0) return;
  try {
    await keeper.query(`create database ${DATABASE_USER}`);
  } catch (error) {
    // 42P04, 23505: another process has just made it.
    if (!["42P04", "23505"].includes((error as { code?: string }).code ?? "")) throw error;
  }
}

function readPort(portFile: string): number | undefined {
  if (!existsSync(portFile)) return undefined;
  const port = Number(readFileSync(portFile, "utf8"));
  return Number.isInteger(port) && port > 1023 && port < 65_536 ? port : undefined;
}

function readTail(file: string, from: number): string {
  return existsSync(file) ? readFileSync(file).subarray(from).toString("utf8").trim().slice(-2000) : "";
}
