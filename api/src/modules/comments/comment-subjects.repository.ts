import { commentSubject, type CommentSubjectKind } from "@bobine/contract/comments";
import type { AuditDetailKey } from "@bobine/contract/audit-labels";
import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { isClientAccount } from "../banking/is-client-account.ts";

/** What a comment is kept with: exactly one of its last four is there. */
export interface CommentSubject {
  readonly subject_kind: CommentSubjectKind;
  readonly transaction_id: number | null;
  readonly user_action_id: number | null;
  readonly invoice_id: number | null;
  readonly client_account: string | null;
  /** What the audit log says of it. */
  readonly details: Readonly<Partial<Record<AuditDetailKey, unknown>>>;
}

const NOTHING = { transaction_id: null, user_action_id: null, invoice_id: null, client_account: null };

interface Line {
  readonly id: number;
  readonly label: string;
  readonly transaction_date: string;
  readonly amount: string;
}
const ofLine = ({ id, label, transaction_date, amount }: Line): CommentSubject => ({
  ...NOTHING,
  subject_kind: "transaction",
  transaction_id: id,
  details: {
    transaction_id: id,
    transaction_label: label,
    transaction_date,
    transaction_amount: amount,
  },
});

/**
 * What is commented, of the distributor; undefined when it has none such. An action about a bank line stands for that line (COM-1).
 * @param key as calls name it (`commentSubject` of the contract)
 */
export async function subjectOfKey(
  tx: Tx,
  distributorId: number,
  key: string,
): Promise<CommentSubject | undefined> {
  const end = key.indexOf(":");
  const subject = key.slice(end + 1);
  const kind = key.slice(0, end) as CommentSubjectKind;
  if (kind === "client") {
    return (await isClientAccount(tx, distributorId, subject))
      ? {
          ...NOTHING,
          subject_kind: kind,
          client_account: subject,
          details: { client_accounts: [subject] },
        }
      : undefined;
  }
  const id = Number(subject);
  if (kind === "invoice") {
    const invoice = await tx.maybe<{ invoice_number: string }>(
      sql`select invoice_number from invoice where id = ${id} and distributor_id = ${distributorId}`,
    );
    return (
      invoice && {
        ...NOTHING,
        subject_kind: kind,
        invoice_id: id,
        details: { invoice_id: id, invoice_number: invoice.invoice_number },
      }
    );
  }
  const lineOf = (lineId: number) =>
    tx.maybe<Line>(sql`
      select id, label, transaction_date, amount from bank_transaction where id = ${lineId} and distributor_id = ${distributorId}`);
  if (kind === "transaction") {
    const line = await lineOf(id);
    return line && ofLine(line);
  }
  const action = await tx.maybe<{ transaction_id: number | null; reason: string }>(
    sql`select transaction_id, reason from user_action where id = ${id} and distributor_id = ${distributorId}`,
  );
  if (!action) return undefined;
  const line = action.transaction_id === null ? undefined : await lineOf(action.transaction_id);
  if (line) return ofLine(line);
  return {
    ...NOTHING,
    subject_kind: kind,
    user_action_id: id,
    details: { user_action_id: id, reason: action.reason },
  };
}

/** The comments of a subject, in the words of its index. */
export function isAbout(subject: CommentSubject, distributorId: number): Sql {
  if (subject.transaction_id !== null) return sql`c.transaction_id = ${subject.transaction_id}`;
  if (subject.user_action_id !== null) return sql`c.user_action_id = ${subject.user_action_id}`;
  if (subject.invoice_id !== null) return sql`c.invoice_id = ${subject.invoice_id}`;
  return sql`c.distributor_id = ${distributorId} and c.client_account = ${subject.client_account}`;
}

/** What the log says of what a comment is about; nothing of an operation that is gone. */
export async function subjectDetails(
  tx: Tx,
  distributorId: number,
  subject: Pick<CommentSubject, "transaction_id" | "user_action_id" | "invoice_id" | "client_account">,
): Promise<CommentSubject["details"]> {
  const { transaction_id, user_action_id, invoice_id, client_account } = subject;
  const key =
    client_account !== null
      ? commentSubject("client", client_account)
      : invoice_id !== null
        ? commentSubject("invoice", invoice_id)
        : user_action_id !== null
          ? commentSubject("user_action", user_action_id)
          : transaction_id !== null
            ? commentSubject("transaction", transaction_id)
            : undefined;
  const found = key === undefined ? undefined : await subjectOfKey(tx, distributorId, key);
  return found?.details ?? {};
}
