import { randomUUID } from "node:crypto";
import { servesDistributor } from "@bobine/contract/policy/people";
import type { RouteContract } from "@bobine/contract/route";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { jobHandlers } from "../job-handlers.ts";
import { startRace } from "../modules/banking/concurrency.testing.ts";
import { aStaffUser, aSuperAdmin } from "../testing/builders.ts";
import { contractRoutes } from "../../level/contract-routes.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { type SentCall, type Given } from "../access/who-may.testing.ts";
import { ROWS } from "../access/who-may-rows.testing.ts";
import { buildWorld, type Digest, watchRows, type World } from "../access/who-may-world.testing.ts";

const routes = await contractRoutes();
const nameOf = (route: RouteContract): string => `${route.method} ${route.path}`;
const idempotent = routes.filter((route) => route.idempotent);

/** POSTs of the contract that take no key, and why. */
const WITHOUT_KEY: Readonly<Record<string, string>> = {
  "POST /auth/login/": "a mail with a link, counted for its address",
  "POST /auth/login/verify/": "its token is used once",
  "POST /auth/logout/": "twice is once",
  "POST /auth/register/": "a mail with a link, counted for its address",
  "POST /auth/second-factor/disable/": "its code is used once",
  "POST /auth/second-factor/enable/": "its code is used once",
  "POST /auth/second-factor/recovery-codes/": "its code is used once",
  "POST /auth/second-factor/start/": "a secret that nothing uses yet, replaced by the next one",
  "POST /auth/token/refresh/": "the previous token gives the same successor for ten seconds",
  "POST /banking/bridge-webhook/": "the sender's events have ids of their own",
  "POST /banking/disconnect-bridge/": "twice is once",
  "POST /banking/transactions/:id/files/": "the same file is there once",
  "POST /banking/start-bridge-connection/": "opens a page of the bank, and moves nothing",
  "POST /banking/statement-columns/": "reads a file and keeps nothing",
  "POST /banking/statement-columns/preview/": "reads a file and keeps nothing",
  "POST /banking/statement-imports/:id/preview/": "keeps a file for a day, of which nothing counts",
  "POST /banking/statement-previews/": "keeps a file for a day, of which nothing counts",
  "POST /banking/sync-transactions/": "joins the synchronisation that is under way; a line comes in once",
  "POST /box-office/report-previews/": "reads a file and keeps nothing",
  "POST /cinemas/:id/activate/": "twice is once",
  "POST /cinemas/:id/deactivate/": "twice is once",
  "POST /cinemas/:id/distributor-settings/":
    "settings of one pair: a second time is refused or changes nothing",
  "POST /cinemas/group-merges/": "twice is once",
  "POST /cinemas/import-from-xlsx/": "no money and no document",
  "POST /cinemas/link-requests/:id/accept/": "decided once",
  "POST /cinemas/requests/": "the same words, while they wait, are the same request",
  "POST /cinemas/requests/:id/answer/": "answered once: 409",
  "POST /cinemas/requests/:id/withdraw/": "twice is once",
  "POST /cinemas/requests/lists/": "the same file, while it waits, is the same request",
  "POST /cinemas/requests/proposals/": "the same proposal, while it waits, is the same request",
  "POST /cinemas/screen-proposals/:id/accept/": "decided once: 409",
  "POST /cinemas/screen-proposals/:id/refuse/": "decided once: 409",
  "POST /cinemas/screens/": "no money and no document",
  "POST /comments/mentions/read/": "twice is once",
  "POST /invoices/to-confirm/discard/": "what waits is decided once",
  "POST /onboarding/admin/distributors/": "no money and no document",
  "POST /onboarding/admin/prospects/:id/decision/": "decided once",
  "POST /onboarding/bank-details/link/": "reads what its token stands for",
  "POST /onboarding/bank-details/link/confirm/": "its token is used once",
  "POST /onboarding/bank-details/link/refuse/": "its token is used once",
  "POST /onboarding/distributor/application/documents/:kind/":
    "adds a document to the file; the same one is there once",
  "POST /clients/account/statement/mail/preview/": "changes nothing",
  "POST /invoices/invoices/:id/send/preview/": "changes nothing",
  "POST /onboarding/distributor/bank-details/confirm/": "its code is used once",
  "POST /onboarding/distributor/bank-details/resend/": "a mail with a link, limited",
  "POST /onboarding/distributor/bank-details/withdraw/": "twice is once",
  "POST /onboarding/distributor/numbering/": "the same start again changes nothing",
  "POST /onboarding/distributor/invoicing/preview/": "changes nothing",
  "POST /operations/jobs/:job/cancel/": "twice is once",
  "POST /operations/jobs/:job/retry/": "asked twice, the job runs once",
  "POST /operations/compositions/:composition/open/": "lets a browser look; twice is as once",
  "POST /operations/build-reports/": "counts what a page saw; the page tells each build once",
  "POST /operations/remote-failures/": "counts what a browser saw",
  "POST /onboarding/admin/remotes/:remote/decisions/":
    "the registry decides once: a second time changes nothing or is 409",
  "POST /onboarding/admin/remote-tokens/": "no money and no document",
  "POST /onboarding/admin/remote-tokens/:id/revoke/": "twice is once",
  "POST /onboarding/admin/remote-keys/": "a key that works is there once: a second time is 409",
  "POST /onboarding/admin/remote-keys/:id/revoke/": "twice is once",
  "POST /remotes/:remote/builds/": "a build has the hash of its files as its name: it is there once",
  "POST /remotes/:remote/decisions/": "the registry decides once: a second time changes nothing or is 409",
  "POST /saved-filters/": "the same name is the same filter",
  "POST /reminders/preview/": "changes nothing",
  "POST /reminders/texts/preview/": "changes nothing",
  "POST /sessions/:session/end/": "twice is once",
  "POST /sessions/end-others/": "twice is once",
  "POST /subscriptions/webhook": "the sender's events have ids of their own",
  "POST /users/:id/disable/": "twice is once",
  "POST /users/:id/enable/": "twice is once",
  "POST /users/:id/end-sessions/": "twice is once",
  "POST /users/:id/reset-second-factor/": "twice is once, and each takes a code of its own",
  "POST /subscriptions/cancel/": "twice is once",
  "POST /subscriptions/change-plan/":
    "the plan that it is already is refused, and the provider gets a key of the state that is changed",
  "POST /subscriptions/resume/": "twice is once",
  "POST /subscriptions/payment-method/": "it opens a page, and changes nothing",
  "POST /users/invitations/": "the same person and role, while it waits, is the same invitation",
  "POST /users/invitations/:id/resend/": "a mail with a link, limited",
  "POST /users/invitations/:id/withdraw/": "twice is once",
};

let app: TestApp;
let world: World;
/** An administrator: some of these calls are theirs alone. */
let boss: { readonly id: number };
let readDigest: () => Promise<Digest>;
let headers: Record<string, string>;
/** A super admin who has chosen no distributor. */
let ofConsole: Record<string, string>;
let cookies: Record<string, string>;

beforeAll(async () => {
  app = await createTestApp();
  world = await buildWorld(app);
  readDigest = await watchRows(app, world);
  const { cookies: given } = await app.app.inject({ url: "/api/v1/auth/csrf-token/" });
  cookies = Object.fromEntries(given.map(({ name, value }) => [name, value]));
});
afterAll(() => app.close());
beforeEach(async () => {
  boss = await app.inDatabase((tx) => aStaffUser(tx, world.a.distributor));
  headers = await app.bearerOf(boss);
  ofConsole = await app.bearerOf(await app.inDatabase(aSuperAdmin));
});

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly isReplayed: boolean;
}

/** Who makes the call. */
const headersFor = ({ access }: RouteContract): Record<string, string> =>
  servesDistributor(access) ? headers : ofConsole;

async function send(
  route: RouteContract,
  asked: SentCall,
  key?: string,
  as = headersFor(route),
): Promise<Answer> {
  const path = route.path.replaceAll(/:(\w+?)(?=\/|-|$)/g, (_, name: string) => asked.params?.[name] ?? "1");
  const { file } = asked;
  const fields = Object.entries(file ? ((asked.body as Record<string, string> | undefined) ?? {}) : {});
  const payload = file
    ? Buffer.concat([
        Buffer.from(
          fields
            .map(
              ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
            )
            .join(""),
        ),
        Buffer.from(
          `--b\r\ncontent-disposition: form-data; name="${route.upload}"; filename="${file.name}"\r\n\r\n`,
        ),
        Buffer.from(file.content as Uint8Array),
        Buffer.from("\r\n--b--\r\n"),
      ])
    : JSON.stringify(asked.body ?? {});
  const answer = await app.app.inject({
    method: route.method,
    url: `/api/v1${path}`,
    headers: {
      ...as,
      "x-csrftoken": cookies["csrftoken"] ?? "",
      "content-type": file ? "multipart/form-data; boundary=b" : "application/json",
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    cookies,
    payload,
  });
  return {
    status: answer.statusCode,
    text: answer.payload,
    isReplayed: answer.headers["idempotency-replayed"] === "true",
  };
}

const routeOf = (call: string): RouteContract => {
  const route = routes.find((one) => nameOf(one) === call);
  if (!route) throw new Error(call);
  return route;
};
const CREDIT_NOTE = routeOf("POST /invoices/invoices/:id/credit-notes/");

/** A request of that call which is answered well; each is another one. */
async function aRequest(call: string): Promise<SentCall> {
  if (call === "POST /invoices/invoices/:id/send/") {
    const { params } = await aRequest(nameOf(CREDIT_NOTE));
    return { params: params ?? {} };
  }
  if (call === "POST /banking/revert-group/") {
    const { body } = await aRequest("POST /banking/bulk-reconciliation/");
    expect((await send(routeOf("POST /banking/bulk-reconciliation/"), { body })).status).toBe(200);
    return { body: { group_key: (body as { group_key: string }).group_key } };
  }
  const row = ROWS.find((one) => one.call === call);
  if (!row) throw new Error(call);
  const id = await row.target(app, world.a);
  const given: Given = { app, id, kind: "own", mine: world.a, fresh: (work) => work };
  return await row.request(given);
}

/** The same call with something else in it. */
async function anotherRequest(call: string, asked: SentCall): Promise<SentCall> {
  if (asked.file) return { ...asked, file: { ...asked.file, content: `${String(asked.file.content)}\n` } };
  if (call === "POST /subscriptions/subscribe") return { body: { plan_id: 999_999 } };
  if (call === "POST /accounting/lots/")
    return { body: { period_from: "2026-01-02", period_to: "2026-11-30" } };
  return await aRequest(call);
}

const creditNotesOf = async (asked: SentCall): Promise<number> =>
  (
    await app.inDatabase((tx) =>
      tx.one<{ count: number }>(
        sql`select count(*) from credit_application where invoice_id = ${Number(asked.params?.["id"])}`,
      ),
    )
  ).count;

test("every POST either takes a key, or is told here why it needs none", () => {
  const posts = routes.filter(({ method }) => method === "POST");
  expect(
    posts
      .filter(({ idempotent: takes }) => !takes)
      .map(nameOf)
      .toSorted(),
  ).toEqual(Object.keys(WITHOUT_KEY).toSorted());
  expect(idempotent.filter(({ method }) => method !== "POST")).toEqual([]);
});

describe("a request that is sent again with its key", () => {
  test.each(idempotent.map((route) => [nameOf(route), route] as const))(
    "%s is done once and answered the same; another request with the key is refused",
    async (call, route) => {
      const key = randomUUID();
      const asked = await aRequest(call);
      const first = await send(route, asked, key);
      expect([first.status, first.isReplayed, first.text]).toEqual([route.status ?? 200, false, first.text]);
      const before = await readDigest();
      expect(await send(route, asked, key)).toEqual({ ...first, isReplayed: true });
      expect(await readDigest()).toEqual(before);
      const other = await anotherRequest(call, asked);
      const prepared = await readDigest();
      expect(await send(route, other, key)).toMatchObject({ status: 422 });
      expect(await readDigest()).toEqual(prepared);
    },
  );

  const withoutBody = idempotent.filter(({ body, upload }) => body === undefined && upload === undefined);
  test.each(withoutBody.map((route) => [nameOf(route), route] as const))(
    "%s, which reads no body, is refused with the key and another body or query",
    async (call, route) => {
      const key = randomUUID();
      const { params = {} } = await aRequest(call);
      expect((await send(route, { params }, key)).status).toBe(route.status ?? 200);
      const before = await readDigest();
      expect(await send(route, { params, body: { to: "else@lumen.example" } }, key)).toMatchObject({
        status: 422,
      });
      expect(await send({ ...route, path: `${route.path}?copy=1` }, { params }, key)).toMatchObject({
        status: 422,
      });
      expect(await readDigest()).toEqual(before);
      expect(await send(route, { params }, key)).toMatchObject({ isReplayed: true });
    },
  );

  test("is the same whatever the order of its fields, and another one with a field beside its file", async () => {
    const asked = await aRequest("POST /invoices/invoices/");
    const route = routeOf("POST /invoices/invoices/");
    const key = randomUUID();
    expect((await send(route, asked, key)).status).toBe(201);
    const turned = { body: Object.fromEntries(Object.entries(asked.body as object).toReversed()) };
    expect(await send(route, turned, key)).toMatchObject({ status: 201, isReplayed: true });

    const upload = routeOf("POST /banking/upload-transactions/");
    const file = await aRequest("POST /banking/upload-transactions/");
    const otherKey = randomUUID();
    expect((await send(upload, file, otherKey)).status).toBe(200);
    expect(await send(upload, { ...file, body: { account: "2" } }, otherKey)).toMatchObject({ status: 422 });
    expect(await send(upload, file, otherKey)).toMatchObject({ status: 200, isReplayed: true });
  });

  const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
  test.each([
    "POST /banking/transactions/:id/revert/",
    "POST /invoices/upload/",
    "POST /banking/upload-transactions/",
  ])("%s refuses JSON that is nested too deep, in a body as in a field beside a file", async (call) => {
    const route = routeOf(call);
    const answerTo = async (json: string) => {
      const answer = await app.app.inject({
        method: route.method,
        url: `/api/v1${route.path.replace(":id", "999999")}`,
        headers: {
          ...headers,
          "x-csrftoken": cookies["csrftoken"] ?? "",
          "idempotency-key": randomUUID(),
          "content-type": route.upload ? "multipart/form-data; boundary=b" : "application/json",
        },
        cookies,
        payload: route.upload
          ? `--b\r\ncontent-disposition: form-data; name="note"\r\ncontent-type: application/json\r\n\r\n${json}\r\n` +
            `--b\r\ncontent-disposition: form-data; name="${route.upload}"; filename="a.csv"\r\n\r\na\r\n--b--\r\n`
          : json,
      });
      return [answer.statusCode, answer.json<object>()];
    };
    const refusal = [400, { detail: "La requête est invalide.", code: "invalid" }];
    expect(await answerTo(nested(65))).toEqual(refusal);
    expect(await answerTo(nested(200_000))).toEqual(refusal);
    expect(await answerTo(nested(64))).not.toEqual(refusal);
  });

  test("at once: one does it, and the others are told that it is under way, or its answer", async () => {
    const asked = await aRequest(nameOf(CREDIT_NOTE));
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(CREDIT_NOTE, asked, key)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201 || status === 409)).toHaveLength(6);
    expect(answers.filter((answer) => answer.status === 201 && !answer.isReplayed)).toHaveLength(1);
    for (const { status, text } of answers)
      if (status === 409) expect(JSON.parse(text)).toMatchObject({ code: "idempotency_in_progress" });
    expect(await creditNotesOf(asked)).toBe(1);
  });

  test("by a colleague, or for another distributor, is another request", async () => {
    const asked = await aRequest(nameOf(CREDIT_NOTE));
    const key = randomUUID();
    expect((await send(CREDIT_NOTE, asked, key)).status).toBe(201);
    const colleague = await app.inDatabase((tx) => aStaffUser(tx, world.a.distributor));
    // Nothing is left to credit: what the first one was answered is not shown.
    expect(await send(CREDIT_NOTE, asked, key, await app.bearerOf(colleague))).toMatchObject({
      status: 409,
      isReplayed: false,
    });
    expect(await send(CREDIT_NOTE, asked, key, await app.bearerOf(world.b.staff))).toMatchObject({
      status: 404,
      isReplayed: false,
    });
  });

  test("by a super admin for no distributor, for one or for another one, is a request of each", async () => {
    const [route, key] = [routeOf("POST /cinemas/"), randomUUID()];
    const asked = { body: { name: `Cinéma ${key}` } };
    const made = async (of: Record<string, string>) =>
      JSON.parse((await send(route, asked, key, of)).text).id;
    const admin = await app.inDatabase(aSuperAdmin);
    const [nobody, a, b] = [undefined, world.a.distributor.id, world.b.distributor.id].map(async (id) =>
      made(await app.bearerOf(admin, id)),
    );
    const ids = [await nobody, await a, await b];
    expect(new Set(ids).size).toBe(3);
    expect(await made(await app.bearerOf(admin))).toBe(ids[0]);
    expect(await made(await app.bearerOf(admin, world.b.distributor.id))).toBe(ids[2]);
    expect(ids).not.toContain(await made(ofConsole));
  });

  test("after a refusal is tried anew, also with another content", async () => {
    const asked = await aRequest(nameOf(CREDIT_NOTE));
    const key = randomUUID();
    const tooMuch = { ...asked, body: { ...(asked.body as object), remaining_net_amount: "1.00" } };
    expect((await send(CREDIT_NOTE, tooMuch, key)).status).toBe(409);
    expect((await send(CREDIT_NOTE, { ...asked, body: {} }, key)).status).toBe(400);
    expect((await send(CREDIT_NOTE, asked, key)).status).toBe(201);
  });

  test("a day later is another request, and the daily round forgets what is older", async () => {
    const start = app.clock.now().toISOString();
    const key = randomUUID();
    const asked = await aRequest("POST /invoices/invoices/");
    const route = routeOf("POST /invoices/invoices/");
    expect((await send(route, asked, key)).status).toBe(201);
    try {
      app.clock.advance(86_400_000 - 1);
      headers = await app.bearerOf(boss);
      ofConsole = await app.bearerOf(await app.inDatabase(aSuperAdmin));
      expect(await send(route, asked, key)).toMatchObject({ status: 201, isReplayed: true });
      app.clock.advance(1);
      headers = await app.bearerOf(boss);
      ofConsole = await app.bearerOf(await app.inDatabase(aSuperAdmin));
      const other = await aRequest("POST /invoices/invoices/");
      expect(await send(route, other, key)).toMatchObject({ status: 201, isReplayed: false });
      app.clock.advance(86_400_000);
      await jobHandlers(app.services)["subscription-round"]({}, new AbortController().signal);
      expect(await app.inDatabase((tx) => tx.many(sql`select from idempotency_key`))).toEqual([]);
    } finally {
      app.clock.set(start);
    }
  });

  test.each(["", "a b", "é", "k".repeat(256), "a, b"])("with the key « %s » is refused", async (key) => {
    const asked = await aRequest(nameOf(CREDIT_NOTE));
    const answer = await send(CREDIT_NOTE, asked, key);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("idempotency_key_invalid")]);
    expect(await creditNotesOf(asked)).toBe(0);
  });
});

describe("half-way", () => {
  const claimOf = (key: string) =>
    app.inDatabase((tx) =>
      tx.many<{ status: number | null }>(
        sql`select status from idempotency_key where key_hash = sha256(convert_to(${key}, 'UTF8'))`,
      ),
    );
  /** As a process leaves it that dies after the claim: nobody takes it back. */
  const claimOfADeadProcess = async (key: string, asked: SentCall): Promise<void> => {
    const calm = startRace(app.services.pool, {
      before: (text) =>
        /insert into credit_application|delete from idempotency_key/.test(text)
          ? Promise.reject(new Error("the process died"))
          : Promise.resolve(),
    });
    await app.whileBroken(async () => {
      expect((await send(CREDIT_NOTE, asked, key)).status).toBe(500);
    });
    calm();
    expect(await claimOf(key)).toEqual([{ status: null }]);
    expect(await creditNotesOf(asked)).toBe(0);
  };

  test("a process that died before its work was committed has done nothing: after a minute it is done", async () => {
    const start = app.clock.now().toISOString();
    const asked = await aRequest(nameOf(CREDIT_NOTE));
    const key = randomUUID();
    await claimOfADeadProcess(key, asked);
    expect(await send(CREDIT_NOTE, asked, key)).toMatchObject({ status: 409 });
    try {
      app.clock.advance(60_000);
      headers = await app.bearerOf(boss);
      ofConsole = await app.bearerOf(await app.inDatabase(aSuperAdmin));
      expect(await send(CREDIT_NOTE, asked, key)).toMatchObject({ status: 201, isReplayed: false });
      expect(await creditNotesOf(asked)).toBe(1);
    } finally {
      app.clock.set(start);
    }
  });

  test("work whose answer could not be kept is not done", async () => {
    const asked = await aRequest(nameOf(CREDIT_NOTE));
    const key = randomUUID();
    const calm = startRace(app.services.pool, {
      before: (text) =>
        text.includes("update idempotency_key") ? Promise.reject(new Error("no")) : Promise.resolve(),
    });
    await app.whileBroken(async () => {
      expect((await send(CREDIT_NOTE, asked, key)).status).toBe(500);
    });
    calm();
    expect(await creditNotesOf(asked)).toBe(0);
    expect((await send(CREDIT_NOTE, asked, key)).status).toBe(201);
    expect(await creditNotesOf(asked)).toBe(1);
  });

  test("work that another request has taken over meanwhile is rolled back", async () => {
    const asked = await aRequest(nameOf(CREDIT_NOTE));
    const key = randomUUID();
    let isTaken = false;
    const calm = startRace(app.services.pool, {
      before: async (text) => {
        if (isTaken || !text.includes("update idempotency_key")) return;
        isTaken = true;
        await app.inDatabase((tx) => tx.run(sql`update idempotency_key set request_id = 'another'`));
      },
    });
    expect(await send(CREDIT_NOTE, asked, key)).toMatchObject({ status: 409 });
    calm();
    expect(isTaken).toBe(true);
    expect(await creditNotesOf(asked)).toBe(0);
  });

  test.each(
    idempotent
      .filter((route) => route.idempotent === "by-itself")
      .map((route) => [nameOf(route), route] as const),
  )("%s, of several steps, finds what it has done when only its answer was lost", async (call, route) => {
    const start = app.clock.now().toISOString();
    const asked = await aRequest(call);
    const key = randomUUID();
    const first = await send(route, asked, key);
    await app.inDatabase((tx) =>
      tx.run(sql`update idempotency_key set status = null, answer = null
        where key_hash = sha256(convert_to(${key}, 'UTF8'))`),
    );
    const before = await doneOf();
    try {
      app.clock.advance(60_000);
      headers = await app.bearerOf(boss);
      ofConsole = await app.bearerOf(await app.inDatabase(aSuperAdmin));
      const again = await send(route, asked, key);
      expect([again.status, again.isReplayed]).toEqual([first.status, false]);
      expect(await doneOf()).toEqual(before);
    } finally {
      app.clock.set(start);
    }
  });
  /** What moves money or is a document. */
  const doneOf = () =>
    app.inDatabase((tx) =>
      tx.one(sql`select (select count(*) from invoice) as invoices, (select count(*) from declaration) as declarations,
        (select count(*) from bank_transaction) as transactions, (select count(*) from reconciliation) as reconciliations,
        (select count(*) from reconciliation where reverted_at is not null) as reverted, (select count(*) from allocation) as allocations,
        (select coalesce(sum(amount), 0) from allocation) as allocated, (select count(*) from checkout_session) as checkouts`),
    );
});
