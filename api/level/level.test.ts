import { defineRoute } from "@bobine/contract/route";
import { expect, it } from "vitest";
import { z } from "zod";
import { contractRoutes } from "./contract-routes.ts";
import { callChanges, missingLevel } from "./compare-calls.ts";
import { describeCalls } from "./describe-calls.ts";

/** One call with this question and this answer. */
const call = (body: z.ZodType, response: z.ZodType) =>
  describeCalls([
    defineRoute({ method: "POST", path: "/plans/", summary: "", access: "public", body, response }),
  ]);
const plan = z.object({ id: z.number().int(), name: z.string(), unit: z.enum(["month", "year"]) });
const choice = z.strictObject({ plan: z.number().int(), note: z.string().optional() });
const before = call(choice, plan);

it("tells each value of question and answer, with its type (FED-32)", () => {
  expect(before).toEqual({
    "POST /plans/": {
      "< body": "object",
      "< body.note": "string, optional",
      "< body.plan": "integer",
      ">": "object",
      ">.id": "integer",
      ">.name": "string",
      ">.unit": '"month" | "year"',
    },
  });
  const lists = call(
    choice,
    z.object({ results: z.array(plan.nullable()), by_name: z.record(z.string(), plan) }),
  );
  expect(lists["POST /plans/"]).toMatchObject({
    ">.results": "array",
    ">.results[]": "null | object",
    ">.results[].id": "integer",
    ">.by_name.*": "object, optional",
    ">.by_name.*.id": "integer",
  });
});

const { breaking, newer } = { breaking: "breaking", newer: "newer" } as const;
it.each([
  ["a new field of an answer", choice, plan.extend({ price: z.string() }), newer],
  ["a field of an answer that is gone", choice, plan.omit({ name: true }), breaking],
  ["a field of an answer that may be missing now", choice, plan.partial({ name: true }), breaking],
  [
    "a field of an answer that may be null now",
    choice,
    plan.extend({ name: z.string().nullable() }),
    breaking,
  ],
  [
    "a value of an answer that nobody knows",
    choice,
    plan.extend({ unit: z.enum(["month", "year", "day"]) }),
    breaking,
  ],
  ["a value of an answer that comes no more", choice, plan.extend({ unit: z.enum(["month"]) }), newer],
  ["something more that one may send", choice.extend({ code: z.string().optional() }), plan, newer],
  ["something more that one must send", choice.extend({ code: z.string() }), plan, breaking],
  [
    "something that one may send, and what it must hold then",
    choice.extend({ by: z.object({ id: z.number() }).optional() }),
    plan,
    newer,
  ],
  ["something that is taken no more", choice.omit({ note: true }), plan, breaking],
  ["something that was optional and is asked", choice.required({ note: true }), plan, breaking],
  ["something asked that may be left out now", choice.partial({ plan: true }), plan, newer],
  ["what one may send is wider", choice.extend({ plan: z.number() }), plan, newer],
  ["what one may send is narrower", choice.extend({ plan: z.literal(3) }), plan, breaking],
] as const)("%s", (_what, body, response, kind) => {
  const changes = callChanges(before, call(body, response));
  expect(changes[kind]).toHaveLength(1 + (kind === newer && body !== choice && "by" in body.shape ? 1 : 0));
  expect(changes[kind === newer ? breaking : newer]).toEqual([]);
});

it("says nothing of bounds, and knows calls that are new or gone", () => {
  expect(callChanges(before, call(choice, plan.extend({ name: z.string().max(10) })))).toEqual({
    breaking: [],
    newer: [],
  });
  expect(callChanges(before, {}).breaking).toEqual(["POST /plans/ is gone"]);
  expect(callChanges({}, before).newer).toEqual(["POST /plans/ is new"]);
});

const NEWER = { breaking: [], newer: ["a"] };
const BREAKING = { breaking: ["a"], newer: ["b"] };
it.each([
  ["nothing", { breaking: [], newer: [] }, "1.2.0", undefined],
  ["what is newer, without another number", NEWER, "1.2.0", "a\nraise API_LEVEL to 1.3.0"],
  ["what is newer, with the second", NEWER, "1.3.0", undefined],
  ["what breaks, with the second", BREAKING, "1.3.0", "a\nraise API_LEVEL to 2.0.0"],
  ["what breaks, with the first", BREAKING, "2.0.0", undefined],
] as const)("%s, is asked for its number", (_what, changes, level, wanted) => {
  expect(missingLevel({ breaking: [...changes.breaking], newer: [...changes.newer] }, "1.2.0", level)).toBe(
    wanted,
  );
});

it("no answer is read so strictly that a new field of it kills yesterday's builds", async () => {
  const strict = (schema: unknown): boolean =>
    typeof schema === "object" &&
    schema !== null &&
    (("additionalProperties" in schema && schema.additionalProperties === false) ||
      Object.values(schema).some(strict));
  const found = (await contractRoutes()).filter(
    ({ response }) =>
      response && strict(z.toJSONSchema(response, { io: "input", unrepresentable: "any", reused: "inline" })),
  );
  expect(found.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});
