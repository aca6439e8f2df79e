import sql, { type Sql } from "sql-template-tag";

/** Of bank lines `t`: those of one account alone. Lines without an account are of the first one (BANK-15, BANK-35). */
export const ofAccount = (accountId: number | undefined): Sql =>
  accountId === undefined
    ? sql``
    : sql`and coalesce(t.bank_account_id,
        (select min(a.id) from bank_account a where a.distributor_id = t.distributor_id)) = ${accountId}`;
