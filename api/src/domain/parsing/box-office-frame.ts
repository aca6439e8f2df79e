import { type Field, fieldsOf, isGroupAlias, isInherited } from "./box-office-aliases.ts";
import type { DetailSum } from "./box-office-details.ts";

const MAX_VALUES = 400;

/** An element that is open: what it has given so far. */
export interface Frame {
  readonly name: string;
  readonly line: number;
  /** `group/name` or `/name` → value. */
  readonly values: Map<string, string>;
  /** What a Seance, Jour or Tarif counts. */
  readonly detail: DetailSum | undefined;
  /** Sums of the details inside, by their name. */
  details: Map<string, DetailSum> | undefined;
  text: string;
  hasChildren: boolean;
  /** A declaration was found inside: this element only surrounds it. */
  holdsDeclaration: boolean;
  /** What it gives to declarations inside it, and from how many values that was read. */
  inherited: { readonly of: number; readonly fields: ReadonlyMap<Field, string> } | undefined;
}

/** What an element gives to the declarations inside it. */
export function inheritedOf(frame: Frame): ReadonlyMap<Field, string> {
  // Values are only ever added: as many as last time are the same ones.
  if (frame.inherited?.of !== frame.values.size) {
    const fields = fieldsOf(valuesOfGroup(frame));
    // The version of a file is its format's; that of a film is the film's.
    const isGiven = (field: Field) => isInherited(field) || (field === "version" && frame.name === "film");
    for (const field of fields.keys()) if (!isGiven(field)) fields.delete(field);
    frame.inherited = { of: frame.values.size, fields };
  }
  return frame.inherited.fields;
}

/** The values of a closed child become its parent's: a leaf's text under its name, a group's values under the group. */
export function giveValues(parent: Frame, child: Frame): void {
  if (parent.values.size > MAX_VALUES) return;
  const text = child.hasChildren ? "" : child.text.trim();
  if (text !== "" && child.values.size === 0) {
    if (!parent.values.has(`/${child.name}`)) parent.values.set(`/${child.name}`, text);
    return;
  }
  for (const [key, value] of child.values) {
    const own = key.startsWith("/") ? groupKey(child.name, key) : key;
    if (!parent.values.has(own)) parent.values.set(own, value);
  }
  if (text !== "" && !parent.values.has(`/${child.name}`)) parent.values.set(`/${child.name}`, text);
}

/** An element around declarations is the group of its own values: `<Cinema nom="…">` gives a `cinema/nom`. */
function valuesOfGroup(frame: Frame): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [key, value] of frame.values) {
    const inGroup = key.startsWith("/") ? groupKey(frame.name, key) : key;
    values.set(isGroupAlias(inGroup) ? inGroup : key, value);
  }
  return values;
}

const groupKeys = new Map<string, Map<string, string>>();

/** `semaine` and `/debut` → `semaine/debut`, made once for each pair. */
function groupKey(group: string, key: string): string {
  let known = groupKeys.get(group);
  if (!known) {
    known = new Map();
    if (groupKeys.size < 500) groupKeys.set(group, known);
  }
  let made = known.get(key);
  if (made === undefined) {
    made = group + key;
    if (known.size < 500) known.set(key, made);
  }
  return made;
}
