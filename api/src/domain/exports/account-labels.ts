import type { LedgerEntry } from "./ledger-lines.ts";

/**
 * A file of entries calls an account, and a client's, by one name each, whatever they were called when a lot was made (article A47 A-1): the one that
 * they have now, else the first one in the file.
 */
export class AccountLabels {
  readonly #labels: Map<string, string>;
  readonly #names: Map<string, string>;

  /**
   * @param accounts labels of the accounts that have one now, by their numbers
   * @param clients names of companies, by their auxiliary accounts
   */
  constructor(accounts: Iterable<readonly [string, string]>, clients: Iterable<readonly [string, string]>) {
    [this.#labels, this.#names] = [new Map(accounts), new Map(clients)];
  }

  /** Entries are named as they are asked for. */
  *applyTo(entries: Iterable<LedgerEntry>): Generator<LedgerEntry> {
    for (const entry of entries)
      yield {
        ...entry,
        lines: entry.lines.map((line) => ({
          ...line,
          account_label: nameIn(this.#labels, line.account, line.account_label),
          client_name: nameIn(this.#names, line.client_account, line.client_name),
        })),
      };
  }
}

function nameIn(names: Map<string, string>, account: string, otherwise: string): string {
  const name = names.get(account);
  if (name !== undefined || account === "") return name ?? otherwise;
  names.set(account, otherwise);
  return otherwise;
}
