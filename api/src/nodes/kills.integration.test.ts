// Processes that are killed at any moment while people work (OPS-14): nothing that was answered is lost or there twice. Imports, documents and mails run
// on threads and in jobs of the nodes: they die with them.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { byExtent } from "../../../tooling/extent.mjs";
import { prepareDatabase } from "../db/prepare-database.ts";
import { urlFor } from "../db/web-role.ts";
import { must } from "../domain/must.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../modules/mailing/mailing.testing.ts";
import { aDistributor, aStaffUser, LUMEN } from "../testing/builders.ts";
import { WEB_LOGIN } from "../testing/database.ts";
import { startTemporaryPostgres, type TemporaryPostgres } from "../testing/temporary-postgres.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { Acknowledged } from "./acknowledged.testing.ts";
import { bearerForHours, browserAt, type NodeBrowser } from "./browser.testing.ts";
import { isReady, startNode, type TestNode, until } from "./node.testing.ts";
import { aReportedCinema } from "./weekly-reports.testing.ts";

const KILLS = byExtent("kills", { part: 0, ci: 0, all: Number(process.env["BOBINE_KILLS"] ?? 1_000) });
/** After so many all is looked at, and the others go on with what there is. */
const PART = 50;
/** Without any kill there is one part, which is left out. */
const PARTS = Array.from({ length: Math.max(1, Math.ceil(KILLS / PART)) }, (_, n) => ({
  before: n * PART,
  last: Math.min((n + 1) * PART, KILLS),
}));
const VICTIMS = ["a node", "PostgreSQL", "a session of PostgreSQL", "the simulators"] as const;
/** Somewhere in what is under way. */
const LONGEST_PAUSE_MS = 1_500;
const PACE_MS = 200;
/** 120 comments an hour of each. */
const PEOPLE = 60;

let postgres: TemporaryPostgres;
let inside: TestApp;
let smtp: TestSmtpServer;
let folder: string;
let environment: Record<string, string>;
let nodes: TestNode[];
/** What people comment on now: the newest of each part, as one takes a thousand comments at most. */
let invoice = 0;
const people: NodeBrowser[] = [];
let acknowledged: Acknowledged;

beforeAll(async () => {
  if (KILLS === 0) return;
  postgres = await startTemporaryPostgres("kills", { max_connections: "120" });
  const webUrl = urlFor(WEB_LOGIN, postgres.url);
  await prepareDatabase({ ownerUrl: postgres.url, webUrl });
  inside = await createTestApp({
    today: new Date().toISOString(),
    database: { url: postgres.url, webUrl, drop: async () => undefined },
  });
  smtp = await startTestSmtpServer();
  folder = mkdtempSync(join(tmpdir(), "bobine-kills-"));
  environment = { DATABASE_URL: webUrl, DATA_DIR: folder, SMTP_URL: smtp.url };
  nodes = await Promise.all([startNode(environment), startNode(environment)]);
  const users = await inside.inDatabase(async (tx) => {
    const cinema = await aReportedCinema(tx);
    const distributor = await aDistributor(tx, LUMEN);
    await tx.run(
      sql`insert into cinema_distributor (cinema_id, distributor_id) values (${cinema.id}, ${distributor.id})`,
    );
    const made: { id: number }[] = [];
    while (made.length < PEOPLE) made.push(await aStaffUser(tx, distributor));
    return made;
  });
  for (const user of users) people.push(browserAt("", await bearerForHours(inside, user)));
  const any = <T>(all: readonly T[]): T =>
    must(all[Math.floor(Math.random() * all.length)], "one of several");
  let turn = 0;
  acknowledged = new Acknowledged({
    person: () => must(people[(turn += 1) % PEOPLE], "a person"),
    url: () => any(nodes).url,
    invoice: () => invoice,
  });
  await acknowledged.report();
  await until("there is an invoice", async () => {
    invoice = (await invoices())[0] ?? 0;
    return invoice > 0;
  });
}, 240_000);
afterAll(async () => {
  if (KILLS === 0) return;
  await Promise.all(nodes.map((node) => node.kill()));
  await inside.close();
  await smtp.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const invoices = async (): Promise<number[]> =>
  (
    await inside.inDatabase((tx) =>
      tx.many<{ id: number }>(sql`select id from invoice where origin = 'issued' order by id desc limit 50`),
    )
  ).map(({ id }) => id);
const count = async (query: ReturnType<typeof sql>): Promise<number> =>
  (await inside.inDatabase((tx) => tx.one<{ count: number }>(query))).count;

const postmaster = (): number =>
  Number(
    readFileSync(join(realpathSync(join(postgres.folder, "postgres")), "postmaster.pid"), "utf8").split(
      "\n",
    )[0],
  );
function childrenOf(pid: number): number[] {
  try {
    return execFileSync("ps", ["--ppid", String(pid), "-o", "pid="], { encoding: "utf8" })
      .split("\n")
      .map(Number)
      .filter((child) => child > 0);
  } catch {
    return [];
  }
}

type Victim = (typeof VICTIMS)[number];

/** Kills one, and waits until both nodes serve again. @returns which */
async function kill(victim: Victim): Promise<Victim> {
  const at = Math.floor(Math.random() * nodes.length);
  const node = must(nodes[at], "a node");
  if (victim === "a node") {
    await node.kill();
    nodes[at] = await startNode(environment, node.port);
  } else if (victim === "PostgreSQL") process.kill(postmaster(), "SIGKILL");
  else {
    const processes = childrenOf(victim === "the simulators" ? node.pid : postmaster());
    const one = processes[Math.floor(Math.random() * processes.length)];
    // The simulators do not come back before their node does.
    if (one === undefined) return await kill("a node");
    process.kill(one, "SIGKILL");
  }
  await until(
    `all serve after ${victim} was killed`,
    async () => (await Promise.all(nodes.map(({ url }) => isReady(url)))).every(Boolean),
    90_000,
  ).catch(async (error: Error) => {
    throw new Error(`${error.message}: ${await statesOf()}`);
  });
  return victim;
}

const statesOf = async (): Promise<string> => (await Promise.all(nodes.map(stateOf))).join("; ");

/** What a node says of itself, and printed last. */
async function stateOf({ url, printed, isRunning }: TestNode): Promise<string> {
  const says = await fetch(`${url}/readyz`).then(
    async (answer) => `${answer.status} ${await answer.text()}`,
    (error: Error) => error.message,
  );
  return `a node (${isRunning() ? "running" : "ended"}) says ${says}, after ${printed().slice(-1_000)}`;
}

const mailed = new Set<number>();
const killed = new Map<Victim, number>();
/** What a part has left broken is not told again by those after it. */
let isBroken = false;

/** Works for as long as somebody kills. @returns answers that nobody may get */
async function workWhile(kills: () => Promise<void>): Promise<string[]> {
  let isOver = false;
  const strange = new Set<string>();
  const work = async (one: () => Promise<{ status: number; body: unknown }>) => {
    while (!isOver) {
      const { status, body } = await one();
      // Killed with its node, or refused until PostgreSQL is there again; an import or a mail that is under way already.
      if (![0, 200, 201, 409, 503].includes(status)) strange.add(`${status} ${JSON.stringify(body)}`);
      await pause(PACE_MS);
    }
  };
  const load = [
    work(() => acknowledged.report()),
    work(() => acknowledged.report()),
    work(async () => {
      await pause(500);
      return await acknowledged.comment();
    }),
    work(async () => {
      const next = (await invoices().catch(() => [])).find((id) => !mailed.has(id));
      if (next === undefined) return { status: 200, body: null };
      mailed.add(next);
      return await acknowledged.mail(next);
    }),
  ];
  try {
    await kills();
  } finally {
    isOver = true;
    await Promise.all(load);
  }
  return [...strange];
}

/** Nobody works and nobody kills: all that was taken on comes to its end. */
async function untilAllIsDone(): Promise<void> {
  await acknowledged.sendAgain();
  await until(
    "all jobs are done",
    async () =>
      (await count(
        sql`select count(*) from pgboss.job where name in ('issue-invoices', 'draw-documents') and state in ('created', 'retry', 'active')`,
      )) === 0,
    240_000,
  );
  await until(
    "every mail has its end",
    async () => {
      // The ten minutes pass after which what the dead node had taken is another's, and the minutes until what met a kill is tried again.
      await inside.inDatabase((tx) =>
        tx.run(sql`update mail set claimed_until = claimed_until - interval '10 minutes',
          next_attempt_at = next_attempt_at - interval '10 minutes'
        where claimed_until < now() + interval '9 minutes 30 seconds' or next_attempt_at > now()`),
      );
      return (await count(sql`select count(*) from mail where state not in ('sent', 'unconfirmed')`)) === 0;
    },
    240_000,
  ).catch(async (error: Error) => {
    const open = await inside.inDatabase((tx) =>
      tx.many(sql`select id, state, attempts, created_at, next_attempt_at, claimed_until, last_response, now() as now
        from mail where state not in ('sent', 'unconfirmed')`),
    );
    const rounds = await inside.inDatabase((tx) =>
      tx.many(sql`select state, created_on, started_on, completed_on, output from pgboss.job
        where name = 'mail-round' order by created_on desc limit 5`),
    );
    throw new Error(`${error.message}: ${JSON.stringify({ open, rounds })}; ${await statesOf()}`);
  });
}

// In its campaign only.
test.skipIf(KILLS === 0).for(PARTS)(
  "up to the kill $last of those at any moment none loses or doubles what was answered",
  { timeout: PART * 60_000 + 900_000 },
  async ({ before, last }, { skip }) => {
    skip(isBroken, "a part before it has failed");
    isBroken = true;
    [invoice = 0] = await invoices();
    const strange = await workWhile(async () => {
      for (let n = before; n < last; n += 1) {
        await pause(Math.random() * LONGEST_PAUSE_MS);
        const victim = await kill(
          VICTIMS[n] ?? must(VICTIMS[Math.floor(Math.random() * VICTIMS.length)], "a victim"),
        );
        killed.set(victim, (killed.get(victim) ?? 0) + 1);
      }
    });
    await untilAllIsDone();
    const ids = smtp.received.map(({ content }) => /^Message-ID: (.*)$/im.exec(String(content))?.[1]);
    const sent = await count(sql`select count(*) from mail where state = 'sent'`);
    const { reports, comments, mails } = acknowledged;
    const times = [...killed].map(([victim, count]) => `${count} × ${victim}`).join(", ");
    process.stdout.write(
      `${times}; ${reports.length} reports, ${comments.length} comments, ${mails.length} mails\n`,
    );
    expect({
      strange,
      broken: await acknowledged.broken(inside),
      twice: ids.filter((id, at) => ids.indexOf(id) !== at),
      areSent: ids.length >= sent,
      documentsMissing: await count(sql`select count(*) from invoice i
      where origin = 'issued' and not exists (select from invoice_file f where f.invoice_id = i.id)`),
    }).toEqual({ strange: [], broken: [], twice: [], areSent: true, documentsMissing: 0 });
    isBroken = false;
  },
);
