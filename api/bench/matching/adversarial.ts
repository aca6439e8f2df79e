// Written by hand: what a label may say to make a machine letter the wrong thing. Each line is judged alone.
import { type CivilDate, civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { planLettering } from "../../src/domain/matching/engine.ts";
import type { OpenInvoice, PayerClient, PlanEntry } from "../../src/domain/matching/lettering-types.ts";
import { buildOpenSet } from "../../src/domain/matching/open-set.ts";

const TODAY = civilDate("2026-12-31");

const client = (
  key: string,
  legal: string,
  name: string,
  city: string,
  group = "Indépendant",
): PayerClient => ({
  cinema_id: `C${key}`,
  payer_key: key,
  name,
  legal_name: legal,
  invoicing_company_name: null,
  group,
  short_name_code: null,
  city,
  siren: /^\d{9}$/.test(key) ? key : null,
});

/** Names that differ by one word, one town, one legal form. */
const CLIENTS = [
  client("810000001", "SARL Le Rex", "Cinéma Le Rex", "Dole"),
  client("810000002", "SAS Le Rex", "Le Rex", "Dax"),
  client("810000003", "Association Le Rex", "Ciné Rex", "Die"),
  client("810000004", "Commune de Saint-Omer", "Cinéma L’Étoile", "Saint-Omer"),
  client("810000005", "Commune de Saint-Lô", "Cinéma L’Étoile", "Saint-Lô"),
  client("810000006", "Mégarive Nord SAS", "Mégarive Lille", "Lille", "Mégarive"),
  client("810000007", "Mégarive Sud SAS", "Mégarive Nîmes", "Nîmes", "Mégarive"),
  client("810000008", "Perrin et Fils SARL", "Le Majestic", "Vire"),
  client("810000009", "Perrin Père et Fils SARL", "Le Majestic", "Vitré"),
  client("810000010", "EURL Cinémas de Gap", "Le Familia", "Gap"),
];

const invoice = (
  number: string,
  key: string,
  amount: number,
  more: Partial<OpenInvoice> = {},
): OpenInvoice => ({
  id: number,
  invoice_number: number,
  invoice_date: civilDate("2026-11-20"),
  due_date: civilDate("2026-12-20"),
  cinema_id: `C${key}`,
  payer_key: key,
  week_number: 46,
  week_year: 2026,
  outstanding: cents(amount),
  total_amount: cents(amount),
  ...more,
});

/** Flat fees everywhere, counters that read as dates, sums that fit more than one set. */
const INVOICES = [
  // Twenty flat fees of 165 €, two for most payers.
  ...CLIENTS.flatMap(({ payer_key: key }, at) => [
    invoice(`F2600${2001 + at}`, key, 16_500),
    invoice(`F2600${3001 + at}`, key, 16_500, { week_number: 47 }),
  ]),
  invoice("F26001401", "810000001", 41_237),
  invoice("F26001402", "810000002", 41_237),
  invoice("F26001403", "810000003", 28_864),
  // Counters that are days: 14/12/26, 01/12/26.
  invoice("F26141226", "810000004", 52_990),
  invoice("F26011226", "810000005", 61_043),
  // 210.40 + 310.40 = 100.00 + 420.80, and a lone 520.80 of somebody else.
  invoice("F26001501", "810000006", 21_040),
  invoice("F26001502", "810000006", 31_040),
  invoice("F26001503", "810000006", 10_000),
  invoice("F26001504", "810000006", 42_080),
  invoice("F26001505", "810000007", 52_080),
  invoice("F26001601", "810000008", 77_713),
  invoice("F26001602", "810000009", 77_713),
  invoice("F26001603", "810000008", 93_127),
  invoice("F26001604", "810000009", 15_414),
  invoice("F26001701", "810000010", 123_456),
  invoice("F26001702", "810000010", 123_465),
  invoice("F26001710", "810000001", 88_010),
];

/** A label with its amount in cents, and what may be lettered without asking: nothing, or exactly these. */
type Trap = readonly [label: string, amount: number, allowed?: readonly string[], date?: string];

const NUMBERS_OF_OTHERS: readonly Trap[] = [
  // The number of another customer, the amount of one's own.
  ["VIR SEPA RECU /DE PERRIN ET FILS SARL /MOTIF F26001602", 77_713],
  ["VIR SEPA RECU /DE PERRIN PERE ET FILS SARL /MOTIF F26001601", 77_713],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26001402", 41_237],
  ["VIR SEPA RECU /DE SAS LE REX DAX /MOTIF F26001401", 41_237],
  ["VIR COMMUNE DE SAINT-OMER F26001603", 52_990],
  ["VIR SEPA RECU /DE EURL CINEMAS DE GAP /MOTIF F26001505", 123_456],
  ["VIR SEPA RECU /DE MEGARIVE NORD SAS /MOTIF FACT 26001701", 52_080],
  // Flat fees: a wrong digit designates a stranger's invoice at the same amount.
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26002006", 16_500],
  ["VIR SEPA RECU /DE COMMUNE DE SAINT-LO /MOTIF 26002004", 16_500],
  ["VIR SEPA RECU /DE HOLDING JPB /MOTIF F26002009", 16_500],
  ["VIREMENT FACT 26003007", 16_500],
  ["VIR INST PERRIN ET FILS SARL F26003009", 16_500],
];

const DATES_AND_AMOUNTS: readonly Trap[] = [
  ["CB SNCF FACT 141226", 52_990],
  ["CARTE 14/12 LE REX DOLE FACT 011226", 61_043],
  ["VIR COMMUNE DE SAINT-LO FACT DU 14/12/26", 52_990],
  ["VIR HOLDING JPB FACT 141226", 52_990],
  // Eight digits that are no day, and the amount to the cent: this one is a number.
  ["VIR HOLDING JPB 26141226", 52_990, ["F26141226"]],
  ["VIR HOLDING JPB ECH 011226", 61_043],
  ["VIR HOLDING JPB REGLT 20261214", 52_990],
  ["VIR HOLDING JPB 1234,56 EUR", 123_456],
  ["VIR HOLDING JPB MONTANT 1234.56 FACT 1701 ", 123_465],
  ["VIR HOLDING JPB 412,37", 41_237],
  ["VIR HOLDING JPB REF 26001401X", 41_237],
  ["VIR HOLDING JPB IBAN FR7626001401260014012600140", 41_237],
  ["VIR 26001402600140 HOLDING JPB", 41_237],
  ["VIR HOLDING JPB TEL 0126001401", 41_237],
  ["VIR HOLDING JPB COMPTE 26001401", 41_237],
  ["VIR HOLDING JPB CLIENT 1401", 41_237],
  ["VIR HOLDING JPB MDT 1401 BORD 26", 41_237],
  ["VIR HOLDING JPB VISA 26001401", 41_237],
  ["VIR HOLDING JPB N° CNC 1403", 28_864],
  ["VIR HOLDING JPB SALLE 1403", 28_864],
];

const PAID_AGAIN: readonly Trap[] = [
  // F26000901 to 904 were paid long ago.
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26000901", 41_237],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26000901 F26001401", 41_237],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF FACT 26000901", 88_010],
  ["VIR SEPA RECU /DE EURL CINEMAS DE GAP /MOTIF FACT 901", 123_456],
  ["VIR SEPA RECU /DE EURL CINEMAS DE GAP /MOTIF F26000902/903", 123_456],
  ["VIR SEPA RECU /DE EURL CINEMAS DE GAP /MOTIF F26000901 A F26000904", 246_921],
  ["VIR SEPA RECU /DE PERRIN ET FILS SARL /MOTIF F26000903 F26001601", 77_713],
  // A credit note has lowered its invoice already: what is open is what is paid.
  ["VIR SEPA RECU /DE PERRIN ET FILS SARL /MOTIF F26001601 AVOIR A26000017", 77_713, ["F26001601"]],
];

const SETS: readonly Trap[] = [
  // The sum fits a set that nobody named, or two of them.
  ["VIR SEPA RECU /DE MEGARIVE NORD SAS /MOTIF LOCATION FILMS", 52_080],
  ["VIR SEPA RECU /DE MEGARIVE NORD SAS", 104_160],
  ["VIR SEPA RECU /DE MEGARIVE SUD SAS", 68_580],
  ["VIR SEPA RECU /DE MEGARIVE GESTION", 52_080],
  ["VIR MEGARIVE", 52_080],
  ["VIR SEPA RECU /DE PERRIN ET FILS SARL", 170_840],
  ["VIR SEPA RECU /DE PERRIN PERE ET FILS SARL", 93_127],
  ["VIR SEPA RECU /DE PERRIN ET FILS SARL /MOTIF S46", 93_127 + 16_500],
  ["VIR SEPA RECU /DE MEGARIVE NORD SAS /MOTIF F26001501 F26001502", 52_081],
  ["VIR SEPA RECU /DE MEGARIVE NORD SAS /MOTIF F26001501 F26001503", 52_080],
  ["VIR SEPA RECU /DE MEGARIVE NORD SAS /MOTIF F26001501", 52_080],
  ["VIR SEPA RECU /DE MEGARIVE NORD SAS /MOTIF F26001501 A F26001505", 156_240],
  ["VIR SEPA RECU /DE EURL CINEMAS DE GAP /MOTIF F26001701 F26001702", 246_920],
  ["VIR SEPA RECU /DE EURL CINEMAS DE GAP /MOTIF FACT 1701", 123_465],
  ["VIR SEPA RECU /DE EURL CINEMAS DE GAP /MOTIF F26001701", 123_465],
  ["VIR SEPA RECU /DE EURL CINEMAS DE GAP /MOTIF F26001702", 123_456],
];

const TWINS: readonly Trap[] = [
  ["VIR SEPA LE REX", 41_237],
  ["VIR SEPA CINE REX", 41_237],
  ["VIR REX", 28_864],
  ["VIR SEPA RECU /DE LE REX", 88_010],
  ["VIR SEPA CINEMA L ETOILE", 52_990],
  ["VIR SEPA CINEMA L ETOILE", 61_043],
  ["VIR SEPA LE MAJESTIC", 77_713],
  ["VIR SEPA PERRIN", 77_713],
  ["VIR SEPA PERRIN ET FILS", 77_713],
  ["VIR SEPA PERRIN FILS SARL", 15_414],
  ["VIR TRESORERIE SAINT", 52_990],
  ["VIR SEPA COMMUNE DE", 61_043],
  ["VIR SEPA MAIRIE DE SAINT OUEN", 52_990],
  ["VIR REX ROTARY MAINTENANCE", 41_237],
  ["VIR SEPA HOTEL LE MAJESTIC CANNES", 93_127],
  ["VIR SEPA RECU /DE SARL LE REX DOLE", 16_500],
  ["VIR SEPA RECU /DE EURL CINEMAS DE GAP", 16_500],
  ["VIR SEPA RECU /DE EURL CINEMAS DE GAP /MOTIF S46", 16_500],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF S48", 88_010],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF SEM 46 ET 47", 88_010],
];

const AMOUNTS: readonly Trap[] = [
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26001401", 41_236],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26001401", 41_238],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26001401", 41_200],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26001401", 41_300],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26001401", 41_137],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26001401", 82_474],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26001401", 20_619],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF ACOMPTE F26001401", 20_000],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26001401 F26001710", 129_246],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26001401 F26001710", 88_010],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26001401 F26001710", 41_237],
  ["VIR SEPA RECU /DE ASSOCIATION LE REX DIE", 28_863],
  ["VIR SEPA RECU /DE ASSOCIATION LE REX DIE", 28_900],
  ["VIR SEPA RECU /DE ASSOCIATION LE REX DIE", 14_432],
];

const OTHER_KINDS: readonly Trap[] = [
  ["REMISE CHEQUE N° 1234567", 41_237],
  ["REMISE CHEQUE F26001701", 123_456],
  ["REMISE DE 2 CHEQUES", 70_101],
  ["VRST CHQ 1401", 41_237],
  ["VERSEMENT ESPECES LE FAMILIA GAP", 123_456],
  ["REMISE PRLV SEPA 12 OPERATIONS F26001701", 123_456],
  ["PRLV SEPA EURL CINEMAS DE GAP F26001701", 123_456],
  ["REJET PRLV EURL CINEMAS DE GAP F26001701", 123_456],
  ["RETOUR VIR SARL LE REX F26001401", 41_237],
  ["ANNUL VIR F26001403", 28_864],
  ["VIR FACTOFRANCE DISPO FIN F26001701", 123_456],
  ["VIR EUROFACTOR REMISE 1701", 123_456],
  ["VIR INTERNE F26001701", 123_456],
  ["VIR CNC SOUTIEN AUTOMATIQUE", 41_237],
  ["REMBT TVA 11 2026 GAP", 123_456],
  ["INTERETS CREDITEURS", 28_864],
  ["REMISE CB 141226", 52_990],
  ["FRAIS REMBOURSES LE REX DOLE", 88_010],
];

const TYPOS: readonly Trap[] = [
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26001410", 41_237],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F2601401", 41_237],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26OO1401", 41_237],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F260014011", 41_237],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F25001401", 41_237],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF A26001401", 41_237],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F2600140", 41_237],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26001", 41_237],
  ["VIR HOLDING JPB FACT 1401", 41_237],
  ["VIR HOLDING JPB FACT 401", 41_237],
  ["VIR HOLDING JPB FACT 1", 41_237],
  ["VIR HOLDING JPB N 1403 1403", 28_864],
  ["VIR PERRIN FACT 1601", 77_713],
  ["VIR PERRIN ET FILS FACT 602", 77_713],
  ["VIR MEGARIVE FACT 1501 1503 1505", 52_080],
  ["VIR MEGARIVE NORD SAS FACT 1501 ET 1504", 52_080],
];

const LATE_AND_EARLY: readonly Trap[] = [
  ["VIR SEPA RECU /DE ASSOCIATION LE REX DIE", 28_864, [], "2026-11-10"],
  ["VIR SEPA RECU /DE ASSOCIATION LE REX DIE", 28_864, [], "2027-08-30"],
  ["VIR SEPA RECU /DE EURL CINEMAS DE GAP", 123_456, [], "2026-11-19"],
];

/** What must go through all the same, or the pack could be won by asking always. */
const HONEST: readonly Trap[] = [
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26001401", 41_237, ["F26001401"]],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26-001401 DU 20/11/2026", 41_237, ["F26001401"]],
  ["VIR INST SARL LE REX F26 001710 S46", 88_010, ["F26001710"]],
  ["VIREMENT SARL LE REX FACT. F26001401 ET F26001710", 129_247, ["F26001401", "F26001710"]],
  ["VIR RECU 8527975563S DE: PERRIN PERE ET FILS MOTIF: F26001602 REF: NOTPROVIDED", 77_713, ["F26001602"]],
  ["VIR SEPA RECU /DE MEGARIVE NORD SAS /MOTIF F26001501/502", 52_080, ["F26001501", "F26001502"]],
  [
    "VIR SEPA RECU /DE MEGARIVE NORD SAS /MOTIF F26001501 A F26001504",
    104_160,
    ["F26001501", "F26001502", "F26001503", "F26001504"],
  ],
  ["VIR SEPA RECU /DE EURL CINEMAS DE GAP /MOTIF FACT 1701", 123_456, ["F26001701"]],
  ["VIR SEPA RECU /DE EURL CINEMAS DE GAP /MOTIF LOCATION", 123_465, ["F26001702"]],
  ["VIR SEPA RECU /DE ASSOCIATION LE REX DIE /MOTIF S46", 28_864, ["F26001403"]],
  ["VIR SEPA RECU /DE COMMUNE DE SAINT-LO /MOTIF F26011226", 61_043, ["F26011226"]],
  ["VIR SEPA RECU /DE HOLDING JPB /MOTIF F26001701", 123_456, ["F26001701"]],
  ["VIR SEPA RECU /DE SARL LE REX DOLE /MOTIF F26002001", 16_500, ["F26002001"]],
  ["VIR CAHORS 810000010 LOCATION", 123_456, ["F26001701"]],
];

const PACKS: Readonly<Record<string, readonly Trap[]>> = {
  "numbers of others": NUMBERS_OF_OTHERS,
  "dates and amounts": DATES_AND_AMOUNTS,
  "paid again": PAID_AGAIN,
  "sets that fit": SETS,
  "twin names": TWINS,
  "wrong amounts": AMOUNTS,
  "other operations": OTHER_KINDS,
  typos: TYPOS,
  "late and early": LATE_AND_EARLY,
  honest: HONEST,
};

export interface TrapResult {
  readonly pack: string;
  readonly label: string;
  readonly amount: number;
  readonly entry: PlanEntry;
  /** Lettered although it may not be, or with other invoices. */
  readonly isWrong: boolean;
  /** May be lettered and is. */
  readonly isDone: boolean;
  readonly mayBe: boolean;
}

export function runAdversarial(): TrapResult[] {
  const openSet = buildOpenSet(INVOICES, CLIENTS, []);
  return Object.entries(PACKS).flatMap(([pack, traps]) =>
    traps.map(([label, amount, allowed = [], date = "2026-12-22"], at) => {
      const transaction = {
        id: `${pack} ${at}`,
        label,
        amount: cents(amount),
        transaction_date: date as CivilDate,
        currency_code: "EUR",
      };
      const plan = planLettering(openSet, [transaction], {
        today: TODAY,
        paused: false,
        reverted_pairs: [],
        recent_lettered: [],
      });
      const entry = plan.entries[0];
      if (!entry) throw new Error("no entry");
      const isAutomatic = entry.outcome === "automatic";
      const isDone = isAutomatic && entry.invoice_ids.toSorted().join() === allowed.toSorted().join();
      return {
        pack,
        label,
        amount,
        entry,
        isWrong: isAutomatic && !isDone,
        isDone,
        mayBe: allowed.length > 0,
      };
    }),
  );
}
