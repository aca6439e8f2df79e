import type { CivilDate } from "@bobine/contract/civil-date";
import { LEGAL_FORMS as PROPOSED_FORMS } from "@bobine/contract/legal-mention";
import { LEGAL_FORMS } from "../matching/payer-words.ts";
import { must } from "../must.ts";
import { DECLARATION_NAMES, DETAIL_NAMES, isSite, isSiteName, isWrapper } from "./box-office-aliases.ts";
import { declarationCollector } from "./box-office-collector.ts";
import { addDetail, countsInDetail, readDetail } from "./box-office-details.ts";
import { checkControl } from "./box-office-file-control.ts";
import { type Frame, giveValues, splitCompany } from "./box-office-frame.ts";
import { type BoxOfficeDeclaration, type BoxOfficeReading, UnreadableReport } from "./box-office-types.ts";
import { computedOnce } from "./computed-once.ts";
import { normaliseName, normaliseText, ownKey } from "./normalise-name.ts";
import { type XmlAttributes, xmlReader } from "./xml-reader.ts";
import { DOCTYPE, xmlDecoder } from "./xml-text.ts";

export type { BoxOfficeDeclaration, BoxOfficeReading, ReportIssue } from "./box-office-types.ts";
export { UnreadableReport } from "./box-office-types.ts";

const MAX_DEPTH = 32;
const MAX_ATTRIBUTES = 64;
const MAX_TEXT = 1_000_000;
const BATCH = 500;

const NOT_XML = "Le fichier doit être au format XML.";
const NO_DECLARATION = "Aucune déclaration de recettes trouvée dans le fichier.";
const TOO_COMPLEX =
  "Le fichier XML dépasse les limites acceptées (imbrication, attributs ou longueur de texte).";

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
  const stack: Frame[] = [];
  const declarations = declarationCollector(today);
  let sawElement = false;
  let control: ReadonlyMap<string, string> | undefined;
  let generated_at: string | null = null;
  let emitter: string | null = null;

  const parser = xmlReader({
    malformed(line, column) {
      throw sawElement
        ? new UnreadableReport(
            "malformed",
            `Le fichier XML est mal formé (ligne ${line}, colonne ${column}).`,
          )
        : new UnreadableReport("not_xml", NOT_XML);
    },
    doctype() {
      throw new UnreadableReport("doctype", DOCTYPE);
    },
    begin() {
      sawElement = true;
    },
    wants: (element, attribute) => !DETAIL_NAMES.has(normaliseName(element)) || countsInDetail(attribute),
    open(name, attributes, line) {
      sawElement = true;
      if (stack.length >= MAX_DEPTH) throw new UnreadableReport("limits", TOO_COMPLEX);
      const parent = stack.at(-1);
      if (parent) parent.hasChildren = true;
      const frame = openedFrame(normaliseName(name), line, attributes);
      if (stack.length === 0) generated_at = frame.values.get("/generele") ?? null;
      stack.push(frame);
    },
    text(text) {
      const frame = stack.at(-1);
      if (!frame) return;
      // What stands between elements is no value.
      if (frame.hasChildren && text.length <= MAX_TEXT) return;
      frame.text += text;
      if (frame.text.length > MAX_TEXT) throw new UnreadableReport("limits", TOO_COMPLEX);
    },
    close() {
      const frame = stack.pop();
      const parent = stack.at(-1);
      if (!frame) return;
      if (
        !frame.holdsDeclaration &&
        DECLARATION_NAMES.has(frame.name) &&
        declarations.addIfDeclaration(frame, stack)
      ) {
        for (const around of stack) around.holdsDeclaration = true;
        return;
      }
      if (frame.name === "controle" && stack.length === 1) control = frame.values;
      if (frame.name === "emetteur") emitter = frame.values.get("/nom") ?? null;
      if (!parent) return;
      if (frame.detail) addDetail(parent, frame.name, frame.detail);
      else if (parent.detail) readDetail(parent.detail, frame.name, frame.text.trim());
      else giveValues(parent, frame);
    },
  });

  return {
    get ready() {
      return declarations.ready;
    },
    take: () => declarations.take(),
    write(text: string): void {
      parser.write(text);
    },
    end(): BoxOfficeReading {
      parser.close();
      if (!sawElement) throw new UnreadableReport("not_xml", NOT_XML);
      const { found, totals } = declarations;
      if (found === 0) throw new UnreadableReport("empty", NO_DECLARATION);
      checkControl(control, found, totals);
      return { declarations_found: found, generated_at, emitter, ...declarations.issues() };
    },
  };
}

/** @throws UnreadableReport when its attributes pass the limits */
function openedFrame(name: string, line: number, attributes: XmlAttributes): Frame {
  const isDetail = DETAIL_NAMES.has(name);
  const frame: Frame = {
    name,
    line,
    // Details are most of a large report, and only two of their values are ever looked at.
    values: isDetail ? NO_VALUES : new Map(),
    detail: isDetail ? { admissions: 0, gross: 0 } : undefined,
    details: undefined,
    text: "",
    hasChildren: false,
    holdsDeclaration: false,
    holdsSite: !isDetail && isSite(name),
    namesSite: false,
    company: undefined,
    inherited: undefined,
    later: undefined,
  };
  let count = 0;
  for (const attribute in attributes) {
    count += 1;
    if (count > MAX_ATTRIBUTES) throw new UnreadableReport("limits", TOO_COMPLEX);
    const value = must(attributes[attribute], attribute);
    if (value.length > MAX_TEXT) throw new UnreadableReport("limits", TOO_COMPLEX);
    if (value === "") continue;
    if (frame.detail) readDetail(frame.detail, attribute, value);
    else frame.values.set(ownKey(attribute), value);
  }
  if (!isWrapper(name)) return frame;
  frame.namesSite = [...frame.values.keys()].some((key) => isSiteName(key.slice(1)));
  if (!frame.namesSite) splitCompany(frame);
  return frame;
}

const NO_VALUES = new Map<string, string>();

/** Whether a declaration names this distributor: by SIREN when it gives one, else by name. None given counts as its own. */
export function isSameDistributor(
  declared: { readonly name: string | null; readonly siren: string | null },
  own: { readonly name: string; readonly siren: string },
): boolean {
  if (declared.siren && own.siren) return declared.siren.slice(0, 9) === own.siren.slice(0, 9);
  if (declared.name) return companyName(declared.name) === companyName(own.name);
  return true;
}

/** `isSameDistributor` of one distributor, for the many declarations of a report. */
export const distributorMatcher = (own: Parameters<typeof isSameDistributor>[1]) =>
  computedOnce((declared: Parameters<typeof isSameDistributor>[0]) => isSameDistributor(declared, own));

/** A legal name tells its form, with dots (« S.A.S. ») or without; others leave it out. */
const companyName = (name: string): string => {
  const words = normaliseText(name);
  return words.replace(FORMS, " ").replace(/ +/g, " ").trim() || words;
};
/** The longest first, for « S.A. » begins others. */
const FORMS = new RegExp(
  `\\b(?:${[...LEGAL_FORMS, ...PROPOSED_FORMS, "SELARL", "EI"]
    .map(normaliseText)
    .sort((one, other) => other.length - one.length)
    .map((form) => `${form}|${form.replace(/\B/g, " ")}`)
    .join("|")})\\b`,
  "g",
);
