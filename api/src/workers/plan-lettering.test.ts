import { expect, test } from "vitest";
import {
  aTransactionToMatch,
  anOpenInvoice,
  CLIENTS,
  someOptions,
} from "../domain/matching/matching.testing.ts";
import {
  type LetteringInput,
  LetteringTooLarge,
  planFor,
  PLANNING_HEAP,
  planInBackground,
} from "./plan-lettering.ts";

const inputOf = (count: number, lines = 40): LetteringInput => ({
  invoices: Array.from({ length: count }, (_, at) =>
    anOpenInvoice(`F26${String(at).padStart(6, "0")}`, `${100 + at}.27`),
  ),
  clients: CLIENTS,
  aliases: [],
  transactions: Array.from({ length: lines }, (_, at) =>
    aTransactionToMatch(
      `VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF F26${String(at).padStart(6, "0")}`,
      `${100 + at}.27`,
    ),
  ),
  options: someOptions(),
});

test("a thread makes the same plan as the caller would", async () => {
  const input = inputOf(1200);
  const plan = await planInBackground(input);
  expect(plan).toEqual(planFor(input));
  expect(plan.entries.filter((entry) => entry.outcome === "automatic")).toHaveLength(40);
});

test("a tenth of the most that is promised, 2,000 lines against 10,000 open invoices, fits in a tenth of what a thread may take (LET-17)", async () => {
  const heap = {
    ...PLANNING_HEAP,
    maxOldGenerationSizeMb: Math.floor(PLANNING_HEAP.maxOldGenerationSizeMb / 10),
  };
  const plan = await planInBackground(inputOf(10_000, 2_000), undefined, heap);
  expect(plan.entries).toHaveLength(2_000);
});

test("what does not fit in the thread's memory ends with a sentence in French, and the process goes on (LET-17)", async () => {
  const small = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8 };
  const refused = planInBackground(inputOf(30_000), undefined, small);
  await expect(refused).rejects.toThrow(LetteringTooLarge);
  await expect(refused).rejects.toThrow(/Découpez le relevé en plusieurs fichiers/);
});
