// How the third maker's banks hand a receipt over: what is in the label, and what stands in columns of its own.
import type { CivilDate } from "@bobine/contract/civil-date";
import type { Chance } from "../chance.ts";
import type { Beside } from "../evidence.ts";
import { gluedDay, type Motif } from "./motif.ts";

export interface Receipt extends Motif {
  readonly name: string;
  readonly iban: string;
  readonly date: CivilDate;
}

export interface Printed {
  readonly label: string;
  readonly beside: Beside;
}

/** Capital letters of the SEPA alphabet, single blanks. */
export const inCapitals = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toUpperCase()
    .replaceAll("°", " ")
    .replaceAll("&", "+")
    .replaceAll(/[^A-Z0-9/\-?:().,'+; ]/g, " ")
    .replaceAll(/ +/g, " ")
    .trim();

/** Lines of a fixed width, joined with blanks: the break falls anywhere. */
function broken(text: string, width: number): string {
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += width) lines.push(text.slice(at, at + width));
  return lines.join(" ");
}

const own = (chance: Chance, { beside }: Motif): string =>
  beside || (chance.yes(0.5) ? "NOTPROVIDED" : chance.one([chance.digits(10), `E2E${chance.digits(8)}`]));
/** With the payer's system's reference in the words, for banks that have no field for it. */
const told = ({ text, beside }: Motif): string =>
  inCapitals(beside === "" || inCapitals(text).includes(inCapitals(beside)) ? text : `${text} ${beside}`);
const with_ = (label: string, beside: Beside = {}): Printed => ({
  label: label.replaceAll(/ +/g, " ").trim(),
  beside,
});
const quoted = (number: string): Beside => (number === "" ? {} : { references: [number] });
const day = (date: CivilDate): string => date.split("-").reverse().join("/");

export const LAYOUTS = {
  /** « Type operation » beside, no word for a transfer in the label. */
  "column type": (_c, r) => with_(`${inCapitals(r.name)} ${told(r)}`, { payment_type: "Virement reçu" }),
  /** « Catégorie » of a bank on line. */
  "column category": (c, r) =>
    with_(`${inCapitals(r.name)} ${told(r)}`, {
      payment_type: c.one(["Virements reçus", "Virements reçus", "Encaissements"]),
    }),
  /** « Date;Nature;Tiers;Motif;Montant » */
  "columns third party": (_c, r) =>
    with_(inCapitals(r.text) || "SANS MOTIF", {
      payment_type: "VIR SEPA RECU",
      party_name: inCapitals(r.name),
      ...quoted(inCapitals(r.beside)),
    }),
  counterparty: (_c, r) =>
    with_(r.text || r.name, { party_name: r.name, payment_type: "Transfer", ...quoted(r.beside) }),
  camt: (c, r) =>
    with_(inCapitals(r.text) || inCapitals(r.name), {
      party_name: inCapitals(r.name),
      party_iban: r.iban,
      end_to_end_id: r.beside && c.yes(0.5) ? r.beside : own(c, { text: "", beside: "" }),
      ...quoted(r.beside),
      payment_type: "PMNT RCDT ESCT",
    }),
  ofx: (c, r) =>
    with_(`${inCapitals(r.name).slice(0, 32)} ${told(r)}`, {
      party_name: inCapitals(r.name).slice(0, 32),
      payment_type: c.one(["CREDIT", "XFER"]),
    }),
  "mt940 lines": (c, r) =>
    with_(broken(`VIREMENT RECU ${told({ ...r, beside: "" })}`, 27), {
      party_name: inCapitals(r.name).slice(0, 54),
      party_iban: r.iban,
      end_to_end_id: own(c, r),
      payment_type: "NTRF",
    }),
  tags: (c, r) =>
    with_(`VIR SEPA RECU /DE ${inCapitals(r.name)} /MOTIF ${inCapitals(r.text)} /REF ${own(c, r)}`),
  colons: (c, r) =>
    with_(
      `VIR RECU ${c.digits(10)}S DE: ${inCapitals(r.name)} MOTIF: ${inCapitals(r.text)} REF: ${own(c, r)}`,
    ),
  plain: (_c, r) => with_(`VIREMENT SEPA ${inCapitals(r.name)} ${told(r)}`),
  "long id behind": (c, r) =>
    with_(`VIR ${inCapitals(r.name)} ${told(r)} ${c.digits(c.one([13, 14, 16, 19]))}`),
  "day glued behind": (c, r) => with_(`VIREMENT DE ${inCapitals(r.name)} ${told(r)} ${gluedDay(c, r.date)}`),
  "lines of 32": (_c, r) => with_(broken(`VIR RECU ${inCapitals(r.name)} ${told(r)}`, 32)),
  "cut at 31": (_c, r) => with_(`VIR ${inCapitals(r.name).slice(0, 14)} ${told(r)}`.slice(0, 31)),
  "amount printed": (c, r) =>
    with_(
      `VIR INST RECU LE ${day(r.date)} A ${c.whole(8, 19)}H${c.digits(2)} DE ${inCapitals(r.name)} MOTIF ${told(r)}`,
    ),
  /** The layouts below in blind worlds only. */
  "column means of payment": (c, r) =>
    with_(`${told(r)} - ${inCapitals(r.name)} ${c.digits(6)}`, {
      payment_type: c.one(["VIRT", "VIR. INSTANTANE"]),
    }),
  "id in front": (c, r) => with_(`${c.digits(13)} VRT ${inCapitals(r.name)} ${told(r)}`),
  "german bank": (c, r) =>
    with_(`EREF+${own(c, r)} SVWZ+${inCapitals(r.text)} ABWA+${inCapitals(r.name)}`, {
      party_name: inCapitals(r.name),
      party_iban: r.iban,
      payment_type: "GUTSCHRIFT UEBERWEISUNG",
    }),
  "mt940 of 65": (c, r) =>
    with_(broken(`/EREF/${own(c, r)}/ORDP//NAME/${inCapitals(r.name)}/REMI/${inCapitals(r.text)}`, 65), {
      party_name: inCapitals(r.name),
      payment_type: "NTRF",
    }),
} satisfies Record<string, (chance: Chance, receipt: Receipt) => Printed>;
export type Layout = keyof typeof LAYOUTS;

const BLIND_ONLY: readonly Layout[] = [
  "column means of payment",
  "id in front",
  "german bank",
  "mt940 of 65",
];
/** What most accounts have: these stand twice, so that two payers know them for one of each other. */
const ORDINARY: readonly Layout[] = ["tags", "colons", "plain", "amount printed", "lines of 32"];
const layouts = Object.keys(LAYOUTS) as readonly Layout[];
export const ALL_LAYOUTS = [...layouts, ...ORDINARY];
export const TRAIN_LAYOUTS = ALL_LAYOUTS.filter((layout) => !BLIND_ONLY.includes(layout));

export const print = (chance: Chance, layout: Layout, receipt: Receipt): Printed =>
  LAYOUTS[layout](chance, receipt);

/** What is not a client's transfer is told in the layout of its account too. */
export function printPlain(layout: Layout, label: string, method: string): Printed {
  const hasMethod = /column|counterparty|camt|ofx|mt940|german/.test(layout);
  return with_(label, hasMethod ? { payment_type: method } : {});
}
