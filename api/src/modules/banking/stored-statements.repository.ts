import type { StatementStats } from "@bobine/contract/banking";
import type { ChosenLayout } from "@bobine/contract/statement-columns";
import sql from "sql-template-tag";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import type { KeptStatementRow } from "../../db/schema.ts";
import type { Tx } from "../../db/scope.ts";

const COLUMNS = columnsOf<KeptStatementRow>()(
  ["id", "file_name", "file_size", "sha256", "expires_at", "layouts"],
  "k",
);

export interface StoredStatement extends Omit<RowOf<typeof COLUMNS>, "layouts"> {
  /** What its person has said of its columns (BANK-30). */
  readonly layouts: readonly ChosenLayout[];
  /** What its import brought; null while nobody has imported it. */
  readonly stats: StatementStats | null;
  /** That import was taken back (BANK-34): nothing of it is here. */
  readonly is_taken_back: boolean;
}

export const storedStatementsRepository = {
  async insert(
    tx: Tx,
    distributorId: number,
    kept: {
      readonly id: string;
      readonly fileName: string;
      readonly size: number;
      readonly sha256: Buffer;
      readonly layouts?: readonly ChosenLayout[] | undefined;
      readonly userId: number;
      readonly at: Date;
      readonly expiresAt: Date;
    },
  ): Promise<void> {
    await tx.run(sql`
      insert into kept_statement (id, distributor_id, file_name, file_size, sha256, layouts, created_by, created_at, expires_at)
      values (${kept.id}, ${distributorId}, ${kept.fileName}, ${kept.size}, ${kept.sha256}, ${JSON.stringify(kept.layouts ?? [])},
        ${kept.userId}, ${kept.at}, ${kept.expiresAt})`);
  },

  /** Undefined for another distributor's, and for one that has expired. */
  async find(tx: Tx, distributorId: number, id: string, now: Date): Promise<StoredStatement | undefined> {
    return await tx.maybe<StoredStatement>(sql`
      select ${COLUMNS}, f.stats - 'sources' as stats, f.taken_back_at is not null as is_taken_back
      from kept_statement k left join import_file f on f.id = k.import_id
      where k.id = ${id} and k.distributor_id = ${distributorId} and (k.import_id is not null or k.expires_at > ${now})`);
  },

  /** Until the end of the transaction nobody removes it; waits for whoever does. */
  async lock(tx: Tx, distributorId: number, id: string): Promise<void> {
    await tx.run(
      sql`select from kept_statement where id = ${id} and distributor_id = ${distributorId} for update`,
    );
  },

  /** The same without waiting. @returns false when somebody has it, or when there is none */
  async tryLock(tx: Tx, distributorId: number, id: string): Promise<boolean> {
    const row = await tx.maybe(
      sql`select id from kept_statement where id = ${id} and distributor_id = ${distributorId} for update skip locked`,
    );
    return row !== undefined;
  },

  async imported(tx: Tx, id: string, importId: number): Promise<void> {
    await tx.run(sql`update kept_statement set import_id = ${importId} where id = ${id}`);
  },

  /** @returns whether it is gone; an imported one stays */
  async remove(tx: Tx, distributorId: number, id: string): Promise<boolean> {
    const count = await tx.run(
      sql`delete from kept_statement where id = ${id} and distributor_id = ${distributorId} and import_id is null`,
    );
    return count > 0;
  },

  /** Of all distributors, so many at most. */
  async expired(
    tx: Tx,
    before: Date,
    atMost: number,
  ): Promise<Pick<KeptStatementRow, "id" | "distributor_id">[]> {
    return await tx.many(sql`
      select id, distributor_id from kept_statement where import_id is null and expires_at < ${before} order by expires_at limit ${atMost}`);
  },
};
