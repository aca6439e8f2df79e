import { counted } from "@bobine/contract/french";
import sql, { raw } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

/** What people added to lines that are gone, and that is not (COM-6). */
export interface LineAdditions {
  readonly comments: number;
  readonly files: number;
}

/** What becomes of it, to who takes an import back; empty when there is nothing. */
export const additionsSentence = ({ comments, files }: LineAdditions): string => {
  const all = [
    ...(comments === 0 ? [] : [counted(comments, "commentaire", "commentaires")]),
    ...(files === 0 ? [] : [counted(files, "pièce jointe", "pièces jointes")]),
  ];
  return all.length === 0
    ? ""
    : `À retrouver sur ces opérations quand le même relevé sera importé de nouveau\u00a0: ${all.join(", ")}.`;
};

const TABLES = [raw("comment"), raw("operation_file")] as const;

/**
 * What people said of a bank line, and the files that they attached to it, outlive it (COM-6): with what the line was known by, they are
 * the line's again when that comes back.
 */
export const lineAdditions = {
  /** Before the lines of an import go. */
  async leaveImport(tx: Tx, importId: number): Promise<void> {
    for (const table of TABLES)
      await tx.run(sql`
        update ${table} c set transaction_id = null, gone_account = t.bank_account, gone_fingerprint = t.fingerprint, gone_import_id = ${importId}
        from bank_transaction t where t.id = c.transaction_id and t.import_id = ${importId}`);
  },

  /** Before a line goes alone. */
  async leaveLine(tx: Tx, id: number): Promise<void> {
    for (const table of TABLES)
      await tx.run(sql`
        update ${table} c set transaction_id = null, gone_account = t.bank_account, gone_fingerprint = t.fingerprint
        from bank_transaction t where t.id = c.transaction_id and t.id = ${id}`);
  },

  /** What there is of an import that was taken back. */
  async ofImport(tx: Tx, importId: number): Promise<LineAdditions> {
    return await tx.one<LineAdditions>(sql`
      select (select count(*)::integer from comment where gone_import_id = ${importId} and deleted_at is null) as comments,
        (select count(*)::integer from operation_file where gone_import_id = ${importId}) as files`);
  },

  /** After lines came: what there is of them is theirs again. */
  async comeBack(tx: Tx, distributorId: number): Promise<void> {
    for (const table of TABLES)
      await tx.run(sql`
        update ${table} c set transaction_id = t.id, gone_account = null, gone_fingerprint = null, gone_import_id = null
        from bank_transaction t
        where c.distributor_id = ${distributorId} and c.gone_fingerprint is not null and t.distributor_id = ${distributorId}
          and t.bank_account = c.gone_account and t.fingerprint = c.gone_fingerprint`);
  },
};
