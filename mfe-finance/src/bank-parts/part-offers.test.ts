import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { aSplitLine } from "@bobine/contract/testing/banking";
import { expect, it } from "vitest";
import { kindsOf, partLineOf, type PartLine } from "./part-line.ts";
import {
  initialParts,
  offersOf,
  reasonOfInitial,
  smallDifference,
  withChoice,
  withKind,
} from "./part-offers.ts";
import { NOTHING_FOUND, optionGroups, placeNamedIn } from "./part-options.ts";
import { remainderOf } from "./typed-parts.ts";

const beffroi = {
  id: 7,
  number: "F26000007",
  cinema_id: 3,
  cinema_name: "Le Beffroi",
  outstanding: cents(32799),
};
const line = ({ amount = cents(32796), ...part }: Partial<PartLine> = {}): PartLine => ({
  amount,
  kinds: kindsOf(amount),
  accounts: [{ code: "768000", label: "Intérêts" }],
  clients: [],
  invoices: [beffroi],
  credits: [],
  date: civilDate("2026-10-05"),
  returns: [],
  nets: [],
  refund: undefined,
  proposal: undefined,
  writeOffLimit: cents(100),
  ...part,
});
const note = {
  id: "note:12",
  label: "Avoir A26000002",
  cinema_id: 3,
  cinema_name: "Le Beffroi",
  remaining: cents(5000),
};
const part = (choice: string, amount: string) => ({ choice, amount, name: "" });
const plain = (parts: readonly { choice: string; amount: string }[]) =>
  parts.map(({ choice, amount }) => [choice, amount]);

it("a receipt and an expense offer only the kinds that make sense of them", () => {
  expect(kindsOf(cents(100))).not.toContain("refund");
  expect(kindsOf(cents(-100))).toEqual(["return", "refund", "fees", "account", "unknown"]);
});

it("LET-21: a difference within the limit is proposed as written off, never a cent more", () => {
  const paid = [part("invoice:7", "327,99")];
  const [offer] = smallDifference(line(), paid);
  expect(plain(offer?.parts ?? [])).toEqual([
    ["invoice:7", "327,99"],
    ["write_off:7", "-0,03"],
  ]);
  expect(smallDifference(line({ writeOffLimit: cents(3) }), paid)).toHaveLength(1);
  expect(smallDifference(line({ writeOffLimit: cents(2) }), paid)).toEqual([]);
  expect(smallDifference(line(), [part("fees", "327,99")])).toEqual([]);
  expect(smallDifference(line(), offer?.parts ?? [])).toEqual([]);
});

it("LET-21: the key of a small difference adds one to an invoice, and no second one", () => {
  const paid = [part("invoice:7", "327,99")];
  const once = withKind(line(), paid, "write_off");
  expect(plain(once)).toEqual([
    ["invoice:7", "327,99"],
    ["write_off:7", "-0,03"],
  ]);
  expect(plain(withKind(line(), once, "write_off"))).toEqual(plain(once));
});

it("two parts of one subject are both called by its name, never by what the code calls it", () => {
  const twice = [part("invoice:7", "327,99"), part("write_off:7", "-0,03"), part("write_off:7", "")];
  const labels = optionGroups(line(), twice, 2, NOTHING_FOUND).flatMap(({ items }) =>
    items.flatMap(({ value, label }) => (value === "write_off:7" ? label : [])),
  );
  expect(labels).toEqual(["Petit écart sur F26000007 (658000, 758000)"]);
});

it("an invoice that the receipt pays but for a small difference is taken whole, another one for what is left", () => {
  expect(plain(withKind(line(), [], "invoice"))).toEqual([["invoice:7", "327,99"]]);
  expect(plain(withKind(line({ amount: cents(10000) }), [], "invoice"))).toEqual([["invoice:7", "100,00"]]);
});

it("a credit is used for what the invoices ask beyond the receipt, and no more than is left of it", () => {
  const receipt = line({ amount: cents(30000), credits: [note] });
  const parts = withKind(receipt, [part("invoice:7", "327,99")], "client_credit");
  expect(plain(parts)).toEqual([
    ["invoice:7", "327,99"],
    ["client_credit:note:12", "-27,99"],
  ]);
  expect(remainderOf(receipt.amount, parts)).toBe(0);
});

it("a refund is what the expense asks, no more than is left of the credit", () => {
  expect(plain(withKind(line({ amount: cents(-3000), credits: [note] }), [], "refund"))).toEqual([
    ["refund:note:12", "-30,00"],
  ]);
  expect(plain(withKind(line({ amount: cents(-9000), credits: [note] }), [], "refund"))).toEqual([
    ["refund:note:12", "-50,00"],
  ]);
});

it("LET-44: an expense that gives a credit back begins as that, and offers it before the return of what its client paid", () => {
  const paid = {
    is_likely: false,
    fee: cents(0),
    reasons: [],
    transaction_id: 40,
    label: "VIR BEFFROI",
    transaction_date: civilDate("2026-10-12"),
    invoices: [{ id: 7, number: "F26000007", amount: cents(5000) }],
  };
  const refund = { credit: note.id, reason: "n° A26000002 dans le libellé" };
  const expense = line({ amount: cents(-5000), credits: [note], returns: [paid], refund });
  expect(plain(initialParts(expense, [], undefined))).toEqual([["refund:note:12", "-50,00"]]);
  expect(reasonOfInitial(expense)).toBe("n° A26000002 dans le libellé");
  const kindsOffered = (one: PartLine) => offersOf(one, []).map(({ kind }) => kind);
  expect(kindsOffered(expense)).toEqual(["refund", "return"]);
  expect(kindsOffered({ ...expense, returns: [{ ...paid, is_likely: true }] })).toEqual(["return", "refund"]);
});

it("a return takes all invoices of its receipt, and names them", () => {
  const returned = line({
    amount: cents(-29813),
    returns: [
      {
        is_likely: true,
        fee: cents(0),
        reasons: [],
        transaction_id: 40,
        label: "REM CHQ 0004512",
        transaction_date: civilDate("2026-10-12"),
        invoices: [
          { id: 7, number: "F26000007", amount: cents(20000) },
          { id: 8, number: "F26000008", amount: cents(9813) },
        ],
      },
    ],
  });
  const parts = withKind(returned, [part("", "-298,13")], "return");
  expect(plain(parts)).toEqual([
    ["return:40:7", "-200,00"],
    ["return:40:8", "-98,13"],
  ]);
  const [offer] = offersOf(returned, []);
  expect(offer?.label).toContain("F26000007, F26000008 redeviennent dues");
  expect(offersOf(returned, parts)).toEqual([]);
});

it("an advance is of the client whose invoice the line pays, else of the only one, else to be chosen", () => {
  expect(plain(withKind(line(), [], "advance"))).toEqual([["advance:3", "327,96"]]);
  expect(plain(withKind(line({ invoices: [] }), [], "advance"))).toEqual([["advance:", "327,96"]]);
  const rex = { ...beffroi, id: 9, cinema_id: 4, cinema_name: "Le Rex" };
  const two = line({ invoices: [beffroi, rex] });
  expect(plain(withKind(two, [], "advance"))[0]?.[0]).toBe("advance:");
  expect(plain(withKind(two, [part("invoice:9", "100,00")], "advance"))[1]?.[0]).toBe("advance:4");
});

it("invoices that the label names are offered first", () => {
  const [older, named] = ["F26000002", "F26000007"].map((invoice_number, place) => ({
    id: place + 1,
    invoice_number,
    invoice_date: civilDate("2026-10-09"),
    cinema_id: 3,
    cinema_name: "Le Beffroi",
    client_account: "411BEFFROI",
    outstanding: "327.99",
  }));
  const read = aSplitLine({ label: "VIR F26000007 FRAIS 15,00", open_invoices: [older!, named!] });
  expect(partLineOf(read).invoices.map(({ number }) => number)).toEqual(["F26000007", "F26000002"]);
});

it("fees, or a credit, of a receipt that pays one invoice alone settle that invoice", () => {
  const korrigan = line({ amount: cents(31299), credits: [note] });
  const paid = withKind(korrigan, [], "invoice");
  expect(plain(paid)).toEqual([["invoice:7", "312,99"]]);
  expect(plain(withKind(korrigan, paid, "fees"))).toEqual([
    ["invoice:7", "327,99"],
    ["fees", "-15,00"],
  ]);
  expect(plain(withKind(korrigan, paid, "client_credit"))).toEqual([
    ["invoice:7", "327,99"],
    ["client_credit:note:12", "-15,00"],
  ]);
  // More is missing than the credit is, and than a bank keeps.
  const part = line({ amount: cents(10000), credits: [note] });
  const half = withKind(part, [], "invoice");
  expect(plain(withKind(part, half, "client_credit"))).toEqual([
    ["invoice:7", "150,00"],
    ["client_credit:note:12", "-50,00"],
  ]);
  expect(plain(withKind(part, half, "fees"))).toEqual([
    ["invoice:7", "100,00"],
    ["fees", ""],
  ]);
});

it("a kind whose subject is to be chosen lists that kind alone", () => {
  expect(optionGroups(line(), [part("account:", "1,00")], 0, NOTHING_FOUND)).toEqual([
    { group: "Autre compte", items: [{ value: "768000", label: "768000 Intérêts" }] },
  ]);
});

it("what was searched for keeps its name, and no invoice is offered twice", () => {
  const rex = { ...beffroi, id: 9, number: "F26000009", cinema_name: "Le Rex", outstanding: cents(5000) };
  const before = [part("invoice:7", "277,96"), part("", "50,00")];
  const [, second] = withChoice(line(), before, 1, "invoice:9", {
    invoices: [rex],
    cinemas: [],
    credits: [],
  });
  expect(second).toEqual({
    choice: "invoice:9",
    amount: "50,00",
    suggested: "50,00",
    name: "Facture F26000009 · Le Rex (reste dû 50,00\u00a0€)",
  });
  const groups = optionGroups(line(), [before[0] ?? part("", ""), second ?? part("", "")], 1, NOTHING_FOUND);
  expect(groups[0]).toEqual({
    group: "Facture",
    items: [{ value: "invoice:9", label: "Facture F26000009 · Le Rex (reste dû 50,00\u00a0€)" }],
  });
});

it("an amount that came with a choice follows the next one, also when a search lies between", () => {
  const rex = { ...beffroi, id: 9, number: "F26000009", cinema_name: "Le Rex", outstanding: cents(5000) };
  const orion = { ...rex, id: 10, number: "F26000010", cinema_name: "Orion", outstanding: cents(8000) };
  const find = (invoice: typeof rex) => ({ invoices: [invoice], cinemas: [], credits: [] });
  const first = withChoice(line(), [part("", "")], 0, "invoice:9", find(rex));
  expect(first[0]?.amount).toBe("50,00");
  const second = withChoice(line(), first, 0, "invoice:10", find(orion));
  expect(second[0]?.amount).toBe("80,00");
  const typed = second.map((one) => ({ ...one, amount: "20,00" }));
  expect(withChoice(line(), typed, 0, "invoice:9", find(rex))[0]?.amount).toBe("20,00");
});

it("an amount that a person typed stays when the choice changes", () => {
  expect(withChoice(line(), [part("fees", "-4,20")], 0, "768000", NOTHING_FOUND)[0]?.amount).toBe("-4,20");
});

it("the dialog begins with what was chosen, and the rest as the key said, else with what is proposed", () => {
  const proposed = line({ amount: cents(-1862), proposal: { choice: "768000", reason: "libellé" } });
  expect(plain(initialParts(proposed, [], undefined))).toEqual([["768000", "-18,62"]]);
  expect(plain(initialParts(line(), [beffroi], "fees"))).toEqual([
    ["invoice:7", "327,99"],
    ["fees", "-0,03"],
  ]);
  expect(plain(initialParts(proposed, [], "advance"))).toEqual([["768000", "-18,62"]]);
});

it("LET-41: invoices less credits are offered whole until a part is said, and begin the dialog when one is likely", () => {
  const { cinema_id: _, ...invoice } = beffroi;
  const net = {
    is_likely: true,
    reasons: ["facture F26000007 (327,99 €) − avoir A26000002 (50,00 €) = 277,99 €", "payeur reconnu"],
    invoices: [invoice],
    credits: [{ id: note.id, label: note.label, remaining: note.remaining }],
  };
  const whole = [
    ["invoice:7", "327,99"],
    ["client_credit:note:12", "-50,00"],
  ];
  const receipt = line({ amount: cents(27799), invoices: [], nets: [net] });
  const [offer] = offersOf(receipt, [part("", "277,99")]);
  expect(offer?.label).toBe(`Factures moins avoirs\u00a0: ${net.reasons[0]}`);
  expect(plain(offer?.parts ?? [])).toEqual(whole);
  expect(offer?.parts[0]?.name).toBe("Facture F26000007 · Le Beffroi (reste dû 327,99\u00a0€)");
  expect(offersOf(receipt, [part("unknown", "277,99")])).toEqual([]);
  expect(plain(initialParts(receipt, [], undefined))).toEqual(whole);
  expect(reasonOfInitial(receipt)).toBe(`${net.reasons[0]} · payeur reconnu`);

  const unlikely = { ...receipt, nets: [{ ...net, is_likely: false }] };
  expect(plain(initialParts(unlikely, [], undefined))).toEqual([["", "277,99"]]);
  expect(reasonOfInitial(unlikely)).toBeUndefined();
  const told = { ...receipt, proposal: { choice: "768000", reason: "libellé" } };
  expect(plain(initialParts(told, [], undefined))).toEqual([["768000", "277,99"]]);
  expect(reasonOfInitial(told)).toBe("libellé");
});

it("what the server says of an invoice or an account is said of its part, when there is one alone", () => {
  const parts = [part("invoice:7", "300,00"), part("768000", "27,96"), part("768000", "0,00")];
  expect(placeNamedIn("La facture F26000007 n’attend plus que 20,00 €.", line(), parts)).toBe(0);
  expect(
    placeNamedIn("Le compte 768000 n’est pas dans votre liste de comptes.", line(), parts),
  ).toBeUndefined();
  expect(placeNamedIn("Cette opération est déjà rapprochée.", line(), parts)).toBeUndefined();
});
