import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstLetters, type GroupLink, lettersOfGroups } from "./carried-letters.ts";
import { letteringCode } from "./lettering-code.ts";

const invoice = (id: number, client_account = "411A") => ({ id, client_account });
const paid = (key: number, transaction: number, invoice_id: number, letters: string | null): GroupLink => ({
  kind: "payment",
  key: String(key),
  link: transaction,
  invoice_id,
  letters,
});
const credited = (credit: number, invoice_id: number, letters: string | null = null): GroupLink => ({
  kind: "credit",
  key: `${credit} ${invoice_id}`,
  link: credit,
  invoice_id,
  letters,
});
const summary = (ids: number[], links: GroupLink[], options: { accounts?: Record<number, string> } = {}) =>
  lettersOfGroups(
    ids.map((id) => invoice(id, options.accounts?.[id])),
    links,
  )
    .map((group) => [
      group.invoices.map((one) => one.id).join("+"),
      group.is_lacking ? "next" : group.letters,
    ])
    .sort(([a], [b]) => String(a).localeCompare(String(b)));

const stale = (ids: number[], links: GroupLink[]): string[] =>
  lettersOfGroups(
    ids.map((id) => invoice(id)),
    links,
  ).flatMap((group) => group.stale_links.map((link) => link.key));

describe("the oldest letters", () => {
  test.each([
    [["AAB", "AAA"], "AAA"],
    [["ZZZ", "AAAA"], "ZZZ"],
    [[null, "ABC", null], "ABC"],
    [[], undefined],
    [[null], undefined],
  ])("of %j are %s", (letters, expected) => {
    expect(firstLetters(letters)).toBe(expected);
  });
});

describe("the letters of groups", () => {
  test("are those of the oldest decision of the group", () => {
    expect(
      summary(
        [1, 2],
        [paid(1, 10, 1, "AAA"), paid(2, 11, 2, "AAB"), paid(3, 12, 1, "AAA"), paid(4, 12, 2, "AAA")],
      ),
    ).toEqual([["1+2", "AAA"]]);
  });

  test("an invoice that nothing settles has none", () => {
    expect(summary([1, 2], [paid(1, 10, 1, "AAA")])).toEqual([
      ["1", "AAA"],
      ["2", null],
    ]);
  });

  test("of two groups that were parted, the one of the older payment keeps them", () => {
    expect(summary([1, 2], [paid(7, 11, 2, "AAA"), paid(3, 10, 1, "AAA")])).toEqual([
      ["1", "AAA"],
      ["2", "next"],
    ]);
  });

  test("may be the same in two accounts, and a payment does not join two accounts", () => {
    const links = [paid(1, 10, 1, "AAA"), paid(2, 10, 2, "AAA")];
    expect(summary([1, 2], links, { accounts: { 1: "411A", 2: "411B" } })).toEqual([
      ["1", "AAA"],
      ["2", "AAA"],
    ]);
  });

  test("a payment that was written without letters takes the next ones", () => {
    expect(summary([1], [paid(1, 10, 1, null)])).toEqual([["1", "next"]]);
  });

  test("a credit note is in the group of its invoice", () => {
    expect(summary([1, 9], [credited(9, 1), paid(1, 10, 1, "AAC")])).toEqual([["1+9", "AAC"]]);
  });

  test("a group that only a credit note settles takes the next ones, and its credit note carries them", () => {
    expect(summary([1, 9], [credited(9, 1)])).toEqual([["1+9", "next"]]);
    expect(stale([1, 9], [credited(9, 1)])).toEqual(["9 1"]);
    const twice = [credited(9, 1, "AAC"), credited(10, 1)];
    expect(summary([1, 9, 10], twice)).toEqual([["1+9+10", "AAC"]]);
    expect(stale([1, 9, 10], twice)).toEqual(["10 1"]);
  });

  test("an opening payment carries them as another payment does", () => {
    const opening: GroupLink = { kind: "opening", key: "1", link: 1, invoice_id: 1, letters: "AAA" };
    expect(summary([1, 2], [opening, paid(2, 10, 1, "AAA"), paid(3, 11, 2, "AAB")])).toEqual([
      ["1", "AAA"],
      ["2", "AAB"],
    ]);
  });

  test("of a link are stale when another group has them: they must not come back when more is undone", () => {
    // AAA and AAB met, a payment of 2 came meanwhile, and the payment that joined them was undone.
    const links = [paid(1, 10, 1, "AAA"), paid(2, 11, 2, "AAB"), paid(4, 13, 2, "AAA")];
    expect(summary([1, 2], links)).toEqual([
      ["1", "AAA"],
      ["2", "AAB"],
    ]);
    expect(stale([1, 2], links)).toEqual(["4"]);
  });

  test("that no group shows are carried inside one group all the same", () => {
    const links = [
      paid(1, 10, 1, "AAA"),
      paid(2, 11, 2, "AAB"),
      paid(3, 12, 1, "AAC"),
      paid(4, 13, 2, "AAC"),
    ];
    expect(stale([1, 2], links)).toEqual(["4"]);
  });

  test("carried in any way, no two groups have the same ones, and given once they stay", () => {
    const anyLink = fc.record({ transaction: fc.nat(7), invoice: fc.nat(7), letters: fc.option(fc.nat(4)) });
    fc.assert(
      fc.property(fc.array(anyLink, { maxLength: 16 }), (some) => {
        const links = some.map((one, key) =>
          paid(key, one.transaction, one.invoice, one.letters === null ? null : letteringCode(one.letters)),
        );
        const invoices = Array.from({ length: 8 }, (_, id) => invoice(id, id % 2 ? "411A" : "411B"));
        const groups = lettersOfGroups(invoices, links);
        let next = 100;
        const given = new Map(
          groups.flatMap((group) => {
            const letters = group.is_lacking ? letteringCode(next++) : (group.letters ?? "");
            return group.stale_links.map((link) => [link, letters] as const);
          }),
        );
        const after = links.map((link) => ({ ...link, letters: given.get(link) ?? link.letters }));
        const again = lettersOfGroups(invoices, after);
        const shown = again.filter((group) => group.letters !== null);
        expect(again.flatMap((group) => group.stale_links)).toEqual([]);
        expect(new Set(shown.map((group) => `${group.letters} ${group.client_account}`)).size).toBe(
          shown.length,
        );
        for (const group of groups.filter((one) => one.letters !== null))
          expect(shown.find((one) => one.invoices[0] === group.invoices[0])?.letters).toBe(group.letters);
      }),
    );
  });
});
