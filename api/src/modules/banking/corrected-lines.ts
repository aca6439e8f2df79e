import type { Tx } from "../../db/scope.ts";
import { currencyPart } from "../../domain/bank-account.ts";
import type { StatementReading } from "../../domain/parsing/bank-statement.ts";
import type { ReferencedLine } from "../../domain/parsing/same-reference.ts";
import { importRepository as repository } from "./import.repository.ts";
import { daysOf } from "./statement-days.ts";

/**
 * What is to be told of operations that a file gives, and replaces or takes out itself (BANK-27): left out of it, they count all the same
 * where an earlier file brought them, or another one of its archive. Told when the one instead comes in.
 * @param accountOf what a name means
 * @param fresh what the statement brings
 */
export async function correctedNotes(
  tx: Tx,
  distributorId: number,
  { corrected = [] }: Pick<StatementReading, "corrected">,
  fresh: readonly ReferencedLine[],
  accountOf: (name: string) => { readonly id: number } | undefined,
): Promise<string[]> {
  const days = daysOf(corrected.map(({ line }) => line));
  if (!days) return [];
  const references = new Set(corrected.map(({ line }) => line.bank_reference));
  const known = await repository.linesWithReferences(tx, distributorId, days, [...references]);
  const keyOf = ({ bank_account, transaction_date, amount, bank_reference }: ReferencedLine): string => {
    // What is in another currency stands on a part of its account (BANK-38), in the file on the account.
    const name = currencyPart(bank_account)?.number ?? bank_account;
    return [accountOf(name)?.id ?? name, transaction_date, amount, bank_reference].join("\n");
  };
  const here = new Set(known.map(keyOf));
  const coming = Map.groupBy(fresh, keyOf);
  return corrected.flatMap(({ line, instead, note }) => {
    const key = keyOf(line);
    const other = instead && keyOf(instead);
    if (other !== undefined && !coming.has(other)) return [];
    const others = (coming.get(key)?.length ?? 0) - (other === key ? 1 : 0);
    return here.has(key) || others > 0 ? note : [];
  });
}
