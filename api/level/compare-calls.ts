import type { Calls } from "./describe-calls.ts";

export interface CallChanges {
  /** Yesterday's builds may die of it. */
  readonly breaking: string[];
  /** Only newer builds may count on it. */
  readonly newer: string[];
}

type Places = Calls[string];

/** What changed of the calls, as builds that are live meet it (FED-32). */
export function callChanges(before: Calls, after: Calls): CallChanges {
  const changes: CallChanges = { breaking: [], newer: [] };
  for (const call of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[call], after[call]];
    if (now === undefined) changes.breaking.push(`${call} is gone`);
    else if (old === undefined) changes.newer.push(`${call} is new`);
    else notePlaces(call, old, now, changes);
  }
  return changes;
}

function notePlaces(call: string, old: Places, now: Places, changes: CallChanges): void {
  for (const place of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [before, after] = [old[place], now[place]];
    if (before === after) continue;
    const isQuestion = place.startsWith("<");
    const breaks =
      after === undefined ||
      (before === undefined
        ? isQuestion && readValue(after).required && old[parentOf(place)] !== undefined
        : breaksWhoKnows(isQuestion, readValue(before), readValue(after)));
    const what = after === undefined ? "is gone" : before === undefined ? "is new" : `was « ${before} »`;
    changes[breaks ? "breaking" : "newer"].push(`${call} ${place} ${what}`);
  }
}

interface Value {
  readonly required: boolean;
  readonly types: readonly string[];
}

/** Who asks must send no more than before, and may send what it did; who reads meets nothing that it does not know, and misses nothing. */
function breaksWhoKnows(isQuestion: boolean, before: Value, after: Value): boolean {
  const [more, less] = isQuestion ? [after, before] : [before, after];
  return (more.required && !less.required) || !less.types.every((type) => isTaken(more.types, type));
}

/** A fixed text is a string, a whole number a number. */
const isTaken = (types: readonly string[], type: string): boolean =>
  types.includes("anything") ||
  types.includes(type) ||
  (type.startsWith('"') && types.includes("string")) ||
  (type === "integer" && types.includes("number"));

/** `< body.a.b` → `< body.a` */
const parentOf = (place: string): string => place.replace(/(?:\.[^.[\]]+|\[\d*\])$/, "");

const OPTIONAL = ", optional";

function readValue(text: string): Value {
  const required = !text.endsWith(OPTIONAL);
  return { required, types: (required ? text : text.slice(0, -OPTIONAL.length)).split(" | ") };
}

/**
 * Whether the level of the API says what changed.
 * @param written the level that is written down
 * @param level that of the sources
 * @returns what to do; undefined when there is nothing to do
 */
export function missingLevel(
  { breaking, newer }: CallChanges,
  written: string,
  level: string,
): string | undefined {
  const [first = 0, second = 0] = written.split(".").map(Number);
  const [nowFirst = 0, nowSecond = 0] = level.split(".").map(Number);
  if (nowFirst > first) return undefined;
  const askFor = (what: readonly string[], wanted: string) =>
    `${what.join("\n")}\nraise API_LEVEL to ${wanted}`;
  if (breaking.length > 0) return askFor(breaking, `${first + 1}.0.0`);
  if (newer.length === 0 || (nowFirst === first && nowSecond > second)) return undefined;
  return askFor(newer, `${first}.${second + 1}.0`);
}
