import { expect, test } from "vitest";
import type { Tx } from "../db/scope.ts";
import { systemSource, writeAudit } from "./audit.ts";

test("a detail without a French label does not compile, alone or spread", async () => {
  const written: unknown[] = [];
  const tx = { run: (query: { values: unknown[] }) => Promise.resolve(written.push(query.values[3])) };
  const write = (details: Parameters<typeof writeAudit<{ reason: string }>>[3]) =>
    writeAudit(tx as unknown as Tx, systemSource(1), "other", details);
  await write({ reason: "Banque connectée" });
  // @ts-expect-error nobody could read it in the log
  await writeAudit(tx as unknown as Tx, systemSource(1), "other", { reason: "", secret_word: 1 });
  const spread = { ...(written.length > 0 ? { secret_word: 1 } : {}), reason: "" };
  // @ts-expect-error also when it comes with others
  await writeAudit(tx as unknown as Tx, systemSource(1), "other", spread);
  expect(written).toHaveLength(3);
});
