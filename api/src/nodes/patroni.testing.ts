// Debian's Patroni, etcd and HAProxy on this machine: three PostgreSQL 15 of which one writes and one confirms each commit.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../tooling/free-port.mjs";
import { accountForNewDatabase, asAccount } from "../db/embedded-postgres-account.ts";
import { must } from "../domain/must.ts";
import { query } from "../testing/temporary-postgres.ts";
import { until } from "./node.testing.ts";

const POSTGRES = "/usr/lib/postgresql/15/bin";
const PROGRAMS = {
  patroni: "/usr/bin/patroni",
  etcd: "/usr/bin/etcd",
  haproxy: "/usr/sbin/haproxy",
  "postgresql-15": `${POSTGRES}/postgres`,
};
const PASSWORD = "for tests only";
const START_LIMIT_MS = 120_000;

/** Why there is no cluster to test with; undefined when there can be one. */
export function missingPatroniReason(): string | undefined {
  const missing = Object.entries(PROGRAMS).filter(([, path]) => !existsSync(path));
  return missing.length === 0
    ? undefined
    : `${missing.map(([name]) => name).join(", ")} not installed on this machine (npm run campaign cluster installs them)`;
}

interface Member {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly folder: string;
  patroni: ChildProcess;
}

export type Role = "leader" | "sync_standby" | "replica";

export interface PatroniCluster {
  /** Through HAProxy, of the superuser: whichever member writes. */
  readonly url: string;
  /** The standbys, in turn. */
  readonly standbysUrl: string;
  /** Members that follow or lead, by their name. */
  roles(): Promise<ReadonlyMap<string, Role>>;
  memberOf(role: Role): Promise<string>;
  /** A leader, and two who follow it, one of which confirms. */
  untilWhole(): Promise<void>;
  /** SIGKILL of its PostgreSQL. */
  killPostgres(member: string): void;
  /** SIGKILL of its Patroni too, as when its machine loses power. */
  killMachine(member: string): void;
  /** Its Patroni again, which brings its PostgreSQL back as what it is to be. */
  startMachine(member: string): void;
  stop(): Promise<void>;
}

/** How fast the death of a machine is noticed is Patroni's `ttl`; 20 s is the least that it takes. */
const TTL_SECONDS = 20;

export async function startPatroniCluster(): Promise<PatroniCluster> {
  const account = accountForNewDatabase();
  const folder = mkdtempSync(join(tmpdir(), "bobine-patroni-"));
  chmodSync(folder, 0o755);
  const own = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    if (!account.self) chownSync(path, account.uid, account.gid);
    return path;
  };
  const output = process.env["TEST_LOG_LEVEL"] ? ("inherit" as const) : ("ignore" as const);
  const start = (program: string, args: readonly string[]): ChildProcess =>
    spawn(program, args, { ...asAccount(account), stdio: ["ignore", output, output] });

  const [etcdPort, peerPort, port, standbysPort] = await ports(4);
  const etcd = start(
    PROGRAMS.etcd,
    etcdArguments(own("etcd"), must(etcdPort, "port"), must(peerPort, "port")),
  );
  const members: Member[] = [];
  for (const name of ["pg1", "pg2", "pg3"]) {
    const [own5432, restPort] = await ports(2);
    const member = { name, port: must(own5432, "port"), restPort: must(restPort, "port"), folder: own(name) };
    const file = join(member.folder, "patroni.json");
    writeFileSync(file, JSON.stringify(settingsOf(member, must(etcdPort, "port")), null, 2), { mode: 0o644 });
    members.push({ ...member, patroni: start(PROGRAMS.patroni, [file]) });
  }
  const rules = join(folder, "haproxy.cfg");
  writeFileSync(rules, balancing(members, must(port, "port"), must(standbysPort, "port")));
  const haproxy = start(PROGRAMS.haproxy, ["-f", rules, "-db"]);

  const named = (name: string): Member =>
    must(
      members.find((one) => one.name === name),
      "member",
    );
  const roles = () => rolesOf(members);
  const memberOf = async (role: Role): Promise<string> => {
    const found = [...(await roles())].find(([, own]) => own === role)?.[0];
    if (found === undefined) throw new Error(`the cluster has no ${role}`);
    return found;
  };
  const url = `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`;
  const cluster: PatroniCluster = {
    url,
    standbysUrl: `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${standbysPort}/postgres`,
    roles,
    memberOf,
    untilWhole: () =>
      until(
        "the cluster is whole",
        async () =>
          [...(await roles()).values()].sort().join() === "leader,replica,sync_standby" &&
          (await streaming(url)) === members.length - 1,
        START_LIMIT_MS,
      ),
    killPostgres: (name) => process.kill(postmasterOf(named(name)), "SIGKILL"),
    killMachine: (name) => {
      named(name).patroni.kill("SIGKILL");
      process.kill(postmasterOf(named(name)), "SIGKILL");
    },
    startMachine: (name) => {
      const member = named(name);
      member.patroni = start(PROGRAMS.patroni, [join(member.folder, "patroni.json")]);
    },
    async stop() {
      for (const child of [haproxy, ...members.map(({ patroni }) => patroni), etcd]) await ended(child);
      for (const member of members)
        if (existsSync(pidFile(member))) process.kill(postmasterOf(member), "SIGQUIT");
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    },
  };
  try {
    await cluster.untilWhole();
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

const ports = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, () => freePort()));

const pidFile = ({ folder }: Member): string => join(folder, "data/postmaster.pid");
const postmasterOf = (member: Member): number => Number(readFileSync(pidFile(member), "utf8").split("\n")[0]);

/** Patroni stops its PostgreSQL first. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  const limit = setTimeout(() => child.kill("SIGKILL"), 20_000);
  await exit;
  clearTimeout(limit);
}

/** As any of them tells who is there. */
async function rolesOf(members: readonly Member[]): Promise<ReadonlyMap<string, Role>> {
  for (const { restPort } of members) {
    const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined);
    if (!answer?.ok) continue;
    const { members: told } = (await answer.json()) as {
      members: { name: string; role: Role; state: string }[];
    };
    return new Map(
      told
        .filter(({ state }) => state === "running" || state === "streaming")
        .map(({ name, role }) => [name, role]),
    );
  }
  return new Map();
}

/** Who says that it runs may still look for a way to follow. */
const streaming = (url: string): Promise<number> =>
  query<{ count: string }>(url, "select count(*) from pg_stat_replication where state = 'streaming'").then(
    ([row]) => Number(row?.count),
    () => 0,
  );

const etcdArguments = (folder: string, port: number, peerPort: number): string[] => {
  const [clients, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  return [
    ["--data-dir", join(folder, "data")],
    ["--listen-client-urls", clients],
    ["--advertise-client-urls", clients],
    ["--listen-peer-urls", peers],
    ["--initial-advertise-peer-urls", peers],
    ["--initial-cluster", `default=${peers}`],
    ["--log-level", "error"],
  ].flat();
};

/** docs/operations.md tells what each is for. */
const settingsOf = ({ name, port, restPort, folder }: Omit<Member, "patroni">, etcdPort: number) => ({
  scope: "bobine",
  name,
  restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
  etcd3: { hosts: `127.0.0.1:${etcdPort}` },
  bootstrap: {
    dcs: {
      ttl: TTL_SECONDS,
      loop_wait: 2,
      retry_timeout: 5,
      synchronous_mode: true,
      synchronous_mode_strict: true,
      // A PostgreSQL that died is not started again while another may lead.
      primary_start_timeout: 0,
      postgresql: {
        use_pg_rewind: true,
        parameters: {
          max_connections: 150,
          shared_buffers: "64MB",
          hot_standby_feedback: "on",
          wal_log_hints: "on",
          // Processes die here, no machine: what one has written stays in the kernel's hands.
          fsync: "off",
        },
      },
    },
    initdb: [
      { encoding: "UTF8" },
      { locale: "C.UTF-8" },
      { "locale-provider": "icu" },
      { "icu-locale": "fr-FR" },
    ],
  },
  postgresql: {
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${port}`,
    data_dir: join(folder, "data"),
    bin_dir: POSTGRES,
    pgpass: join(folder, "pgpass"),
    authentication: {
      superuser: { username: "postgres", password: PASSWORD },
      replication: { username: "replicator", password: PASSWORD },
    },
    parameters: { unix_socket_directories: folder },
    pg_hba: [
      "local all all trust",
      "host all all 127.0.0.1/32 scram-sha-256",
      "host replication replicator 127.0.0.1/32 scram-sha-256",
    ],
  },
});

/** Whoever Patroni says leads has the one port, who follows shares the other; a dead one's sessions are ended. */
function balancing(members: readonly Member[], port: number, standbysPort: number): string {
  const listen = (name: string, on: number, path: string): string => `
listen ${name}
  bind 127.0.0.1:${on}
  option httpchk OPTIONS ${path}
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${members.map((one) => `  server ${one.name} 127.0.0.1:${one.port} check port ${one.restPort}`).join("\n")}
`;
  return `global
  maxconn 500
defaults
  mode tcp
  retries 1
  timeout connect 2s
  timeout check 2s
  timeout client 24h
  timeout server 24h
${listen("primary", port, "/primary")}${listen("standbys", standbysPort, "/replica")}`;
}
