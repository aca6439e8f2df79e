import fc from "fast-check";
import { expect, test } from "vitest";
import { settlementGroups, type SettlementLink } from "./settlement-groups.ts";

const paid = (link: number, invoice_id: number): SettlementLink => ({ kind: "payment", link, invoice_id });
const credited = (link: number, invoice_id: number): SettlementLink => ({ kind: "credit", link, invoice_id });
const ids = (accounts: Record<number, string>, links: SettlementLink[]) =>
  settlementGroups(
    Object.entries(accounts).map(([id, client_account]) => ({ id: Number(id), client_account })),
    links,
  ).map((group) => [group.invoices.map((invoice) => invoice.id).join("+"), group.links.length]);

test.each<[string, Record<number, string>, SettlementLink[], [string, number][]]>([
  ["an invoice that nothing settles is alone", { 1: "A" }, [], [["1", 0]]],
  ["a payment of two invoices connects them", { 1: "A", 2: "A" }, [paid(9, 1), paid(9, 2)], [["1+2", 2]]],
  [
    "a payment of two accounts connects nothing across them",
    { 1: "A", 2: "B" },
    [paid(9, 1), paid(9, 2)],
    [
      ["1", 1],
      ["2", 1],
    ],
  ],
  [
    "payments chain what they have in common",
    { 1: "A", 2: "A", 3: "A" },
    [paid(8, 1), paid(8, 2), paid(9, 2), paid(9, 3)],
    [["1+2+3", 4]],
  ],
  [
    "a return connects the invoices that it takes back, and keeps the payment of each",
    { 1: "A", 2: "A", 3: "B" },
    [
      paid(8, 1),
      paid(7, 2),
      paid(7, 3),
      ...[1, 2, 3].map((id): SettlementLink => ({ kind: "return", link: 9, invoice_id: id })),
    ],
    [
      ["1+2", 4],
      ["3", 2],
    ],
  ],
  ["a credit note is with its invoice", { 1: "A", 7: "A" }, [credited(7, 1)], [["1+7", 1]]],
  [
    "a credit note of another account is not, and settles its invoice all the same",
    { 1: "A", 7: "B" },
    [credited(7, 1)],
    [
      ["1", 1],
      ["7", 0],
    ],
  ],
  [
    "a transaction and an invoice of one id are two things",
    { 1: "A", 2: "A" },
    [paid(1, 2)],
    [
      ["1", 0],
      ["2", 1],
    ],
  ],
  [
    "a link of an unknown invoice is left out, an unknown credit note is one of another account",
    { 1: "A" },
    [paid(9, 5), credited(7, 1)],
    [["1", 1]],
  ],
])("%s", (_title, accounts, links, expected) => {
  expect(ids(accounts, links)).toEqual(expected);
});

test("the order of the links does not matter, and each invoice is in one group", () => {
  const node = fc.integer({ min: 1, max: 8 });
  const link = fc
    .tuple(fc.boolean(), node, node)
    .map(([isPaid, a, b]) => (isPaid ? paid(a, b) : credited(a, b)));
  const accounts = { 1: "A", 2: "A", 3: "A", 4: "A", 5: "B", 6: "B", 7: "B", 8: "B" };
  fc.assert(
    fc.property(fc.array(link, { maxLength: 12 }), (links) => {
      const groups = ids(accounts, links);
      expect(ids(accounts, links.toReversed())).toEqual(groups);
      expect(groups.flatMap(([members]) => String(members).split("+")).toSorted()).toEqual(
        Object.keys(accounts),
      );
    }),
  );
});
