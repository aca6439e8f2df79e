import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { agedByGroup, groupKey } from "./group-clients.ts";

const on = civilDate("2026-12-31");
const owed = (client_account: string, amount: number, due_date: string | null = "2026-12-30") => ({
  client_account,
  due_date: due_date === null ? null : civilDate(due_date),
  amount: cents(amount),
});
const named = (client_account: string, group: string) => ({
  client_account,
  client_name: `SARL ${client_account}`,
  group,
});

test("groups whose names differ in case, accents or blanks are one (CLI-4)", () => {
  expect(groupKey("  Ciné\u00a0 Nord ")).toBe(groupKey("CINE NORD"));
  expect(groupKey("Ciné Nord")).not.toBe(groupKey("Ciné Sud"));
});

test("who owes most comes first, a group has the sums of its clients and the name that most of them have", () => {
  const { amounts, groups, client_count } = agedByGroup(
    [
      owed("411A", 10_00),
      owed("411B", 200_00),
      owed("411B", -50_00, null),
      owed("411C", 30_00, "2027-01-30"),
      owed("411D", 500_00, "2026-01-01"),
    ],
    [named("411A", "Ciné Nord"), named("411B", "CINÉ NORD"), named("411C", "Ciné Nord "), named("411D", "")],
    on,
  );
  expect(client_count).toBe(4);
  expect(amounts).toMatchObject({ balance: 690_00, over_90_days: 500_00, unapplied: -50_00 });
  expect(groups.map(({ group, amounts: { balance } }) => [group, balance])).toEqual([
    ["", 500_00],
    ["Ciné Nord", 190_00],
  ]);
  expect(groups[1]?.clients.map((one) => [one.client_account, one.amounts.balance])).toEqual([
    ["411B", 150_00],
    ["411C", 30_00],
    ["411A", 10_00],
  ]);
});

test("a client of no known name is called by its account", () => {
  const { groups } = agedByGroup([owed("411X", 1)], [], on);
  expect(groups[0]?.clients).toMatchObject([{ client_account: "411X", client_name: "411X" }]);
});
