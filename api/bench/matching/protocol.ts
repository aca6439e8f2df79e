// Feeds a world to an engine, one statement a week, as a distributor would.
import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { planLettering } from "../../src/domain/matching/engine.ts";
import type {
  LetteredTransaction,
  OpenInvoice,
  PayerAlias,
  PayerClient,
  PlanEntry,
} from "../../src/domain/matching/lettering-types.ts";
import { normaliseLabel } from "../../src/domain/matching/normalise-label.ts";
import { buildOpenSet } from "../../src/domain/matching/open-set.ts";
import { readLabel } from "../../src/domain/matching/label-with-evidence.ts";
import { nameToRemember, payerPhrase } from "../../src/domain/matching/payer-words.ts";
import { payerKeyOf } from "../../src/modules/banking/legal-payer.ts";
import type { Share } from "./payment.ts";
import type { Bill, Cinema } from "./trade.ts";
import type { Row, Statements } from "./world.ts";

/**
 * `oracle-close`: each line is judged alone, then the truth is applied. `live`: what the engine letters stays, right or wrong;
 * people decide the rest rightly.
 */
export type Protocol = "oracle-close" | "live";

/** What the engine is told; a change makes an ablation or a sanity check. */
export interface Lens {
  readonly invoice: (invoice: OpenInvoice, day: CivilDate) => OpenInvoice;
  readonly client: (client: PayerClient) => PayerClient;
  readonly label: (row: Row) => string;
  readonly order: <T>(list: readonly T[]) => readonly T[];
}
export const CLEAR: Lens = {
  invoice: (one) => one,
  client: (one) => one,
  label: (row) => row.label,
  order: (list) => list,
};

export interface Scored {
  readonly row: Row;
  readonly entry: PlanEntry;
  /** Unpaid invoices of the world when the line came: cents by bill. */
  readonly isCertain: "numbers" | "payer" | null;
  /** What was open when the statement came. */
  readonly open: readonly OpenInvoice[];
  /** The lone invoice at this amount, as the naive rule takes it. */
  readonly naive: string | null;
}

export interface Run {
  readonly judged: readonly Scored[];
  readonly bills: ReadonlyMap<string, Bill>;
  /** Open invoices at each statement. */
  readonly openCounts: readonly number[];
  /** Milliseconds of `planLettering`, all statements. */
  readonly planned: number;
}

const DAYS_REMEMBERED = 90;

export function runWorld(world: Statements, protocol: Protocol, lens: Lens = CLEAR): Run {
  const bills = new Map(world.trade.bills.map((bill) => [bill.id, bill]));
  const due = new Map(world.trade.bills.map((bill) => [bill.id, bill.total - bill.credited]));
  const take = (id: string, amount: number): number => {
    const left = due.get(id) ?? 0;
    const taken = Math.min(left, amount);
    due.set(id, left - taken);
    return taken;
  };
  for (const { shares } of world.before) for (const { bill, cents: amount } of shares) take(bill.id, amount);
  const clients = lens.order(world.trade.cinemas.map((cinema) => lens.client(clientOf(cinema))));
  const aliases = new Map<string, PayerAlias>();
  let lettered: LetteredTransaction[] = [];
  const judged: Scored[] = [];
  const openCounts: number[] = [];
  let planned = 0;
  for (let day = addDays(world.from, 7); day <= addDays(world.to, 6); day = addDays(day, 7)) {
    const rows = world.rows.filter((row) => row.date <= day && row.date > addDays(day, -7));
    const open = world.trade.bills.filter((bill) => bill.date <= day && (due.get(bill.id) ?? 0) > 0);
    const invoices = open.map((bill) => lens.invoice(invoiceOf(bill, due.get(bill.id) ?? 0), day));
    const byAmount = Map.groupBy(invoices, (invoice) => invoice.outstanding as number);
    const openSet = buildOpenSet(lens.order(invoices), clients, [...aliases.values()]);
    const transactions = rows.map((row) => ({
      id: row.id,
      label: lens.label(row),
      amount: cents(row.amount),
      transaction_date: row.date,
      currency_code: "EUR",
      ...(row.beside ? { evidence: row.beside } : {}),
    }));
    const began = performance.now();
    const plan = planLettering(openSet, lens.order(transactions), {
      today: day,
      paused: false,
      reverted_pairs: [],
      recent_lettered: lettered,
    });
    planned += performance.now() - began;
    openCounts.push(open.length);
    const entryOf = new Map(plan.entries.map((entry) => [entry.transaction_id, entry]));
    const entries = rows.flatMap((row) => {
      const entry = entryOf.get(row.id);
      return entry ? [{ row, entry }] : [];
    });
    const nameCounts = countNames(world);
    for (const { row, entry } of entries) {
      const alone = byAmount.get(row.amount);
      judged.push({
        row,
        entry,
        isCertain: certainty(row, due, open, nameCounts),
        open: invoices,
        naive: row.amount > 0 && alone?.length === 1 ? (alone[0]?.id ?? null) : null,
      });
    }
    // Letterings first, then people's decisions, in the order of the statement.
    const kept: { row: Row; shares: readonly { bill: Bill; amount: number }[] }[] = [];
    for (const { row, entry } of entries.toSorted((a, b) => rank(a.entry) - rank(b.entry))) {
      const believed = protocol === "live" && entry.outcome === "automatic";
      const shares = believed
        ? entry.allocations.flatMap(({ invoice_id, amount }) => {
            const bill = bills.get(invoice_id);
            return bill ? [{ bill, amount: take(bill.id, amount) }] : [];
          })
        : row.truth.map(({ bill, cents: amount }) => ({ bill, amount: take(bill.id, amount) }));
      if (shares.length > 0) kept.push({ row, shares });
      if (entry.outcome !== "automatic") learn(aliases, row);
    }
    lettered = [
      ...lettered.filter((one) => one.transaction_date >= addDays(day, -DAYS_REMEMBERED)),
      ...kept.map(({ row, shares }) =>
        letteredOf(
          row,
          shares.map(({ bill }) => bill),
          // As the product: what is left of them when the next statement is read.
          shares.reduce((sum, { bill }) => sum + (due.get(bill.id) ?? 0), 0),
        ),
      ),
    ];
  }
  return { judged, bills, openCounts, planned };
}

const rank = (entry: PlanEntry): number => (entry.outcome === "automatic" ? 0 : 1);

/** What the product remembers when a person reconciles a line with one payer's invoices. */
function learn(aliases: Map<string, PayerAlias>, row: Row): void {
  const keys = new Set(row.truth.map(({ bill }) => keyOf(bill.cinema)));
  const [key] = keys;
  const phrase = payerPhrase(normaliseLabel(row.label));
  if (key === undefined || keys.size > 1 || phrase === "") return;
  const at = `${phrase} ${key}`;
  aliases.set(at, { phrase, payer_key: key, confirmations: (aliases.get(at)?.confirmations ?? 0) + 1 });
}

const keyOf = ({ company, name }: Cinema): string =>
  payerKeyOf({
    id: 0,
    name,
    legal_name: company.name,
    invoicing_company_name: "",
    siren: company.siren ?? "",
    siret: "",
    invoicing_siren: "",
  });

export const clientOf = (cinema: Cinema): PayerClient => ({
  cinema_id: cinema.id,
  payer_key: keyOf(cinema),
  name: cinema.name,
  legal_name: cinema.company.name,
  invoicing_company_name: null,
  group: cinema.company.circuit ?? "Indépendant",
  short_name_code: cinema.code,
  city: cinema.town,
  siren: cinema.company.siren,
});

export const invoiceOf = (bill: Bill, outstanding: number): OpenInvoice => ({
  id: bill.id,
  invoice_number: bill.number,
  invoice_date: bill.date,
  due_date: bill.due,
  cinema_id: bill.cinema.id,
  payer_key: keyOf(bill.cinema),
  week_number: bill.week.number,
  week_year: bill.week.year,
  outstanding: cents(outstanding),
  total_amount: cents(bill.total),
  film_titles: bill.films,
});

const letteredOf = (row: Row, paid: readonly Bill[], keptBack: number): LetteredTransaction => ({
  transaction_id: row.id,
  amount: cents(row.amount),
  transaction_date: row.date,
  payer_keys: [...new Set(paid.map((bill) => keyOf(bill.cinema)))],
  invoice_numbers: paid.map((bill) => bill.number),
  due_dates: paid.map((bill) => bill.due),
  is_cheque: normaliseLabel(row.label).type === "cheque_deposit",
  paid_by: nameToRemember(readLabel(row.label, row.beside)),
  ...(row.beside?.party_iban === undefined ? {} : { payer_iban: row.beside.party_iban }),
  ...(keptBack > 0 ? { kept_back: cents(keptBack) } : {}),
});

/** Names that several companies share name nobody. */
function countNames(world: Statements): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of world.trade.companies) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/**
 * What a careful stranger with the list of open invoices would dare to say from the label alone: all numbers legible and the sum
 * exact; or a legible name that one company has, whose only invoice at that amount this is.
 */
function certainty(
  row: Row,
  due: ReadonlyMap<string, number>,
  open: readonly Bill[],
  names: ReadonlyMap<string, number>,
): Scored["isCertain"] {
  const owed = ({ bill }: Share): number => due.get(bill.id) ?? 0;
  if (row.truth.length === 0 || row.truth.reduce((sum, share) => sum + owed(share), 0) !== row.amount)
    return null;
  if (row.truth.some((share) => owed(share) !== share.cents)) return null;
  if (row.isNumbered) return "numbers";
  const [share] = row.truth;
  if (!row.isNamed || !share || row.truth.length > 1 || share.bill.isGuarantee) return null;
  const { company } = share.bill.cinema;
  const rivals = open.filter(
    (bill) => bill.cinema.company.id === company.id && due.get(bill.id) === row.amount,
  );
  return rivals.length === 1 && names.get(company.name) === 1 ? "payer" : null;
}
