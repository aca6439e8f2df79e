import type { CivilDate } from "@bobine/contract/civil-date";
import { SaxesParser } from "saxes";
import {
  DECLARATION_NAMES,
  DETAIL_NAMES,
  type Field,
  fieldsOf,
  isGroupAlias,
  isInherited,
} from "./box-office-aliases.ts";
import { declarationChecker } from "./box-office-controls.ts";
import { addDetail, type DetailSum, readDetail } from "./box-office-details.ts";
import { checkControl } from "./box-office-file-control.ts";
import {
  type BoxOfficeDeclaration,
  type BoxOfficeReading,
  type ReportIssue,
  UnreadableReport,
} from "./box-office-types.ts";
import { frenchAmount, frenchInteger } from "./french-number.ts";
import { normaliseName, normaliseText, ownKey } from "./normalise-name.ts";
import { xmlDecoder } from "./xml-text.ts";

export type { BoxOfficeDeclaration, BoxOfficeReading, ReportIssue } from "./box-office-types.ts";
export { UnreadableReport } from "./box-office-types.ts";

const MAX_DEPTH = 32;
const MAX_ATTRIBUTES = 64;
const MAX_TEXT = 1_000_000;
const MAX_VALUES = 400;
const KEPT_ISSUES = 200;
const BATCH = 500;

const NOT_XML = "Le fichier doit être au format XML.";
const NO_DECLARATION = "Aucune déclaration de recettes trouvée dans le fichier.";
const DOCTYPE = "Le fichier contient une déclaration DOCTYPE, refusée pour raisons de sécurité.";
const TOO_COMPLEX =
  "Le fichier XML dépasse les limites acceptées (imbrication, attributs ou longueur de texte).";

/** An element that is open: what it has given so far. */
interface Frame {
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

export interface ReadOptions {
  /** Civil date in Paris: weeks that have not begun are refused. */
  readonly today: CivilDate;
  /** Called with declarations as they are read; reading waits for it. */
  readonly onDeclarations: (batch: BoxOfficeDeclaration[]) => void | Promise<void>;
  readonly batchSize?: number;
}

/**
 * Reads a box-office report as its bytes come, in memory that does not grow with the file. Tolerant of names, order and
 * notation (BOX-2); each declaration is controlled (BOX-3), and one in error is left out with its reason.
 * @throws UnreadableReport when the file as a whole is refused; what was already given must then be undone
 */
export async function readBoxOfficeXml(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: ReadOptions,
): Promise<BoxOfficeReading> {
  const decoder = xmlDecoder();
  const report = reportReader(options.today);
  const batchSize = options.batchSize ?? BATCH;
  for await (const chunk of chunks) {
    report.write(decoder.write(chunk));
    if (report.ready.length >= batchSize) await options.onDeclarations(report.take());
  }
  report.write(decoder.end());
  const reading = report.end();
  if (report.ready.length > 0) await options.onDeclarations(report.take());
  return reading;
}

function reportReader(today: CivilDate) {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const stack: Frame[] = [];
  let ready: BoxOfficeDeclaration[] = [];
  const check = declarationChecker(today);
  let sawElement = false;
  let found = 0;
  const totals = { admissions: 0, gross: 0, isWhole: true };
  let control: ReadonlyMap<string, string> | undefined;
  let generated_at: string | null = null;
  let emitter: string | null = null;
  const errors = issueList();
  const warnings = issueList();

  parser.on("error", () => {
    throw sawElement
      ? new UnreadableReport(
          "malformed",
          `Le fichier XML est mal formé (ligne ${parser.line}, colonne ${parser.column}).`,
        )
      : new UnreadableReport("not_xml", NOT_XML);
  });
  parser.on("doctype", () => {
    throw new UnreadableReport("doctype", DOCTYPE);
  });

  parser.on("opentagstart", (tag) => {
    sawElement = true;
    tag.attributes = new Attributes();
  });

  parser.on("opentag", ({ name, attributes }) => {
    if (stack.length >= MAX_DEPTH) throw new UnreadableReport("limits", TOO_COMPLEX);
    const parent = stack.at(-1);
    if (parent) parent.hasChildren = true;
    const normal = normaliseName(name);
    const isDetail = DETAIL_NAMES.has(normal);
    const frame: Frame = {
      name: normal,
      line: parser.line,
      // Details are most of a large report, and only two of their values are ever looked at.
      values: isDetail ? NO_VALUES : new Map(),
      detail: isDetail ? { admissions: 0, gross: 0 } : undefined,
      details: undefined,
      text: "",
      hasChildren: false,
      holdsDeclaration: false,
      inherited: undefined,
    };
    let count = 0;
    for (const attribute in attributes) {
      count += 1;
      if (count > MAX_ATTRIBUTES) throw new UnreadableReport("limits", TOO_COMPLEX);
      const value = attributes[attribute] as string;
      if (value.length > MAX_TEXT) throw new UnreadableReport("limits", TOO_COMPLEX);
      if (value === "") continue;
      if (frame.detail) readDetail(frame.detail, attribute, value);
      else frame.values.set(ownKey(attribute), value);
    }
    if (stack.length === 0) generated_at = frame.values.get("/generele") ?? null;
    stack.push(frame);
  });

  const addText = (text: string): void => {
    const frame = stack.at(-1);
    if (!frame) return;
    // What stands between elements is no value.
    if (frame.hasChildren && text.length <= MAX_TEXT) return;
    frame.text += text;
    if (frame.text.length > MAX_TEXT) throw new UnreadableReport("limits", TOO_COMPLEX);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);

  parser.on("closetag", () => {
    const frame = stack.pop();
    const parent = stack.at(-1);
    if (!frame) return;
    if (!frame.holdsDeclaration && DECLARATION_NAMES.has(frame.name) && tellDeclaration(frame)) {
      for (const around of stack) around.holdsDeclaration = true;
      return;
    }
    if (frame.name === "controle" && stack.length === 1) control = frame.values;
    if (frame.name === "emetteur") emitter = frame.values.get("/nom") ?? null;
    if (!parent) return;
    if (frame.detail) addDetail(parent, frame.name, frame.detail);
    else if (parent.detail) readDetail(parent.detail, frame.name, frame.text.trim());
    else giveValues(parent, frame);
  });

  /** True when the element was a declaration: it has takings of its own, and a film, its own or given around it. */
  function tellDeclaration(frame: Frame): boolean {
    const fields = fieldsOf(frame.values);
    const names = (around: ReadonlyMap<Field, string>): boolean => around.has("visa") || around.has("title");
    const isOne =
      fields.has("gross_ttc") && (names(fields) || stack.some((around) => names(inheritedOf(around))));
    // Other elements of these names are groups or values (« recette »); a `<Declaration>` that lacks what makes one is told.
    if (!isOne && !(frame.name === "declaration" && frame.values.size > 0)) return false;
    tell(frame, fields);
    return true;
  }

  function tell(frame: Frame, fields: Map<Field, string>): void {
    for (let i = stack.length - 1; i >= 0; i -= 1) {
      const around = stack[i];
      if (!around) continue;
      for (const [field, value] of inheritedOf(around)) if (!fields.has(field)) fields.set(field, value);
    }
    found += 1;
    const { declaration, issues } = check({
      position: found,
      line: frame.line,
      fields,
      details: frame.details ?? new Map(),
    });
    for (const issue of issues) (issue.severity === "error" ? errors : warnings).add(issue);
    const paid = frenchInteger(fields.get("admissions_paid") ?? "0");
    const free = frenchInteger(fields.get("admissions_free") ?? "0");
    const gross = frenchAmount(fields.get("gross_ttc") ?? "");
    if (paid === undefined || free === undefined || gross === undefined) totals.isWhole = false;
    else {
      totals.admissions += paid + free;
      totals.gross += gross;
      totals.isWhole &&= Number.isSafeInteger(totals.gross);
    }
    if (declaration) ready.push(declaration);
  }

  function inheritedOf(frame: Frame): ReadonlyMap<Field, string> {
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

  return {
    get ready() {
      return ready;
    },
    take(): BoxOfficeDeclaration[] {
      const batch = ready;
      ready = [];
      return batch;
    },
    write(text: string): void {
      parser.write(text);
    },
    end(): BoxOfficeReading {
      parser.close();
      if (!sawElement) throw new UnreadableReport("not_xml", NOT_XML);
      if (found === 0) throw new UnreadableReport("empty", NO_DECLARATION);
      checkControl(control, found, totals);
      return {
        declarations_found: found,
        generated_at,
        emitter,
        errors: errors.kept,
        errors_count: errors.count(),
        warnings: warnings.kept,
        warnings_count: warnings.count(),
      };
    },
  };
}

/** The values of a closed child become its parent's: a leaf's text under its name, a group's values under the group. */
function giveValues(parent: Frame, child: Frame): void {
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

const NO_VALUES = new Map<string, string>();

/**
 * Where the parser gathers the attributes of an element: like its own `Object.create(null)`, nothing is inherited from
 * Object, but the engine gives elements of the same attributes one shape, which is twice as fast.
 */
const Attributes = function Attributes() {} as unknown as new () => Record<string, string>;
Attributes.prototype = Object.create(null);

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

function issueList() {
  const kept: ReportIssue[] = [];
  let count = 0;
  return {
    kept,
    count: () => count,
    add(issue: ReportIssue): void {
      count += 1;
      if (kept.length < KEPT_ISSUES) kept.push(issue);
    },
  };
}

/** Whether a declaration names this distributor: by SIREN when it gives one, else by name. None given counts as its own. */
export function isSameDistributor(
  declared: { readonly name: string | null; readonly siren: string | null },
  own: { readonly name: string; readonly siren: string },
): boolean {
  if (declared.siren && own.siren) return declared.siren.slice(0, 9) === own.siren.slice(0, 9);
  if (declared.name) return normaliseText(declared.name) === normaliseText(own.name);
  return true;
}
