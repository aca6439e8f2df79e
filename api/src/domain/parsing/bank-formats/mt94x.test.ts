import { describe, expect, test } from "vitest";
import { readBankStatement } from "../bank-statement.ts";
import { UnreadableTable } from "../tables/file-row.ts";

const read = async (lines: readonly string[], end = "\r\n") =>
  await readBankStatement(Buffer.from(lines.join(end) + end, "latin1"));

const HEAD = [":20:STARTUMS", ":25:FR7630003000200005432100044EUR", ":28C:12/1"];
const OPENING = ":60F:C261130EUR100,00";
const PAID = [":61:2612281228C2897,31NTRFNONREF//BNK-77", ":86:/NAME/SARL BEFFROI/REMI/FACTURE F26000123"];
const FEE = [":61:2612311231D39,90NCHGNONREF", ":86:COTISATION COMPTE PRO"];
const CLOSING = ":62F:C261231EUR2957,41";
const ACCOUNT = "FR7630003000200005432100044";

describe("BANK-28: MT940 and MT942", () => {
  test("of an operation without words, kind and reference are the label, which is no longer than any other", async () => {
    const reading = await read([
      ...HEAD,
      ":61:2612281228C1,00NTRFNONREF//BNK-77",
      `:61:2612281228C2,00NTRFNONREF//${"9".repeat(100_000)}`,
    ]);
    const [short, long] = reading.lines.map(({ label }) => label);
    expect(short).toBe("NTRF BNK-77");
    expect([long!.slice(0, 6), long!.length]).toEqual(["NTRF 9", 500]);
  });

  test.each([":611", ":61", "::61:", ":6:1:", ":61 86:"])(
    "words that go on with %j, which is no field, are words",
    async (words) => {
      const { lines } = await read([...HEAD, ":61:2612281228C1,00NTRFX", ":86:VIR", words]);
      expect(lines.map(({ label }) => label)).toEqual([`VIR ${words}`]);
    },
  );

  test("give account, dates, words, amounts and balances", async () => {
    const reading = await read([...HEAD, OPENING, ...PAID, ...FEE, CLOSING, "-"]);
    expect(reading).toMatchObject({
      file_format: "mt940",
      rows_read: 4,
      ignored: 2,
      errors: [],
      balances: [
        { bank_account: ACCOUNT, kind: "opening", date: "2026-12-01", amount: 100_00 },
        { bank_account: ACCOUNT, kind: "closing", date: "2026-12-31", amount: 2957_41 },
      ],
    });
    expect(reading.lines).toMatchObject([
      {
        bank_account: ACCOUNT,
        transaction_date: "2026-12-28",
        value_date: "2026-12-28",
        label: "/NAME/SARL BEFFROI/REMI/FACTURE F26000123",
        amount: 2897_31,
        currency_code: "EUR",
        bank_reference: "BNK-77",
      },
      { label: "COTISATION COMPTE PRO", amount: -39_90, bank_reference: "" },
    ]);
  });

  test("come in the blocks of SWIFT, several messages in a file", async () => {
    const block = (body: readonly string[]) => [
      "{1:F01SOGEFRPPAXXX0000000000}{2:I940XXXXXXXXXXXXN}{4:",
      ...body,
      "-}",
    ];
    const january = [
      ...HEAD,
      ":60F:C261231EUR2957,41",
      ":61:270104C10,00NTRFX",
      ":86:VIR",
      ":62F:C270131EUR2967,41",
    ];
    const reading = await read([...block([...HEAD, OPENING, ...PAID, ...FEE, CLOSING]), ...block(january)]);
    expect(reading.errors).toEqual([]);
    expect(reading.lines.map((line) => line.amount)).toEqual([2897_31, -39_90, 10_00]);
    expect(reading.balances.map((one) => one.amount)).toEqual([100_00, 2967_41]);
  });

  test.each(["\n", "\r"])("with lines that end in %j", async (end) => {
    expect((await read([...HEAD, OPENING, ...PAID, ...FEE, CLOSING], end)).lines).toHaveLength(2);
  });

  test.each([
    ["C", 10_00],
    ["D", -10_00],
    ["RC", -10_00],
    ["RD", 10_00],
  ])("%s of 10,00 is %i cents", async (sense, amount) => {
    const reading = await read([...HEAD, `:61:2612281228${sense}10,NTRFX`, ":86:VIR"]);
    expect(reading.lines.map((line) => line.amount)).toEqual([amount]);
  });

  test.each([
    ["RC", "VIR SEPA RECU CINE REX", "ANNUL VIR SEPA RECU CINE REX"],
    ["RD", "VIR SEPA EMIS CINE REX", "ANNUL VIR SEPA EMIS CINE REX"],
    ["RC", "REJET PRLV CINE REX", "REJET PRLV CINE REX"],
    ["C", "VIR SEPA RECU CINE REX", "VIR SEPA RECU CINE REX"],
  ])("the label of %s « %s » is « %s », also where the pattern reads it", async (sense, words, label) => {
    for (const space of ["", " "]) {
      const { lines } = await read([...HEAD, `:61:2612281228${space}${sense}10,NTRFX`, `:86:${words}`]);
      expect(lines.map((line) => line.label)).toEqual([label]);
    }
  });

  test("a reversal has the fingerprint that it had without the word, and no other field", async () => {
    const of = async (sense: string) =>
      (await read([...HEAD, `:61:2612281228${sense}10,NTRFX`, ":86:VIR"])).lines;
    const [[reversal], [plain]] = [await of("RC"), await of("D")];
    expect(reversal?.fingerprint).toBe(plain?.fingerprint);
    expect(reversal).not.toHaveProperty("labelInstead");
  });

  test.each(["EC", "ED", "EDR"])("%s is expected and not booked: it is left out", async (sense) => {
    const { lines, errors, rows_read, ignored } = await read([
      ...HEAD,
      ":34F:EUR0,",
      ...PAID,
      `:61:261228${sense}700,00NTRFNONREF`,
      ":86:VIR A VENIR",
      ...FEE,
    ]);
    expect(lines.map(({ amount }) => amount)).toEqual([2897_31, -39_90]);
    expect([errors, rows_read, ignored]).toEqual([[], 3, 1]);
  });

  test("the account is as the bank writes it, with its currency: by that its lines are known again", async () => {
    const { lines } = await read([":20:S", ":25:30066/00020345101 EUR", ":28C:1/1", ...PAID]);
    expect(lines[0]?.bank_account).toBe("30066/00020345101EUR");
  });

  test("an entry of the turn of a year has the year that is nearest to its value date", async () => {
    const reading = await read([
      ...HEAD,
      ":61:2701021231C1,00NTRFX",
      ":86:A",
      ":61:2612310102C2,00NTRFX",
      ":86:B",
    ]);
    expect(reading.lines.map((line) => line.transaction_date)).toEqual(["2026-12-31", "2027-01-02"]);
  });

  test("the parts of the German structure become payer, motive and reference", async () => {
    const reading = await read([
      ...HEAD,
      ":61:2612281228C12,50NTRFNONREF",
      ":86:166?00GUTSCHRIFT?20EREF+E2E-1?21SVWZ+FACTURE F26000123?32CINEMA LE BEFF?33ROI",
    ]);
    const [line] = reading.lines;
    expect(line?.label).toContain("/REMI/FACTURE F26000123");
    expect(line?.label).toContain("/EREF/E2E-1");
    expect(line?.label).toMatch(/\/NAME\/CINEMA LE BEFF ?ROI/);
  });

  test("pages of one statement are one", async () => {
    const reading = await read([
      ...HEAD,
      OPENING,
      ...PAID,
      ":62M:C261228EUR2997,31",
      "-",
      ...HEAD,
      ":60M:C261228EUR2997,31",
      ...FEE,
      CLOSING,
      "-",
    ]);
    expect(reading.errors).toEqual([]);
    expect(reading.lines).toHaveLength(2);
    expect(reading.balances.map((one) => one.amount)).toEqual([100_00, 2957_41]);
  });

  test("MT942 is told by its floor limit, and needs no balances", async () => {
    const reading = await read([...HEAD, ":34F:EUR0,", ...PAID, ":90C:1EUR2897,31", "-"]);
    expect(reading).toMatchObject({ file_format: "mt942", errors: [], balances: [] });
    expect(reading.lines).toHaveLength(1);
  });

  test("sums that do not make the new balance are told", async () => {
    const reading = await read([...HEAD, OPENING, ...PAID, CLOSING]);
    expect(reading.errors).toEqual([
      expect.stringContaining("ne donnent pas le nouveau solde du 31/12/2026"),
    ]);
    expect(reading.lines).toHaveLength(1);
  });

  test("a statement that is cut off is told", async () => {
    const reading = await read([...HEAD, OPENING, ...PAID]);
    expect(reading.errors).toEqual([expect.stringContaining("n’a pas de nouveau solde")]);
  });

  test("operations that cannot be read refuse the file when they are many", async () => {
    const error: unknown = await read([...HEAD, ":61:2613281328C1,00NTRFX", ":86:A"]).catch(
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(UnreadableTable);
    expect((error as Error).message).toContain("date illisible");
  });
});
