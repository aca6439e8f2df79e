import { cents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { netPayments } from "./net-payments.ts";

const owed = (id: number, amount: number, client_account = "411BEFFROI") => ({
  id,
  invoice_number: `F2600000${id}`,
  cinema_name: "Le Beffroi",
  outstanding: cents(amount),
  client_account,
  cinema_id: client_account === "411BEFFROI" ? 1 : 2,
});
const note = (id: number, amount: number, client_account = "411BEFFROI") => ({
  id: `note:${id}`,
  label: `Avoir A2600000${id}`,
  number: `A2600000${id}`,
  cinema_name: "Le Beffroi",
  remaining: cents(amount),
  client_account,
  cinema_id: client_account === "411BEFFROI" ? 1 : 2,
});
const NAMED = { label: "VIR SEPA SARL BEFFROI CINES", payer: "Beffroi" };
type Sets = Parameters<typeof netPayments>;
const found = (
  amount: number,
  invoices: Sets[2],
  credits: Sets[3],
  { label, payer }: { label: string; payer: string | undefined } = NAMED,
) =>
  netPayments({ label, amount: cents(amount) }, payer, invoices, credits).map((one) => [
    one.invoices.map(({ id }) => id),
    one.credits.map(({ id }) => id),
    one.is_likely,
  ]);

test("LET-41: a receipt of 800 is an invoice of 1 000 less a credit note of 200, and its reasons name both", () => {
  const receipt = { label: "VIR SEPA SARL BEFFROI CINES AVOIR A26000002", amount: cents(80000) };
  expect(
    netPayments(receipt, "Le Beffroi", [owed(1, 100000), owed(3, 5000)], [note(2, 20000)]),
  ).toMatchObject([
    {
      invoices: [{ id: 1 }],
      credits: [{ id: "note:2" }],
      is_likely: true,
      reasons: [
        "facture F26000001 (1\u202f000,00\u00a0€) − avoir A26000002 (200,00\u00a0€) = 800,00\u00a0€",
        "n°\u00a0A26000002 dans le libellé",
        "payeur reconnu\u00a0: Le Beffroi",
      ],
    },
  ]);
});

test("several invoices and credits, also a whole balance of more than three, and nothing a cent beside", () => {
  const four = [owed(1, 10000), owed(2, 20100), owed(3, 30010), owed(4, 40003)];
  expect(found(26600, four.slice(0, 2), [note(5, 3000), note(6, 500)])).toEqual([
    [[1, 2], ["note:5", "note:6"], true],
  ]);
  expect(found(97113, four, [note(5, 3000)])).toEqual([[[1, 2, 3, 4], ["note:5"], true]]);
  expect(found(26601, four.slice(0, 2), [note(5, 3000), note(6, 500)])).toEqual([]);
});

test("a credit is taken off the invoices of its own client only", () => {
  expect(found(80000, [owed(1, 100000)], [note(2, 20000, "411ZENITH")])).toEqual([]);
  expect(found(80000, [owed(1, 100000), owed(3, 20000, "411ZENITH")], [note(2, 20000, "411ZENITH")])).toEqual(
    [],
  );
});

test("of two that fit, the one whose number the label quotes is likely; else neither is", () => {
  const two = [owed(1, 100000), owed(3, 100000)];
  expect(found(80000, two, [note(2, 20000)])).toEqual([
    [[1], ["note:2"], false],
    [[3], ["note:2"], false],
  ]);
  expect(found(80000, two, [note(2, 20000)], { ...NAMED, label: "VIR BEFFROI F26000003" })).toEqual([
    [[3], ["note:2"], true],
    [[1], ["note:2"], false],
  ]);
});

test("of two credits that fit, the one of the invoice's own cinema is likely", () => {
  const other = { ...note(2, 20000), cinema_id: 9 };
  expect(found(80000, [owed(1, 100000)], [other, note(4, 20000)])).toEqual([
    [[1], ["note:4"], true],
    [[1], ["note:2"], false],
  ]);
  expect(found(80000, [owed(1, 100000)], [other, { ...note(4, 20000), cinema_id: 8 }])).toEqual([
    [[1], ["note:2"], false],
    [[1], ["note:4"], false],
  ]);
});

test("a label that names nobody needs a number that it quotes", () => {
  const nobody = { label: "REMISE CHEQUE", payer: undefined };
  expect(found(80000, [owed(1, 100000)], [note(2, 20000)], nobody)).toEqual([]);
  expect(found(80000, [owed(1, 100000)], [note(2, 20000)], { ...nobody, label: "VIR F26000001" })).toEqual([
    [[1], ["note:2"], true],
  ]);
});

test("LET-41: the date of what was paid too much is no number, and the number of a credit note is quoted whole", () => {
  const surplus = { ...note(2, 20000), label: "Trop-perçu du 12/11/2026", number: undefined };
  const dated = { label: "REMISE CHEQUE 12/11/2026", payer: undefined };
  expect(found(80000, [owed(1, 100000)], [surplus], dated)).toEqual([]);
  const numbered = { ...note(2, 20000), label: "Avoir AV 12", number: "AV 12" };
  expect(found(80000, [owed(1, 100000)], [numbered], dated)).toEqual([]);
  expect(
    found(80000, [owed(1, 100000)], [numbered], { label: "VIR DIVERS AV-12", payer: undefined }),
  ).toEqual([[[1], ["note:2"], true]]);
});

test("LET-41: a short number of digits alone is quoted behind a word for an invoice only (LET-6)", () => {
  const short = { ...owed(1, 100000), invoice_number: "47" };
  const of = (label: string) => found(80000, [short], [note(2, 20000)], { label, payer: undefined });
  expect(of("REMISE DE 47 CHEQUES")).toEqual([]);
  expect(of("VIR SEMAINE 47")).toEqual([]);
  expect(of("VIR FACTURE N°47")).toEqual([[[1], ["note:2"], true]]);
});

test("LET-41: of a range the client’s invoices between its ends are quoted, where both are open", () => {
  const [first, second, last] = [owed(47, 100000), owed(48, 20001), owed(49, 3000)];
  const alike = owed(46, 20001);
  const label = "VIR BEFFROI FACTURES F260000047 à F260000049";
  expect(found(103001, [alike, first, second, last], [note(2, 20000)], { ...NAMED, label })).toEqual([
    [[47, 48, 49], ["note:2"], true],
    [[47, 49, 46], ["note:2"], false],
  ]);
  const [proposed] = netPayments(
    { label, amount: cents(103001) },
    "Beffroi",
    [first, second, last],
    [note(2, 20000)],
  );
  expect(proposed?.reasons.slice(1, 4)).toEqual(
    [47, 48, 49].map((id) => `n°\u00a0F2600000${id} dans le libellé`),
  );
  // F260000049 is paid.
  const ofTwo = found(100001, [alike, first, second], [note(2, 20000)], { ...NAMED, label });
  expect(ofTwo.map(([, , isLikely]) => isLikely)).toEqual([false, false]);
  // F260000048 is somebody else's.
  const others = [owed(48, 20001, "411ZENITH"), note(4, 1, "411ZENITH")] as const;
  expect(found(20000, [first, others[0], last], [others[1]], { label, payer: undefined })).toEqual([]);
});

test("LET-41: numbers of digits alone are a range behind a word for an invoice", () => {
  const invoices = [46, 47, 48, 49].map((id) => ({
    ...owed(id, id === 46 ? 48000 : 1000 * id),
    invoice_number: `${id}`,
  }));
  const of = (label: string) => found(143900, invoices, [note(2, 100)], { label, payer: undefined })[0];
  expect(of("VIR FACTURES 47 A 49")).toEqual([[47, 48, 49], ["note:2"], true]);
  expect(of("VIR FACTURES47 A 49")).toEqual([[47, 48, 49], ["note:2"], true]);
  expect(of("VIR FACTURES 47 A 49 EUR")?.[2]).toBe(false);
  expect(of("VIR DU 47 AU 49")).toBeUndefined();
});

test("LET-41: what the bank tells in a field for it is quoted as well, and the reasons say so (LET-40)", () => {
  const receipt = {
    label: "VIREMENT RECU",
    amount: cents(80000),
    evidence: { references: ["RF18F26000001", "A26000002"] },
  };
  expect(netPayments(receipt, undefined, [owed(1, 100000)], [note(2, 20000)])).toMatchObject([
    {
      is_likely: true,
      reasons: [
        expect.stringContaining("facture F26000001"),
        "référence structurée F26000001",
        "référence structurée A26000002",
      ],
    },
  ]);
  expect(netPayments({ ...receipt, evidence: null }, undefined, [owed(1, 100000)], [note(2, 20000)])).toEqual(
    [],
  );
});

test("LET-41: what the label quotes is looked at before older documents, of which only some are", () => {
  const older = Array.from({ length: 60 }, (_, place) => owed(100 + place, 7777));
  const notes = Array.from({ length: 30 }, (_, place) => note(200 + place, 333));
  const all = [
    [...older, owed(1, 100000)],
    [...notes, note(2, 20000)],
  ] as const;
  const label = "VIR F26000001 MOINS A26000002";
  expect(found(80000, ...all, { ...NAMED, label })).toEqual([[[1], ["note:2"], true]]);
  expect(found(80000, ...all, { payer: undefined, label })).toEqual([[[1], ["note:2"], true]]);
});

test("LET-41: where nobody is named, only clients of what the label quotes may have paid", () => {
  const quoted = { label: "VIR F26000001", payer: undefined };
  const elsewhere = [owed(3, 5000, "411ZENITH"), note(4, 3000, "411ZENITH")] as const;
  expect(found(82000, [owed(1, 100000), elsewhere[0]], [note(2, 20000), elsewhere[1]], quoted)).toEqual([]);
  const moved = { ...note(2, 20000, "411ANCIEN"), cinema_id: 1 };
  expect(found(80000, [owed(1, 100000)], [moved], quoted)).toEqual([[[1], ["note:2"], true]]);
});

test("hundreds of open documents are looked at no longer than a blink", () => {
  const many = Array.from({ length: 300 }, (_, place) => ({ ...owed(1, 10007 * (place + 1)), id: place }));
  const notes = Array.from({ length: 100 }, (_, place) => note(place, 103 * (place + 1)));
  expect(netPayments({ label: "VIR", amount: cents(777) }, "Beffroi", many, notes)).toEqual([]);
});

test("of many of one amount three are proposed, none as likely, unless the label quotes one", () => {
  const equal = Array.from({ length: 40 }, (_, place) => owed(100 + place, 100000));
  const notes = Array.from({ length: 12 }, (_, place) => note(200 + place, 100000));
  expect(found(100000, equal, notes).map(([, , isLikely]) => isLikely)).toEqual([false, false, false]);
  const label = "VIR BEFFROI F2600000139 F2600000138 MOINS A2600000211";
  expect(found(100000, equal, notes, { ...NAMED, label })[0]?.slice(0, 2)).toEqual([
    [138, 139],
    ["note:211"],
  ]);
});
