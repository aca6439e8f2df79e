// Values for fast-check from the JSON Schema of a contract: what fits it, and what nearly does.
import type { RouteContract } from "@bobine/contract/route";
import fc from "fast-check";
import { z } from "zod";

type Schema = Record<string, unknown>;

/** Values that have broken servers before. */
const WEIRD = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    0.1,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    "",
    " ",
    "0",
    "null",
    "\u0000",
    "\ud83d",
    "😀",
    "2026-02-30",
    "99999999999999.99",
    "-0.00",
    "1e5",
    "NaN",
    "'; drop table invoice; --",
    "../../etc/passwd",
    "%00",
    "x".repeat(20_000),
    [],
    [[]],
    {},
    { length: -1 },
    JSON.parse('{"toString":1,"constructor":2,"hasOwnProperty":3}'),
  ),
  fc.string({ unit: "binary" }),
  fc.jsonValue(),
);

/** The schema of what a caller sends. */
export const inputSchema = (schema: NonNullable<RouteContract["body"]>): Schema =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

/** What fits the schema. Lengths and sizes stay small: what is long is not what is interesting. */
export function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as unknown[]));
  // A number with a key (SIREN, IBAN) is never drawn right.
  if (Array.isArray(schema["examples"])) return fc.constantFrom(...(schema["examples"] as unknown[]));
  if ("const" in schema) return fc.constant(schema["const"]);
  const choices = (schema["anyOf"] ?? schema["oneOf"]) as Schema[] | undefined;
  if (choices) return fc.oneof(...choices.map(fitting));
  if (Array.isArray(schema["type"]))
    return fc.oneof(...(schema["type"] as string[]).map((type) => fitting({ ...schema, type })));
  switch (schema["type"]) {
    case "null":
      return fc.constant(null);
    case "object": {
      const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
      return fc.record(Object.fromEntries(properties.map(([name, one]) => [name, fitting(one)])), {
        requiredKeys: (schema["required"] ?? []) as never[],
      });
    }
    case "array":
      return fc.array(fitting((schema["items"] ?? {}) as Schema), {
        minLength: Number(schema["minItems"] ?? 0),
        maxLength: Number(schema["minItems"] ?? 0) + 3,
      });
    case "integer":
    case "number":
      return fc.integer({ min: Number(schema["minimum"] ?? schema["exclusiveMinimum"] ?? -3), max: 12 });
    case "boolean":
      return fc.boolean();
    case "string":
      return typeof schema["pattern"] === "string"
        ? fc.stringMatching(new RegExp(schema["pattern"]), { size: "small" })
        : fc.string({ minLength: Number(schema["minLength"] ?? 0), maxLength: 30 });
    default:
      return fc.jsonValue();
  }
}

/** What fits, what fits but for one value, and what is anything. */
export function nearly(schema: Schema): fc.Arbitrary<unknown> {
  const properties = Object.keys((schema["properties"] ?? {}) as object);
  const spoilt = fc
    .tuple(fitting(schema), fc.constantFrom(...properties, "unexpected", "__proto__"), WEIRD)
    .map(([value, name, weird]) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.assign(Object.create(null) as object, value, { [name]: weird })
        : weird,
    );
  return fc.oneof({ weight: 4, arbitrary: fitting(schema) }, { weight: 4, arbitrary: spoilt }, WEIRD);
}
