import { expect, it } from "vitest";
import { aClient, anOpenInvoice, aTransactionToMatch, BEFFROI, decideOneOf } from "./matching.testing.ts";

const COMMUNES = Array.from({ length: 400 }, (_, at) =>
  aClient(`P${at}`, `Commune de Ville${at}`, `Cinéma Municipal ${at}`, `Ville${at}`),
);
const ofCommunes = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    anOpenInvoice(`F2026-${10_000 + at}`, "150.00", {
      payer_key: `P${at % 400}`,
      cinema_id: `cinema-P${at % 400}`,
    }),
  );

it("millions of pairs of one flat fee are asked within the time of a test, as only a few are made (LET-12, LET-17)", () => {
  const entry = decideOneOf(
    [BEFFROI, ...COMMUNES],
    ofCommunes(6_000),
    aTransactionToMatch("VIR DDFIP SGC PERPIGNAN", "300.00"),
  );
  expect(entry.outcome).toBe("ask");
  expect(entry.candidates.some(({ invoice_ids }) => invoice_ids.length === 2)).toBe(true);
});

it("a handful of invoices is counted to the pair", () => {
  const entry = decideOneOf(
    [BEFFROI, ...COMMUNES],
    ofCommunes(5),
    aTransactionToMatch("VIR DDFIP SGC PERPIGNAN", "300.00"),
  );
  expect(entry.candidates.map(({ alternatives }) => alternatives)).toContain(9);
});

it("choices among ends of numbers that many invoices have are given up, however long the lists (LET-12)", () => {
  const clients = Array.from({ length: 1_000 }, (_, at) =>
    aClient(`Q${at}`, `Societe Q${at}`, `Cine Q${at}`, `Town${at}`),
  );
  const invoices = Array.from({ length: 20_000 }, (_, at) =>
    anOpenInvoice(`F2026-${100_000 + at}`, `${100 + (at % 900)}.${String(at % 100).padStart(2, "0")}`, {
      payer_key: `Q${at % 1_000}`,
      cinema_id: `cinema-Q${at % 1_000}`,
    }),
  );
  const entry = decideOneOf(
    [BEFFROI, ...clients],
    invoices,
    aTransactionToMatch("VIR ZZZ FACT 123 124 125 126 127 128", "3555.57"),
  );
  expect(entry.candidates.filter(({ kind }) => kind === "reference_set")).toEqual([]);
});
