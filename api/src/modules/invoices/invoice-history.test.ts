import { expect, test } from "vitest";
import { historyOf } from "./invoice-history.ts";

const NOTHING = {
  imported: undefined,
  audited: [],
  payments: [],
  reverted: [],
  creditNotes: [],
  appliedTo: [],
};

test("a lettering of the engine that was taken apart still tells why it was made, and who took it apart", () => {
  const camille = { first_name: "Camille", last_name: "Rousseau", email: "c@lumen.example" };
  const history = historyOf({
    ...NOTHING,
    reverted: [
      {
        id: 4,
        label: "VIR LE BEFFROI",
        amount: "1000.00",
        created_at: "2026-12-01T08:00:00.000Z",
        reverted_at: "2026-12-02T08:00:00.000Z",
        decided_by: null,
        was_automatic: true,
        reasons: ["référence F26000123"],
        reverted_by: camille,
      },
    ],
  });
  expect(history).toMatchObject([
    { kind: "payment_reverted", is_automatic: false, actor: camille, reasons: [] },
    { kind: "paid", is_automatic: true, actor: null, reasons: ["référence F26000123"] },
  ]);
});

test("an invoice that was written by hand is told of once, by its entry in the log", () => {
  const history = historyOf({
    ...NOTHING,
    imported: { created_at: "2026-12-01T08:00:00.000Z", actor: null, file_name: null },
    audited: [
      {
        id: 9,
        created_at: "2026-12-01T08:00:00.000Z",
        action_type: "created_invoice",
        action_details: { origin: "imported", invoice_number: "F-2211" },
        actor: null,
        has_actor: true,
      },
    ],
  });
  expect(history).toMatchObject([{ key: "audit-9", kind: "imported", subject: "" }]);
});

test("a return that was undone is told as one, apart from payments", () => {
  const past = {
    id: 4,
    label: "REJET VIR",
    amount: "-120.00",
    created_at: "2026-12-01T08:00:00.000Z",
    reverted_at: "2026-12-02T08:00:00.000Z",
    decided_by: null,
    was_automatic: true,
    reasons: [],
    reverted_by: null,
  };
  const paid = { ...past, id: 3, label: "VIR", amount: "120.00", created_at: "2026-11-30T08:00:00.000Z" };
  const kinds = historyOf({ ...NOTHING, reverted: [paid, past] })
    .filter(({ kind }) => kind === "paid")
    .map(({ payment_kind }) => payment_kind);
  expect(kinds).toEqual(["return", undefined]);
});
