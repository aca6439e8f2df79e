// Values that fit a schema of the contract: for remotes that run alone, and under the builders of tests.
import { z } from "zod";

type Schema = Readonly<Record<string, unknown>>;

interface Wanted {
  /** How many items a list has, when it may. */
  readonly rows: number;
  /** What may be missing is missing: optional fields, and what may be null. */
  readonly isBare: boolean;
}

/** Tried in this order against the pattern of a text: the first that fits is the example. */
const TEXTS = [
  "Exemple",
  "2026-11-18",
  "2026-11-18T08:30:00.000Z",
  "2026-11-18T08:30:00Z",
  "1250.00",
  "12",
  "camille@lumiere.example",
  "75001",
  "FR76",
  "0123456789ab",
  "cnc",
  "https://exemple.example/",
  "2026-W47",
  "2026-11",
  "exemple",
  "EXEMPLE",
  "+33612345678",
  "000100016",
  "0b8f1c1e-7a52-4c1f-9d0e-3f1b2c4d5e6f",
  "a".repeat(64),
  `sha384-${"A".repeat(64)}`,
  "/exemple",
  "1.0.0",
];

/** An example of what a schema takes, five rows in each list; texts are named by their fields. */
export const exampleOf = (schema: z.ZodType): unknown => exampleIn(schema, { rows: 5, isBare: false });

/** The least that a schema takes: no optional field, nothing where null may be, empty lists. */
export const bareExampleOf = (schema: z.ZodType): unknown => exampleIn(schema, { rows: 0, isBare: true });

const exampleIn = (schema: z.ZodType, wanted: Wanted): unknown =>
  valueOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), wanted);

/**
 * @param name of the property, for texts that a person can tell apart
 * @param row counts the items of a list
 */
function valueOf(schema: Schema, wanted: Wanted, name = "", row = 0): unknown {
  const examples = schema["examples"] ?? schema["enum"];
  if (Array.isArray(examples)) return examples[row % examples.length] as unknown;
  if ("const" in schema) return schema["const"];
  const choices = (schema["anyOf"] ?? schema["oneOf"]) as readonly Schema[] | undefined;
  if (choices) {
    const isNull = ({ type }: Schema) => type === "null";
    const choice = choices.find((each) => isNull(each) === (wanted.isBare && choices.some(isNull)));
    return valueOf(choice ?? choices[0] ?? {}, wanted, name, row);
  }
  if (Array.isArray(schema["allOf"]))
    return Object.assign(
      {},
      ...schema["allOf"].map((one: Schema) => valueOf(one, wanted, name, row)),
    ) as unknown;
  const types = [schema["type"]].flat();
  switch (wanted.isBare && types.includes("null") ? "null" : types[0]) {
    case "object":
      return objectOf(schema, wanted, row);
    case "array": {
      const least = numberOr(schema["minItems"], 0);
      const length = Math.min(Math.max(least, wanted.rows), numberOr(schema["maxItems"], wanted.rows));
      return Array.from({ length }, (_, index) =>
        valueOf((schema["items"] ?? {}) as Schema, wanted, name, index),
      );
    }
    case "integer":
    case "number":
      return numberOf(schema, name, row);
    case "boolean":
      return row % 2 === 1;
    case "string":
      return textOf(schema, name, row);
    default:
      return null;
  }
}

function objectOf(schema: Schema, wanted: Wanted, row: number): unknown {
  const {
    properties = {},
    required = [],
    propertyNames,
    additionalProperties = {},
  } = schema as {
    properties?: Record<string, Schema>;
    required?: readonly string[];
    propertyNames?: { enum?: readonly string[] };
    additionalProperties?: Schema;
  };
  // A record whose keys are listed has all of them.
  const ofNames = (propertyNames?.enum ?? []).map((key) => [key, additionalProperties] as const);
  const given = Object.entries(properties).filter(([key]) => !wanted.isBare || required.includes(key));
  const example: Record<string, unknown> = Object.fromEntries(
    [...given, ...ofNames].map(([key, one]) => [key, valueOf(one, wanted, key, row)]),
  );
  // The list form of API-4: one page that holds everything.
  if (Array.isArray(example["results"]) && "next" in example)
    return { ...example, count: example["results"].length, next: null, previous: null };
  return example;
}

const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === "number" ? value : otherwise;

function numberOf(schema: Schema, name: string, row: number): number {
  const least = numberOr(schema["minimum"], numberOr(schema["exclusiveMinimum"], -1) + 1);
  const most = numberOr(schema["maximum"], numberOr(schema["exclusiveMaximum"], Infinity) - 1);
  const wanted = name === "id" || name.endsWith("_id") ? row + 1 : 3 + row;
  return Math.min(Math.max(wanted, least), most);
}

const OF_FORMAT: Readonly<Record<string, string>> = {
  uri: "https://exemple.example/",
  date: "2026-11-18",
  "date-time": "2026-11-18T08:30:00.000Z",
  email: "camille@lumiere.example",
};

function textOf(schema: Schema, name: string, row: number): string {
  const { pattern, format } = schema;
  const least = numberOr(schema["minLength"], 0);
  const fits = (text: string) =>
    (typeof pattern !== "string" || new RegExp(pattern, "u").test(text)) &&
    text.length >= least &&
    text.length <= numberOr(schema["maxLength"], Infinity);
  const known = typeof format === "string" ? OF_FORMAT[format] : undefined;
  if (known !== undefined) return known;
  if (/^currency(_code)?$/.test(name)) return "EUR";
  const named = `${name || "Exemple"} ${row + 1}`;
  return [named, ...TEXTS].find(fits) ?? "x".repeat(least || 1);
}
