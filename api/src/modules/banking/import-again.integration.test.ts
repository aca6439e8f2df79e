// How PostgreSQL reads for a statement that is imported again where nothing is known any more of the tables that it fills.
import { cents, centsToWire } from "@bobine/contract/money";
import { Client } from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { explainAll, hearScans, type Scan } from "../../testing/platform/plans.ts";
import { createTestApp } from "../../testing/test-app.ts";
import { aCinemaIn, anAccountant, anInvoiceIn, LEDGER } from "./banking.testing.ts";
import { importedStats } from "./statement.testing.ts";

/** Lettered, asked about and left out: of each. */
const COUNT = 60;
const LINES = 3 * COUNT;
/** Of an index that is asked for each row, some rows more than it gives. */
const MOST_READ = 10 * LINES;

test("a statement again, after it was taken back, is compared row by row with none, though statistics saw empty tables (OPS-9)", async () => {
  const database = await createTestDatabase();
  const owner = new Client({ connectionString: database.url });
  await owner.connect();
  await explainAll(owner);
  const bank = await createTestApp({ database, ...LEDGER });
  try {
    const scans = await hearScans([bank.services.pool]);
    const me = await anAccountant(bank);
    const cinema = await aCinemaIn(bank, me, { siren: "000200014", account: "411BEFFROI" });
    const lines = ["Date;Libellé;Montant"];
    for (let nth = 0; nth < COUNT; nth += 1) {
      const total = cents(500_00 + 37 * nth);
      const invoice_number = `FA-${10_000 + nth}`;
      await anInvoiceIn(bank, me, cinema, { invoice_number, total });
      const amount = centsToWire(total).replace(".", ",");
      lines.push(
        `2026-12-12;VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF ${invoice_number};${amount}`,
        `2026-12-13;VIR SEPA INCONNU ${nth};${7 + nth},13`,
        `2026-12-14;REMISE CB ${nth};${1 + nth},20`,
      );
    }
    const readMost = (): Scan[] => {
      const heard = scans();
      expect(heard).not.toEqual([]);
      return heard.filter(({ rows }) => rows > MOST_READ);
    };
    const first = await importedStats(me, "releve.csv", lines.join("\n"));
    expect(first.auto_reconciled).toBe(COUNT);
    const { results } = (await me.call("GET", "/banking/statement-imports/")).json<{
      results: { id: number }[];
    }>();
    scans();
    const answer = await me.call("POST", `/banking/statement-imports/${results[0]?.id}/take-back/`);
    expect(answer.statusCode).toBe(200);
    expect(readMost()).toEqual([]);
    await owner.query("analyze");
    scans();
    expect(await importedStats(me, "releve.csv", lines.join("\n"))).toEqual(first);
    expect(readMost()).toEqual([]);
  } finally {
    await owner.end();
    await bank.close();
  }
}, 60_000);
