// What a TypeScript type says of a value, as data: so that values can be compared with it while tests run.

/** Where a shape stands in `Declared.shapes`: types may contain themselves. */
export type ShapeId = number;

export type Shape =
  | { readonly is: "any" | "string" | "number" | "boolean" | "null" | "undefined" | "bytes" | "date" }
  | { readonly is: "literal"; readonly value: string | number | boolean }
  | { readonly is: "either"; readonly shapes: readonly ShapeId[] }
  | { readonly is: "list"; readonly of: ShapeId }
  | { readonly is: "tuple"; readonly of: readonly ShapeId[] }
  | {
      readonly is: "object";
      readonly fields: Readonly<Record<string, ShapeId>>;
      readonly optional: readonly string[];
      /** Of the values of an index signature. */
      readonly others?: ShapeId;
    };

export type Shapes = readonly Shape[];

/** The types of rows that the code declares. */
export interface Declared {
  readonly shapes: Shapes;
  /** The shape of a row by the place of its query: `api/src/db/tally.ts:18`. */
  readonly rows: Readonly<Record<string, ShapeId>>;
}

/** What a value has that its type does not allow, in words; undefined when it is of that type. */
export function mismatch(shapes: Shapes, id: ShapeId, value: unknown, path = ""): string | undefined {
  const shape = shapeAt(shapes, id);
  const wrong = (expected: string) =>
    `${path || "the row"} is ${nameOf(value)} and is said to be ${expected}`;
  switch (shape.is) {
    case "any":
      return undefined;
    case "literal":
      return value === shape.value ? undefined : wrong(JSON.stringify(shape.value));
    case "either":
      return eitherMismatch(shapes, shape.shapes, value, path);
    case "list":
      if (!Array.isArray(value)) return wrong("a list");
      return first(value, (one, index) => mismatch(shapes, shape.of, one, `${path}[${index}]`));
    case "tuple":
      if (!Array.isArray(value) || value.length !== shape.of.length)
        return wrong(`a list of ${shape.of.length}`);
      return first(shape.of, (one, index) => mismatch(shapes, one, value[index], `${path}[${index}]`));
    case "object":
      return objectMismatch(shapes, shape, value, path);
    default:
      return kindOf(value) === shape.is ? undefined : wrong(shape.is);
  }
}

function objectMismatch(
  shapes: Shapes,
  shape: Extract<Shape, { is: "object" }>,
  value: unknown,
  path: string,
): string | undefined {
  if (kindOf(value) !== "object")
    return `${path || "the row"} is ${nameOf(value)} and is said to be an object`;
  const object = value as Record<string, unknown>;
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  const ofField = first(Object.entries(shape.fields), ([name, field]) => {
    if (name in object) return mismatch(shapes, field, object[name], at(name));
    return shape.optional.includes(name) ? undefined : `${at(name)} is not there`;
  });
  const { others } = shape;
  if (ofField !== undefined || others === undefined) return ofField;
  return first(
    Object.entries(object).filter(([name]) => !(name in shape.fields)),
    ([name, one]) => mismatch(shapes, others, one, at(name)),
  );
}

/** Of several shapes, the complaint of the one that fits best is told: that of an object among null and strings. */
function eitherMismatch(
  shapes: Shapes,
  ids: readonly ShapeId[],
  value: unknown,
  path: string,
): string | undefined {
  const complaints: string[] = [];
  for (const id of ids) {
    const complaint = mismatch(shapes, id, value, path);
    if (complaint === undefined) return undefined;
    complaints.push(complaint);
  }
  const deep = complaints.find((one) => !one.startsWith(`${path || "the row"} is `));
  return deep ?? `${path || "the row"} is ${nameOf(value)} and is said to be ${textOf(shapes, ids)}`;
}

/** A shape in words. */
const textOf = (shapes: Shapes, ids: readonly ShapeId[]): string =>
  ids
    .map((id) => {
      const shape = shapeAt(shapes, id);
      return shape.is === "literal" ? JSON.stringify(shape.value) : shape.is;
    })
    .join(" or ");

export function shapeAt(shapes: Shapes, id: ShapeId): Shape {
  const shape = shapes[id];
  if (shape === undefined) throw new RangeError(`no shape ${id}`);
  return shape;
}

/** The kinds of values that a shape allows; undefined for all of them. */
export function kindsOf(shapes: Shapes, id: ShapeId): ReadonlySet<string> | undefined {
  const shape = shapeAt(shapes, id);
  if (shape.is === "any") return undefined;
  if (shape.is === "literal") return new Set([typeof shape.value]);
  if (shape.is === "tuple") return new Set(["list"]);
  if (shape.is !== "either") return new Set([shape.is]);
  const kinds = shape.shapes.map((one) => kindsOf(shapes, one));
  if (kinds.includes(undefined)) return undefined;
  return new Set(kinds.flatMap((one) => [...(one ?? [])]));
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (value instanceof Uint8Array) return "bytes";
  if (value instanceof Date) return "date";
  return typeof value;
}

const nameOf = (value: unknown): string => {
  const kind = kindOf(value);
  return kind === "string" || kind === "number" || kind === "boolean" ? `${JSON.stringify(value)}` : kind;
};

function first<One>(
  values: readonly One[],
  complaint: (value: One, index: number) => string | undefined,
): string | undefined {
  for (const [index, value] of values.entries()) {
    const found = complaint(value, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
