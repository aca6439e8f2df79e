import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { NamedClient } from "../../domain/client-account/group-clients.ts";
import { CLIENT_NAME } from "../banking/client-account-of-cinema.ts";

/** What of the distributor stands on its papers. */
export interface PaperCompany {
  readonly name: string;
  readonly legal_mention: string;
  readonly address: string;
  readonly post_code: string;
  readonly city: string;
  readonly phone: string;
  readonly siren: string;
  readonly iban: string;
}

/** Of a client's latest document. */
export interface PaperClient {
  readonly address: string;
  readonly address_line_2: string;
  readonly post_code: string;
  readonly city: string;
}

export const paperRepository = {
  company: (tx: Tx, distributorId: number): Promise<PaperCompany> =>
    tx.one<PaperCompany>(sql`
      select name, legal_mention, address, post_code, city, phone, siren, case when factor_iban = '' then iban else '' end as iban
      from distributor where id = ${distributorId}`),

  client: (tx: Tx, distributorId: number, account: string): Promise<PaperClient | undefined> =>
    tx.maybe<PaperClient>(sql`
      select coalesce(i.client ->> 'address', '') as address, coalesce(i.client ->> 'address_line_2', '') as address_line_2,
        coalesce(i.client ->> 'post_code', '') as post_code, coalesce(i.client ->> 'city', '') as city
      from invoice i where i.distributor_id = ${distributorId} and i.client_account = ${account} and i.client ->> 'address' <> ''
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
