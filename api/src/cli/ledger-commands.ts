// `npm run ops -- ledger`: proves the books and the audit log on the rows of every distributor.
import { parseArgs } from "node:util";
import type { Pool } from "pg";
import { inTransaction } from "../db/scope.ts";
import { appendCheckpoint, CheckpointProblem, lastCheckpoint } from "../modules/audit/checkpoints.ts";
import { proveAudit } from "../modules/audit/prove-audit.ts";
import { verifyLedger } from "../modules/banking/verify-ledger.ts";
import { verifyBanks } from "../modules/exports/verify-banks.ts";
import { verifyClients } from "../modules/exports/verify-clients.ts";
import { openFileStore } from "../platform/files/open-file-store.ts";
import type { FileStore } from "../services.ts";
import { type Area, operatorPath, type Say, UsageError, usageOf } from "./area.ts";
import { readOperatorConfig, withOperatorPool } from "./operator-pool.ts";

const HELP = `ledger verify                  the books, then the audit log: exit code 1 when something does not hold
ledger books
ledger audit [--checkpoints <file>] compares with the file's last line, and adds one`;

export const ledgerArea: Area = {
  help: HELP,
  problems: [CheckpointProblem],
  async run(args, print) {
    const config = readOperatorConfig();
    return await withOperatorPool(config, (pool) =>
      ledgerCommand(pool, args, {
        secret: config.secretKey,
        files: openFileStore(config),
        now: () => new Date(),
        print,
      }),
    );
  },
};

interface Operator {
  /** SECRET_KEY, which seals checkpoints. */
  readonly secret: string;
  /** Where the archives of the audit log are. */
  readonly files: FileStore;
  readonly now: () => Date;
  readonly print: Say;
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

function read(args: readonly string[]): {
  what: "verify" | "books" | "audit";
  checkpoints: string | undefined;
} {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { checkpoints: { type: "string" } },
    });
    const [what = "verify", ...rest] = positionals;
    const isKnown = what === "verify" || what === "books" || what === "audit";
    if (isKnown && rest.length === 0 && (values.checkpoints === undefined || what === "audit"))
      return {
        what,
        checkpoints: values.checkpoints === undefined ? undefined : operatorPath(values.checkpoints),
      };
  } catch {
    // Said below.
  }
  throw new UsageError(usageOf(HELP));
}

async function provesBooks(pool: Pool, print: Operator["print"]): Promise<boolean> {
  await analyze(pool);
  const violations = await inTransaction(pool, { kind: "all" }, async (tx) => {
    await tx.client.query("set local statement_timeout = '15min'");
    return [...(await verifyLedger(tx)), ...(await verifyBanks(tx)), ...(await verifyClients(tx))];
  });
  for (const { rule, distributor_id, subject, message } of violations)
    print(`${rule}: distributor ${distributor_id ?? "-"}, ${subject}: ${message}`);
  print(violations.length === 0 ? "The ledger holds." : `${violations.length} broken.`);
  return violations.length === 0;
}

/** After a large import the planner does not know its rows yet. A large database takes longer for it than a statement may last. */
async function analyze(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("analyze");
  } finally {
    // The setting ends with the session.
    client.release(true);
  }
}

async function provesAudit(
  pool: Pool,
  checkpoints: string | undefined,
  { secret, files, now, print }: Operator,
): Promise<boolean> {
  const known = checkpoints === undefined ? [] : lastCheckpoint(checkpoints, secret);
  const { isIntact, report } = await proveAudit(pool, known, print, files);
  if (!isIntact || !report) return isIntact;
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
