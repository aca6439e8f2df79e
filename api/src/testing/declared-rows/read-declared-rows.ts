// The types that queries give their rows, as the compiler sees them: those of `tx.many<Row>(…)` as much as of a `tx.maybe(…)` that takes
// its type from what the function around it returns.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import {
  type CallExpression,
  isCallExpression,
  isPropertyAccessExpression,
  type Node,
} from "typescript/unstable/ast";
import {
  API,
  type Checker,
  SymbolFlags,
  type Type,
  TypeFlags,
  type TypeReference,
} from "typescript/unstable/sync";
import type { ReadRows } from "./declared-rows.ts";
import { ROOT } from "./root.ts";
import type { Declared, Shape, ShapeId } from "./shapes.ts";

const METHODS = new Set(["many", "maybe", "one"]);

/** @throws {Error} when two queries stand in one line: they could not be told apart */
export function readDeclaredRows(): Declared {
  const api = new API({ cwd: ROOT });
  try {
    const config = join(ROOT, "api/tsconfig.json");
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new Error(`${config} is no project`);
    const { checker, program } = project;
    const shapes = new ShapeList(checker);
    const rows: Record<string, ShapeId> = {};
    const source = join(ROOT, "api/src/");
    for (const name of program.getSourceFileNames()) {
      if (!name.startsWith(source) || /[.](test|testing)[.]ts$|\/testing\//.test(name)) continue;
      const file = program.getSourceFile(name);
      if (file === undefined) continue;
      for (const { call, at } of queriesIn(file)) {
        const row = rowOf(checker, call);
        if (row === undefined || row.isTypeParameter()) continue;
        const place = `${relative(ROOT, name)}:${file.text.slice(0, at).split("\n").length}`;
        if (place in rows) throw new Error(`${place} has two queries: one line for each`);
        rows[place] = shapes.idOf(row);
      }
    }
    return { shapes: shapes.all, rows };
  } finally {
    api.close();
  }
}

type Query = { readonly call: CallExpression; readonly method: string; readonly at: number };

function queriesIn(file: Node): Query[] {
  const found: Query[] = [];
  const visit = (node: Node): void => {
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const { name } = node.expression;
      if (METHODS.has(name.text) || (name.text === "query" && node.typeArguments !== undefined))
        found.push({ call: node, method: name.text, at: name.end });
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** The type of one row of a call; undefined when it is no query, or nothing is read of its rows. */
function rowOf(checker: Checker, call: CallExpression): Type | undefined {
  if (!isPropertyAccessExpression(call.expression)) return undefined;
  const method = call.expression.name.text;
  if (method === "query") {
    const [row] = call.typeArguments ?? [];
    return row && checker.getTypeFromTypeNode(row);
  }
  const receiver = checker.getTypeAtLocation(call.expression.expression);
  if (receiver?.getSymbol()?.name !== "Tx") return undefined;
  const promise = checker.getTypeAtLocation(call);
  const answer = promise && checker.getTypeArguments(promise as TypeReference)[0];
  if (answer === undefined || answer.flags & TypeFlags.Unknown) return undefined;
  if (method === "many") return checker.getTypeArguments(answer as TypeReference)[0];
  return method === "maybe" ? checker.getNonNullableType(answer) : answer;
}

const PRIMITIVES: readonly (readonly [TypeFlags, Shape])[] = [
  [TypeFlags.Any | TypeFlags.Unknown, { is: "any" }],
  [TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.StringMapping, { is: "string" }],
  [TypeFlags.Number, { is: "number" }],
  [TypeFlags.Null, { is: "null" }],
  [TypeFlags.Undefined | TypeFlags.Void, { is: "undefined" }],
];

class ShapeList {
  readonly all: Shape[] = [];
  readonly #ids = new Map<number, ShapeId>();
  readonly #checker: Checker;

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  idOf(type: Type): ShapeId {
    const known = this.#ids.get(type.id);
    if (known !== undefined) return known;
    const id = this.all.push({ is: "any" }) - 1;
    this.#ids.set(type.id, id);
    this.all[id] = this.#shapeOf(type);
    return id;
  }

  #shapeOf(type: Type): Shape {
    const checker = this.#checker;
    const primitive = PRIMITIVES.find(([flags]) => type.flags & flags);
    if (primitive) return primitive[1];
    if (type.isLiteralType()) return { is: "literal", value: type.value as string | number | boolean };
    if (type.isUnionType()) return { is: "either", shapes: type.getTypes().map((one) => this.idOf(one)) };
    if (type.isIntersectionType()) {
      // Cents, CivilDate: a number and a text with a name of their own.
      const branded = type.getTypes().find((one) => one.flags & (TypeFlags.String | TypeFlags.Number));
      if (branded) return this.#shapeOf(branded);
    }
    const name = type.getSymbol()?.name;
    if (name === "Buffer" || name === "Uint8Array") return { is: "bytes" };
    if (name === "Date") return { is: "date" };
    const args = type.isTypeReference() ? checker.getTypeArguments(type) : [];
    if (checker.isTupleType(type)) return { is: "tuple", of: args.map((one) => this.idOf(one)) };
    if (checker.isArrayType(type)) return { is: "list", of: this.idOf(args[0] as Type) };
    return this.#objectOf(type);
  }

  #objectOf(type: Type): Shape {
    const properties = this.#checker.getPropertiesOfType(type);
    const types = properties.length === 0 ? [] : this.#checker.getTypeOfSymbol(properties);
    const fields: Record<string, ShapeId> = {};
    const optional: string[] = [];
    for (const [index, property] of properties.entries()) {
      const field = types[index];
      if (field === undefined) throw new Error(`${property.name} has no type`);
      fields[property.name] = this.idOf(field);
      if (property.flags & SymbolFlags.Optional) optional.push(property.name);
    }
    const [others] = this.#checker.getIndexInfosOfType(type);
    return { is: "object", fields, optional, ...(others && { others: this.idOf(others.valueType) }) };
  }
}

// In a process of its own: declared-rows.ts.
if (import.meta.main) {
  const [, , file = "", hash = ""] = process.argv;
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify({ hash, declared: readDeclaredRows() } satisfies ReadRows));
  renameSync(unfinished, file);
}
