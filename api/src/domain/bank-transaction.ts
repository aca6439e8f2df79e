import type { Cents } from "@bobine/contract/money";
import type { LineEvidence } from "./line-evidence.ts";
import type { StatementLine } from "./parsing/statement-line.ts";

/**
 * A statement line that was saved: a row of `bank_transaction` with its amounts in cents. Who needs some of its columns picks them;
 * `domain/parsing/README.md` draws the way of a line.
 */
export interface BankTransaction extends Omit<StatementLine, "provider_transaction_id" | "evidence"> {
  readonly id: number;
  readonly source: "file" | "bridge";
  /** Its row of `bank_account`; null: the first one. */
  readonly bank_account_id: number | null;
  readonly provider_transaction_id: number | null;
  /** Null: its source told nothing beside the label, or came before that was kept. */
  readonly evidence: LineEvidence | null;
  readonly allocated_amount: Cents;
  readonly surplus_amount: Cents;
  /** Bank fees, own transfers and the like: nobody is asked about it (LET-13). The exports hold it as any other line (EXP-2). */
  readonly is_noise: boolean;
}
