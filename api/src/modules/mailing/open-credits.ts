import { type Cents, cents, centsFromWire, type Money } from "@bobine/contract/money";
import type { CivilDate } from "@bobine/contract/civil-date";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { shareCredits } from "../../domain/mailing/credit-shares.ts";
import { type InvoicedTo, payerOf } from "../banking/payer-of-document.ts";
import { documentOfMoney, isBeforeNext, isOfNobody, type OwnedMoney } from "../clients/money-of-others.ts";
import { INVOICED_TO, mailingRepository, type MailedCinema } from "./mailing.repository.ts";

type OpenCredit = OwnedMoney & {
  readonly client_account: string;
  readonly amount: Money;
};
type AskedInvoice = InvoicedTo & {
  readonly client_account: string;
  readonly due_date: CivilDate;
  readonly outstanding: Money;
};

const IS_ADVANCE = sql`p.kind = 'advance'`;
const CAME_ON = sql`t.transaction_date`;

/** What of credit notes, overpayments and advances of these accounts is on no invoice, with the document that says whose it is. */
const openCredits = (tx: Tx, distributorId: number, accounts: readonly string[]): Promise<OpenCredit[]> =>
  tx.many<OpenCredit>(sql`
    select i.id, i.cinema_id, i.cinema_name, ${INVOICED_TO}, i.client_account, -i.outstanding as amount, false as is_before_next
    from invoice i where i.distributor_id = ${distributorId} and i.client_account = any(${accounts}::text[])
      and i.type = 'credit_note' and i.outstanding < 0
    union all
    select i.id, i.cinema_id, i.cinema_name, ${INVOICED_TO}, p.client_account, p.amount - p.used_amount, ${isBeforeNext(CAME_ON, IS_ADVANCE)}
    from bank_part p join bank_transaction t on t.id = p.transaction_id
    cross join lateral (${documentOfMoney(distributorId, sql`p.client_account`, CAME_ON, IS_ADVANCE)}) i
    left join cinema c on c.id = i.cinema_id
    left join distributor_cinema_settings s on s.distributor_id = ${distributorId} and s.cinema_id = c.id
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
  for (const credit of credits.filter((one) => !isOfNobody(one, cinemas)))
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
