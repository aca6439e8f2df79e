import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { eventLabel } from "@bobine/contract/audit-labels";
import { expect, test } from "vitest";

const SRC = resolve(import.meta.dirname, "..");

test("every event that is written into the audit log by a code has a name in French", () => {
  const files = globSync("**/*.ts", { cwd: SRC }).filter((path) => !/\.(test|testing)\.ts$/.test(path));
  const codes = files.flatMap((path) => {
    const source = readFileSync(join(SRC, path), "utf8");
    // In a call, or told of a list or a file that is exported.
    const written = source.matchAll(
      /\bwriteAudit\([^;]*?\bevent: "([a-z_]+)"|\b(?:csvEvent:|event =|told: \{\s*event:) "([a-z_]+)"/g,
    );
    return [...written].map(([, code = "", exported = code]) => exported);
  });
  expect(codes).toEqual(
    expect.arrayContaining(["lot_made", "list_export", "client_account_export", "aged_balance_export"]),
  );
  expect(codes.filter((code) => eventLabel(code) === code)).toEqual([]);
});
