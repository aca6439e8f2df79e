// What a node does while something that it needs is slow, silent, away or comes and goes (OPS-14): in each case nothing that was answered is lost or
// there twice, whoever asks is told in French, the rest of the product serves, and all goes on by itself afterwards.
import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extentOf } from "../../../tooling/extent.mjs";
import { must } from "../domain/must.ts";
import { aDistributor, aStaffUser } from "../testing/builders.ts";
import { Acknowledged, answerOf } from "./acknowledged.testing.ts";
import { browserAt, type NodeAnswer } from "./browser.testing.ts";
import { type Fault, FAULTS } from "./fault-proxy.testing.ts";
import { DEPENDENCIES, type Dependency, type FaultWorld, startFaultWorld } from "./fault-world.testing.ts";
import { until } from "./node.testing.ts";

/** A silence is the worst of them; each fault of each dependency takes a quarter of an hour. */
const extent = extentOf("faults");
const isLeft = extent === "part";
const CASES: readonly (readonly [Dependency, Fault])[] = DEPENDENCIES.flatMap((each) =>
  FAULTS.filter((fault) => extent === "all" || fault === "hanging").map((fault) => [each, fault] as const),
);
/** So long a fault lasts at least; and until each who asked has an answer. */
const FAULT_MS = 8_000;
const BETWEEN_MS = 300;
/** A synchronisation is tried four times before it says that the bank is away. */
const TOLD_MS = 150_000;
/** AGG-5: the one that is said with 400, as the screen shows it where the button is. */
const BANK_AWAY = "bank_unavailable";

/** Something that people do. */
interface Probe {
  readonly what: string;
  /** It does not need what is away. */
  readonly isServed: boolean;
  readonly ask: () => Promise<NodeAnswer>;
}
interface Scene {
  readonly probes: readonly Probe[];
  /** Something is put on its way that has to come to its end, whatever is away. */
  readonly begin?: () => Promise<unknown>;
  /** What was on its way has come to its end. */
  readonly isSettled: () => Promise<boolean>;
  /** What is lost or there twice. */
  readonly broken: () => Promise<unknown[]>;
  /** Who looks for it finds what is away. */
  readonly isTold?: () => Promise<boolean>;
}

let world: FaultWorld;
let acknowledged: Acknowledged;
const table: string[][] = [];

beforeAll(async () => {
  world = await startFaultWorld();
  acknowledged = new Acknowledged({
    person: () => world.browser,
    url: () => world.node.url,
    invoice: () => world.invoice,
  });
}, 240_000);
afterAll(async () => {
  await world.close();
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const lines = [
    line(["what", "how", "asked", "answers", "longest answer", "served again after", "all done after"]),
    line(Array.from({ length: 7 }, () => "---")),
    ...table.map(line),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
});

const count = async (query: ReturnType<typeof sql>): Promise<number> =>
  (await world.inside.inDatabase((tx) => tx.one<{ count: number }>(query))).count;
const openJobs = () =>
  count(sql`select count(*) from pgboss.job where name in ('issue-invoices', 'draw-documents', 'sync-bank', 'mail-link', 'apply-payment')
    and state in ('created', 'retry', 'active')`);
const list = (): Probe => ({
  what: "a list",
  isServed: true,
  ask: () => world.browser.get("/cinemas/?page=1"),
});
const books: Pick<Scene, "isSettled" | "broken"> = {
  isSettled: async () => (await openJobs()) === 0,
  broken: () => acknowledged.broken(world.inside),
};

const SCENES: Readonly<Record<Dependency, () => Promise<Scene>>> = {
  postgres: async () => ({
    ...books,
    probes: [
      { ...list(), isServed: false },
      { what: "a report", isServed: false, ask: () => acknowledged.report() },
      { what: "a comment", isServed: false, ask: () => acknowledged.comment() },
    ],
    isTold: () => isReadyOf(world.node.url, "database"),
  }),
  files: async () => {
    const files = (await world.browser.get(`/invoices/invoices/${world.invoice}/files/`)).body.files;
    return {
      ...books,
      probes: [
        list(),
        {
          what: "a document",
          isServed: false,
          ask: () => world.browser.get(`/invoices/files/${files[0].id}/`),
        },
        { what: "a report", isServed: true, ask: () => acknowledged.report() },
      ],
      isTold: () => isReadyOf(world.node.url, "files"),
    };
  },
  mail: mailScene,
  bank: bankScene,
  card: async () => {
    const payer = await somebody();
    const plan = await count(sql`select id as count from subscription_plan where name = 'Professionnel'`);
    const order = { distributor_user_id: 1, plan_id: plan };
    return {
      ...books,
      probes: [
        list(),
        {
          what: "the payment page",
          isServed: false,
          ask: () => payer.browser.send("POST", "/subscriptions/subscribe", order),
        },
      ],
      broken: async () =>
        (await count(
          sql`select count(*) from checkout_session where distributor_id = ${payer.id} and status = 'open'`,
        )) === 1
          ? []
          : ["there is not one open page for a payment"],
    };
  },
  registry: async () => ({
    ...books,
    probes: ["/registry.json", world.entry].map((path) => ({
      what: path,
      isServed: true,
      ask: async () => {
        const answer = await fetch(world.withBucket.url + path);
        const body = await answer.text();
        return { status: answer.status, headers: answer.headers, body };
      },
    })),
  }),
};

const isReadyOf = async (url: string, what: "database" | "files"): Promise<boolean> => {
  const body = (await (await fetch(`${url}/readyz`)).json()) as Record<string, string>;
  return body[what] === "unavailable";
};

/** An administrator of a distributor of its own. */
async function somebody() {
  const made = await world.inside.inDatabase(async (tx) => {
    const distributor = await aDistributor(tx);
    return { id: distributor.id, user: await aStaffUser(tx, distributor) };
  });
  return {
    id: made.id,
    email: made.user.email,
    browser: browserAt(world.node.url, await world.inside.bearerOf(made.user)),
  };
}

async function mailScene(): Promise<Scene> {
  const asked: string[] = [];
  const { smtp, invoice, browser } = world;
  smtp.received.length = 0;
  const receivedBy = (email: string) => smtp.received.filter(({ to }) => to.includes(email)).length;
  return {
    ...books,
    probes: [
      list(),
      {
        what: "a sign-in link",
        isServed: true,
        ask: async () => {
          const { email } = await somebody();
          const answer = await browserAt(world.node.url).send("POST", "/auth/login/", { email });
          if (answer.status === 200) asked.push(email);
          // Thirty tries of one address.
          await pause(2_000);
          return answer;
        },
      },
    ],
    begin: async () =>
      expect((await browser.send("POST", `/invoices/invoices/${invoice}/send/`)).status).toBe(201),
    isSettled: async () =>
      (await openJobs()) === 0 &&
      (await count(sql`select count(*) from mail where state not in ('sent', 'unconfirmed', 'failed')`)) ===
        0,
    broken: async () => [
      ...asked
        .filter((email) => receivedBy(email) !== 1)
        .map((email) => `${receivedBy(email)} links of ${email}`),
      ...(await acknowledged.broken(world.inside)),
    ],
  };
}

async function bankScene(): Promise<Scene> {
  const { browser, inside, distributor } = world;
  const bank = must(inside.bank, "a simulated bank");
  inside.clock.set(new Date().toISOString());
  const connectionOf = () =>
    inside.inDatabase((tx) =>
      tx.maybe<{ item_id: number }>(
        sql`select item_id from bank_connection where distributor_id = ${distributor.id} and item_id is not null`,
      ),
    );
  if (!(await connectionOf())) {
    const { redirect_url } = (await browser.send("POST", "/banking/start-bridge-connection/")).body;
    const left = await inside.app.inject({
      url: `${new URL(redirect_url).pathname}/suite?login=success&step=2&bank=`,
    });
    const back = new URL(String(left.headers.location));
    await browser.get(back.pathname.replace("/api/v1", "") + back.search);
  }
  await until(
    "the bank is connected and read",
    async () => (await openJobs()) === 0 && (await connectionOf()) !== undefined,
  );
  const { item_id } = must(await connectionOf(), "a connection");
  const labels: string[] = [];
  return {
    ...books,
    probes: [
      list(),
      {
        what: "to connect a bank",
        isServed: false,
        ask: () => browser.send("POST", "/banking/start-bridge-connection/"),
      },
    ],
    begin: async () => {
      const label = `VIR ${item_id} ${bank.state.transactions.length}`;
      labels.push(label);
      bank.state.addOperations(item_id, [{ label, amount: 12_345 as never, date: "2026-11-26" }]);
      expect((await browser.send("POST", "/banking/sync-transactions/")).status).toBe(200);
    },
    isTold: async () => {
      const { body } = await browser.get("/banking/connection-status/");
      return JSON.stringify(body).includes("momentanément indisponible");
    },
    isSettled: async () =>
      (await openJobs()) === 0 &&
      (await count(sql`select count(*) from bank_transaction where label = any (${labels})`)) >=
        labels.length,
    broken: async () => {
      const kept = await inside.inDatabase((tx) =>
        tx.many<{ label: string; count: number }>(
          sql`select label, count(*) from bank_transaction where label = any (${labels}) group by 1 having count(*) <> 1`,
        ),
      );
      return [...kept, ...(await acknowledged.broken(inside))];
    },
  };
}

const isGood = ({ status }: NodeAnswer): boolean => status >= 200 && status < 300;
const sentenceOf = ({ body }: NodeAnswer): string => String(body?.detail ?? body?.error ?? body);
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

describe.skipIf(isLeft).each(CASES)(
  `while %s is %s${isLeft ? " (left out: npm run campaign faults)" : ""}`,
  (dependency, fault) => {
    test("whoever asks is told, nothing is lost or there twice, and all goes on by itself", async () => {
      const scene = await SCENES[dependency]();
      const proxy = world.proxies[dependency];
      for (const { what, ask } of scene.probes)
        expect([what, (await ask()).status]).toEqual([what, expect.toBeOneOf([200, 201])]);

      await proxy.begin(fault);
      const begun = performance.now();
      let longest = 0;
      let told = scene.isTold === undefined;
      const answers = new Map<string, number>();
      const wrong: string[] = [];
      await scene.begin?.();
      const asking = scene.probes.map(async ({ what, isServed, ask }) => {
        do {
          const start = performance.now();
          const answer = await answerOf(ask());
          longest = Math.max(longest, performance.now() - start);
          const key = isGood(answer) ? String(answer.status) : `${answer.status} « ${sentenceOf(answer)} »`;
          answers.set(key, (answers.get(key) ?? 0) + 1);
          const isSaid = / (est|sont|n’a) /.test(sentenceOf(answer));
          // What was sent again may still be at work on a connection that was cut under it (API-10).
          const isKnown = [BANK_AWAY, "idempotency_in_progress"].includes(String(answer.body?.code));
          const isRefused = isSaid && ([502, 503, 504].includes(answer.status) || isKnown);
          if (!isGood(answer) && (isServed || !isRefused)) wrong.push(`${what}: ${key}`);
          await pause(BETWEEN_MS);
        } while (performance.now() - begun < FAULT_MS);
      });
      const watching = (async () => {
        // What is slow or comes and goes is not away.
        const isAway = fault === "hanging" || fault === "refusing";
        while (isAway && !told && performance.now() - begun < TOLD_MS) {
          told = (await scene.isTold?.().catch(() => false)) ?? true;
          await pause(BETWEEN_MS);
        }
        told ||= !isAway;
      })();
      await Promise.all([...asking, watching]);
      const lives = await fetch(`${world.node.url}/healthz`);

      await proxy.end();
      const ended = performance.now();
      await Promise.all(
        scene.probes.map(({ what, ask }) =>
          until(`${what} is served again`, async () => isGood(await answerOf(ask())), 120_000),
        ),
      );
      const served = performance.now() - ended;
      await acknowledged.sendAgain();
      await until("what was on its way is done", scene.isSettled, 300_000);
      const done = performance.now() - ended;
      const asked = [...answers.values()].reduce((sum, each) => sum + each, 0);
      const said = [...answers].map(([key, times]) => `${times} × ${key}`).join(", ");
      table.push([dependency, fault, String(asked), said, seconds(longest), seconds(served), seconds(done)]);
      expect({ wrong, told, lives: lives.status, broken: await scene.broken() }).toEqual({
        wrong: [],
        told: true,
        lives: 200,
        broken: [],
      });
      expect(world.node.isRunning()).toBe(true);
    }, 900_000);
  },
);
