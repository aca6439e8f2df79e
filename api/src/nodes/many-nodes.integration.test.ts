// Two nodes on one database behind nginx, as docs/operations.md sets them up: what one node knows the other knows, what one does the
// other does not do again, and one of them may end at any moment.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extentOf } from "../../../tooling/extent.mjs";
import { lockInvoicing } from "../db/locks.ts";
import {
  anIssuedInvoice,
  startTestSmtpServer,
  type TestSmtpServer,
} from "../modules/mailing/mailing.testing.ts";
import { folderRegistryStorage } from "../modules/shell/folder-registry-storage.ts";
import { registryStore } from "../modules/shell/registry-store.ts";
import { aRemoteBuild } from "../modules/shell/remote-build.testing.ts";
import { aCinema, aDistributor, aStaffUser, type BuiltDistributor } from "../testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { browserAt, type NodeBrowser } from "./browser.testing.ts";
import { startNode, type TestNode, until } from "./node.testing.ts";
import { startNginx, type TestProxy, missingNginxReason } from "./nginx.testing.ts";
import { aReportedCinema, UPLOAD_REPORT, weeklyReport } from "./weekly-reports.testing.ts";

/** What takes longest is left to the campaign, the rolling restart to CI and the campaign. */
const extent = extentOf("many-nodes");
const isWhole = extent === "all";
const LEFT = "npm run campaign many-nodes";

/** More than nginx keeps a connection (4 s), as docs/operations.md asks. */
const DRAIN_SECONDS = 5;

let database: TestDatabase;
/** For what tests write and read beneath the nodes. */
let inside: TestApp;
let folder: string;
let smtp: TestSmtpServer;
let nodes: [TestNode, TestNode];
let environment: Record<string, string>;
let proxy: TestProxy | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  inside = await createTestApp({
    today: new Date().toISOString(),
    database: { ...database, drop: async () => undefined },
  });
  await inside.inDatabase(aReportedCinema);
  folder = mkdtempSync(join(tmpdir(), "bobine-nodes-"));
  smtp = await startTestSmtpServer();
  environment = {
    DATABASE_URL: database.webUrl,
    DATA_DIR: folder,
    SMTP_URL: smtp.url,
    TRUST_PROXY: "1",
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  };
  nodes = await Promise.all([startNode(environment), startNode(environment)]);
  if (missingNginxReason() === undefined) proxy = await startNginx(nodes.map(({ port }) => port));
}, 240_000);
afterAll(async () => {
  await proxy?.stop();
  await Promise.all(nodes.map((node) => node.kill()));
  await inside.close();
  await smtp.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** An accountant's browser at a node or at the proxy. */
async function signedIn(distributor: BuiltDistributor, url: string, headers = {}): Promise<NodeBrowser> {
  const person = await inside.inDatabase((tx) => aStaffUser(tx, distributor));
  return browserAt(url, { ...(await inside.bearerOf(person)), ...headers });
}
const countOf = (query: ReturnType<typeof sql>) =>
  inside.inDatabase(async (tx) => (await tx.one<{ count: number }>(query)).count);
let serial = 0;
const nextDistributor = () => {
  serial += 1;
  const own = { name: `Lumen Films ${serial}`, siren: String(300_000_000 + serial) };
  return inside.inDatabase((tx) => aDistributor(tx, own));
};
const WEEKS = 10;
const reportFor = (distributor: BuiltDistributor, count: number): FormData =>
  weeklyReport(distributor, count, WEEKS);

describe("two nodes", () => {
  test("share sign-in links, sessions, CSRF tokens and sign-outs", async () => {
    const [first, second] = nodes;
    const person = await inside.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx)));
    smtp.received.length = 0;
    const browser = browserAt(first.url);
    expect((await browser.send("POST", "/auth/login/", { email: person.email })).status).toBe(200);
    await until("the link arrives", async () => smtp.received.length > 0);
    const mail = String(smtp.received[0]!.content)
      .replaceAll(/=\r?\n/g, "")
      .replaceAll("=3D", "=");
    const token = /verify\?token=([\w-]+)/.exec(mail)![1]!;
    // The token of CSRF that the first node gave is good at the second, and the link too, once.
    const signed = await browser.at(second.url).send("POST", "/auth/login/verify/", { token });
    expect(signed.status).toBe(200);
    expect((await browserAt(first.url).send("POST", "/auth/login/verify/", { token })).status).toBe(400);
    const bearer = { authorization: `Bearer ${signed.body.token as string}` };
    const me = browserAt(first.url, bearer);
    expect((await me.get("/auth/user/")).body).toMatchObject({ email: person.email });
    expect((await me.at(second.url).get("/auth/user/")).status).toBe(200);
    expect((await me.send("POST", "/auth/logout/")).status).toBe(204);
    await until(
      "the other node knows of the sign-out",
      async () => (await me.at(second.url).get("/auth/user/")).status === 401,
    );
  });

  test("count the tries of one address together", async () => {
    const tries = Array.from({ length: 30 }, (_, n) => nodes[n % 2]!.url);
    const from = { "x-forwarded-for": "203.0.113.50" };
    const ask = (url: string) =>
      browserAt(url, from).send("POST", "/auth/login/", { email: "personne@ailleurs.example" });
    const answers = await Promise.all(tries.map(ask));
    expect(answers.map(({ status }) => status)).toEqual(tries.map(() => 200));
    for (const node of nodes) {
      const refused = await ask(node.url);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });

  test("serve a promoted build of a remote at once", async () => {
    const store = registryStore(folderRegistryStorage(join(folder, "remotes")));
    const by = { who: "claire", now: new Date(), reason: "essai" };
    for (const build of ["aaaaaaaaaaaa", "bbbbbbbbbbbb"]) {
      const dist = mkdtempSync(join(folder, "dist-"));
      aRemoteBuild(dist, {
        name: "mfe-essai",
        build,
        contract: ">=1.0.0",
        shared: {},
        files: { "remoteEntry.js": `"entry of ${build}"` },
      });
      await store.publish(dist, by);
      await store.promote("mfe-essai", build, by);
      for (const { url } of nodes) {
        const registry = (await (await fetch(`${url}/registry.json`)).json()) as {
          remotes: { name: string; build: string }[];
        };
        expect(registry.remotes.find(({ name }) => name === "mfe-essai")?.build).toBe(build);
      }
    }
  });

  test("that are sent one report together keep it once", async () => {
    const distributor = await nextDistributor();
    const report = reportFor(distributor, 20);
    const answers = await Promise.all(
      [...nodes, ...nodes].map(async ({ url }) =>
        (await signedIn(distributor, url)).send("POST", UPLOAD_REPORT, report),
      ),
    );
    expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
    expect(
      await countOf(sql`select count(*) from declaration where distributor_id = ${distributor.id}`),
    ).toBe(20);
  }, 120_000);

  test("run each job once: invoices have numbers without gap or double", async ({ skip }) => {
    skip(!isWhole, LEFT);
    const distributors = await importForMany(6);
    await expectAllIssued(distributors);
    const retried = sql`select count(*) from pgboss.job where name = 'issue-invoices' and retry_count > 0`;
    expect(await countOf(retried)).toBe(0);
  }, 240_000);
});

/** As many distributors, whose reports come in at both nodes at once and are invoiced by jobs. */
async function importForMany(count: number): Promise<BuiltDistributor[]> {
  const distributors = await Promise.all(Array.from({ length: count }, nextDistributor));
  await Promise.all(
    distributors.map(async (distributor, n) => {
      const browser = await signedIn(distributor, nodes[n % 2]!.url);
      const answer = await browser.send("POST", UPLOAD_REPORT, reportFor(distributor, 40));
      expect([answer.status, answer.body.preliminary_stats?.imported]).toEqual([200, 40]);
    }),
  );
  return distributors;
}

/** Each has one invoice for a week, numbered from 1 on, and nothing is left to do. */
async function expectAllIssued(distributors: readonly BuiltDistributor[]): Promise<void> {
  const open = sql`
    select count(*) from pgboss.job where name in ('issue-invoices', 'draw-documents') and state <> 'completed'`;
  await until("all jobs are done", async () => (await countOf(open)) === 0, 150_000);
  for (const { id } of distributors) {
    const numbers = await inside.inDatabase((tx) =>
      tx.many<{ invoice_number: string }>(
        sql`select invoice_number from invoice where distributor_id = ${id} order by invoice_number`,
      ),
    );
    expect(numbers.map(({ invoice_number }) => Number(invoice_number.slice(-6)))).toEqual(
      Array.from({ length: WEEKS }, (_, n) => n + 1),
    );
  }
}

describe("a node that is killed (SIGKILL)", () => {
  test("during an import leaves nothing of it; sent again to another node, it is kept once", async () => {
    const distributor = await nextDistributor();
    const report = reportFor(distributor, 200);
    const [first, second] = nodes;
    // The import waits in the middle of its transaction, its rows received.
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let isHeld: () => void = () => undefined;
    const holds = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const holder = inside.inDatabase(async (tx) => {
      await lockInvoicing(tx, distributor.id);
      isHeld();
      await held;
    });
    await holds;
    const sent = (await signedIn(distributor, first.url)).send("POST", UPLOAD_REPORT, report).then(
      ({ status }) => status,
      () => "cut off",
    );
    await until("the import is under way", async () => {
      const waiting = sql`select count(*) from pg_locks where locktype = 'advisory' and not granted`;
      return (await countOf(waiting)) > 0;
    });
    await first.kill();
    expect(await sent).toBe("cut off");
    letGo();
    await holder;
    const declarations = sql`select count(*) from declaration where distributor_id = ${distributor.id}`;
    await until("the database has rolled it back", async () => (await countOf(declarations)) === 0);
    const again = await (await signedIn(distributor, second.url)).send("POST", UPLOAD_REPORT, report);
    expect(again.status).toBe(200);
    expect(await countOf(declarations)).toBe(200);
    nodes = [await startNode(environment, first.port), second];
  }, 180_000);

  test("while it runs jobs leaves them to the other: every invoice is issued, once", async ({ skip }) => {
    skip(!isWhole, LEFT);
    const [first, second] = nodes;
    const imported = importForMany(6);
    await until(
      "jobs run",
      async () =>
        (await countOf(
          sql`select count(*) from pgboss.job where name in ('issue-invoices', 'draw-documents') and state = 'active'`,
        )) > 0,
    );
    const distributors = await imported;
    await first.kill();
    await expectAllIssued(distributors);
    nodes = [await startNode(environment, first.port), second];
  }, 240_000);

  test("during a mailing loses no mail and doubles none", async ({ skip }) => {
    skip(!isWhole, LEFT);
    const wanted = 24;
    const distributor = await nextDistributor();
    const invoices = await inside.inDatabase(async (tx) => {
      const cinema = await aCinema(tx, distributor);
      const made: { id: number }[] = [];
      while (made.length < wanted) made.push(await anIssuedInvoice(tx, distributor, cinema));
      return made;
    });
    const browser = await signedIn(distributor, nodes[1].url);
    smtp.received.length = 0;
    let seen = 0;
    const [first, second] = nodes;
    const killed = new Promise<void>((resolve) => {
      smtp.onStep = async (step) => {
        if (step !== "recipient") return;
        seen += 1;
        if (seen === 6) {
          await first.kill();
          resolve();
        }
      };
    });
    for (const { id } of invoices)
      expect((await browser.send("POST", `/invoices/invoices/${id}/send/`)).status).toBeLessThan(300);
    await killed;
    smtp.onStep = () => undefined;
    nodes = [await startNode(environment, first.port), second];
    const openMails = sql`
      select count(*) from mail where distributor_id = ${distributor.id} and state not in ('sent', 'unconfirmed')`;
    await until(
      "every mail has its end",
      async () => {
        // The ten minutes pass after which what the dead node had taken is another's.
        await inside.inDatabase((tx) =>
          tx.run(sql`update mail set claimed_until = claimed_until - interval '10 minutes'
            where distributor_id = ${distributor.id} and claimed_until < now() + interval '9 minutes 30 seconds'`),
        );
        return (await countOf(openMails)) === 0;
      },
      150_000,
    );
    const doubtful = await countOf(
      sql`select count(*) from mail where distributor_id = ${distributor.id} and state = 'unconfirmed'`,
    );
    // In the morning a summary of open actions may leave too: only summaries can be unsubscribed from.
    const sent = smtp.received.filter(({ content }) => !/^List-Unsubscribe:/im.test(String(content)));
    expect(sent.length).toBeLessThanOrEqual(wanted);
    expect(sent.length).toBeGreaterThanOrEqual(wanted - doubtful);
    const ids = smtp.received.map(({ content }) => /^Message-ID: (.*)$/im.exec(String(content))?.[1]);
    expect(new Set(ids).size).toBe(ids.length);
  }, 240_000);
});

const missing = missingNginxReason();
describe.skipIf(missing !== undefined)(
  `behind nginx${missing === undefined ? "" : ` (left out: ${missing})`}`,
  () => {
    test("a rolling restart answers every request", async ({ skip }) => {
      skip(extent === "part", LEFT);
      const distributor = await nextDistributor();
      // A connection for each request: nginx ends those of browsers at each reload, and browsers begin another by themselves.
      const browser = await signedIn(distributor, proxy!.url, { connection: "close" });
      await browser.get("/auth/csrf-token/");
      const wrong: string[] = [];
      const exits: (number | null)[] = [];
      let answered = 0;
      let isOver = false;
      const requestRepeatedly = async (ask: (n: number) => Promise<{ status: number; body: unknown }>) => {
        for (let n = 0; !isOver; n += 1) {
          const answer = await ask(n).catch((error: unknown) => ({ status: 0, body: String(error) }));
          if (answer.status !== 200) wrong.push(`${answer.status} ${JSON.stringify(answer.body)}`);
          answered += 1;
        }
      };
      const load = [
        ...Array.from({ length: 4 }, () => requestRepeatedly(() => browser.get("/cinemas/?page=1"))),
        ...Array.from({ length: 2 }, (_, who) =>
          requestRepeatedly((n) =>
            browser.send("PATCH", "/auth/user/", { first_name: `Camille ${who} ${n}` }),
          ),
        ),
        requestRepeatedly(() => browser.send("POST", UPLOAD_REPORT, reportFor(distributor, 50))),
      ];
      const control = createServer((request, response) => {
        const n = nodes.findIndex(({ port }) => request.url === `/127.0.0.1:${port}`);
        const restarted = nodes[n]!.stop().then(async (code) => {
          exits.push(code);
          nodes[n] = await startNode(environment, nodes[n]!.port);
        });
        void restarted.then(
          () => response.end(),
          () => response.writeHead(500).end(),
        );
      });
      await new Promise<void>((done) => control.listen(0, "127.0.0.1", done));
      const { port } = control.address() as AddressInfo;
      await proxy!.restartNodes(`http://127.0.0.1:${port}`);
      control.close();
      isOver = true;
      await Promise.all(load);
      expect(exits).toEqual([0, 0]);
      expect(wrong).toEqual([]);
      expect(answered).toBeGreaterThan(50);
    }, 240_000);

    test("the death of a node (SIGKILL) costs no reading request", async ({ skip }) => {
      skip(!isWhole, LEFT);
      const browser = await signedIn(await nextDistributor(), proxy!.url);
      const [first] = nodes;
      // Failures of a restart before this are forgotten.
      await pause(2_500);
      expect((await browser.get("/cinemas/?page=1")).status).toBe(200);
      const asked = Array.from({ length: 60 }, async (_, n) => {
        if (n === 20) await first.kill();
        return (await browser.get("/cinemas/?page=1")).status;
      });
      expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
      nodes = [await startNode(environment, first.port), nodes[1]];
    }, 120_000);
  },
);
