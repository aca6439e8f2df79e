import type { RouteContract } from "@bobine/contract/route";
import { z } from "zod";

/** Call → place in it → what stands there. */
export type Calls = Readonly<Record<string, Readonly<Record<string, string>>>>;

type Places = Map<string, { readonly types: Set<string>; required: boolean }>;

/** What of JSON Schema 2020-12 zod writes for what a contract has. */
interface JsonSchema {
  readonly $ref?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: boolean | JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
}

/**
 * What a caller can see of the calls: each value of a question (`< body.plan_id`) and of its answer (`> results[].id`), with its type.
 * Bounds, patterns and examples are left out: no build depends on them (FED-32).
 */
export function describeCalls(routes: readonly RouteContract[]): Calls {
  return sorted(routes.map((route) => [`${route.method} ${route.path}`, placesOf(route)]));
}

const sorted = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));

function placesOf({
  query,
  params,
  body,
  upload,
  uploadFields = {},
  response,
}: RouteContract): Record<string, string> {
  const places: Places = new Map();
  for (const [name, schema] of Object.entries({ query, params, body }))
    if (schema) walk(schemaOf(schema, "input"), `< ${name}`, true, places);
  if (upload !== undefined) note(places, `< file.${upload}`, ["file"], true);
  for (const [name, schema] of Object.entries(uploadFields))
    walk(schemaOf(schema, "input"), `< file.${name}`, false, places);
  if (response) walk(schemaOf(response, "output"), ">", true, places);
  return sorted(
    [...places].map(([place, { types, required }]) => [
      place,
      `${[...types].toSorted().join(" | ") || "anything"}${required ? "" : ", optional"}`,
    ]),
  );
}

const schemaOf = (schema: z.ZodType, io: "input" | "output"): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" }) as JsonSchema;

function note(places: Places, place: string, types: readonly string[], required: boolean): void {
  const known = places.get(place) ?? { types: new Set(), required };
  for (const type of types) known.types.add(type);
  // Of several shapes: what one of them leaves out may be missing.
  known.required &&= required;
  places.set(place, known);
}

function walk(schema: JsonSchema, place: string, required: boolean, places: Places): void {
  // A shape within itself is told once.
  if (schema.$ref !== undefined) return note(places, place, [schema.$ref], required);
  const shapes = schema.anyOf ?? schema.oneOf;
  if (shapes) {
    for (const shape of shapes) walk(shape, place, required, places);
    return;
  }
  for (const part of schema.allOf ?? []) walk(part, place, required, places);
  note(places, place, typesOf(schema), required);
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    walk(property, `${place}.${name}`, schema.required?.includes(name) ?? false, places);
  if (typeof schema.additionalProperties === "object")
    walk(schema.additionalProperties, `${place}.*`, false, places);
  if (typeof schema.items === "object") walk(schema.items, `${place}[]`, true, places);
  for (const [index, item] of (schema.prefixItems ?? []).entries())
    walk(item, `${place}[${index}]`, true, places);
}

function typesOf(schema: JsonSchema): readonly string[] {
  if ("const" in schema) return [JSON.stringify(schema.const)];
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value));
  return schema.type === undefined ? [] : [schema.type].flat();
}
