// What tests of nodes import: reports of one known cinema, whose weeks are invoiced at once.
import type { Tx } from "../db/scope.ts";
import { declaration, reportOf } from "../modules/box-office/report.testing.ts";
import { aCinema, aDistributor, type BuiltDistributor } from "../testing/builders.ts";
import { formWith } from "./browser.testing.ts";

export const UPLOAD_REPORT = "/box-office/upload-cnc-xml/";

/** The cinema of the reports, validated and complete. */
export const aReportedCinema = (tx: Tx) =>
  aCinema(tx, undefined, {
    name: "Cinéma Le Beffroi",
    siren: "000200014",
    siret: "00020001400017",
    cnc_authorization: "91023",
    screens: ["910231"],
  });

/** Distributors whose reports these are. */
export async function reportedDistributors(tx: Tx, count: number): Promise<BuiltDistributor[]> {
  const made: BuiltDistributor[] = [];
  while (made.length < count)
    made.push(
      await aDistributor(tx, { name: `Lumen ${made.length}`, siren: String(400_000_000 + made.length) }),
    );
  return made;
}

/** A report for a distributor as a form sends it, with `count` declarations of as many films, one after the other in so many weeks. */
export function weeklyReport(distributor: BuiltDistributor, count: number, weeks: number): FormData {
  const declarations = Array.from({ length: count }, (_, i) => {
    const day = (n: number) =>
      new Date(Date.UTC(2026, 7, 19 + (i % weeks) * 7 + n)).toISOString().slice(0, 10);
    return declaration({
      reference: `R${i}`,
      visa: String(100_000 + i),
      week: day(0),
      end: day(6),
    }).replace(/<Distributeur [^/]*\/>/, `<Distributeur nom="${distributor.name}"/>`);
  });
  return formWith("xml_file", "rapport.xml", reportOf(declarations));
}
