import type { ChosenLayout } from "@bobine/contract/statement-columns";
import type { Tx } from "../../db/scope.ts";
import type { StatementReading } from "../../domain/parsing/bank-statement.ts";
import type { KnownLayout } from "../../domain/parsing/chosen-layout.ts";
import { accountsOfLines } from "./accounts-of-lines.ts";
import { bankAccountsRepository } from "./bank-accounts.repository.ts";
import { statementLayoutsRepository as repository } from "./statement-layouts.repository.ts";

/**
 * What a file may be read by that names of columns do not tell: what the person says now, before what was said at earlier imports
 * of an account (BANK-30).
 * @param accountId of what the file leaves without an account; undefined: the first one
 */
export async function knownLayouts(
  tx: Tx,
  distributorId: number,
  chosen: readonly ChosenLayout[],
  accountId: number | undefined,
): Promise<KnownLayout[]> {
  const saved = await repository.list(tx, distributorId);
  const accounts = saved.length > 0 ? await bankAccountsRepository.list(tx, distributorId) : [];
  const first = accounts[0]?.id;
  return [
    ...chosen.map((layout) => ({ ...layout, origin: "chosen" as const, account: "", isForUnnamed: true })),
    ...saved.map(({ header_key, layout, bank_account_id }) => {
      const own = bank_account_id ?? first;
      return {
        ...layout,
        header_key,
        origin: "remembered" as const,
        account: accounts.find(({ id }) => id === own)?.number ?? "",
        isForUnnamed: own === (accountId ?? first),
      };
    }),
  ];
}

/** Keeps what the person has said of the tables that were read by it, for the account of their lines. The caller holds `lockStatements`. */
export async function rememberLayouts(
  tx: Tx,
  importer: {
    readonly distributorId: number;
    readonly userId: number;
    readonly layouts?: readonly ChosenLayout[] | undefined;
  },
  { columns = [], lines }: Pick<StatementReading, "columns" | "lines">,
  at: Date,
): Promise<void> {
  if (columns.length === 0) return;
  const { distributorId, userId, layouts = [] } = importer;
  const names = [...new Set(lines.map((line) => line.bank_account))];
  const [name = ""] = names.length === 1 ? names : [];
  const named = (await accountsOfLines(tx, distributorId, [name])).get(name) ?? null;
  const [first] = await bankAccountsRepository.list(tx, distributorId);
  const accountId = named === first?.id ? null : named;
  for (const { header_key, header, origin } of columns) {
    const chosen = layouts.find((layout) => layout.header_key === header_key);
    if (origin === "remembered") await repository.use(tx, distributorId, [header_key], accountId, at);
    else if (chosen) {
      const { skip, columns: choice } = chosen;
      await repository.save(tx, distributorId, {
        header_key,
        header,
        layout: { skip, columns: choice },
        accountId,
        userId,
        at,
      });
    }
  }
}
