// What `npm run ledger` does: proves the books and the audit log on the rows of every distributor.
import { parseArgs } from "node:util";
import type { Pool } from "pg";
import { inTransaction } from "../db/scope.ts";
import { appendCheckpoint, lastCheckpoint } from "../modules/audit/checkpoints.ts";
import { proveAudit } from "../modules/audit/prove-audit.ts";
import { verifyLedger } from "../modules/banking/verify-ledger.ts";

export class LedgerUsageError extends Error {
  override readonly name = "LedgerUsageError";
}

const USAGE = `Usage: npm run ledger                                    the books, then the audit log
       npm run ledger -- books
       npm run ledger -- audit [--checkpoints <file>]    compares with the file's last line, and adds one`;

interface Operator {
  /** SECRET_KEY, which seals checkpoints. */
  readonly secret: string;
  readonly now: () => Date;
  readonly print: (line: string) => void;
}

/** @returns the exit code: 1 when something does not hold */
export async function ledgerCommand(
  pool: Pool,
  args: readonly string[],
  operator: Operator,
): Promise<number> {
  const { what, checkpoints } = read(args);
  const books = what === "audit" || (await provesBooks(pool, operator.print));
  const audit = what === "books" || (await provesAudit(pool, checkpoints, operator));
  return books && audit ? 0 : 1;
}

function read(args: readonly string[]): { what: "all" | "books" | "audit"; checkpoints: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { checkpoints: { type: "string" } },
    });
    const [what = "all", ...rest] = positionals;
    const isKnown = what === "all" || what === "books" || what === "audit";
    if (isKnown && rest.length === 0 && (values.checkpoints === undefined || what === "audit"))
      return { what, checkpoints: values.checkpoints };
  } catch {
    // Said below.
  }
  throw new LedgerUsageError(USAGE);
}

async function provesBooks(pool: Pool, print: Operator["print"]): Promise<boolean> {
  // After a large import the planner does not know its rows yet.
  await pool.query("analyze");
  const violations = await inTransaction(pool, { kind: "all" }, async (tx) => {
    await tx.client.query("set local statement_timeout = '15min'");
    return await verifyLedger(tx);
  });
  for (const { rule, distributor_id, subject, message } of violations)
    print(`${rule}: distributor ${distributor_id ?? "-"}, ${subject}: ${message}`);
  print(violations.length === 0 ? "The ledger holds." : `${violations.length} broken.`);
  return violations.length === 0;
}

async function provesAudit(
  pool: Pool,
  checkpoints: string | undefined,
  { secret, now, print }: Operator,
): Promise<boolean> {
  const known = checkpoints === undefined ? [] : lastCheckpoint(checkpoints, secret);
  const { holds, report } = await proveAudit(pool, known, print);
  if (!holds || !report) return holds;
  if (checkpoints !== undefined) {
    appendCheckpoint(checkpoints, secret, now(), report.ends);
    print(
      known.length === 0
        ? `The first checkpoint is in ${checkpoints}.`
        : "All that the last checkpoint stated still stands, and a new one is added.",
    );
  }
  return true;
}
