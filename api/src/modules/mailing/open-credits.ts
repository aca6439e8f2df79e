import { type Cents, cents, centsFromWire, type Money, sumCents } from "@bobine/contract/money";
import type { CivilDate } from "@bobine/contract/civil-date";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { shareCredits } from "../../domain/mailing/credit-shares.ts";
import { INVOICED_TO, type InvoicedTo, mailingRepository, type MailedCinema } from "./mailing.repository.ts";
import { mailedStatements } from "./mail-statement.repository.ts";
import { isFormer, payerOf } from "./payer-addresses.ts";

type OpenCredit = InvoicedTo & {
  readonly client_account: string;
  readonly amount: Money;
  readonly is_advance: boolean;
};
type AskedInvoice = InvoicedTo & {
  readonly client_account: string;
  readonly due_date: CivilDate;
  readonly outstanding: Money;
};

/**
 * What of credit notes, overpayments and advances of these accounts is on no invoice. Money is of the company that the account's documents
 * named when it came, or first named after it.
 */
const openCredits = (tx: Tx, distributorId: number, accounts: readonly string[]): Promise<OpenCredit[]> =>
  tx.many<OpenCredit>(sql`
    select i.id, i.cinema_id, i.cinema_name, ${INVOICED_TO}, i.client_account, -i.outstanding as amount, false as is_advance
    from invoice i where i.distributor_id = ${distributorId} and i.client_account = any(${accounts}::text[])
      and i.type = 'credit_note' and i.outstanding < 0
    union all
    select i.id, i.cinema_id, i.cinema_name, ${INVOICED_TO}, p.client_account, p.amount - p.used_amount, p.kind = 'advance'
    from bank_part p join bank_transaction t on t.id = p.transaction_id
    cross join lateral (
      select * from invoice i where i.distributor_id = ${distributorId} and i.client_account = p.client_account
      order by i.invoice_date <= t.transaction_date desc, abs(i.invoice_date - t.transaction_date), i.id desc limit 1) i
    where p.distributor_id = ${distributorId} and p.client_account = any(${accounts}::text[])
      and p.kind in ('credit', 'advance') and p.amount > p.used_amount`);

/**
 * What of open credits is set against each of these invoices, which are all that their clients are asked for: of a client's account and its
 * company alone (MAIL-2).
 */
export async function creditShares(
  tx: Tx,
  distributorId: number,
  asked: readonly AskedInvoice[],
  known?: ReadonlyMap<number, MailedCinema>,
): Promise<ReadonlyMap<number, Cents>> {
  const credits = await openCredits(tx, distributorId, [
    ...new Set(asked.map((invoice) => invoice.client_account)),
  ]);
  if (credits.length === 0) return new Map();
  const ids = new Set([...credits, ...asked].map((one) => one.cinema_id));
  const cinemas =
    known && [...ids].every((id) => known.has(id))
      ? known
      : await mailingRepository.cinemas(tx, distributorId, [...ids]);
  const keyOf = (one: InvoicedTo & { readonly client_account: string }): string =>
    `${one.client_account} ${payerOf(one, cinemas.get(one.cinema_id))}`;
  const open = new Map<string, number>();
  for (const credit of credits)
    open.set(keyOf(credit), (open.get(keyOf(credit)) ?? 0) + centsFromWire(credit.amount));
  const shares = new Map<number, Cents>();
  for (const [key, invoices] of Map.groupBy(asked, keyOf)) {
    const owed = invoices.map((invoice) => ({ ...invoice, outstanding: centsFromWire(invoice.outstanding) }));
    for (const [id, share] of shareCredits(cents(open.get(key) ?? 0), owed)) shares.set(id, share);
  }
  return shares;
}

/** Of some invoices together. */
export const shareOf = (
  invoices: readonly { readonly id: number }[],
  shares: ReadonlyMap<number, Cents>,
): Cents => cents(invoices.reduce((sum, { id }) => sum + (shares.get(id) ?? 0), 0));

/** What of an account's open credits is of a company that a cinema had before, where the account's documents of the cinema are another one's since. */
export async function creditsOfFormer(
  tx: Tx,
  distributorId: number,
  account: string,
): Promise<{ readonly credits: Cents; readonly advances: Cents }> {
  const latest = await mailedStatements.latestOf(tx, distributorId, account);
  const cinemas = await mailingRepository.cinemas(
    tx,
    distributorId,
    latest.map((one) => one.cinema_id),
  );
  const takenOver = new Set(latest.filter((one) => !isFormer(one, cinemas)).map((one) => one.cinema_id));
  const others = (await openCredits(tx, distributorId, [account])).filter(
    (credit) => takenOver.has(credit.cinema_id) && isFormer(credit, cinemas),
  );
  const sumOf = (isAdvance: boolean): Cents =>
    sumCents(
      others.filter(({ is_advance }) => is_advance === isAdvance).map(({ amount }) => centsFromWire(amount)),
    );
  return { credits: sumOf(false), advances: sumOf(true) };
}
