import type { CivilDate } from "@bobine/contract/civil-date";
import sql from "sql-template-tag";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import { FACTOR_IBAN, FACTOR_NAME, FACTORED_TABLES, IS_FACTORED } from "../../db/factored-invoices.ts";
import type { NamedClient } from "../../domain/client-account/group-clients.ts";
import type { InvoiceSupplier } from "../../domain/e-invoicing/invoice-document.ts";
import type { WayToPay } from "../../domain/client-account/ways-to-pay.ts";
import { CLIENT_NAME } from "../banking/client-account-of-cinema.ts";
import { entries, pendingReturns } from "./account-entries.ts";

/** Of a client's latest document that says where it is. */
export interface PaperClient {
  readonly address: string;
  readonly address_line_2: string;
  readonly post_code: string;
  readonly city: string;
  readonly siren: string;
  readonly vat_number: string;
}

export const paperRepository = {
  company: (tx: Tx, distributorId: number): Promise<InvoiceSupplier> =>
    tx.one<InvoiceSupplier>(sql`
      select name, legal_mention, rcs_city, address, post_code, city, phone, siren, iban,
        case when prefix_vat = '' then '' else prefix_vat || siren end as vat_number
      from distributor where id = ${distributorId}`),

  /** Who is paid for what was open of an account on a day (CLI-2), as `openOn` knows it; the distributor when nothing was. */
  async waysToPay(tx: Tx, distributorId: number, account: string, on: CivilDate): Promise<WayToPay[]> {
    const returns = await pendingReturns(tx, distributorId);
    const { iban } = await tx.one<{ iban: string }>(
      sql`select iban from distributor where id = ${distributorId}`,
    );
    const assigned = await tx.many<WayToPay>(
      prepared(sql`
      select distinct case when ${IS_FACTORED} then ${FACTOR_NAME} end as factor,
        case when ${IS_FACTORED} then ${FACTOR_IBAN} else ${iban} end as iban
      from ${FACTORED_TABLES}
      where i.type = 'invoice' and i.id in (
        select o.document_id
        from (
          select i.id as document_id, i.outstanding as amount
          from invoice i where i.distributor_id = ${distributorId} and i.client_account = ${account} and i.status in ('awaiting_payment', 'part_paid', 'default')
          union all
          select e.document_id, -e.amount from (${entries(distributorId, returns)}) e where e.date > ${on} and e.client_account = ${account}
        ) o
        group by o.document_id having sum(o.amount) > 0)
      order by factor nulls first, iban`),
    );
    return assigned.length > 0 ? assigned : [{ factor: null, iban }];
  },

  /** @param name as the account's latest document has it: never the address of another company */
  client: (tx: Tx, distributorId: number, account: string, name: string): Promise<PaperClient | undefined> =>
    tx.maybe<PaperClient>(sql`
      select coalesce(i.client ->> 'address', '') as address, coalesce(i.client ->> 'address_line_2', '') as address_line_2,
        coalesce(i.client ->> 'post_code', '') as post_code, coalesce(i.client ->> 'city', '') as city,
        coalesce(i.client ->> 'siren', '') as siren, coalesce(i.client ->> 'vat_number', '') as vat_number
      from invoice i left join cinema c on c.id = i.cinema_id
      where i.distributor_id = ${distributorId} and i.client_account = ${account} and i.client ->> 'address' <> '' and ${CLIENT_NAME} = ${name}
      order by i.invoice_date desc, i.id desc limit 1`),

  /** The clients of accounts as their latest documents name them, with the group of that cinema. */
  names: (tx: Tx, distributorId: number, accounts: readonly string[]): Promise<NamedClient[]> =>
    tx.many<NamedClient>(sql`
      select a.account as client_account, coalesce(${CLIENT_NAME}, a.account) as client_name,
        coalesce(c."group", '') as "group"
      from unnest(${accounts}::text[]) as a (account)
      left join lateral (
        select * from invoice i where i.distributor_id = ${distributorId} and i.client_account = a.account
        order by i.invoice_date desc, i.id desc limit 1
      ) i on true
      left join cinema c on c.id = i.cinema_id`),
};
