import type { AccountChoice } from "@bobine/contract/bank-parts";
import sql from "sql-template-tag";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import { eurosList } from "../../db/money.ts";
import { prepared } from "../../db/prepared.ts";
import type { BankPartRow } from "../../db/schema.ts";
import type { Tx } from "../../db/scope.ts";
import { STANDARD_ACCOUNTS } from "../../domain/settlement/account-choices.ts";
import type { Counterpart } from "../../domain/settlement/counterpart.ts";
import type { SettledPart } from "../../domain/settlement/parts.ts";

const COLUMNS = columnsOf<BankPartRow>()(["id", "kind", "amount", "account", "account_label"]);
type Row = Omit<RowOf<typeof COLUMNS>, "kind"> & { readonly kind: SettledPart["kind"] };

export const bankPartsRepository = {
  async ofTransaction(tx: Tx, transactionId: number): Promise<Row[]> {
    return await tx.many<Row>(
      prepared(
        sql`select ${COLUMNS} from bank_part where transaction_id = ${transactionId} order by position`,
      ),
    );
  },

  /** Writes the parts of new decisions, before their allocations: a line is never over its amount in between. */
  async insert(
    tx: Tx,
    distributorId: number,
    parts: readonly (SettledPart & {
      readonly reconciliation_id: number;
      readonly transaction_id: number;
      readonly position: number;
    })[],
  ): Promise<void> {
    if (parts.length === 0) return;
    await tx.run(sql`
      insert into bank_part (distributor_id, reconciliation_id, transaction_id, position, kind, amount, account, account_label)
      select ${distributorId}, reconciliation_id, transaction_id, position, kind, amount, account, account_label
      from unnest(${parts.map((one) => one.reconciliation_id)}::bigint[], ${parts.map((one) => one.transaction_id)}::bigint[],
        ${parts.map((one) => one.position)}::integer[], ${parts.map((one) => one.kind)}::text[], ${eurosList(parts.map((one) => one.amount))},
        ${parts.map((one) => one.account)}::text[], ${parts.map((one) => one.account_label)}::text[])
        as p (reconciliation_id, transaction_id, position, kind, amount, account, account_label)`);
  },

  /** The accounts to choose from: the distributor's own, or the standard ones. */
  async accounts(tx: Tx, distributorId: number): Promise<AccountChoice[]> {
    const own = await tx.many<AccountChoice>(
      prepared(sql`
      select code, label from bank_account_choice where distributor_id = ${distributorId} order by position, code`),
    );
    return own.length > 0 ? own : [...STANDARD_ACCOUNTS];
  },

  async replaceAccounts(tx: Tx, distributorId: number, accounts: readonly AccountChoice[]): Promise<void> {
    await tx.run(sql`delete from bank_account_choice where distributor_id = ${distributorId}`);
    await tx.run(sql`
      insert into bank_account_choice (distributor_id, code, label, position)
      select ${distributorId}, code, label, n
      from unnest(${accounts.map((one) => one.code)}::text[], ${accounts.map((one) => one.label)}::text[]) with ordinality as a (code, label, n)`);
  },

  async remembered(tx: Tx, distributorId: number, phrase: string): Promise<Counterpart | undefined> {
    return await tx.maybe<Counterpart>(
      prepared(sql`
      select kind, account from payer_account where distributor_id = ${distributorId} and phrase = ${phrase}`),
    );
  },

  /** The last decision counts: who changes their mind is right. */
  async remember(
    tx: Tx,
    distributorId: number,
    phrase: string,
    { kind, account }: Counterpart,
    at: Date,
  ): Promise<void> {
    await tx.run(
      prepared(sql`
      insert into payer_account (distributor_id, phrase, kind, account, updated_at)
      values (${distributorId}, ${phrase}, ${kind}, ${account}, ${at})
      on conflict (distributor_id, phrase) do update set kind = excluded.kind, account = excluded.account, updated_at = excluded.updated_at`),
    );
  },
};
