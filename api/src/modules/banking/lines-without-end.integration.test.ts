// LET-46, LET-51: bank lines that nobody has decided are listed alone, and counted where one works and before a lot is made.
import { expect, test } from "vitest";
import { anAccountant, aQuestion, type QuestionFields } from "./banking.testing.ts";
import { importedStats } from "./statement.testing.ts";
import { bank, decide, euros, me, revert, withAnAccountantEach } from "./ledger.testing.ts";

withAnAccountantEach();

const aLine = async (label: string, amount: number, fields: Partial<QuestionFields> = {}) =>
  await aQuestion(bank, me, { label, amount: euros(amount), ...fields });
/** A line that nobody is asked about. */
async function anUnasked(
  label: string,
  amount: number,
  fields: Partial<QuestionFields> = {},
): Promise<number> {
  const { action, transaction } = await aLine(label, amount, fields);
  await bank.owner.query("delete from user_action where id = $1", [action]);
  return transaction;
}
const listed = async (query: string, who = me): Promise<string[]> =>
  (await who.call("GET", `/banking/all-transactions/${query}`))
    .json<{ label: string }[]>()
    .map(({ label }) => label);
const counted = async (who = me): Promise<number> =>
  (await who.call("GET", "/user-actions/overview/")).json().lines_without_end;
const inLot = async (from: string, to: string): Promise<number> =>
  (await me.call("GET", `/accounting/lots/preview/?from=${from}&to=${to}`)).json().lines_without_end;

test("LET-46: what has no end is listed alone, by pages, whole and as a file, until it is decided", async () => {
  const rent = await anUnasked("PRLV LOYER", -1850);
  await aLine("VIR DEMANDE", 100);
  await aLine("VIR TRAITEE SANS FIN", 300, { status: "DONE" });
  const decided = await anUnasked("FRAIS", -12.5);
  await decide(decided, { kind: "fees", amount: "-12.50" });
  await anUnasked("SWIFT", 90, { currency_code: "USD" });
  const open = ["VIR TRAITEE SANS FIN", "VIR DEMANDE", "PRLV LOYER"];
  expect(await listed("?open=true")).toEqual(open);
  expect(await listed("?open=true&page=1")).toEqual(open);
  expect(await listed("?open=true&page=1&lettering=true")).toEqual(open);
  expect(await listed("?page=1")).toHaveLength(5);
  const file = (await me.call("GET", "/exports/lists/transactions/?open=true")).body;
  expect([file.includes("PRLV LOYER"), file.includes("FRAIS")]).toEqual([true, false]);
  // One of them is asked about: the queue counts it already.
  expect(await counted()).toBe(2);
  const unasked = ["VIR TRAITEE SANS FIN", "PRLV LOYER"];
  expect(await listed("?unasked=true")).toEqual(unasked);
  expect(await listed("?unasked=true&page=1&lettering=true")).toEqual(unasked);
  await decide(rent, { kind: "account", account: "613200", amount: "-1850.00" });
  expect([await counted(), await listed("?open=true")]).toEqual([1, open.slice(0, 2)]);
  await revert(rent);
  expect(await counted()).toBe(2);
});

test("LET-46: a lot tells how many lines of its days have none", async () => {
  await anUnasked("PRLV LOYER", -1850, { transaction_date: "2026-11-05" });
  await aLine("VIR DEMANDE", 100, { transaction_date: "2026-11-30" });
  await anUnasked("PRLV LOYER", -1850, { transaction_date: "2026-12-05" });
  expect(await inLot("2026-11-01", "2026-11-30")).toBe(2);
  expect(await inLot("2026-11-01", "2026-12-31")).toBe(3);
});

test("lines, questions and their files are narrowed by the days of the bank, both within (UI-24)", async () => {
  await anUnasked("PRLV LOYER", -1850, { transaction_date: "2026-11-05" });
  await aLine("VIR DEMANDE", 100, { transaction_date: "2026-11-30" });
  await aLine("VIR DECEMBRE", 200, { transaction_date: "2026-12-01" });
  const november = "from=2026-11-05&to=2026-11-30";
  expect(await listed(`?page=1&${november}`)).toEqual(["VIR DEMANDE", "PRLV LOYER"]);
  expect(await listed(`?${november}&open=true&page=1&lettering=true`)).toEqual(["VIR DEMANDE", "PRLV LOYER"]);
  expect(await listed("?page=1&from=2026-12-01")).toEqual(["VIR DECEMBRE"]);
  const file = (await me.call("GET", `/exports/lists/transactions/?${november}`)).body;
  expect([file.includes("PRLV LOYER"), file.includes("VIR DECEMBRE")]).toEqual([true, false]);
  const asked = async (query: string) =>
    (await me.call("GET", `/user-actions/?page=1&${query}`))
      .json<{ count: number; results: { transaction_description: string }[] }>()
      .results.map((one) => one.transaction_description);
  expect(await asked(november)).toEqual(["VIR DEMANDE"]);
  expect(await asked("from=2026-12-01&search=vir")).toEqual(["VIR DECEMBRE"]);
  const actions = (await me.call("GET", `/exports/lists/user-actions/?to=2026-11-30`)).body;
  expect([actions.includes("VIR DEMANDE"), actions.includes("VIR DECEMBRE")]).toEqual([true, false]);
});

test("those of another distributor are none of mine, and the filter knows one value", async () => {
  await anUnasked("PRLV LOYER", -1850);
  const stranger = await anAccountant(bank);
  expect([await counted(stranger), await listed("?open=true", stranger)]).toEqual([0, []]);
  expect((await me.call("GET", "/banking/all-transactions/?open=yes")).statusCode).toBe(400);
});

test("LET-51: credits that nobody is asked about are counted by their reason and listed alone, until somebody decides them", async () => {
  const file = [
    "Date;Libellé;Montant;Devise",
    "02/11/2026;INTERETS CREDITEURS;3,12;EUR",
    "03/11/2026;REMISE CARTE 00123;84,10;EUR",
    "04/11/2026;SOFICA INVEST COPRODUCTION;1200,00;EUR",
    "05/11/2026;WIRE IN;90,00;USD",
    "06/11/2026;VIR SEPA INCONNU SARL;45,00;EUR",
    "06/11/2026;FRAIS DE TENUE DE COMPTE;-12,50;EUR",
  ].join("\n");
  await importedStats(me, "releve.csv", file);
  const ignored = async (who = me) => (await who.call("GET", "/user-actions/overview/")).json().ignored;
  expect(await ignored()).toEqual([
    { reason: "bank_operation", count: 2 },
    { reason: "other_currency", count: 1 },
    { reason: "other_purpose", count: 1 },
  ]);
  const alone = ["WIRE IN", "SOFICA INVEST COPRODUCTION", "REMISE CARTE 00123", "INTERETS CREDITEURS"];
  expect(await listed("?ignored=true")).toEqual(alone);
  const page = (await me.call("GET", "/banking/all-transactions/?ignored=true&page=1&lettering=true")).json<
    { id: number; label: string; lettering: { ignored_reason: string | null } }[]
  >();
  expect(page.map(({ label, lettering }) => [label, lettering.ignored_reason])).toEqual([
    ["WIRE IN", "other_currency"],
    ["SOFICA INVEST COPRODUCTION", "other_purpose"],
    ["REMISE CARTE 00123", "bank_operation"],
    ["INTERETS CREDITEURS", "bank_operation"],
  ]);
  const csv = (await me.call("GET", "/exports/lists/transactions/?ignored=true")).body;
  expect([csv.includes("INTERETS"), csv.includes("INCONNU")]).toEqual([true, false]);
  const interest = page.at(-1)?.id ?? 0;
  await decide(interest, { kind: "account", account: "768000", amount: "3.12" });
  expect(await ignored()).toContainEqual({ reason: "bank_operation", count: 1 });
  expect(await listed("?ignored=true")).toEqual(alone.slice(0, 3));
  await revert(interest);
  expect(await listed("?ignored=true")).toEqual(alone);
  const stranger = await anAccountant(bank);
  expect([await ignored(stranger), await listed("?ignored=true", stranger)]).toEqual([[], []]);
});
