import type { OperationFile } from "@bobine/contract/operation-files";
import sql, { raw } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { personJson } from "./decision-columns.ts";

/** @param reader who asks */
const columnsFor = (reader: number) => sql`
  f.id, f.file_name, f.size::integer as size, ${raw(personJson("w"))} as added_by, f.added_by = ${reader} as is_own, f.created_at`;

/** An operation as the log names it. */
export interface FiledLine {
  readonly id: number;
  readonly label: string;
  readonly transaction_date: string;
  readonly amount: string;
}

/** A file as its removal or download finds it. */
export interface FoundFile {
  readonly id: number;
  readonly file_name: string;
  readonly size: number;
  readonly sha256: Buffer;
  readonly storage_key: string;
  readonly added_by: number;
  readonly transaction_id: number;
}

export const operationFilesRepository = {
  async line(tx: Tx, distributorId: number, id: number): Promise<FiledLine | undefined> {
    return await tx.maybe<FiledLine>(sql`
      select id, label, transaction_date, amount from bank_transaction where id = ${id} and distributor_id = ${distributorId}`);
  },

  /** Files of one operation come one after the other: they are counted. */
  async lockLine(tx: Tx, distributorId: number, id: number): Promise<FiledLine | undefined> {
    return await tx.maybe<FiledLine>(sql`
      select id, label, transaction_date, amount from bank_transaction where id = ${id} and distributor_id = ${distributorId}
      for no key update`);
  },

  list: (tx: Tx, transactionId: number, reader: number): Promise<OperationFile[]> =>
    tx.many<OperationFile>(sql`
      select ${columnsFor(reader)} from operation_file f left join app_user w on w.id = f.added_by
      where f.transaction_id = ${transactionId} order by f.id`),

  one: (tx: Tx, id: number, reader: number): Promise<OperationFile> =>
    tx.one<OperationFile>(sql`
      select ${columnsFor(reader)} from operation_file f left join app_user w on w.id = f.added_by where f.id = ${id}`),

  async same(tx: Tx, transactionId: number, sha256: Buffer): Promise<number | undefined> {
    const row = await tx.maybe<{ id: number }>(
      sql`select id from operation_file where transaction_id = ${transactionId} and sha256 = ${sha256}`,
    );
    return row?.id;
  },

  async count(tx: Tx, transactionId: number): Promise<number> {
    const { count } = await tx.one<{ count: number }>(
      sql`select count(*)::integer as count from operation_file where transaction_id = ${transactionId}`,
    );
    return count;
  },

  async insert(
    tx: Tx,
    distributorId: number,
    file: {
      readonly transactionId: number;
      readonly fileName: string;
      readonly size: number;
      readonly sha256: Buffer;
      readonly storageKey: string;
      readonly userId: number;
      readonly at: Date;
    },
  ): Promise<number> {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into operation_file (distributor_id, transaction_id, file_name, size, sha256, storage_key, added_by, created_at)
      values (${distributorId}, ${file.transactionId}, ${file.fileName}, ${file.size}, ${file.sha256}, ${file.storageKey},
        ${file.userId}, ${file.at})
      returning id`);
    return id;
  },

  async find(tx: Tx, distributorId: number, id: number): Promise<FoundFile | undefined> {
    return await tx.maybe<FoundFile>(sql`
      select id, file_name, size::integer as size, sha256, storage_key, added_by, transaction_id from operation_file
      where id = ${id} and distributor_id = ${distributorId} and transaction_id is not null`);
  },

  /** @returns whether it was there */
  async remove(tx: Tx, id: number): Promise<boolean> {
    return (await tx.run(sql`delete from operation_file where id = ${id}`)) > 0;
  },
};
