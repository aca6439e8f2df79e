// Every call of the contract, with everything that its fields may not be: what is wrong is told in French.
import type { RouteContract } from "@bobine/contract/route";
import { afterAll, beforeAll, expect, test } from "vitest";
import { byExtent } from "../../../tooling/extent.mjs";
import { aDistributor, aStaffUser, aSuperAdmin } from "../testing/builders.ts";
import { contractRoutes } from "../../level/contract-routes.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

const checked = (await contractRoutes()).filter((route) => route.query ?? route.body);

/** The names of an object's fields, whatever it is wrapped in. */
function fieldsOf(schema: RouteContract["body"]): string[] {
  const { shape, innerType } = (schema?._zod.def ?? {}) as {
    shape?: object;
    innerType?: RouteContract["body"];
  };
  if (shape) return Object.keys(shape);
  return innerType ? fieldsOf(innerType) : [];
}

const WRONG_VALUES = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e300,
  "",
  "x",
  "x".repeat(5000),
  "2026-02-30",
  [],
  {},
  [null],
  ["x"],
  [{}],
  Array.from({ length: 600 }, () => 1),
];
const WRONG_TEXTS = ["", "x", "0", "-1", "1.5", "x".repeat(300), "2026-02-30", "2026-13-01"];

/** The fields that are wrong in one request: each alone, in `npm test` all of them at once. */
const triedTogether = (fields: readonly string[]): (readonly string[])[] =>
  byExtent("field-errors", {
    part: fields.length === 0 ? [] : [fields],
    ci: fields.map((field) => [field]),
  });

/** How each sentence of ours begins. */
const FRENCH =
  /^(Ce champ|Cette liste|Cette valeur|Veuillez|Choisissez|Saisissez|Indiquez|La validation d’un cinéma|Le |L[’'])/;
const OF_ZOD = /expected|invalid |invalid:|pattern|must|too (big|small)|option|received|[\^$\\<>=]/i;

/** What the parameters of an address may be: numbers, UUIDs, credits, kinds of numbers of a cinema. */
const PARAMETERS = [
  "999999",
  "6b1f0c9e-0000-4000-8000-000000000000",
  "note:999999",
  "cnc",
  "0123456789abcdef",
];

/** The address of a call with parameters that it takes: else it answers 404 before it looks at any field. */
function addressOf({ path, params }: RouteContract): string {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
  const fitting = (name: string) =>
    PARAMETERS.find((text) => {
      const tried = params?.safeParse({ [name]: text });
      return !tried?.error?.issues.some((issue) => issue.path[0] === name);
    });
  return names.reduce((filled, name) => filled.replace(`:${name}`, fitting(name) ?? "1"), path);
}

let app: TestApp;
let staff: { readonly id: number };
let admin: { readonly id: number };
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx)));
  admin = await app.inDatabase(aSuperAdmin);
});
afterAll(() => app.close());

test.each(checked.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "what is wrong in %s is told in French, with what to do",
  async (_name, route) => {
    const signIn = () => app.as(route.access === "super-admin" ? admin : staff);
    let client = await signIn();
    const path = addressOf(route);
    const answers = [];
    for (const fields of triedTogether(fieldsOf(route.query))) {
      const values = [
        ...WRONG_TEXTS.map((text) => [text]),
        ["x", "y"],
        Array.from({ length: 60 }, () => "x"),
      ];
      for (const some of values) {
        const pairs = fields.flatMap((field) => some.map((text) => `${field}=${encodeURIComponent(text)}`));
        const address = `${path}?${pairs.join("&")}`;
        answers.push(
          route.upload
            ? await client.upload(address, route.upload, "list.csv", "")
            : await client.get(address),
        );
      }
    }
    if (route.body) {
      const verb = route.method.toLowerCase() as "post" | "put" | "patch";
      const bodies: unknown[] = [null, [], 3, "x", {}, { unexpected: 1 }];
      for (const fields of triedTogether(fieldsOf(route.body)))
        bodies.push(
          ...WRONG_VALUES.map((value) => Object.fromEntries(fields.map((field) => [field, value]))),
        );
      for (const body of bodies) {
        const answer = await client[verb](path, body);
        if (answer.status === 204) client = await signIn();
        answers.push(answer);
      }
    }
    const messages = answers
      .filter((answer) => answer.status === 400 && !("code" in answer.body))
      .flatMap((answer) => Object.values<string[]>(answer.body).flat());
    expect(messages.length).toBeGreaterThan(2);
    for (const message of new Set(messages)) {
      expect(message).toMatch(FRENCH);
      expect(message).not.toMatch(OF_ZOD);
    }
  },
);
