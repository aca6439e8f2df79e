// What the queries of the product answer while tests run: the columns and rows of each, and the place in the code that asked.
import { relative } from "node:path";
import { Client, Pool, type QueryResult } from "pg";
import { ROOT } from "./root.ts";

export interface Answer {
  /** `api/src/db/tally.ts:18` */
  readonly place: string;
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly rows: readonly unknown[];
}

/** Of a long answer, that many rows are looked at. */
const ROWS = 50;
/** These ask for others. */
const PASSED_ON = /\/api\/src\/(db\/(scope|cursor)|testing\/.*|.*[.]testing)[.]ts$|\/node_modules\/|^node:/;
const OPEN_CURSOR = /^declare \w+ no scroll cursor/;
const FETCH = /^fetch \d+ from/;

/** The place of the cursor that a session reads. */
const cursors = new WeakMap<object, string>();
const places = new Map<string, string | undefined>();
/** Where a statement was last asked from, and how often one after the other. */
const askedFrom = new Map<string, { readonly place: string | undefined; readonly times: number }>();
const OFTEN = 20;

/** How far up it is looked who asked: beyond what wraps the driver, V8's own ten frames end. */
const FRAMES = 25;

/** Every session of `pg` tells `onAnswer` from here on. @returns what ends that */
export function observeRows(onAnswer: (answer: Answer) => void): () => void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const ends = [Client.prototype, Pool.prototype].map((owner) => {
    const query = Reflect.get(owner, "query") as (...all: unknown[]) => unknown;
    const observed = function (this: object, ...args: [unknown, ...unknown[]]): unknown {
      const callback = args.at(-1);
      if (typeof callback === "function") {
        // The pool's own has no place in our code: it is observed itself.
        const hear = listenerFor(this, args[0], onAnswer);
        args[args.length - 1] = (error: unknown, result: QueryResult) => {
          if (!error) hear?.(result);
          callback(error, result);
        };
        return Reflect.apply(query, this, args);
      }
      const called = Reflect.apply(query, this, args) as unknown;
      // Whoever asked hears of a failure.
      if (called instanceof Promise) called.then(listenerFor(this, args[0], onAnswer), () => undefined);
      return called;
    };
    Reflect.set(owner, "query", observed);
    return () => {
      Reflect.set(owner, "query", query);
    };
  });
  return () => {
    Error.stackTraceLimit = stackTraceLimit;
    ends.forEach((end) => end());
  };
}

/** What hears the answer to a query; nothing where it is not asked in the code of the product. */
function listenerFor(
  session: object,
  asked: unknown,
  onAnswer: (answer: Answer) => void,
): ((result: QueryResult) => void) | undefined {
  const text = typeof asked === "string" ? asked : ((asked as { text?: string }).text ?? "");
  const place = FETCH.test(text) ? cursors.get(session) : placeOf(text);
  if (place === undefined) return undefined;
  if (OPEN_CURSOR.test(text)) cursors.set(session, place);
  return (result) => {
    // Several statements in one text have several results.
    if (!Array.isArray(result)) onAnswer({ place, fields: result.fields, rows: result.rows.slice(0, ROWS) });
  };
}

/** To look up the stack at each statement is a twelfth of what these tests cost: of one that came from one place so often it is not looked at again. */
function placeOf(text: string): string | undefined {
  const before = askedFrom.get(text);
  if (before !== undefined && before.times >= OFTEN) return before.place;
  const place = placeOfCaller();
  askedFrom.set(text, {
    place,
    times: before !== undefined && before.place === place ? before.times + 1 : 1,
  });
  return place;
}

/** Where the product asked. Stacks are long to write out with their source maps: once for each place. */
function placeOfCaller(): string | undefined {
  const site = callSites().find((one) => !PASSED_ON.test(fileOf(one)));
  if (site === undefined) return undefined;
  const compiled = `${fileOf(site)}:${site.getLineNumber()}:${site.getColumnNumber()}`;
  if (!places.has(compiled)) places.set(compiled, writtenPlace());
  return places.get(compiled);
}

const fileOf = (site: NodeJS.CallSite): string => (site.getFileName() ?? "node:").replace(/^file:\/\//, "");

function callSites(): NodeJS.CallSite[] {
  const prepareStackTrace: unknown = Reflect.get(Error, "prepareStackTrace");
  Error.prepareStackTrace = (_, sites) => sites;
  const sites = new Error("where").stack as unknown as NodeJS.CallSite[];
  Reflect.set(Error, "prepareStackTrace", prepareStackTrace);
  return sites;
}

function writtenPlace(): string | undefined {
  for (const line of (new Error("where").stack ?? "").split("\n").slice(1)) {
    const [, file, number] = /[ (]((?:file:\/\/)?\/[^():]+):(\d+):\d+\)?$/.exec(line) ?? [];
    const path = file?.replace(/^file:\/\//, "");
    if (path !== undefined && !PASSED_ON.test(path)) return `${relative(ROOT, path)}:${number}`;
  }
  return undefined;
}
