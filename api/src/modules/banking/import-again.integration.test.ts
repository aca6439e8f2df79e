// How PostgreSQL reads for a statement that is imported again where nothing is known any more of the tables that it fills.
import { cents, centsToWire } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { withExplainedApp } from "../../testing/platform/explained-app.ts";
import type { Scan } from "../../testing/platform/plans.ts";
import { aCinemaIn, anAccountant, anInvoiceIn, LEDGER } from "./banking.testing.ts";
import { PACK } from "./letter-statement.ts";
import { importedStats } from "./statement.testing.ts";

/** Two packs of lines that are lettered (LET-56), and some that are asked about and left out. */
const LETTERED = PACK + 20;
const OTHERS = 30;
/** An index that is asked once a row looks at some rows more than it gives; each line with each would be a hundred times as many. */
const MOST_READ = 5 * (LETTERED + 2 * OTHERS);

test("a statement again, whose lines were taken back before the last statistics, is compared row by row with none (OPS-9)", async () => {
  await withExplainedApp(LEDGER, async (bank, scans) => {
    const me = await anAccountant(bank);
    const cinema = await aCinemaIn(bank, me, { siren: "000200014", account: "411BEFFROI" });
    const lines = ["Date;Libellé;Montant"];
    for (let nth = 0; nth < LETTERED; nth += 1) {
      const total = cents(500_00 + 37 * nth);
      const invoice_number = `FA-${10_000 + nth}`;
      await anInvoiceIn(bank, me, cinema, { invoice_number, total });
      const amount = centsToWire(total).replace(".", ",");
      lines.push(`2026-12-12;VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF ${invoice_number};${amount}`);
    }
    for (let nth = 0; nth < OTHERS; nth += 1)
      lines.push(
        `2026-12-13;VIR SEPA INCONNU ${nth};${7 + nth},13`,
        `2026-12-14;REMISE CB ${nth};${1 + nth},20`,
      );
    const readMost = (): Scan[] => {
      const heard = scans();
      expect(heard).not.toEqual([]);
      return heard.filter(({ rows }) => rows > MOST_READ);
    };
    const first = await importedStats(me, "releve.csv", lines.join("\n"));
    expect(first.auto_reconciled).toBe(LETTERED);
    const { results } = (await me.call("GET", "/banking/statement-imports/")).json<{
      results: { id: number }[];
    }>();
    scans();
    const answer = await me.call("POST", `/banking/statement-imports/${results[0]?.id}/take-back/`);
    expect(answer.statusCode).toBe(200);
    expect(readMost()).toEqual([]);
    await bank.owner.query("analyze");
    scans();
    expect(await importedStats(me, "releve.csv", lines.join("\n"))).toEqual(first);
    expect(readMost()).toEqual([]);
  });
}, 60_000);
