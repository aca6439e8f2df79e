import type { ChosenLayout, RememberedLayout } from "@bobine/contract/statement-columns";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

/** A distributor's own list; the one used least lately goes first. */
const MOST = 200;

type Layout = Omit<ChosenLayout, "header_key">;
export interface SavedLayout extends Omit<RememberedLayout, "columns"> {
  readonly header_key: string;
  readonly layout: Layout;
}

export const statementLayoutsRepository = {
  /** The one used last first. */
  list: (tx: Tx, distributorId: number): Promise<SavedLayout[]> =>
    tx.many<SavedLayout>(sql`
      select id, bank_account_id, header_key, header, layout, created_at, used_at from statement_layout
      where distributor_id = ${distributorId} order by used_at desc, id desc`),

  async save(
    tx: Tx,
    distributorId: number,
    {
      header_key,
      header,
      layout,
      accountId,
      userId,
      at,
    }: {
      readonly header_key: string;
      readonly header: readonly string[];
      readonly layout: Layout;
      /** Null: the first account. */
      readonly accountId: number | null;
      readonly userId: number;
      readonly at: Date;
    },
  ): Promise<void> {
    await tx.run(sql`
      insert into statement_layout (distributor_id, bank_account_id, header_key, header, layout, created_by, created_at, used_at)
      values (${distributorId}, ${accountId}, ${header_key}, ${header}, ${JSON.stringify(layout)}, ${userId}, ${at}, ${at})
      on conflict on constraint layout_once do update
      set header = excluded.header, layout = excluded.layout, created_by = excluded.created_by, created_at = excluded.created_at,
        used_at = excluded.used_at`);
    await tx.run(sql`
      delete from statement_layout where id in (
        select id from statement_layout where distributor_id = ${distributorId} order by used_at desc, id desc offset ${MOST})`);
  },

  async use(
    tx: Tx,
    distributorId: number,
    keys: readonly string[],
    accountId: number | null,
    at: Date,
  ): Promise<void> {
    await tx.run(sql`
      update statement_layout set used_at = ${at}
      where distributor_id = ${distributorId} and header_key = any(${keys}::text[]) and bank_account_id is not distinct from ${accountId}`);
  },

  /** @returns whether it was there */
  async forget(tx: Tx, distributorId: number, id: number): Promise<boolean> {
    return (
      (await tx.run(
        sql`delete from statement_layout where distributor_id = ${distributorId} and id = ${id}`,
      )) > 0
    );
  },
};
