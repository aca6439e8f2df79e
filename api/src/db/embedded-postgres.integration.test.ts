import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { must } from "../domain/must.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";

// A space in the path on purpose.
let parent: string;
let dataDir: string;
const said: string[] = [];
const say = (line: string) => said.push(line);
const start = () => startEmbeddedPostgres({ dataDir, log: { info: say, warn: say, error: say } });

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), "bobine embedded "));
  chmodSync(parent, 0o711);
  dataDir = join(parent, "mes données");
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const query = async (server: { url: string }, sql: string) => {
  const client = new Client({ connectionString: server.url, connectionTimeoutMillis: 2000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query({ text: sql, rowMode: "array" })).rows.flat();
  } finally {
    await client.end().catch(() => undefined);
  }
};
const pidFile = () => join(dataDir, "postgres", "postmaster.pid");
const isRunning = () => existsSync(pidFile());
/** Undefined while none runs: it removes its file at any moment. */
const pidOfServer = () => {
  try {
    return Number(readFileSync(pidFile(), "utf8").split("\n")[0]);
  } catch {
    return undefined;
  }
};
const until = async (condition: () => boolean | Promise<boolean>) => {
  const deadline = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("waited for too long");
    await sleep(20);
  }
};
const using = async (work: (server: EmbeddedPostgres) => Promise<void>) => {
  const server = await start();
  try {
    await work(server);
  } finally {
    await server.stop();
  }
};

/** Another program that starts the same database and does not stop it by itself. */
async function startInAnotherProcess(): Promise<ChildProcess & { url: string }> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve("./embedded-postgres.ts"))};
    const quiet = () => undefined;
    const { url } = await startEmbeddedPostgres({ dataDir: process.argv[1], log: { info: quiet, warn: quiet, error: quiet } });
    console.log(url);
    setInterval(quiet, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (text: Buffer) => resolve(String(text).trim()));
    child.once("exit", () => reject(new Error("the other process has ended")));
  });
  return Object.assign(child, { url });
}

describe("the embedded PostgreSQL", () => {
  it("keeps what was written over a stop and a start, on the same port", async () => {
    let first = "";
    await using(async (server) => {
      first = server.url;
      await query(
        server,
        "create table film as select unnest(array['fer', 'Étoile', 'eden', 'Zèbre', 'étoile']) as title",
      );
    });
    expect(isRunning()).toBe(false);
    await using(async (server) => {
      expect(server.url).toBe(first);
      expect(await query(server, "select title from film order by title")).toEqual([
        "eden",
        "étoile",
        "Étoile",
        "fer",
        "Zèbre",
      ]);
    });
  });

  it("gives back to its owners what an earlier version's command left root's (OPS-2)", async () => {
    await using(async () => undefined);
    const left = ["postgres.log", "postgres/bobine.port"].map((name) => join(dataDir, name));
    if (process.getuid?.() === 0) for (const path of left) chownSync(path, 0, 0);
    await using(async () => undefined);
    expect(left.map((path) => statSync(path).uid)).toEqual(left.map((path) => statSync(dirname(path)).uid));
  });

  it("writes to the disk before it says so, speaks UTF-8, and listens on this machine only", async () => {
    await using(async (server) => {
      expect(
        await query(
          server,
          "select current_setting('fsync'), current_setting('full_page_writes'), current_setting('server_encoding'), current_setting('listen_addresses'), current_setting('unix_socket_directories')",
        ),
      ).toEqual(["on", "on", "UTF8", "127.0.0.1", "."]);
    });
  });

  it("is spoken to over its socket, which lies in a folder of its own user's", async () => {
    await using(async (server) => {
      expect(await query(server, "select inet_server_addr()")).toEqual([null]);
      const folder = new URL(server.url).searchParams.get("host") ?? "";
      expect(statSync(folder).mode & 0o077).toBe(0);
    });
  });

  it("lets nobody in without its password", async () => {
    await using(async (server) => {
      const stranger = new URL(server.url);
      stranger.password = "wrong";
      await expect(query({ url: stranger.href }, "select 1")).rejects.toMatchObject({ code: "28P01" });
    });
  });

  it("is shared by two users of one folder, and stops with the last one", async () => {
    const [first, second] = await Promise.all([start(), start()]);
    expect(second.url).toBe(first.url);
    await first.stop();
    expect(await query(second, "select count(*)::int from film")).toEqual([5]);
    await second.stop();
    expect(isRunning()).toBe(false);
  });

  it("is started again on the same port when it is killed", async () => {
    await using(async (server) => {
      const killed = must(pidOfServer(), "process of the server");
      await query(server, "insert into film values ('avant')");
      process.kill(killed, "SIGKILL");
      await until(
        async () =>
          ![undefined, killed].includes(pidOfServer()) &&
          (await query(server, "select 1").catch(() => [])).length > 0,
      );
      expect(await query(server, "select count(*)::int from film")).toEqual([6]);
    });
    expect(said).toContain("The embedded PostgreSQL runs again.");
  });

  it("starts though the locks of a machine that broke down name a living process", async () => {
    const folder = join(dataDir, "postgres");
    const { uid, gid } = statSync(folder);
    const stranger = spawn("sleep", ["60"], { uid, gid, stdio: "ignore" });
    const port = readFileSync(join(folder, "bobine.port"), "utf8").trim();
    const lock = [stranger.pid, folder, 0, port, ".", ""].join("\n");
    for (const name of ["postmaster.pid", `.s.PGSQL.${port}.lock`]) {
      writeFileSync(join(folder, name), lock, { mode: 0o600 });
      chownSync(join(folder, name), uid, gid);
    }
    await using(async (server) => {
      expect(new URL(server.url).port).toBe(port);
      expect(await query(server, "select 1")).toEqual([1]);
    });
    stranger.kill();
  });

  describe("that replays an archive", () => {
    const replay = (restore_command: string, patienceMs: number, target: Record<string, string> = {}) =>
      startEmbeddedPostgres({
        dataDir,
        log: { info: say, warn: say, error: say },
        // As a restore has it: nobody is let in before it is over.
        settings: { restore_command, hot_standby: "off", ...target },
        patienceMs,
      });

    it("is ended when it is given up, as it says nothing", async () => {
      const folder = join(dataDir, "postgres");
      const { uid, gid } = statSync(folder);
      writeFileSync(join(folder, "recovery.signal"), "");
      chownSync(join(folder, "recovery.signal"), uid, gid);
      await expect(replay("sleep 20; false", 500)).rejects.toThrow(
        "The embedded PostgreSQL was not ready, and said nothing for 0.5 s.",
      );
      expect(isRunning()).toBe(false);
    });

    it("leaves no process behind when its start fails, as it is tried again and again (OPS-14)", async () => {
      for (let tries = 0; tries < 2; tries += 1)
        await expect(
          replay("sleep 0.2; false", 20_000, { recovery_target_xid: "900000000" }),
        ).rejects.toThrow("recovery ended before configured recovery target was reached");
      const processes = spawnSync("ps", ["-eo", "args"], { encoding: "utf8" }).stdout.split("\n");
      expect(processes.filter((line) => line.includes("bobine-watchdog") && line.includes(dataDir))).toEqual(
        [],
      );
    });

    it("has the time that it takes, as long as its log goes on", async () => {
      const began = performance.now();
      const server = await replay("for n in 1 2 3; do echo $n >&2; sleep 0.5; done; false", 2000);
      const films = await query(server, "select count(*)::int from film");
      await server.stop();
      expect(performance.now() - began).toBeGreaterThan(2000);
      expect(films).toEqual([6]);
    });
  });

  it("stops by itself when its program is killed", async () => {
    const program = await startInAnotherProcess();
    program.kill("SIGKILL");
    await until(() => !isRunning());
    expect(isRunning()).toBe(false);
  });

  it("is taken over from a program that has just been killed", async () => {
    const program = await startInAnotherProcess();
    program.kill("SIGKILL");
    await using(async (server) => {
      await sleep(300);
      expect(await query(server, "select count(*)::int from film")).toEqual([6]);
    });
    expect(isRunning()).toBe(false);
  });

  it("serves one program on when the one that started it is killed", async () => {
    const program = await startInAnotherProcess();
    await using(async (server) => {
      expect(server.url).toBe(program.url);
      const before = pidOfServer();
      program.kill("SIGKILL");
      await until(
        async () =>
          ![undefined, before].includes(pidOfServer()) &&
          (await query(server, "select 1").catch(() => [])).length > 0,
      );
      expect(await query(server, "select count(*)::int from film")).toEqual([6]);
    });
    expect(isRunning()).toBe(false);
  });
});
