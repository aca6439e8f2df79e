// How the bank that receives a transfer prints it: families of layouts, each with its own cuts and noise.
import type { CivilDate } from "@bobine/contract/civil-date";
import type { Chance } from "./chance.ts";

export interface Wire {
  readonly name: string;
  readonly text: string;
  readonly date: CivilDate;
}

/** Upper case, the SEPA alphabet, single blanks. */
const sepa = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toUpperCase()
    .replaceAll("°", " ")
    .replaceAll("&", "+")
    .replaceAll(/[^A-Z0-9/\-?:().,'+ ]/g, " ")
    .replaceAll(/ +/g, " ")
    .trim();

const blanks = (text: string): string => text.replaceAll(/ +/g, " ").trim();

function endToEnd(chance: Chance, wire: Wire): string {
  return chance.weighted({ none: 50, own: 20, date: 12, digits: 18 }) === "none"
    ? "NOTPROVIDED"
    : chance.one([
        `REG${chance.digits(6)}`,
        `${wire.date.replaceAll("-", "")}${chance.digits(4)}`,
        chance.digits(10),
        `E2E-${chance.digits(5)}`,
        `VIR${chance.digits(8)}`,
        "NONREF",
      ]);
}

/** A bank that prints lines of `width` characters: the cut falls anywhere, also inside a number. */
function cutInLines(text: string, width: number): string {
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += width) lines.push(text.slice(at, at + width).trim());
  return lines.join(" ");
}

const day = (wire: Wire): string => wire.date.slice(5).split("-").reverse().join("/");

const FAMILIES = {
  bnp: (c: Chance, w: Wire) =>
    `${c.one(["VIR SEPA RECU", "VIR CPTE A CPTE RECU", "VIR SCT INST RECU"])} /DE ${sepa(w.name)} /MOTIF ${sepa(w.text)} /REF ${endToEnd(c, w)}`,
  "bnp two": (c: Chance, w: Wire) =>
    `VIREMENT SEPA RECU /FRM ${sepa(w.name)} /EID ${endToEnd(c, w)} /RNF ${sepa(w.text)}`,
  sg: (c: Chance, w: Wire) =>
    `VIR RECU ${c.digits(10)}S DE: ${sepa(w.name)} MOTIF: ${sepa(w.text)} REF: ${endToEnd(c, w)}`,
  "sg instant": (_c: Chance, w: Wire) =>
    `VIR INSTANTANE RECU DE: ${sepa(w.name)} ${day(w)} 14:32 DATE: ${w.date.split("-").reverse().join("/")} MOTIF: ${sepa(w.text)}`,
  ca: (c: Chance, w: Wire) =>
    `${c.one(["VIREMENT EN VOTRE FAVEUR", "VIR INST", "VIREMENT"])} ${sepa(w.name)} ${sepa(w.text)}`,
  cic: (c: Chance, w: Wire) =>
    `${c.one(["VIR", "VIR SEPA", "VIREMENT"])} ${sepa(w.name).slice(0, 27)} ${c.digits(19)} ${sepa(w.text)}`,
  "credit mutuel": (c: Chance, w: Wire) =>
    `${c.one(["VIR", "VIR INST"])} ${sepa(w.name)} ${sepa(w.text)} ${c.yes(0.5) ? endToEnd(c, w) : ""}`,
  postale: (c: Chance, w: Wire) =>
    `VIREMENT ${c.one(["DE", "INSTANTANE DE", "PERMANENT DE"])} ${sepa(w.name)} ${c.yes(0.5) ? "REFERENCE : " + endToEnd(c, w) + " " : ""}${sepa(w.text)}`,
  lcl: (_c: Chance, w: Wire) => cutInLines(`VIREMENT ${sepa(w.name)} ${sepa(w.text)}`, 32),
  bourso: (c: Chance, w: Wire) => `${c.one(["VIR", "VIR SEPA", "VIR INST"])} ${sepa(w.name)} ${sepa(w.text)}`,
  hsbc: (c: Chance, w: Wire) => `VIR SEPA RECU ${sepa(w.name)} REF ${endToEnd(c, w)} LIB ${sepa(w.text)}`,
  bpce: (c: Chance, w: Wire) =>
    `VIR SEPA ${sepa(w.name)} ${sepa(w.text)} ${c.yes(0.4) ? `REF DONNEUR D'ORDRE : ${endToEnd(c, w)}` : ""}`,
  populaire: (_c: Chance, w: Wire) => `EVI ${sepa(w.name)} ${sepa(w.text)}`,
  qonto: (_c: Chance, w: Wire) => `${w.name} ${w.text}`,
  "credit du nord": (c: Chance, w: Wire) =>
    `VIR RECU O/ ${sepa(w.name)} ${c.one(["MOT", "MOTIF"])} ${sepa(w.text)} REFDO ${endToEnd(c, w)}`,
  "faveur tiers": (c: Chance, w: Wire) =>
    `VIREMENT FAVEUR TIERS VR. SEPA RECU /MOT ${sepa(w.text)} /ORD ${sepa(w.name)} /REFDO ${endToEnd(c, w)} /REFBEN`,
  cfonb: (c: Chance, w: Wire) =>
    `${`VIR SEPA ${sepa(w.name)}`.slice(0, 31)} NPY ${sepa(w.name)} LCC ${cutInLines(sepa(w.text), 70)} RCN ${endToEnd(c, w)}`,
  "cfonb 31": (_c: Chance, w: Wire) =>
    `VIR ${sepa(w.text).length > 14 ? sepa(w.name).slice(0, 12) : sepa(w.name)} ${sepa(w.text)}`.slice(0, 31),
  mt940: (c: Chance, w: Wire) =>
    `TRF /EREF/${endToEnd(c, w)}/ORDP//NAME/${sepa(w.name)}/REMI//USTD//${sepa(w.text)}`,
  bridge: (c: Chance, w: Wire) =>
    `Virement ${c.one(["", "Sepa ", "Inst "])}${titled(sepa(w.name))} ${titled(sepa(w.text))}`,
  arkea: (_c: Chance, w: Wire) => `VIR RECU ${sepa(w.name)} / ${sepa(w.text)}`,
  revolut: (_c: Chance, w: Wire) => `Payment from ${w.name} - ${w.text}`,
  shine: (_c: Chance, w: Wire) => `Virement de ${w.name} - ${w.text}`,
} satisfies Record<string, (chance: Chance, wire: Wire) => string>;
export type Family = keyof typeof FAMILIES;

/** Layouts that were looked at while the engine was tuned. */
export const TRAIN_FAMILIES: readonly Family[] = [
  "bnp",
  "sg",
  "ca",
  "cic",
  "credit mutuel",
  "postale",
  "lcl",
  "bourso",
  "hsbc",
  "bpce",
  "qonto",
  "cfonb",
  "bridge",
  "credit du nord",
];
export const ALL_FAMILIES = Object.keys(FAMILIES) as readonly Family[];

const titled = (text: string): string =>
  text.toLowerCase().replaceAll(/(^| )[a-z]/g, (letter) => letter.toUpperCase());

/** @param cutAt characters after which the label ends, or null */
export function printWire(chance: Chance, family: Family, wire: Wire, cutAt: number | null): string {
  const label = blanks(FAMILIES[family](chance, wire));
  return cutAt === null ? label : label.slice(0, cutAt).trim();
}
