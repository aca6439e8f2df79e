import type { QueryClient } from "@tanstack/react-query";

/** A decision moves actions, invoices, transactions and the figures of the dashboard: all of them are read again. */
export async function readBooksAgain(client: QueryClient): Promise<void> {
  const moved = ["user-actions", "invoices", "transactions", "automatic-lettering", "dashboard"];
  await Promise.all(moved.map((name) => client.invalidateQueries({ queryKey: [name] })));
}
