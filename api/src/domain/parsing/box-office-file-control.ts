import { cents, centsToWire } from "@bobine/contract/money";
import { UnreadableReport } from "./box-office-types.ts";
import { cutText } from "./cut-text.ts";
import { reportAmount, frenchInteger } from "./french-number.ts";

/** Cents. */
const TOLERANCE = 5;

/** `Controle` tells what the file should hold: a file that lost lines is refused whole (BOX-3). */
export function checkControl(
  control: ReadonlyMap<string, string> | undefined,
  found: number,
  totals: { admissions: number; gross: number; isWhole: boolean },
): void {
  if (!control) return;
  const refuse = (what: string, announced: string, read: string): never => {
    throw new UnreadableReport(
      "control",
      `Le fichier est incomplet\u00a0: ${cutText(announced, 40)} ${what} annoncées, ${read} lues.`,
    );
  };
  const announced = control.get("/nombredeclarations");
  if (announced !== undefined && frenchInteger(announced) !== found)
    refuse("déclarations", announced, String(found));
  if (!totals.isWhole) return;
  const admissions = control.get("/entrees");
  if (admissions !== undefined && frenchInteger(admissions) !== totals.admissions) {
    refuse("entrées", admissions, String(totals.admissions));
  }
  const gross = control.get("/recettettc");
  const gap =
    gross === undefined ? 0 : Math.abs((reportAmount(gross) ?? Number.POSITIVE_INFINITY) - totals.gross);
  if (gross !== undefined && gap > TOLERANCE) {
    const read = centsToWire(cents(totals.gross)).replace(".", ",");
    refuse("de recettes", `${cutText(gross, 20)} €`, `${read} €`);
  }
}
