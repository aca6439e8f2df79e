// What the tests of the report reader share: reports, and their readings.
import { readFileSync } from "node:fs";
import { civilDate } from "@bobine/contract/civil-date";
import { type BoxOfficeDeclaration, type BoxOfficeReading, readBoxOfficeXml } from "./box-office-xml.ts";

export const TODAY = civilDate("2026-12-03");

export const fixture = (name: string): Buffer => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
export const CANONICAL = fixture("boxoffice-1-canonique.xml");
export const CORRECTED = fixture("boxoffice-2-rectificative.xml");
export const VARIANT = fixture("boxoffice-3-variante.xml");

export interface Read {
  readonly reading: BoxOfficeReading;
  readonly declarations: BoxOfficeDeclaration[];
}

/** Reads a report that comes in the given pieces. */
export async function readPieces(pieces: Iterable<Uint8Array>): Promise<Read> {
  const declarations: BoxOfficeDeclaration[] = [];
  const reading = await readBoxOfficeXml(pieces, {
    today: TODAY,
    onDeclarations: (batch) => void declarations.push(...batch),
  });
  return { reading, declarations };
}

export const read = (content: string | Uint8Array): Promise<Read> => readPieces([Buffer.from(content)]);

/** The only declaration of a report. */
export async function readOne(content: string): Promise<BoxOfficeDeclaration> {
  const { declarations, reading } = await read(content);
  const [declaration] = declarations;
  if (!declaration || declarations.length > 1) {
    throw new Error(`${declarations.length} declarations; ${reading.errors.map((e) => e.message).join(" ")}`);
  }
  return declaration;
}

export const report = (inside: string): string => `<Rapport>${inside}</Rapport>`;
/** A declaration in the canonical form that has all it needs, before its totals. */
export const ENOUGH =
  '<Semaine debut="2026-11-18"/><Etablissement numeroCNC="91023"/><Salle numeroAutorisation="910231"/><Film visa="199041"/><Conditions type="POURCENTAGE" taux="50"/>';
export const TOTALS = '<Totaux entreesPayantes="10" recetteTTC="80.00"/>';
export const DECLARATION = `<Declaration reference="R1">${ENOUGH}${TOTALS}</Declaration>`;
