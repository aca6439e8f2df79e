import type { z } from "zod";
import { bareExampleOf } from "./example-of.testing.ts";

/**
 * A builder of a type of the wire: what a test says, over the defaults, over the least that the schema takes. It refuses what the
 * schema refuses: no test runs on an answer that no server gives.
 */
export function builderOf<Schema extends z.ZodObject>(
  schema: Schema,
  defaults: Partial<z.output<Schema>> = {},
): (overrides?: Partial<z.output<Schema>>) => z.output<Schema> {
  let bare: unknown;
  return (overrides = {}) => {
    bare ??= bareExampleOf(schema);
    return schema.parse(Object.assign({}, bare, defaults, overrides));
  };
}
