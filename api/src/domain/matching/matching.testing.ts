import { type CivilDate, civilDate } from "@bobine/contract/civil-date";
import { cents, centsFromWire } from "@bobine/contract/money";
import { planLettering } from "./engine.ts";
import type {
  TransactionToMatch,
  LetteringOptions,
  OpenInvoice,
  PayerAlias,
  PayerClient,
  PlanEntry,
} from "./lettering-types.ts";
import { buildOpenSet } from "./open-set.ts";

/** Builders with valid defaults for the tests of this folder. */

/** @param euros in wire form, `"2897.31"` */
export function anOpenInvoice(number: string, euros: string, more: Partial<OpenInvoice> = {}): OpenInvoice {
  return {
    id: `id-${number}`,
    invoice_number: number,
    invoice_date: civilDate("2026-11-25"),
    due_date: civilDate("2026-12-25"),
    cinema_id: "cinema-beffroi",
    payer_key: BEFFROI.payer_key,
    week_number: 47,
    week_year: 2026,
    outstanding: centsFromWire(euros),
    total_amount: centsFromWire(euros),
    ...more,
  };
}

export function aClient(
  key: string,
  legal: string,
  name: string,
  city: string,
  more: Partial<PayerClient> = {},
): PayerClient {
  return {
    cinema_id: `cinema-${key}`,
    payer_key: key,
    name,
    legal_name: legal,
    invoicing_company_name: null,
    group: "Indépendant",
    short_name_code: null,
    city,
    siren: /^\d{9}$/.test(key) ? key : null,
    ...more,
  };
}

export const BEFFROI = aClient("000200014", "SARL Beffroi Cinés", "Cinéma Le Beffroi", "Douai", {
  short_name_code: "BEFDOU",
});
export const MEGASCOPE = aClient("000200022", "Mégascope Exploitation SAS", "Mégascope Rennes", "Rennes", {
  group: "Mégascope",
});
export const MEGASCOPE_NANTES = aClient(
  "000200022",
  "Mégascope Exploitation SAS",
  "Mégascope Nantes Estuaire",
  "Nantes",
  { cinema_id: "cinema-nantes", group: "Mégascope" },
);
export const DOLE = aClient("000200279", "Ciné Royal Dole SARL", "Ciné Royal", "Dole");
export const CAHORS = aClient("000200287", "Commune de Cahors", "Cinéma municipal L’Éden", "Cahors");
export const REX = aClient("000200295", "SARL Le Rex", "Cinéma Le Rex", "Aurillac");
export const MAJESTIC = aClient("000200352", "SARL Le Majestic", "Le Majestic", "Roanne");
export const STUDIO = aClient("000200188", "Association Le Studio Méliès", "Le Studio Méliès", "Annecy");
export const CLIENTS: readonly PayerClient[] = [
  BEFFROI,
  MEGASCOPE,
  MEGASCOPE_NANTES,
  DOLE,
  CAHORS,
  REX,
  MAJESTIC,
  aClient("000200246", "Grand Large Cinémas SARL", "Grand Large Sète", "Sète"),
  STUDIO,
  aClient("000200311", "Commune de Laon", "Cinéma Le Vox", "Laon"),
];

/** @param euros in wire form; negative for a debit */
export function aTransactionToMatch(
  label: string,
  euros: string,
  more: Partial<TransactionToMatch> = {},
): TransactionToMatch {
  return {
    id: `tx ${label} ${euros}`,
    label,
    amount: cents(centsFromWire(euros)),
    transaction_date: civilDate("2026-12-28"),
    currency_code: "EUR",
    ...more,
  };
}

export const TODAY: CivilDate = civilDate("2026-12-31");
export const someOptions = (more: Partial<LetteringOptions> = {}): LetteringOptions => ({
  today: TODAY,
  paused: false,
  reverted_pairs: [],
  recent_lettered: [],
  ...more,
});

/** The decisions on some transactions against some invoices, with the clients above. */
export function decide(
  invoices: readonly OpenInvoice[],
  transactions: readonly TransactionToMatch[],
  options: Partial<LetteringOptions> = {},
  aliases: readonly PayerAlias[] = [],
): PlanEntry[] {
  return [
    ...planLettering(buildOpenSet(invoices, CLIENTS, aliases), transactions, someOptions(options)).entries,
  ];
}

/** The decision on one transaction against these clients alone. */
export function decideOneOf(
  clients: readonly PayerClient[],
  invoices: readonly OpenInvoice[],
  transaction: TransactionToMatch,
  options: Partial<LetteringOptions> = {},
): PlanEntry {
  const [entry] = planLettering(
    buildOpenSet(invoices, clients, []),
    [transaction],
    someOptions(options),
  ).entries;
  if (!entry) throw new Error("no entry");
  return entry;
}

/** The decision on one transaction. */
export function decideOne(
  invoices: readonly OpenInvoice[],
  transaction: TransactionToMatch,
  options: Partial<LetteringOptions> = {},
  aliases: readonly PayerAlias[] = [],
): PlanEntry {
  const [entry] = decide(invoices, [transaction], options, aliases);
  if (!entry) throw new Error("no entry");
  return entry;
}

/** Non-breaking blanks made plain, so that a test can be read. */
export const plainBlanks = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replace(/[\u00a0\u202f]/g, " "));
