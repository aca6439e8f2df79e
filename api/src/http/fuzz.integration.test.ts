import { readFileSync } from "node:fs";
import type { RouteContract } from "@bobine/contract/route";
import fc from "fast-check";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byExtent } from "../../../tooling/extent.mjs";
import { verifyLedger } from "../modules/banking/verify-ledger.ts";
import { aCinema, aDistributor, anInvoice, aStaffUser, aSuperAdmin } from "../testing/builders.ts";
import { contractRoutes } from "../../level/contract-routes.ts";
import { fitting, inputSchema, nearly } from "../testing/schema-arbitrary.ts";
import { createTestApp, type TestAnswer, type TestApp } from "../testing/test-app.ts";

// Requests drawn from the contract, right and nearly right, by all kinds of people: none is answered by a 5xx, and the ledger
// holds after all of them (SEC-12, no 5xx on any input).

const API = "/api/v1";
const REQUESTS = byExtent("api-fuzz", { part: 1_000, ci: 20_000, all: 200_000 });
/** Of the calls that draws can reach, so many are accepted once: fewer draws hit fewer. */
const ACCEPTED = byExtent("api-fuzz", { part: 0.5, ci: 0.7 });
/** The same draws at each run; `FUZZ_SEED` gives others. */
const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_121);
/** They put the very people out who ask, or leave them without a name: after them little is accepted. */
const PUTS_OUT = /^\/(users|sessions)\/|^\/auth\/user\//;
/**
 * Tokens, signatures, codes, documents and ids that no draw can hit; neither can it the account of a client, what the plan of a morning holds, an
 * invitation that was sent ten minutes ago, and a build that a registry of nothing has.
 */
const NEEDS_A_SECRET =
  /\/(link|second-factor|verify|refresh|documents|files)\/|webhook|callback|prospect-documents|:(job|session)|\/clients\/account\/|\/reminders\/send\/|\/resend\/|^\/remotes\/|:remote\/decisions|:composition\//;
const routes = (await contractRoutes())
  .filter((route) => route.path !== "/auth/logout/")
  .toSorted((a, b) => Number(PUTS_OUT.test(a.path)) - Number(PUTS_OUT.test(b.path)));
const perRoute = Math.ceil(REQUESTS / routes.length);

/** Invoices and questions of each distributor: most numbers that are drawn as ids are one's. */
const OF_EACH = 5;

let app: TestApp;
let identities: Record<string, Record<string, string>>;
let ids: string[];
let browser: { cookies: Record<string, string>; csrf: string };
let sent = 0;
const accepted = new Set<string>();
const sample = (name: string): Buffer =>
  readFileSync(new URL(`../domain/parsing/fixtures/${name}`, import.meta.url));
const SAMPLES = ["releve-1-bnp.csv", "releve-9-xlsx.xlsx", "boxoffice-1-canonique.xml"].map(sample);

beforeAll(async () => {
  app = await createTestApp();
  const { lumen, boreal, staff, other, admin } = await app.inDatabase(async (tx) => {
    const [lumen, boreal] = [await aDistributor(tx), await aDistributor(tx)];
    for (const distributor of [lumen, boreal]) {
      for (let i = 0; i < OF_EACH; i += 1) await anInvoice(tx, distributor, await aCinema(tx, distributor));
      // One that may be deleted, and settings of all.
      await aCinema(tx, distributor);
      await tx.run(sql`
        insert into distributor_cinema_settings (distributor_id, cinema_id)
        select distributor_id, cinema_id from cinema_distributor where distributor_id = ${distributor.id}`);
      for (let i = 0; i < OF_EACH; i += 1) {
        const { id } = await tx.one<{ id: number }>(sql`
          insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint)
          values (${distributor.id}, '2026-12-01', 'VIR', ${110 + i}, ${`print ${i}`}) returning id`);
        await tx.run(sql`
          insert into user_action (distributor_id, status, open_status, reason_code, reason, transaction_id)
          values (${distributor.id}, 'AWAITING_INVOICE_SELECTION', 'AWAITING_INVOICE_SELECTION', 'unknown_payer', 'Payeur non identifié', ${id})`);
      }
    }
    return {
      lumen,
      boreal,
      staff: await aStaffUser(tx, lumen),
      other: await aStaffUser(tx, boreal),
      admin: await aSuperAdmin(tx),
    };
  });
  identities = {
    nobody: {},
    "somebody with a wrong token": { authorization: "Bearer a.b.c" },
    "staff of one": await app.bearerOf(staff),
    "staff of another": await app.bearerOf(other),
    "a super admin without a choice": await app.bearerOf(admin),
    "a super admin for one": await app.bearerOf(admin, lumen.id),
    "a super admin for another": await app.bearerOf(admin, boreal.id),
  };
  ids = ["1", "2", "3", "4", "5", "6", "7", "8", String(lumen.id), String(boreal.id)];
  const answer = await app.app.inject({ url: `${API}/auth/csrf-token/` });
  browser = {
    cookies: Object.fromEntries(answer.cookies.map((cookie) => [cookie.name, cookie.value])),
    csrf: answer.json<{ csrfToken: string }>().csrfToken,
  };
});
afterAll(() => app.close());

interface Request {
  readonly who: string;
  readonly id: string;
  readonly query: unknown;
  readonly body: unknown;
  readonly hasToken: boolean;
}

const requestTo = (route: RouteContract): fc.Arbitrary<Request> =>
  fc.record({
    who: fc.constantFrom(
      "nobody",
      "somebody with a wrong token",
      "staff of one",
      "staff of another",
      "a super admin without a choice",
      "a super admin for one",
      "a super admin for another",
    ),
    id: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7, 8, 9).map((index) => `#${index}`) },
      fc.constantFrom(
        "0",
        "-1",
        "1.5",
        "9999999999999999",
        "abc",
        "1e3",
        "%00",
        "%E0%A4%A",
        "..",
        "x".repeat(300),
      ),
    ),
    query: route.query
      ? fc.oneof(fitting(inputSchema(route.query)), nearly(inputSchema(route.query)), fc.constant(undefined))
      : fc.constantFrom(undefined, { page: "1" }, { a: ["b", "c"] }),
    body: route.upload === undefined && !route.body ? fc.constant(undefined) : bodyOf(route),
    hasToken: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
  });

const bodyOf = (route: RouteContract): fc.Arbitrary<unknown> =>
  route.body
    ? fc.oneof(
        { weight: 2, arbitrary: fitting(inputSchema(route.body)) },
        { weight: 3, arbitrary: nearly(inputSchema(route.body)) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      )
    : fc.record({
        name: fc.oneof(
          fc.constantFrom("releve.csv", "rapport.xml", "a.xlsx", "x"),
          fc.string({ maxLength: 30 }),
        ),
        content: fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(...SAMPLES) },
          fc
            .tuple(fc.constantFrom(...SAMPLES), fc.nat(), fc.integer({ min: 0, max: 255 }))
            .map(([file, at, byte]) => {
              const damaged = Buffer.from(file);
              damaged[at % damaged.length] = byte;
              return damaged;
            }),
          fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
          fc
            .string({ unit: "binary", maxLength: 200 })
            .map((text) => Buffer.from(`Date;Libellé;Montant\n${text};1,00`)),
          fc
            .string({ maxLength: 200 })
            .map((text) => Buffer.from(`<DeclarationsRecettes>${text}</DeclarationsRecettes>`)),
        ),
      });

/** Those that are no ids. */
const PARAMETERS: Readonly<Record<string, string>> = {
  ":kind": "cnc",
  ":remote": "mfe-planning",
  ":composition": "0123456789abcdef",
  ":build": "0123456789ab",
};

async function send(route: RouteContract, request: Request): Promise<Pick<TestAnswer, "status" | "text">> {
  const id = request.id.startsWith("#") ? (ids[Number(request.id.slice(1))] ?? "1") : request.id;
  const path = route.path.replaceAll(/:\w+/g, (name) => PARAMETERS[name] ?? id);
  const headers: Record<string, string> = { ...identities[request.who] };
  if (request.hasToken) headers["x-csrftoken"] = browser.csrf;
  let payload: string | Buffer | undefined;
  if (route.upload !== undefined) {
    const { name, content } = request.body as { name: string; content: Buffer };
    const fileName = name.replaceAll(/["\r\n\\]/g, "_");
    payload = Buffer.concat([
      Buffer.from(
        `--b\r\ncontent-disposition: form-data; name="${route.upload}"; filename="${fileName}"\r\n\r\n`,
      ),
      content,
      Buffer.from("\r\n--b--\r\n"),
    ]);
    headers["content-type"] = "multipart/form-data; boundary=b";
  } else if (request.body !== undefined && route.method !== "GET") {
    payload = JSON.stringify(request.body) ?? "null";
    headers["content-type"] = "application/json";
  }
  sent += 1;
  const answer = await app.app.inject({
    method: route.method,
    url: `${API}${path}${queryOf(request.query)}`,
    headers,
    cookies: browser.cookies,
    ...(payload === undefined ? {} : { payload }),
  });
  if (answer.statusCode < 300) accepted.add(`${route.method} ${route.path}`);
  return { status: answer.statusCode, text: answer.payload };
}

function queryOf(query: unknown): string {
  if (typeof query !== "object" || query === null) return "";
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (one) =>
        `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(String(typeof one === "object" ? JSON.stringify(one) : one).toWellFormed()).slice(0, 2000)}`,
    ),
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

describe("whatever is sent", () => {
  test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "%s answers, and never by a 5xx",
    async (_name, route) => {
      await fc.assert(
        fc.asyncProperty(requestTo(route), async (request) => {
          const { status, text } = await send(route, request);
          if (status >= 500) throw new Error(`${status}: ${text.slice(0, 300)}`);
          expect(text).not.toMatch(/\bat [\w.]+ \(.*:\d+:\d+\)|node_modules|select .* from /);
        }),
        { numRuns: perRoute, endOnFailure: true, seed: SEED },
      );
    },
    120_000,
  );

  test("most calls were also accepted, and the ledger still holds", async () => {
    expect(sent).toBeGreaterThanOrEqual(REQUESTS);
    // Refusals alone would prove little.
    const reachable = routes.filter((route) => !NEEDS_A_SECRET.test(route.path));
    expect(accepted.size).toBeGreaterThan(reachable.length * ACCEPTED);
    expect(await app.inDatabase((tx) => verifyLedger(tx))).toEqual([]);
  });
});
