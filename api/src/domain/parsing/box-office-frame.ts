import {
  type Field,
  fieldsOf,
  isCompany,
  isCompanyKey,
  isGroupAlias,
  isInherited,
  isSiteName,
  isWrapper,
} from "./box-office-aliases.ts";
import type { DetailSum } from "./box-office-details.ts";
import { normaliseText } from "./normalise-name.ts";

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
  /** It is a cinema's or a screen's, or one stands in it. */
  holdsSite: boolean;
  /** A value of its own names a cinema (`<Cinema>Rex</Cinema>`): its numbers and addresses are that one's. */
  namesSite: boolean;
  /** Attributes that name no cinema tell its brand or legal name: the numbers and addresses among them are that company's. */
  company: { readonly brand: string; readonly fields: ReadonlyMap<Field, string> } | undefined;
  /** What it gives to declarations inside it, and from how many values that was read. */
  inherited: { readonly of: number; readonly fields: ReadonlyMap<Field, string> } | undefined;
  /** What elements after a declaration replaced of it, and their names. */
  later:
    | {
        readonly names: Set<string>;
        readonly fields: Map<Field, { readonly value: string; readonly from: string }>;
      }
    | undefined;
}

/**
 * Takes the numbers and addresses among the attributes of a circuit or group that they name, and no cinema, off its values: those that its
 * children tell are a flat cinema's in it, these are not.
 */
export function splitCompany(frame: Frame): void {
  const brand = frame.values.get("/enseigne");
  if (brand === undefined && !frame.values.has("/raisonsociale")) return;
  const own = new Map([...frame.values].filter(([key]) => isCompanyKey(key)));
  for (const key of own.keys()) frame.values.delete(key);
  frame.company = { brand: normaliseText(brand ?? ""), fields: fieldsOf(own) };
}

/** What an element gives to the declarations inside it. */
export function inheritedOf(frame: Frame): ReadonlyMap<Field, string> {
  // Values are only ever added, or this is forgotten: as many as last time are the same ones.
  if (frame.inherited?.of !== frame.values.size)
    frame.inherited = { of: frame.values.size, fields: inheritedFrom(frame, frame.values) };
  const { fields } = frame.inherited;
  if (!frame.later && !frame.company) return fields;
  const all = new Map(fields);
  for (const [field, { value }] of frame.later?.fields ?? []) all.set(field, value);
  if (isCompanyItself(frame, all.get("cinema_name")))
    for (const [field, value] of frame.company?.fields ?? []) if (!all.has(field)) all.set(field, value);
  return all;
}

/** Whether the flat cinema is called by the brand of the company around it, and so is that. */
const isCompanyItself = (frame: Frame, cinema = ""): boolean =>
  isFlatSite(frame) && cinema !== "" && normaliseText(cinema) === frame.company?.brand;

/** What an element gives to the declarations inside it by these values of its. */
function inheritedFrom(frame: Frame, values: ReadonlyMap<string, string>): Map<Field, string> {
  const { name } = frame;
  const fields = fieldsOf(isFlatSite(frame) ? valuesOfSite(name, values) : valuesOfGroup(name, values));
  // The version of a file is its format's; that of a film is the film's.
  const isGiven = (field: Field) => isInherited(field) || (field === "version" && name === "film");
  for (const field of fields.keys()) if (!isGiven(field)) fields.delete(field);
  return fields;
}

/** The values of a closed child become its parent's: a leaf's text under its name, a group's values under the group. */
export function giveValues(parent: Frame, child: Frame): void {
  if (child.holdsSite) parent.holdsSite = true;
  if (parent.values.size > MAX_VALUES) return;
  const text = child.hasChildren ? "" : child.text.trim();
  if (text !== "" && isSiteName(child.name)) parent.namesSite = true;
  if (parent.holdsDeclaration && replacesEarlier(parent, child, text)) return;
  if (text !== "" && child.values.size === 0) {
    if (!parent.values.has(`/${child.name}`)) parent.values.set(`/${child.name}`, text);
    return;
  }
  const company = companyAround(parent, child);
  for (const [key, value] of child.values) {
    const own = keyAround(child.name, company, key);
    if (!parent.values.has(own)) parent.values.set(own, value);
  }
  if (text !== "" && !parent.values.has(`/${child.name}`)) parent.values.set(`/${child.name}`, text);
}

/**
 * In a flat file a cinema, screen or week is followed by its declarations, then by the next one: what stands after a
 * declaration is meant for those to come, in place of all that an element of its name gave before. It is kept apart from the
 * values, so that a hostile file pays for its own values each time, not for those of the whole element around.
 * @returns whether it did
 */
function replacesEarlier(parent: Frame, child: Frame, text: string): boolean {
  // One that surrounds declarations gave them its values itself.
  if (child.holdsDeclaration) return false;
  const own = `/${child.name}`;
  const values = new Map<string, string>();
  const company = companyAround(parent, child);
  for (const [key, value] of child.values) values.set(keyAround(child.name, company, key), value);
  if (text !== "") values.set(own, text);
  const fields = inheritedFrom(parent, values);
  if (fields.size === 0) return false;
  if (!parent.later?.names.has(child.name)) {
    const isOfName = (key: string) => key === own || key.startsWith(`${child.name}/`) || values.has(key);
    const earlier = [...parent.values.keys()].filter(isOfName);
    if (earlier.length === 0) return false;
    for (const key of earlier) parent.values.delete(key);
    parent.inherited = undefined;
    parent.later ??= { names: new Set(), fields: new Map() };
    parent.later.names.add(child.name);
  }
  const { later } = parent;
  for (const [field, { from }] of later.fields) if (from === child.name) later.fields.delete(field);
  for (const [field, value] of fields) later.fields.set(field, { value, from: child.name });
  return true;
}

/** An element around declarations is the group of its own values: `<Cinema nom="…">` gives a `cinema/nom`. */
function valuesOfGroup(name: string, given: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [key, value] of given) {
    const inGroup = key.startsWith("/") ? groupKey(name, key) : key;
    values.set(isGroupAlias(inGroup) ? inGroup : key, value);
  }
  return values;
}

/** A circuit or group without a name of its own that only surrounds the values of a cinema, one after the other. */
const isFlatSite = ({ name, namesSite, values }: Frame): boolean =>
  namesSite && isWrapper(name) && !values.has("/nom");

/** Its values, as if they stood in no company. */
const valuesOfSite = (name: string, given: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map(
    [...given].map(([key, value]) => [key.startsWith(`${name}/`) ? key.slice(name.length) : key, value]),
  );

/** The company whose numbers and addresses an element tells: that of the element around it, unless it is another company or a cinema. */
const companyAround = (parent: Frame, child: Frame): string | undefined =>
  isCompany(parent.name) && !isCompany(child.name) && !child.holdsSite ? parent.name : undefined;

/** The key that a value of an element has in the one around it: in the element's group, or in the company's, however deep it stands there. */
function keyAround(name: string, company: string | undefined, key: string): string {
  if (company !== undefined) {
    const slash = key.indexOf("/");
    const own = key.slice(slash);
    if (isCompanyKey(own) && !isCompany(key.slice(0, slash))) return groupKey(company, own);
  }
  return key.startsWith("/") ? groupKey(name, key) : key;
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
