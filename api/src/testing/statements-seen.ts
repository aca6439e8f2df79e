/** What a spy on `Client.prototype.query` saw. */
interface SeenQueries {
  readonly calls: readonly (readonly unknown[])[];
  readonly contexts: readonly unknown[];
}

/**
 * The statements that a spy on all sessions of the database saw, but for what a node asks by its clock: the transactions that look for the keys of
 * teams (FED-34), and the sweep of a limit's window that has begun anew (SEC-4).
 */
export function statementsOf({ calls, contexts }: SeenQueries): string[] {
  const transactions: string[][] = [];
  const open = new Map<unknown, string[]>();
  calls.forEach(([query], place) => {
    const text = typeof query === "string" ? query : ((query as { text?: string }).text ?? "copy");
    const session = contexts[place];
    const transaction = open.get(session) ?? [];
    if (transaction.push(text) === 1) transactions.push(transaction);
    if (/^(commit|rollback)/i.test(text)) open.delete(session);
    else open.set(session, transaction);
  });
  return transactions
    .filter((texts) => !texts.some((text) => text.includes("remote_key")))
    .flat()
    .filter((text) => !text.includes("delete from rate_limit"));
}
