// Invoices, clients and bank lines with a known truth, for the benchmark of the lettering engine. Behaviour first (who pays
// what), words after. It shares no code with the engine; it is small and by the engine's author, so its accuracy figures
// only show regressions.
import { addDays, type CivilDate, civilDate } from "@bobine/contract/civil-date";
import { cinemaWeekOf } from "@bobine/contract/cinema-week";
import { type Cents, cents } from "@bobine/contract/money";
import { type Random, random } from "../src/demo/random.ts";
import type { TransactionToMatch, OpenInvoice, PayerClient } from "../src/domain/matching/lettering-types.ts";

export interface Truth {
  readonly kind: string;
  /** What the payment pays; empty when it pays nothing that is open. */
  readonly invoice_ids: readonly string[];
  /** The amount is exactly what these invoices owe: lettering it alone is right. */
  readonly settles: boolean;
}

export interface MatchingWorld {
  readonly invoices: readonly OpenInvoice[];
  readonly clients: readonly PayerClient[];
  readonly transactions: readonly TransactionToMatch[];
  /** By transaction. */
  readonly truths: readonly Truth[];
}

const TODAY = civilDate("2026-12-31");
const TRADES =
  "Rex Vox Éden Palace Familia Rio Royal Majestic Étoile Lumière Méliès Atalante Beffroi Cordeliers Rotonde Variétés Casino Foyer Palette Foirail Navire Régent Select Ariel Colisée Trianon".split(
    " ",
  );
const PATTERNS = ["Le %", "Cinéma Le %", "Ciné %", "Espace %", "Cinéma %"];
const FORMS = ["SARL %", "SAS %", "Association %", "% SARL", "Société %"];
const CIRCUITS =
  "Mégascope|Ciné Atlas|Novaciné|Grand Large|Panorama|Odyssée|Horizon Bleu|Cinéval|Les Écrans Réunis|Septentrion".split(
    "|",
  );
const SYLLABLES =
  "bar cour mon ville saint tou ber ma lan cham ri dou val fon gu ser no lo mar pon bri vi".split(" ");

/** @param size open invoices; bank lines follow, 30 % of them no client's payment */
export function matchingWorld(seed: number, size: { invoices: number; transactions: number }): MatchingWorld {
  const draw = random(seed);
  const clients = makeClients(draw, Math.max(40, Math.round(size.invoices / 17)));
  const invoices = Array.from({ length: size.invoices }, (_, index) =>
    makeInvoice(draw, draw.pick(clients), index),
  );
  const byPayer = Map.groupBy(invoices, (invoice) => invoice.payer_key);
  const clientOf = Map.groupBy(clients, (client) => client.payer_key);
  const paid = new Set<string>();
  const transactions: TransactionToMatch[] = [];
  const truths: Truth[] = [];
  while (transactions.length < size.transactions) {
    const drawn = draw.chance(0.3) ? noise(draw) : payment(draw, invoices, byPayer, clientOf, paid);
    if (!drawn) continue;
    transactions.push({
      id: `tx-${transactions.length}`,
      label: drawn.label.replace(/\s+/g, " ").trim().slice(0, 140),
      amount: drawn.amount,
      transaction_date: drawn.date,
      currency_code: "EUR",
    });
    truths.push(drawn.truth);
  }
  return { invoices, clients, transactions, truths };
}

function makeClients(draw: Random, count: number): PayerClient[] {
  const towns = Array.from({ length: Math.ceil(count * 0.8) }, () => {
    const name = Array.from({ length: draw.integer(2, 3) }, () => draw.pick(SYLLABLES)).join("");
    return name.charAt(0).toUpperCase() + name.slice(1);
  });
  return Array.from({ length: count }, (_, index) => {
    const city = draw.pick(towns);
    const trade = draw.pick(TRADES);
    const siren = String(100_000_000 + index);
    const shared = {
      cinema_id: `cinema-${index}`,
      city,
      short_name_code: null,
      invoicing_company_name: null,
    };
    if (draw.chance(0.3)) {
      const at = draw.integer(0, CIRCUITS.length - 1);
      const circuit = CIRCUITS[at] ?? "";
      const key = String(200_000_000 + at);
      const legal = `${circuit} Exploitation SAS`;
      return {
        ...shared,
        payer_key: key,
        siren: key,
        name: `${circuit} ${city}`,
        legal_name: legal,
        group: circuit,
      };
    }
    const name = draw.pick(PATTERNS).replace("%", trade);
    const municipal = draw.chance(0.15);
    const legal = municipal
      ? `Commune de ${city}`
      : draw.pick(FORMS).replace("%", draw.chance(0.5) ? `${trade} ${city}` : name);
    return { ...shared, payer_key: siren, siren, name, legal_name: legal, group: "Indépendant" };
  });
}

function makeInvoice(draw: Random, client: PayerClient, index: number): OpenInvoice {
  const age = draw.integer(5, 200);
  const invoice_date = addDays(TODAY, -age);
  const week = cinemaWeekOf(addDays(invoice_date, -7));
  const net = draw.chance(0.08)
    ? draw.pick([6_000, 8_000, 10_000, 12_000, 15_000])
    : Math.round(35_000 * Math.exp(1.1 * draw.gaussian()));
  const total = cents(Math.max(500, Math.round(net * 1.055)));
  return {
    id: `inv-${index}`,
    invoice_number: `F26${String(index + 1).padStart(6, "0")}`,
    invoice_date,
    due_date: addDays(invoice_date, 30),
    cinema_id: client.cinema_id,
    payer_key: client.payer_key,
    week_number: week.number,
    week_year: week.year,
    outstanding: total,
    total_amount: total,
  };
}

interface Drawn {
  readonly label: string;
  readonly amount: Cents;
  readonly date: CivilDate;
  readonly truth: Truth;
}

const plain = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[’']/g, " ").toUpperCase();

function noise(draw: Random): Drawn {
  const date = addDays(TODAY, -draw.integer(0, 30));
  const truth: Truth = { kind: "unrelated", invoice_ids: [], settles: false };
  const amount = cents(Math.round(20_000 * Math.exp(draw.gaussian())) + 100);
  const debit = cents(0 - amount);
  const pick = draw.integer(0, 6);
  const number = draw.integer(100_000_000, 999_999_999);
  if (pick === 0)
    return { label: `PRLV SEPA URSSAF ILE DE FRANCE 11700000${number}`, amount: debit, date, truth };
  if (pick === 1) return { label: "CB SNCF INTERNET FACT 140126", amount: debit, date, truth };
  if (pick === 2) return { label: "COTISATION COMPTE PRO", amount: debit, date, truth };
  if (pick === 3) return { label: "VIR INTERNE", amount, date, truth };
  if (pick === 4) return { label: "CNC SOUTIEN AUTOMATIQUE", amount, date, truth };
  // Credits that look like a client's: another business, a private person.
  if (pick === 5)
    return { label: `VIR SEPA ${plain(draw.pick(TRADES))} ROTARY SERVICES ${number}`, amount, date, truth };
  return {
    label: `VIR INST M DUPONT ${draw.pick(SYLLABLES).toUpperCase()} REMBOURSEMENT`,
    amount,
    date,
    truth,
  };
}

function payment(
  draw: Random,
  invoices: readonly OpenInvoice[],
  byPayer: ReadonlyMap<string, readonly OpenInvoice[]>,
  clientOf: ReadonlyMap<string, readonly PayerClient[]>,
  paid: Set<string>,
): Drawn | undefined {
  const first = draw.pick(invoices);
  if (paid.has(first.id)) return undefined;
  const client = clientOf.get(first.payer_key)?.find(({ cinema_id }) => cinema_id === first.cinema_id);
  if (!client) return undefined;
  const kind = draw.next();
  const label = (remittance: string): string => writeLabel(draw, client, remittance);
  const drawn = (name: string, set: readonly OpenInvoice[], remittance: string, gap = 0): Drawn => {
    for (const invoice of set) paid.add(invoice.id);
    const sum = set.reduce((total, invoice) => total + invoice.outstanding, 0);
    return {
      label: label(remittance),
      amount: cents(Math.max(1, sum + gap)),
      date: addDays(first.due_date, draw.integer(-12, 20)),
      truth: { kind: name, invoice_ids: set.map((invoice) => invoice.id), settles: gap === 0 },
    };
  };
  const number = first.invoice_number;
  if (kind < 0.34) return drawn("exact, number", [first], writeNumber(draw, number));
  if (kind < 0.4) return drawn("exact, end of number", [first], `FACT ${Number(number.slice(3))}`);
  if (kind < 0.56) {
    const set = severalOf(draw, first, byPayer, paid);
    const numbers = set.map((invoice) => writeNumber(draw, invoice.invoice_number)).join(" ");
    return drawn("several, numbers", set, `FACTURES ${numbers}`);
  }
  if (kind < 0.66)
    return drawn("exact, no number", [first], draw.chance(0.5) ? `S${first.week_number}` : "LOCATION FILMS");
  if (kind < 0.74)
    return drawn("several, no number", severalOf(draw, first, byPayer, paid), "LOCATION FILMS");
  if (kind < 0.81)
    return drawn("partial", [first], `ACOMPTE ${number}`, -Math.round(first.outstanding * 0.4) - 100);
  if (kind < 0.87) return drawn("rounding", [first], number, -draw.integer(1, 90));
  if (kind < 0.9) return drawn("overpaid", [first], number, draw.integer(500, 4_000));
  if (kind < 0.94) return drawn("wrong digit", [first], oneDigitWrong(draw, number));
  if (kind < 0.97) {
    // Paid already, and paid again: nothing of this number is open.
    const gone = `F26${String(900_000 + draw.integer(0, 9_999))}`;
    const again = drawn("paid again", [], gone);
    return { ...again, amount: first.outstanding };
  }
  return drawn("number of another client", [first], draw.pick(invoices).invoice_number);
}

function severalOf(
  draw: Random,
  first: OpenInvoice,
  byPayer: ReadonlyMap<string, readonly OpenInvoice[]>,
  paid: ReadonlySet<string>,
): OpenInvoice[] {
  const own = (byPayer.get(first.payer_key) ?? []).filter(
    (invoice) => invoice !== first && !paid.has(invoice.id),
  );
  const set = [first];
  const size = draw.integer(2, 6);
  while (set.length < size && set.length <= own.length) {
    const invoice = draw.pick(own);
    if (!set.includes(invoice)) set.push(invoice);
  }
  return set;
}

const writeNumber = (draw: Random, number: string): string =>
  draw.pick([number, number, number, `F26-${number.slice(3)}`, `F 26 ${number.slice(3)}`, number.slice(1)]);

function oneDigitWrong(draw: Random, number: string): string {
  const at = draw.integer(3, number.length - 1);
  const digit = (Number(number[at]) + draw.integer(1, 9)) % 10;
  return number.slice(0, at) + String(digit) + number.slice(at + 1);
}

function writeLabel(draw: Random, client: PayerClient, remittance: string): string {
  const payer = plain(draw.chance(0.6) ? (client.legal_name ?? "") : `${client.name} ${client.city}`);
  const name = draw.chance(0.06) ? "M MARTIN" : payer;
  return draw.pick([
    `VIR SEPA RECU /DE ${name} /MOTIF ${remittance} /REF ${draw.integer(1_000, 999_999)}`,
    `VIREMENT SEPA ${name} ${remittance}`,
    `VIR RECU ${draw.integer(10 ** 9, 10 ** 10 - 1)}S DE: ${name} MOTIF: ${remittance} REF: NOTPROVIDED`,
    `VIR INST ${name} ${remittance}`,
  ]);
}
