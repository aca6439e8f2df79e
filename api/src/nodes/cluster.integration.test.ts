// Two nodes on a cluster of three PostgreSQL, whose primary is killed while people work (OPS-12).
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { extentOf } from "../../../tooling/extent.mjs";
import type { Tx } from "../db/scope.ts";
import { prepareDatabase } from "../db/prepare-database.ts";
import { urlFor } from "../db/web-role.ts";
import { verifyLedger } from "../modules/banking/verify-ledger.ts";
import { declaration, reportOf } from "../modules/box-office/report.testing.ts";
import {
  anIssuedInvoice,
  startTestSmtpServer,
  type TestSmtpServer,
} from "../modules/mailing/mailing.testing.ts";
import { aCinema, aDistributor, aStaffUser, type BuiltDistributor } from "../testing/builders.ts";
import { WEB_LOGIN } from "../testing/database.ts";
import { query, urlOfDatabase } from "../testing/temporary-postgres.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { browserAt, formWith, type NodeBrowser } from "./browser.testing.ts";
import { startNode, type TestNode, until } from "./node.testing.ts";
import { missingPatroniReason, type PatroniCluster, startPatroniCluster } from "./patroni.testing.ts";
import { aReportedCinema, reportedDistributors, UPLOAD_REPORT } from "./weekly-reports.testing.ts";

const left =
  extentOf("cluster") === "all"
    ? missingPatroniReason()
    : "minutes of three servers: npm run campaign cluster";
const DISTRIBUTORS = 3;
const INVOICES_TO_MAIL = 24;
const INVOICES = "/invoices/invoices/?page=1";

let cluster: PatroniCluster;
let inside: TestApp;
let smtp: TestSmtpServer;
let folder: string;
let nodes: readonly [TestNode, TestNode];
let distributors: readonly BuiltDistributor[];

beforeAll(async () => {
  if (left !== undefined) return;
  cluster = await startPatroniCluster();
  await query(cluster.url, "create database bobine");
  const ownerUrl = urlOfDatabase(cluster.url, "bobine");
  const webUrl = urlFor(WEB_LOGIN, ownerUrl);
  await prepareDatabase({ ownerUrl, webUrl });
  inside = await createTestApp({
    today: new Date().toISOString(),
    database: { url: ownerUrl, webUrl, drop: async () => undefined },
  });
  await inside.inDatabase(aReportedCinema);
  distributors = await inside.inDatabase((tx) => reportedDistributors(tx, DISTRIBUTORS));
  smtp = await startTestSmtpServer();
  folder = mkdtempSync(join(tmpdir(), "bobine-cluster-"));
  const environment = {
    DATABASE_URL: webUrl,
    DATABASE_READ_URL: urlFor(WEB_LOGIN, urlOfDatabase(cluster.standbysUrl, "bobine")),
    DATA_DIR: folder,
    SMTP_URL: smtp.url,
  };
  // One after the other: three servers start beside them.
  nodes = [await startNode(environment), await startNode(environment)];
}, 400_000);
afterAll(async () => {
  if (left !== undefined) return;
  await Promise.all((nodes ?? []).map((node) => node.kill()));
  await inside?.close();
  await smtp?.close();
  await cluster?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
}, 120_000);

const countOf = (text: ReturnType<typeof sql>): Promise<number> =>
  inside.inDatabase(async (tx) => (await tx.one<{ count: number }>(text)).count);

/** A film of its own in one of the weeks that are still taken. */
const WEEKS = 90;
let films = 0;
function aReport({ name }: BuiltDistributor): { readonly visa: string; readonly form: () => FormData } {
  films += 1;
  const day = (n: number): string =>
    new Date(Date.UTC(2026, 10, 18 - 7 * (films % WEEKS) + n)).toISOString().slice(0, 10);
  const visa = String(100_000 + films);
  const one = declaration({ reference: `R${films}`, visa, week: day(0), end: day(6) });
  const text = reportOf([one.replace(/<Distributeur [^/]*\/>/, `<Distributeur nom="${name}"/>`)]);
  return { visa, form: () => formWith("xml_file", "rapport.xml", text) };
}

interface Answered {
  readonly at: number;
  readonly status: number;
}
/** From the first refusal to the last, in seconds, of what was asked without a pause. */
const refusedSeconds = (answers: readonly Answered[]): number => {
  const refused = answers.filter(({ status }) => status === 503);
  return refused.length === 0 ? 0 : Math.round((refused.at(-1)!.at - refused[0]!.at) / 100) / 10;
};

/** People at work until they are told to stop. */
async function working() {
  const answers: Record<"lists" | "changes" | "reports" | "session", Answered[]> = {
    lists: [],
    changes: [],
    reports: [],
    session: [],
  };
  const strange: string[] = [];
  const acknowledged: { readonly distributor: BuiltDistributor; readonly visa: string }[] = [];
  const lastNames = new Map<number, number>();
  let isOver = false;
  const note = (kind: keyof typeof answers, status: number, what: string): void => {
    answers[kind].push({ at: performance.now(), status });
    if (status !== 200 && status !== 503) strange.push(`${what}: ${status}`);
  };
  const repeatedly = async (work: () => Promise<void>): Promise<void> => {
    while (!isOver) await work();
  };
  const people = await Promise.all(
    distributors.map(async (distributor, n) => {
      const person = await inside.inDatabase((tx) => aStaffUser(tx, distributor));
      const browser = browserAt(nodes[n % 2]!.url, await inside.bearerOf(person));
      await browser.get("/auth/csrf-token/");
      return { distributor, person, browser };
    }),
  );
  const tasks = people.flatMap(({ distributor, person, browser }) => [
    repeatedly(async () => {
      for (const path of [INVOICES, "/banking/all-transactions/?page=1"])
        note("lists", (await browser.get(path)).status, path);
    }),
    repeatedly(async () => {
      note("session", (await browser.get("/auth/user/")).status, "session");
      await pause(50);
    }),
    repeatedly(async () => {
      const name = (lastNames.get(person.id) ?? 0) + 1;
      const { status } = await browser.send("PATCH", "/auth/user/", { first_name: `Nom ${name}` });
      note("changes", status, "change");
      if (status === 200) lastNames.set(person.id, name);
      await pause(20);
    }),
    repeatedly(async () => {
      const report = aReport(distributor);
      // Refused, it is sent again, as its person would: it is kept once, whatever became of the first.
      for (let status = 0; status !== 200 && !isOver; ) {
        ({ status } = await browser.send("POST", UPLOAD_REPORT, report.form()));
        note("reports", status, "report");
        if (status === 200) acknowledged.push({ distributor, visa: report.visa });
        else await pause(200);
      }
      await pause(100);
    }),
  ]);
  const stop = async (): Promise<void> => {
    isOver = true;
    await Promise.all(tasks);
  };
  onTestFinished(stop);
  return {
    answers,
    strange,
    acknowledged,
    lastNames,
    stop,
  };
}

/** Each invoice is sent by a person who tries until it is taken, always with the same key. */
async function mailing(distributor: BuiltDistributor): Promise<void> {
  const invoices = await inside.inDatabase(async (tx) => {
    const cinema = await aCinema(tx, distributor);
    const made: { id: number; invoice_number: string }[] = [];
    while (made.length < INVOICES_TO_MAIL) made.push(await anIssuedInvoice(tx, distributor, cinema));
    const last = Number(made.at(-1)?.invoice_number.slice(-6));
    await tx.run(sql`
      insert into invoice_sequence (distributor_id, series, year, taken_before, last_number)
      values (${distributor.id}, 'F', 2026, ${last - INVOICES_TO_MAIL}, ${last})`);
    return made;
  });
  const bearer = await inside.bearerOf(await inside.inDatabase((tx) => aStaffUser(tx, distributor)));
  for (const { id } of invoices) {
    const browser = browserAt(nodes[1].url, { ...bearer, "idempotency-key": randomUUID() });
    await until(
      "the invoice is taken",
      async () => (await browser.send("POST", `/invoices/invoices/${id}/send/`)).status < 300,
      120_000,
    );
    await pause(150);
  }
}

async function signIn(): Promise<NodeBrowser> {
  const person = await inside.inDatabase((tx) => aStaffUser(tx, distributors[0]!));
  const browser = browserAt(nodes[0].url);
  const link = (): string | undefined => {
    const mail = smtp.received.find(({ to }) => to.includes(person.email));
    const text = String(mail?.content ?? "")
      .replaceAll(/=\r?\n/g, "")
      .replaceAll("=3D", "=");
    return /verify\?token=([\w-]+)/.exec(text)?.[1];
  };
  await until(
    "a link is sent",
    async () => (await browser.send("POST", "/auth/login/", { email: person.email })).status === 200,
  );
  await until("the link arrives", async () => link() !== undefined);
  const signed = await browser.at(nodes[1].url).send("POST", "/auth/login/verify/", { token: link() });
  expect(signed.status).toBe(200);
  return browserAt(nodes[1].url, { authorization: `Bearer ${signed.body.token as string}` });
}

const jobsLeft = sql`select count(*) from pgboss.job
  where name in ('issue-invoices', 'draw-documents', 'send-mails') and state not in ('completed', 'cancelled')`;
const mailsLeft = sql`select count(*) from mail where kind = 'invoice' and state not in ('sent', 'unconfirmed')`;

/** What was taken by a session that died is another's after ten minutes, which pass here at once. */
const freeMails = (tx: Tx) =>
  tx.run(sql`update mail set claimed_until = claimed_until - interval '10 minutes'
    where claimed_until < now() + interval '9 minutes 30 seconds'`);

async function expectBooksWhole(): Promise<void> {
  expect(await inside.inDatabase(verifyLedger)).toEqual([]);
  for (const { id } of distributors) {
    const numbers = await inside.inDatabase((tx) =>
      tx.many<{ invoice_number: string }>(
        sql`select invoice_number from invoice where distributor_id = ${id} order by invoice_number`,
      ),
    );
    expect(numbers.map(({ invoice_number }) => Number(invoice_number.slice(-6)))).toEqual(
      numbers.map((_, n) => n + 1),
    );
  }
}

const DEATHS = [
  ["whose PostgreSQL is killed", "leader", "killPostgres"],
  ["whose machine is killed", "leader", "killMachine"],
] as const;

describe.skipIf(left !== undefined)(
  `OPS-12: a cluster${left === undefined ? "" : ` (left out: ${left})`}`,
  () => {
    test.each(DEATHS)(
      "a primary %s costs seconds of refusals, and nothing that was acknowledged",
      async (how, role, kill) => {
        smtp.received.length = 0;
        const mailed = await inside.inDatabase((tx) =>
          aDistributor(tx, { name: `Envoi ${randomUUID()}`, siren: String(500_000_000 + films) }),
        );
        const work = await working();
        const mails = mailing(mailed);
        // Whether they were taken is asked below.
        mails.catch(() => undefined);
        await pause(4_000);
        const victim = await cluster.memberOf(role);
        const killedAt = performance.now();
        cluster[kill](victim);
        await until(
          "another member leads",
          async () => {
            const leads = [...(await cluster.roles())].find(([, own]) => own === "leader")?.[0];
            return leads !== undefined && leads !== victim;
          },
          120_000,
        );
        await until(
          "changes are taken again",
          async () => work.answers.changes.some(({ at, status }) => at > killedAt + 1_000 && status === 200),
          120_000,
        );
        await pause(4_000);
        if (kill === "killMachine") cluster.startMachine(victim);
        await mails;
        await work.stop();
        const { answers, acknowledged, strange, lastNames } = work;
        expect(strange).toEqual([]);

        const browser = await signIn();
        expect((await browser.get("/auth/user/")).status).toBe(200);
        await until("all jobs are done", async () => (await countOf(jobsLeft)) === 0, 180_000);
        await until(
          "every mail has its end",
          async () => {
            await inside.inDatabase(freeMails);
            return (await countOf(mailsLeft)) === 0;
          },
          180_000,
        );

        let lost = 0;
        for (const { distributor, visa } of acknowledged) {
          const kept = await countOf(sql`
          select count(*) from declaration where distributor_id = ${distributor.id} and visa_number = ${visa}`);
          if (kept !== 1) lost += 1;
        }
        for (const [id, last] of lastNames) {
          const { first_name } = await inside.inDatabase((tx) =>
            tx.one<{ first_name: string }>(sql`select first_name from app_user where id = ${id}`),
          );
          // A change that was refused may have been made: one more, never fewer.
          if (![last, last + 1].includes(Number(first_name.slice(4)))) lost += 1;
        }
        const unconfirmed = await countOf(sql`
        select count(*) from mail where distributor_id = ${mailed.id} and state = 'unconfirmed'`);
        const ofInvoices = smtp.received.filter(({ content }) =>
          /^Content-Type: application\/pdf/im.test(String(content)),
        );
        const ids = ofInvoices.map(({ content }) => /^Message-ID: (.*)$/im.exec(String(content))?.[1]);
        process.stdout.write(
          `A primary ${how}: ${Object.entries(answers)
            .map(
              ([kind, all]) =>
                `${kind} ${all.filter(({ status }) => status === 200).length} answered, ${refusedSeconds(all)} s refused`,
            )
            .join(
              "; ",
            )}; ${acknowledged.length} reports acknowledged, ${lost} lost; ${ids.length} mails of ${INVOICES_TO_MAIL} invoices, ${unconfirmed} unconfirmed\n`,
        );
        expect(lost).toBe(0);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.length).toBeLessThanOrEqual(INVOICES_TO_MAIL);
        expect(ids.length).toBeGreaterThanOrEqual(INVOICES_TO_MAIL - unconfirmed);
        await expectBooksWhole();
        await cluster.untilWhole();
        for (const { url } of nodes)
          await until("lists are read from a standby again", async () =>
            (await browser.at(url).get(INVOICES)).headers.has("x-data-behind-ms"),
          );
      },
      600_000,
    );

    test("a standby that confirms may die: changes wait or are refused until another confirms, none is lost", async () => {
      const work = await working();
      await pause(2_000);
      const victim = await cluster.memberOf("sync_standby");
      cluster.killMachine(victim);
      const since = performance.now();
      await until(
        "changes are taken again",
        async () => work.answers.changes.some(({ at, status }) => at > since + 5_000 && status === 200),
        120_000,
      );
      await work.stop();
      expect(work.strange).toEqual([]);
      for (const { distributor, visa } of work.acknowledged)
        expect(
          await countOf(sql`
          select count(*) from declaration where distributor_id = ${distributor.id} and visa_number = ${visa}`),
        ).toBe(1);
      const waits = work.answers.changes.slice(1).map(({ at }, n) => at - work.answers.changes[n]!.at);
      process.stdout.write(
        `The standby that confirms is killed: the longest pause between changes ${Math.round(Math.max(...waits))} ms\n`,
      );
      cluster.startMachine(victim);
      await cluster.untilWhole();
    }, 300_000);
  },
);
