import { counted } from "@bobine/contract/french";
import sql from "sql-template-tag";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";

/** What people added to lines that are gone, and that is kept (COM-6). */
export interface LineAdditions {
  readonly comments: number;
}

/** What becomes of it, to who takes an import back; empty when there is nothing. */
export const additionsSentence = ({ comments }: LineAdditions): string => {
  const all = comments === 0 ? [] : [counted(comments, "commentaire", "commentaires")];
  return all.length === 0
    ? ""
    : `À retrouver sur ces opérations quand le même relevé sera importé de nouveau\u00a0: ${all.join(", ")}.`;
};

/**
 * What people said of a bank line outlives it (COM-6): kept with what the line is known by, it is the line's again when that comes back.
 */
export const lineAdditions = {
  /** Before the lines of an import go. */
  async leaveImport(tx: Tx, importId: number): Promise<void> {
    await tx.run(sql`
      update comment c set transaction_id = null, gone_account = t.bank_account, gone_fingerprint = t.fingerprint, gone_import_id = ${importId}
      from bank_transaction t where t.id = c.transaction_id and t.import_id = ${importId}`);
  },

  /** Before a line goes alone. */
  async leaveLine(tx: Tx, id: number): Promise<LineAdditions> {
    const comments = await tx.many<{ is_deleted: boolean }>(sql`
      update comment c set transaction_id = null, gone_account = t.bank_account, gone_fingerprint = t.fingerprint
      from bank_transaction t where t.id = c.transaction_id and t.id = ${id}
      returning c.deleted_at is not null as is_deleted`);
    return { comments: comments.filter(({ is_deleted }) => !is_deleted).length };
  },

  /** What is kept of an import that was taken back. */
  async ofImport(tx: Tx, importId: number): Promise<LineAdditions> {
    return await tx.one<LineAdditions>(sql`
      select count(*)::integer as comments from comment where gone_import_id = ${importId} and deleted_at is null`);
  },

  /** After lines came: what is kept of them is theirs again. */
  async comeBack(tx: Tx, distributorId: number): Promise<void> {
    await tx.run(
      prepared(sql`
      update comment c set transaction_id = t.id, gone_account = null, gone_fingerprint = null, gone_import_id = null
      from bank_transaction t
      where c.distributor_id = ${distributorId} and c.gone_fingerprint is not null and t.distributor_id = ${distributorId}
        and t.bank_account = c.gone_account and t.fingerprint = c.gone_fingerprint`),
    );
  },
};
