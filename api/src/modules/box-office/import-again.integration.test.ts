// How PostgreSQL reads for a report whose distributor sends it again where nothing is known yet of the tables that it fills.
import { addDays, civilDate } from "@bobine/contract/civil-date";
import { expect, test } from "vitest";
import { withExplainedApp } from "../../testing/platform/explained-app.ts";
import { aSignedInDistributor, issueInvoices, upload } from "./box-office.testing.ts";
import { mountBoxOffice } from "./box-office.routes.ts";
import { validateAll } from "./import.testing.ts";
import { LESS, declaration, reportOf } from "./report.testing.ts";

const COUNT = 300;
const weekOf = (back: number) => {
  const week = addDays(civilDate("2026-11-18"), -7 * back);
  return { week, end: addDays(week, 6) };
};
const report = (changes: Record<string, string> = {}): string =>
  reportOf(
    Array.from({ length: COUNT }, (_, at) =>
      declaration({ reference: `R${at}`, visa: String(200_000 + at), ...weekOf(at % 10), ...changes }),
    ),
  );

test("a report again, or corrected, is compared row by row with none, though the last statistics saw an empty table (OPS-9)", async () => {
  await withExplainedApp({ only: [mountBoxOffice], today: "2026-11-30" }, async (it, scans) => {
    const distributor = await aSignedInDistributor(it, { siren: "000100016" });
    const send = async (text: string): Promise<number[]> => {
      const { preliminary_stats } = (await upload(it, distributor, Buffer.from(text))).json<{
        preliminary_stats: Record<"imported" | "duplicates" | "corrections", number>;
      }>();
      return [preliminary_stats.imported, preliminary_stats.duplicates, preliminary_stats.corrections];
    };
    const mostRead = (): number => {
      const heard = scans().map(({ rows }) => rows);
      expect(heard).not.toEqual([]);
      return Math.max(...heard);
    };
    await send(report());
    // As a preview leaves it: rows that were taken back, which statistics have counted as none.
    await it.owner.query("delete from declaration");
    await it.owner.query("analyze declaration");
    expect(await send(report())).toEqual([COUNT, 0, 0]);
    scans();
    expect(await send(report())).toEqual([0, COUNT, 0]);
    expect(mostRead()).toBeLessThan(10 * COUNT);
    expect(await send(report({ nature: "rectificative", ...LESS }))).toEqual([COUNT, 0, COUNT]);
    expect(mostRead()).toBeLessThan(10 * COUNT);
    await validateAll(it);
    scans();
    await issueInvoices(it);
    const { rows: invoices } = await it.owner.query("select from invoice");
    expect(invoices).toHaveLength(10);
    expect(mostRead()).toBeLessThan(10 * COUNT);
  });
}, 60_000);
