import { describe, expect, test } from "vitest";
import { firstLetters, type GroupLink, lettersOfGroups } from "./carried-letters.ts";

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
const summary = (
  ids: number[],
  links: GroupLink[],
  options: { letterCredits?: boolean; accounts?: Record<number, string> } = {},
) =>
  lettersOfGroups(
    ids.map((id) => invoice(id, options.accounts?.[id])),
    links,
    options.letterCredits ?? false,
  )
    .map((group) => [
      group.invoices.map((one) => one.id).join("+"),
      group.is_lacking ? "next" : group.letters,
    ])
    .sort(([a], [b]) => String(a).localeCompare(String(b)));

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

  test.each([
    [false, null],
    [true, "next"],
  ])("a group that only a credit note settles, when credits are lettered: %s", (letterCredits, expected) => {
    expect(summary([1, 9], [credited(9, 1)], { letterCredits })).toEqual([["1+9", expected]]);
  });
});
