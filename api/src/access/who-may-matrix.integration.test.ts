// Every call of the contract, as everybody, about one's own row, another distributor's and nobody's (SEC-3).
import { servesDistributor } from "@bobine/contract/policy/people";
import type { RouteContract } from "@bobine/contract/route";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byExtent } from "../../../tooling/extent.mjs";
import { contractRoutes } from "../../level/contract-routes.ts";
import { must } from "../domain/must.ts";
import { inputSchema } from "../testing/schema-arbitrary.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { type Answers, type SentCall, type ByRow, type Kind, KINDS, type Row } from "./who-may.testing.ts";
import { ROWS } from "./who-may-rows.testing.ts";
import {
  buildWorld,
  type Digest,
  type Identity,
  MISSING,
  type Side,
  watchRows,
  type World,
} from "./who-may-world.testing.ts";

const API = "/api/v1";
/** SEC-3 */
const CELLS_TO_TRY = 1_000;
const WHERE = "ROWS of api/src/access/who-may-rows.testing.ts";

const routes = await contractRoutes();
const nameOf = (route: RouteContract): string => `${route.method} ${route.path}`;
const routeOf = new Map(routes.map((route) => [nameOf(route), route]));

/** The ids that a call takes, by their names: in its path, its query and its body. */
function idsOf(route: RouteContract): string[] {
  const named = [route.query, route.body].flatMap((schema) =>
    schema ? Object.keys((inputSchema(schema)["properties"] as object | undefined) ?? {}) : [],
  );
  return [
    ...(route.path.includes(":id") ? ["id"] : []),
    ...named.filter((name) => /(^|_)ids?$|^(cinema|distributor)$/.test(name)),
  ];
}
/** Ids that belong to nobody in particular, and so are no way to another's rows. */
const NOT_OF_A_DISTRIBUTOR: readonly string[] = [
  "POST /subscriptions/subscribe plan_id",
  "POST /subscriptions/change-plan/ plan_id",
  // Read by nobody (SUB-2).
  "POST /subscriptions/subscribe distributor_user_id",
  "GET /banking/bridge-callback/ item_id",
];

/** Of so many kinds of people one each for each row, from row to row other ones; or everybody. */
const KINDS_A_ROW = byExtent("who-may", { part: 3, ci: Number.POSITIVE_INFINITY });

/** Asked in a session that is opened for it. */
const ENDS_SESSIONS: readonly string[] = ["POST /auth/logout/", "POST /sessions/end-others/"];

describe("the table of who may", () => {
  test.each([...routeOf.keys()])("has a row for %s", (name) => {
    expect(
      ROWS.some((row) => row.call === name),
      `nobody has said who may call ${name}: add row("${name}", …) to ${WHERE}`,
    ).toBe(true);
  });

  test.each(
    routes.flatMap((route) =>
      idsOf(route)
        .map((id) => [nameOf(route), id] as const)
        .filter(([call, id]) => !NOT_OF_A_DISTRIBUTOR.includes(`${call} ${id}`)),
    ),
  )("says of %s whose %s it takes", (call, id) => {
    const helper = id === "id" ? `rowOf("${call}", …)` : `rowNaming("${call}", "${id}", …)`;
    expect(
      ROWS.some((row) => row.call === call && row.id === id),
      `nobody has said whose ${id} ${call} takes: add ${helper} to ${WHERE}`,
    ).toBe(true);
  });

  test("has no row for a call that is not in the contract, and none twice", () => {
    expect(ROWS.map((row) => row.call).filter((call) => !routeOf.has(call))).toEqual([]);
    const keys = ROWS.map((row) => `${row.call} ${row.id}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

let app: TestApp;
let world: World;
let browser: { readonly cookies: Record<string, string>; readonly csrf: string };
let cells = 0;
let milliseconds = 0;
/** The database as it was last seen. */
let digest: Digest;
let readDigest: () => Promise<Digest>;

beforeAll(async () => {
  app = await createTestApp({ config: { asksSecondFactor: true } });
  world = await buildWorld(app);
  readDigest = await watchRows(app, world);
  const answer = await app.app.inject({ url: `${API}/auth/csrf-token/` });
  browser = {
    cookies: Object.fromEntries(answer.cookies.map((cookie) => [cookie.name, cookie.value])),
    csrf: answer.json<{ csrfToken: string }>().csrfToken,
  };
});
afterAll(() => app.close());

function expectedOf(
  answers: Answers,
  { beforeProfile, beforeSecondFactor }: RouteContract,
  { kind }: Identity,
): ByRow {
  if (answers.open !== undefined) return [answers.open, answers.open, answers.open];
  switch (kind) {
    case "nobody":
      return [401, 401, 401];
    case "admin-of-nothing":
      return [400, 400, 400];
    case "newcomer":
      return beforeProfile ? answers.staff : [403, 403, 403];
    case "staff":
      return answers.staff;
    case "viewer":
      return answers.viewer ?? answers.staff;
    case "administrator":
      return answers.administrator ?? answers.staff;
    case "free-admin":
      return answers.freeAdmin;
    case "choosing-admin":
      return answers.choosingAdmin;
    case "admin-without-factor":
      return beforeSecondFactor ? answers.freeAdmin : [403, 403, 403];
  }
}

/** Who makes the call of a row. @param at its place in the table */
function peopleOf(at: number): readonly Identity[] {
  const kinds = [...Map.groupBy(world.identities, ({ kind }) => kind).values()];
  if (KINDS_A_ROW >= kinds.length) return world.identities;
  // One window of kinds after the other, and of a kind another person each time that it comes.
  return Array.from({ length: KINDS_A_ROW }, (_, n) => {
    const turn = at * KINDS_A_ROW + n;
    const alike = must(kinds[turn % kinds.length], "a kind");
    return must(alike[Math.floor(turn / kinds.length) % alike.length], "one of a kind");
  });
}

async function send(route: RouteContract, asked: SentCall, headers: Record<string, string>) {
  const path = route.path.replaceAll(/:(\w+?)(?=\/|-|$)/g, (_, name: string) => asked.params?.[name] ?? "1");
  const query = asked.query ? `?${new URLSearchParams(asked.query).toString()}` : "";
  const file = asked.file;
  const payload = file
    ? Buffer.concat([
        Buffer.from(
          `--b\r\ncontent-disposition: form-data; name="${route.upload}"; filename="${file.name}"\r\n\r\n`,
        ),
        Buffer.from(file.content as Uint8Array),
        Buffer.from("\r\n--b--\r\n"),
      ])
    : asked.body === undefined
      ? undefined
      : JSON.stringify(asked.body);
  const type = file ? "multipart/form-data; boundary=b" : "application/json";
  const answer = await app.app.inject({
    method: route.method,
    url: `${API}${path}${query}`,
    headers: {
      ...headers,
      ...(route.method === "GET" ? {} : { "x-csrftoken": browser.csrf }),
      ...(payload === undefined ? {} : { "content-type": type }),
    },
    cookies: browser.cookies,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, text: answer.payload };
}

describe("as everybody", () => {
  const named = ROWS.filter((row) => routeOf.has(row.call)).map(
    (row, at) => [row.id === undefined ? row.call : `${row.call}, ${row.id}`, row, at] as const,
  );
  test.each(named)("%s", async (_name, row, at) => {
    const began = performance.now();
    const route = routeOf.get(row.call)!;
    // All of them come from one address: how often one may ask is tried elsewhere.
    await app.owner.query("delete from rate_limit");
    const standing = { a: await row.target(app, world.a), b: await row.target(app, world.b) };
    digest = await readDigest();
    const wrong: string[] = [];
    for (const identity of peopleOf(at)) {
      const expected = expectedOf(row.answers, route, identity);
      const refusals: string[] = [];
      // Whose second factor is missing is refused before anything is looked at.
      const isOne = row.id === undefined || identity.kind === "admin-without-factor";
      for (const [index, kind] of (isOne ? KINDS.slice(0, 1) : KINDS).entries()) {
        const found = await cell({ row, route, identity, kind, expected: expected[index]!, standing });
        wrong.push(...found.wrong.map((text) => `${identity.name}, ${kind}: ${text}`));
        refusals.push(found.text);
      }
      // What is not yours answers as what is not there, to the byte.
      if (
        row.id !== undefined &&
        expected[1] === expected[2] &&
        expected[1] >= 400 &&
        refusals[1] !== refusals[2]
      )
        wrong.push(`${identity.name}: foreign ${refusals[1]}, missing ${refusals[2]}`);
    }
    milliseconds += performance.now() - began;
    expect(wrong).toEqual([]);
  });

  test("the cells are as many as asked, and all of them were right", () => {
    // oxlint-disable-next-line no-console -- the figure that SEC-3 asks for
    console.info(`who may: ${cells} cells, ${ROWS.length} rows, ${Math.round(milliseconds / 1000)} s`);
    expect(cells).toBeGreaterThanOrEqual(CELLS_TO_TRY);
  });
});

/** Makes one request of the matrix, and tells what is wrong with its answer or with what it left behind. */
async function cell(tried: {
  readonly row: Row;
  readonly route: RouteContract;
  readonly identity: Identity;
  readonly kind: Kind;
  readonly expected: number;
  readonly standing: { readonly a: number; readonly b: number };
}): Promise<{ wrong: string[]; text: string }> {
  const { row, route, identity, kind, expected, standing } = tried;
  const { mine, theirs } = identity;
  const side: Side = kind === "foreign" ? theirs : mine;
  const changes = route.method !== "GET" && expected < 300;
  let isFresh = false;
  const fresh = async <T>(work: Promise<T>): Promise<T> => {
    isFresh = true;
    return work;
  };
  // A change uses its row up, so it has one of its own.
  const id =
    kind === "missing"
      ? MISSING
      : changes && row.id !== undefined
        ? await fresh(row.target(app, side))
        : side === world.a
          ? standing.a
          : standing.b;
  const asked = await row.request({ app, id, kind, mine, fresh });
  if (isFresh) digest = await readDigest();

  cells += 1;
  const { status, text } = await send(route, asked, await identity.headers(ENDS_SESSIONS.includes(row.call)));
  const after = await readDigest();
  const before = digest;
  digest = after;

  const wrong: string[] = [];
  if (status !== expected) wrong.push(`${status} ${text.slice(0, 200)} instead of ${expected}`);
  const [ours, others] = mine === world.a ? (["a", "b"] as const) : (["b", "a"] as const);
  if (expected >= 400 && before[ours] !== after[ours]) wrong.push("it was refused, and changed rows");
  if ((expected >= 400 || kind === "own") && before[others] !== after[others])
    wrong.push("rows of the other distributor changed");
  const seesOne = identity.kind !== "free-admin" && servesDistributor(route.access);
  if (
    (seesOne || ["staff", "viewer", "administrator", "newcomer", "nobody"].includes(identity.kind)) &&
    text.includes(theirs.mark)
  )
    wrong.push("the answer tells of the other distributor");
  return { wrong, text: `${status} ${text}` };
}
