import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, centsFromWire, type Money, sumCents } from "@bobine/contract/money";
import sql, { type Sql } from "sql-template-tag";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import { CLIENT_ACCOUNT } from "../banking/client-account-of-cinema.ts";
import type { PayingCinema } from "../banking/legal-payer.ts";
import { INVOICED_COMPANY, type InvoicedTo, isFormer, payerOf } from "../banking/payer-of-document.ts";
import { entries, pendingReturns } from "./account-entries.ts";

/**
 * The document that says whose money is which came on a day and is on none (MAIL-2), for `cross join lateral`. What was paid too much follows
 * an invoice: it is of the company that the account's documents named then, or first named after it. An advance comes before what it is for:
 * it is of the company that they named next, or else of the one before.
 */
export const documentOfMoney = (distributorId: number, account: Sql, day: Sql, isAdvance: Sql): Sql => sql`
  select * from invoice i where i.distributor_id = ${distributorId} and i.client_account = ${account}
  order by case when ${isAdvance} then i.invoice_date >= ${day} else i.invoice_date <= ${day} end desc, abs(i.invoice_date - ${day}), i.id desc limit 1`;

/** Money that is on no document, with the document that says whose it is. */
export interface OwnedMoney extends InvoicedTo {
  /** An advance after the last document of its account, which is the account of the cinema's next one, too. */
  readonly is_before_next: boolean;
}

/** Whose an advance is that came after the last document of the company that its cinema had before is not known: maybe the next one's. */
export const isOfNobody = (money: OwnedMoney, cinemas: ReadonlyMap<number, PayingCinema>): boolean =>
  money.is_before_next && isFormer(money, cinemas);

/** The columns of `OwnedMoney` beside those of its document `i`; cinema `c` and settings `s` are of it. */
export const isBeforeNext = (day: Sql, isAdvance: Sql): Sql =>
  sql`${isAdvance} and i.invoice_date < ${day} and coalesce(${CLIENT_ACCOUNT} = i.client_account, false) as is_before_next`;

/** What a client has of its account on a day that is another company's: nothing of it is to be deducted from what the client owes. */
export interface MoneyOfOthers {
  /** In the balance: what of credit notes and overpayments is more than their company owes on the account itself. */
  readonly credits: Cents;
  /** Beside the balance, as all advances. */
  readonly advances: Cents;
}

interface Company extends InvoicedTo {
  readonly invoice_date: CivilDate;
  /** The cinema as it is now; null where its link was cut, or its account is another one by now. */
  readonly card: PayingCinema | null;
}

interface Rest extends OwnedMoney {
  readonly amount: Money;
  readonly is_advance: boolean;
}

const DOCUMENT_OF = sql`i.id, i.cinema_id, i.cinema_name, ${INVOICED_COMPANY}`;

/** Each company of each cinema that the documents of an account name, with its latest one. */
const companiesOf = (tx: Tx, distributorId: number, account: string): Promise<Company[]> =>
  tx.many<Company>(
    prepared(sql`
    select distinct on (i.cinema_id, i.client->>'siren', i.client->>'name') ${DOCUMENT_OF}, i.invoice_date,
      case when ${CLIENT_ACCOUNT} = i.client_account then json_build_object('id', c.id, 'name', c.name, 'legal_name', c.legal_name,
        'invoicing_company_name', c.invoicing_company_name, 'siren', c.siren, 'siret', c.siret, 'invoicing_siren', c.invoicing_siren) end as card
    from invoice i left join cinema c on c.id = i.cinema_id
    left join distributor_cinema_settings s on s.distributor_id = ${distributorId} and s.cinema_id = c.id
    where i.distributor_id = ${distributorId} and i.client_account = ${account}
    order by i.cinema_id, i.client->>'siren', i.client->>'name', i.invoice_date desc, i.id desc`),
  );

/** What was left on a day of each document of an account, and of each sum that was on none. */
async function restsOn(tx: Tx, distributorId: number, account: string, on: CivilDate): Promise<Rest[]> {
  const returns = await pendingReturns(tx, distributorId);
  const owned = (isAdvance: Sql) => sql`
    cross join lateral (${documentOfMoney(distributorId, sql`${account}`, sql`m.came_on`, isAdvance)}) i
    left join cinema c on c.id = i.cinema_id
    left join distributor_cinema_settings s on s.distributor_id = ${distributorId} and s.cinema_id = c.id`;
  return await tx.many<Rest>(
    prepared(sql`
    with moved as (
      select e.document_id, case when e.document_id is null then e.part_id end as part_id, sum(e.amount) as amount
      from (${entries(distributorId, returns)}) e
      where e.client_account = ${account} and e.date <= ${on} and (e.document_id is not null or e.part_id is not null)
      group by 1, 2 having sum(e.amount) <> 0
    ), overpaid as (
      select m.amount, t.transaction_date as came_on
      from moved m join bank_part p on p.id = m.part_id and p.distributor_id = ${distributorId}
      join bank_transaction t on t.id = p.transaction_id and t.distributor_id = ${distributorId}
    ), advanced as (
      select t.transaction_date as came_on, coalesce((
          select sum(a.amount) from allocation a
          where a.part_id = p.id and a.distributor_id = ${distributorId} and a.settled_on <= ${on}), 0) - coalesce((
          select sum(r.amount) from bank_part r join bank_transaction b on b.id = r.transaction_id and b.distributor_id = ${distributorId}
          where r.source_part_id = p.id and r.distributor_id = ${distributorId} and b.transaction_date <= ${on}), 0) - p.amount as amount
      from bank_part p join bank_transaction t on t.id = p.transaction_id and t.distributor_id = ${distributorId}
      where p.distributor_id = ${distributorId} and p.client_account = ${account} and p.kind = 'advance' and t.transaction_date <= ${on}
    )
    select ${DOCUMENT_OF}, m.amount, false as is_advance, false as is_before_next
    from moved m join invoice i on i.id = m.document_id and i.distributor_id = ${distributorId}
    union all
    select ${DOCUMENT_OF}, m.amount, false, false from overpaid m ${owned(sql`false`)}
    union all
    select ${DOCUMENT_OF}, m.amount, true, ${isBeforeNext(sql`m.came_on`, sql`true`)} from advanced m ${owned(sql`true`)} where m.amount <> 0`),
  );
}

/** As it is after the last document that an account has of a cinema whose card says nothing of it any more. */
const cardAsInvoiced = ({
  cinema_id,
  cinema_name,
  invoiced_name,
  invoiced_siren,
}: Company): PayingCinema => ({
  id: cinema_id,
  name: cinema_name,
  legal_name: invoiced_name,
  invoicing_company_name: "",
  siren: invoiced_siren,
  siret: "",
  invoicing_siren: "",
});

/**
 * What of an account is money of a company that a cinema had before, where the account's documents of the cinema are another one's since, and
 * what of advances may be another's (MAIL-11), as it was on a day.
 */
export async function readMoneyOfOthers(
  tx: Tx,
  distributorId: number,
  account: string,
  on: CivilDate,
): Promise<MoneyOfOthers> {
  const companies = await companiesOf(tx, distributorId, account);
  const latest = new Map<number, Company>();
  for (const company of companies) {
    const known = latest.get(company.cinema_id);
    const isLater =
      known === undefined ||
      company.invoice_date > known.invoice_date ||
      (company.invoice_date === known.invoice_date && company.id > known.id);
    if (isLater) latest.set(company.cinema_id, company);
  }
  const cinemas = new Map([...latest].map(([id, company]) => [id, company.card ?? cardAsInvoiced(company)]));
  if (!companies.some((company) => isFormer(company, cinemas)))
    return { credits: cents(0), advances: cents(0) };
  const present = companies.filter((company) => !isFormer(company, cinemas));
  const takenOver = new Set(present.map(({ cinema_id }) => cinema_id));
  const payer = (one: InvoicedTo) => payerOf(one, cinemas.get(one.cinema_id));
  // Of several cinemas on one account a company may have sold one alone: it is no other company to itself.
  const payers = new Set(present.map(payer));
  const rests = await restsOn(tx, distributorId, account, on);
  const ofFormer = rests.filter(
    (one) => takenOver.has(one.cinema_id) && isFormer(one, cinemas) && !payers.has(payer(one)),
  );
  const left = Map.groupBy(
    ofFormer.filter(({ is_advance }) => !is_advance),
    payer,
  );
  const advances = rests.filter(
    (one) => one.is_advance && (ofFormer.includes(one) || isOfNobody(one, cinemas)),
  );
  return {
    credits: sumCents([...left.values()].map((ofOne) => cents(Math.max(0, 0 - sumOf(ofOne))))),
    advances: cents(0 - sumOf(advances)),
  };
}

const sumOf = (rests: readonly Rest[]): Cents => sumCents(rests.map(({ amount }) => centsFromWire(amount)));
