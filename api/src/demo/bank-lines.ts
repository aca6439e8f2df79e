import { addDays, type CivilDate, frenchDate, isoWeekday } from "@bobine/contract/civil-date";
import { type Cents, cents, centsToWire, sumCents } from "@bobine/contract/money";
import { type Random, random, seedOf } from "./random.ts";
import { DEMO_SEED } from "./weekly-report.ts";
import { must } from "../domain/must.ts";

/** An issued invoice as its payer sees it. */
export interface InvoiceToPay {
  readonly invoice_number: string;
  readonly total: Cents;
  readonly due_date: CivilDate;
  readonly week_number: number;
  readonly legal_name: string;
  readonly city: string;
  /** Empty for an independent: circuits pay several invoices at once. */
  readonly circuit: string;
}

export interface DemoBankLine {
  readonly date: CivilDate;
  readonly label: string;
  readonly amount: Cents;
}

const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[’']/g, " ")
    .toUpperCase();

/** The next business day: banks book nothing at week-ends. */
const businessDay = (date: CivilDate): CivilDate =>
  isoWeekday(date) > 5 ? addDays(date, 8 - isoWeekday(date)) : date;

function transferLabel(payer: string, remittance: string, draw: Random): string {
  const reference = `${plain(payer)
    .replace(/[^A-Z]/g, "")
    .slice(0, 4)}${draw.integer(1000, 9999)}`;
  const shapes = [
    `VIR SEPA RECU /DE ${plain(payer)} /MOTIF ${remittance} /REF ${reference}`,
    `VIREMENT SEPA ${plain(payer)} ${remittance}`,
    `VIR RECU ${draw.integer(10 ** 9, 10 ** 10 - 1)}S DE: ${plain(payer)} MOTIF: ${remittance} REF: NOTPROVIDED`,
    `VIR INST ${plain(payer)} ${remittance}`,
  ];
  return draw.pick(shapes).replace(/\s+/g, " ").trim().slice(0, 140);
}

/** One payer's way of paying one invoice, drawn by its number. */
function payment(invoice: InvoiceToPay): DemoBankLine[] {
  const draw = random(seedOf(DEMO_SEED, `pay/${invoice.invoice_number}`));
  const kind = draw.next();
  const line = (days: number, amount: Cents, remittance: string): DemoBankLine => ({
    date: businessDay(addDays(invoice.due_date, days)),
    amount,
    label: transferLabel(invoice.legal_name, remittance, draw),
  });
  const onTime = draw.integer(-6, 6);
  const number = invoice.invoice_number;
  if (kind < 0.62)
    return [
      line(onTime, invoice.total, draw.chance(0.3) ? `FACT ${number} S${invoice.week_number}` : number),
    ];
  if (kind < 0.72) return [line(onTime, invoice.total, `LOCATION FILMS S${invoice.week_number}`)];
  if (kind < 0.8) return [line(onTime, cents(Math.round(invoice.total * 0.5)), `ACOMPTE ${number}`)];
  if (kind < 0.85) return [line(onTime, cents(invoice.total - draw.integer(1, 90)), number)];
  if (kind < 0.88) return [line(onTime, cents(invoice.total + draw.integer(500, 4000)), `REGLT ${number}`)];
  if (kind < 0.96) return [line(draw.integer(30, 90), invoice.total, number)];
  return [];
}

/** A circuit pays the invoices of one due date in one transfer that names them. */
function groupedPayment(circuit: string, invoices: readonly InvoiceToPay[]): DemoBankLine[] {
  const first = invoices[0];
  if (!first) return [];
  const draw = random(seedOf(DEMO_SEED, `group/${circuit}/${first.due_date}`));
  const numbers = invoices.map((invoice) => invoice.invoice_number);
  return [
    {
      date: businessDay(addDays(first.due_date, draw.integer(-2, 8))),
      amount: sumCents(invoices.map((invoice) => invoice.total)),
      label: transferLabel(first.legal_name, `FACTURES ${numbers.join(" ")}`, draw),
    },
  ];
}

const NOISE: readonly { readonly day: number; readonly label: string; readonly amount: number }[] = [
  { day: 5, label: "PRLV SEPA URSSAF ILE DE FRANCE 117000001569874", amount: -418_200 },
  { day: 10, label: "PRLV SEPA ORANGE SA FACTURE MOBILE", amount: -8_940 },
  { day: 12, label: "CARTE 12/10 SNCF INTERNET 75 PARIS", amount: -13_450 },
  { day: 15, label: "VIR SEPA LOYER BUREAUX SCI DES ORMES", amount: -285_000 },
  { day: 20, label: "REMBT TVA DGFIP", amount: 124_800 },
  { day: 28, label: "COTISATION COMPTE PRO", amount: -3_990 },
];

/**
 * Every bank line of a distributor between two dates, oldest first: what its clients pay, and the rest of an account's life.
 * @param invoices all the invoices issued so far
 */
export function bankLines(invoices: readonly InvoiceToPay[], from: CivilDate, to: CivilDate): DemoBankLine[] {
  const groups = new Map<string, InvoiceToPay[]>();
  const alone: InvoiceToPay[] = [];
  for (const invoice of invoices) {
    if (invoice.circuit === "") alone.push(invoice);
    else {
      const key = `${invoice.circuit}/${invoice.due_date}`;
      groups.set(key, [...(groups.get(key) ?? []), invoice]);
    }
  }
  const lines = [
    ...alone.flatMap(payment),
    ...[...groups].flatMap(([key, members]) =>
      groupedPayment(must(key.split("/")[0], "key of a group"), members),
    ),
    ...NOISE.flatMap(({ day, label, amount }) => {
      const months = new Set<string>();
      for (let date = from; date <= to; date = addDays(date, 1)) months.add(date.slice(0, 7));
      return [...months].map((month) => ({
        date: `${month}-${String(day).padStart(2, "0")}` as CivilDate,
        label,
        amount: cents(amount),
      }));
    }),
  ];
  return lines
    .filter((line) => line.date >= from && line.date <= to)
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.label < b.label ? -1 : 1));
}

/** A plain statement file: date, label, amount, with French numbers. */
export function statementCsv(lines: readonly DemoBankLine[]): string {
  return [
    "Date;Libellé;Montant",
    ...lines.map(
      (line) => `${frenchDate(line.date)};${line.label};${centsToWire(line.amount).replace(".", ",")}`,
    ),
    "",
  ].join("\r\n");
}
