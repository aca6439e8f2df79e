import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { type AppError, errors } from "../../errors.ts";
import { CLIENT_ACCOUNT } from "../banking/client-account-of-cinema.ts";

const NBSP = "\u00a0";

interface Similar {
  readonly name: string;
  readonly account: string;
}

/** Accounting software takes `411etoile` and `411ETOILE` for one client, the product for two (CIN-6). One that another cinema has as it is stands. */
const similarIn = (tx: Tx, cinemas: Sql, account: string): Promise<Similar | undefined> =>
  tx.maybe<Similar>(sql`
    select o.name, o.account from (${cinemas}) o
    where search_key(o.account) = search_key(${account}) and o.account <> ${account}
      and not exists (select from (${cinemas}) e where e.account = ${account})
    order by o.name limit 1`);

/** Of the clients of a distributor. */
export const similarAccountOf = (
  tx: Tx,
  { distributorId, cinemaId }: { readonly distributorId: number; readonly cinemaId: number },
  account: string,
): Promise<Similar | undefined> =>
  similarIn(
    tx,
    sql`
      select c.name, ${CLIENT_ACCOUNT} as account
      from cinema_distributor l join cinema c on c.id = l.cinema_id
      left join distributor_cinema_settings s on s.cinema_id = c.id and s.distributor_id = l.distributor_id
      where l.distributor_id = ${distributorId} and l.cinema_id <> ${cinemaId}`,
    account,
  );

/** Of all cinemas, as their cards have them. */
export const similarDefaultAccount = (
  tx: Tx,
  cinemaId: number,
  account: string,
): Promise<Similar | undefined> =>
  similarIn(
    tx,
    sql`select c.name, c.default_accounting_code as account from cinema c where c.id <> ${cinemaId} and c.default_accounting_code <> ''`,
    account,
  );

export const similarAccountSentence = ({ name, account }: Similar): string =>
  `Le cinéma «${NBSP}${name}${NBSP}» a le compte ${account}, que les logiciels comptables confondent avec celui-ci${NBSP}: écrivez-le de même, ou choisissez un autre code.`;

/** The same to who may not see the other cinema (SEC-16). */
export const SIMILAR_ACCOUNT_OF_ANOTHER = `Un autre cinéma a un compte que les logiciels comptables confondent avec celui-ci${NBSP}: choisissez un autre code.`;

export const similarAccountError = (field: string, similar: Similar): AppError =>
  errors.field(field, similarAccountSentence(similar));
