// The steps of a life, drawn by chance.
import type { TestApp } from "../../../testing/test-app.ts";
import { applyCredit, overpay, payBesideCredit, refund, undoCredit } from "./credit-steps.testing.ts";
import {
  changeDefault,
  correctImported,
  importInvoices,
  renameAccount,
  writeCreditNote,
  writeInvoice,
} from "./invoice-steps.testing.ts";
import { pay, payInBulk, undo, undoLine, undoSeries } from "./lettering-steps.testing.ts";
import { inItsOwnDays, Life, type Reading, type Step } from "./life.testing.ts";
import { acceptReturn, giveBack, recordAdvance, splitLine, writeOff } from "./part-steps.testing.ts";
import { Chance } from "./random.testing.ts";
import { correct, report } from "./report-steps.testing.ts";
import {
  close,
  importAgain,
  importStatement,
  switchAutomation,
  synchronise,
  takeBack,
} from "./statement-steps.testing.ts";

/** Steps between two readings of the three exports. */
const STEPS_PER_EXPORT = 15;
/** Steps between two readings of one of them, in turn. */
const STEPS_PER_FORMAT = 3;
/** Lives from this seed on are short. Of few steps most find nothing to do, so that half of them begin with a report. */
export const FIRST_SHORT = 1_000_001;
const beginsWithReport = (seed: number): boolean => seed >= FIRST_SHORT && Math.floor(seed / 4) % 2 === 0;
export type ReadAfter = (step: number, isLast: boolean) => Reading;

/**
 * Lives a life. The same seed and steps make the same one.
 * @param steps those that are done, ascending: leaving one out does not change what the others draw
 * @param readAfter which exports are read after a step
 * @throws LifeFailed with the step and what is wrong after it
 */
export async function live(
  app: TestApp,
  seed: number,
  steps: readonly number[],
  readAfter: ReadAfter = (step, isLast) => (isLast ? "everything" : readingAfter(step)),
): Promise<void> {
  await inItsOwnDays(async () => {
    const life = await Life.begin(app, { makesLots: seed % 2 === 0, isOnCollection: seed % 4 < 2 });
    for (const [place, step] of steps.entries()) {
      const chance = new Chance(seed, step);
      const reads = readAfter(step, place === steps.length - 1);
      const drawn = chance.one(DRAWN) as Step;
      await life.step(step, step === 1 && beginsWithReport(seed) ? REPORT : drawn, chance, reads);
    }
  });
}

function readingAfter(step: number): Reading {
  if (step % STEPS_PER_EXPORT === 0) return "exports";
  if (step % STEPS_PER_FORMAT !== 0) return "nothing";
  return (["A", "B", "C"] as const)[(step / STEPS_PER_FORMAT) % 3] ?? "A";
}

const REPORT: Step = { name: "a report", weight: 3, take: report };
/** What may happen, each so often. */
const STEPS: readonly Step[] = [
  REPORT,
  { name: "a correction", weight: 4, take: correct },
  { name: "the same files again", weight: 1, take: importAgain },
  { name: "imported invoices", weight: 1, take: importInvoices },
  { name: "an invoice by hand", weight: 1, take: writeInvoice },
  { name: "a credit note by hand", weight: 2, take: writeCreditNote },
  { name: "a statement", weight: 4, take: importStatement },
  { name: "the bank connection", weight: 2, take: synchronise },
  { name: "a statement taken back", weight: 1, take: takeBack },
  { name: "a rejection", weight: 1, take: close },
  {
    name: "an imported invoice changed",
    weight: 1,
    take: correctImported,
  },
  { name: "the undoing of a line", weight: 1, take: undoLine },
  { name: "automatic lettering on or off", weight: 1, take: switchAutomation },
  { name: "a payment", weight: 7, take: pay },
  { name: "a line in parts", weight: 4, take: splitLine },
  { name: "a write-off", weight: 3, take: writeOff },
  { name: "an advance", weight: 2, take: recordAdvance },
  {
    name: "a credit put on an invoice",
    weight: 4,
    take: applyCredit,
  },
  { name: "a payment beside a credit", weight: 3, take: payBesideCredit },
  { name: "an overpayment by hand", weight: 2, take: overpay },
  { name: "a refund", weight: 3, take: refund },
  {
    name: "a credit taken off again",
    weight: 2,
    take: undoCredit,
  },
  { name: "a return", weight: 3, take: giveBack },
  { name: "an accepted return", weight: 2, take: acceptReturn },
  { name: "several payments", weight: 1, take: payInBulk },
  { name: "an undoing", weight: 5, take: undo },
  {
    name: "the undoing of several",
    weight: 1,
    take: undoSeries,
  },
  { name: "a default", weight: 1, take: changeDefault },
  { name: "another account", weight: 1, take: renameAccount },
  { name: "some days", weight: 1, take: (life, chance) => life.later(chance) },
];
const DRAWN = STEPS.flatMap((step) => Array.from({ length: step.weight }, () => step));
