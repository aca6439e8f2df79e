import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readBankStatement } from "../bank-statement.ts";
import { UnreadableTable } from "../tables/file-row.ts";
import { camtBalance, camtDetails, camtEntry, camtFile, IBAN } from "./camt.testing.ts";

const read = (text: string | Buffer) => readBankStatement(Buffer.from(text));
const one = async (entry: string) => (await read(camtFile(entry))).lines[0];
const VERSIONS = Array.from({ length: 12 }, (_, index) => String(index + 2).padStart(2, "0"));

describe("an entry of a CAMT file (BANK-18)", () => {
  test.each(VERSIONS.flatMap((version) => [["053", version] as const, ["054", version] as const]))(
    "is read from CAMT.%s version %s",
    async (message, version) => {
      const status = Number(version) < 4 ? "<Sts>BOOK</Sts>" : "<Sts><Cd>BOOK</Cd></Sts>";
      const entry = camtEntry({ amount: "1312.5", status, reference: "2026100500001" });
      const reading = await read(camtFile(entry, { message, version }));
      expect(reading).toMatchObject({
        bank: "Banque des Deux Rives",
        file_format: `camt.${message}`,
        rows_read: 1,
        ignored: 0,
        errors: [],
        notes: [],
        currency: "EUR",
        period_start: "2026-10-05",
      });
      expect(reading.lines).toEqual([
        {
          bank_account: IBAN,
          transaction_date: "2026-10-05",
          value_date: "2026-10-06",
          label: "VIR CINE",
          amount: 1312_50,
          currency_code: "EUR",
          bank_reference: "2026100500001",
          fingerprint: expect.stringMatching(/^[\da-f]{64}$/),
        },
      ]);
    },
  );

  test("counts when it is booked, in the words of any version", async () => {
    const entries = [
      "<Sts>PDNG</Sts>",
      "<Sts><Cd>INFO</Cd></Sts>",
      "<Sts><Cd>PDNG</Cd></Sts>",
      "<Sts>BOOK</Sts>",
    ].map((status) => camtEntry({ status }));
    expect(await read(camtFile(entries.join("")))).toMatchObject({ rows_read: 4, ignored: 3, lines: [{}] });
  });

  test.each([
    ["CRDT", "", 12_00, "VIR CINE"],
    ["DBIT", "", -12_00, "VIR CINE"],
    ["DBIT", "<RvslInd>true</RvslInd>", -12_00, "ANNUL VIR CINE"],
    ["CRDT", "<RvslInd>true</RvslInd>", 12_00, "ANNUL VIR CINE"],
    ["CRDT", "<RvslInd>false</RvslInd>", 12_00, "VIR CINE"],
  ])("goes the way that its indicator says: %s %s", async (indicator, reversal, amount, label) => {
    const rest = `${reversal}<AddtlNtryInf>VIR CINE</AddtlNtryInf>`;
    expect(await one(camtEntry({ indicator, rest }))).toMatchObject({ amount, label });
  });

  const DEBTOR =
    "<Dbtr><Nm>SARL BIJOU</Nm></Dbtr><DbtrAcct><Id><IBAN>FR1420041010050500013M02606</IBAN></Id></DbtrAcct>";
  const withParties = (reversal: string, parties: string) =>
    `${reversal}${camtDetails(`<RltdPties>${parties}</RltdPties><RmtInf><Ustrd>F26000123</Ustrd></RmtInf>`)}`;

  test("that takes a payment back names who paid, where it tells the parties of that payment (BANK-29)", async () => {
    const of = (rest: string) => one(camtEntry({ indicator: "DBIT", rest }));
    const taken = await of(withParties("<RvslInd>true</RvslInd>", DEBTOR));
    expect(taken).toMatchObject({
      label: "ANNUL SARL BIJOU F26000123",
      evidence: { party_name: "SARL BIJOU", party_iban: "FR1420041010050500013M02606" },
    });
    const bare = await of(withParties("<RvslInd>true</RvslInd>", ""));
    expect(bare?.label).toBe("ANNUL F26000123");
    expect(taken?.fingerprint).toBe(bare?.fingerprint);
  });

  test("names the other side of no debit, nor of one that tells its own", async () => {
    const of = async (rest: string) => (await one(camtEntry({ indicator: "DBIT", rest })))?.label;
    expect(await of(withParties("", DEBTOR))).toBe("F26000123");
    const both = `${DEBTOR}<Cdtr><Nm>CINE REX</Nm></Cdtr>`;
    expect(await of(withParties("<RvslInd>true</RvslInd>", both))).toBe("ANNUL CINE REX F26000123");
  });

  test("has the day that is written, also in an instant", async () => {
    expect(await one(camtEntry({ date: "<DtTm>2026-10-05T23:30:00-03:00</DtTm>" }))).toMatchObject({
      transaction_date: "2026-10-05",
    });
  });

  test.each([
    ["Dbtr", "<Dbtr><Nm>SARL BIJOU</Nm></Dbtr>", "CRDT"],
    ["Dbtr since version 04", "<Dbtr><Pty><Nm>SARL BIJOU</Nm></Pty></Dbtr>", "CRDT"],
    ["Cdtr of a debit", "<Dbtr><Nm>MOI</Nm></Dbtr><Cdtr><Nm>SARL BIJOU</Nm></Cdtr>", "DBIT"],
  ])("names the other party: %s", async (_, parties, indicator) => {
    const rest = camtDetails(
      `<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties>${parties}</RltdPties><RmtInf><Ustrd>SOLDE</Ustrd><Ustrd>F26000123</Ustrd></RmtInf>`,
    );
    expect((await one(camtEntry({ indicator, rest })))?.label).toBe("SARL BIJOU SOLDE F26000123");
  });

  test("says its structured references, and nothing twice", async () => {
    const rest = `${camtDetails(
      "<RltdPties><Dbtr><Nm>SARL BIJOU</Nm></Dbtr></RltdPties><RmtInf><Strd><RfrdDocInf><Nb>F26000124</Nb></RfrdDocInf><CdtrRefInf><Ref>F26000123</Ref></CdtrRefInf></Strd></RmtInf>",
    )}<AddtlNtryInf>VIR SEPA SARL BIJOU F26000123</AddtlNtryInf>`;
    expect((await one(camtEntry({ rest })))?.label).toBe("VIR SEPA SARL BIJOU F26000123 F26000124");
  });

  test("that cannot be read is told with its line, the others are kept", async () => {
    const good = Array.from({ length: 9 }, () => camtEntry()).join("\n");
    const reading = await read(camtFile(`${good}\n${camtEntry({ amount: "12,OO" })}`));
    expect(reading.lines).toHaveLength(9);
    expect(reading.errors).toEqual([expect.stringMatching(/^Ligne \d+\u00a0: montant illisible/)]);
  });
});

describe("an entry of several transfers (BANK-19)", () => {
  const detail = (amount: string, name: string) =>
    `<AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties>`;

  test("becomes a line for each when they are its sum", async () => {
    const rest = `${camtDetails(detail("5.00", "BIJOU"), detail("7.00", "MIRAGE"))}<AddtlNtryInf>REMISE</AddtlNtryInf>`;
    const reading = await read(camtFile(camtEntry({ rest, reference: "R1234567" })));
    expect(reading.lines).toMatchObject([
      { amount: 5_00, label: "BIJOU", bank_reference: "R1234567" },
      { amount: 7_00, label: "MIRAGE", bank_reference: "R1234567" },
    ]);
    expect(reading).toMatchObject({ rows_read: 2, notes: [] });
  });

  test("that says no amounts and has no label is called what its details say (BANK-19)", async () => {
    const told = (number: string) =>
      `<RltdPties><Dbtr><Pty><Nm>CINE REX</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>F2600012${number}</Ustrd></RmtInf>`;
    const file = (rest: string) => read(camtFile(camtEntry({ rest })));
    const { lines, notes } = await file(camtDetails(told("3"), told("4")));
    expect(lines).toMatchObject([
      {
        amount: 12_00,
        label: "CINE REX F26000123 F26000124",
        evidence: { party_name: "CINE REX", references: ["F26000123", "F26000124"] },
      },
    ]);
    expect(notes).toEqual([expect.stringContaining("opération groupée ne dit pas ses montants")]);
    // It came in without a label once, and the same file again brings nothing.
    expect(lines[0]?.fingerprint).toBe((await file(camtDetails("", ""))).lines[0]?.fingerprint);
    expect(lines[0]).not.toHaveProperty("labelInstead");
  });

  test.each([
    ["make another sum", detail("5.00", "BIJOU"), detail("6.99", "MIRAGE")],
    ["do not say what each is worth", detail("5.00", "BIJOU"), "<RltdPties/>"],
    ["are in another currency", detail("5.00", "BIJOU"), detail("7.00", "MIRAGE").replace("EUR", "USD")],
  ])("stays one line, and it is told, when they %s", async (_, ...details) => {
    const rest = `${camtDetails(...details)}<AddtlNtryInf>REMISE</AddtlNtryInf>`;
    const reading = await read(camtFile(camtEntry({ rest })));
    expect(reading.lines).toMatchObject([{ amount: 12_00, label: "REMISE" }]);
    expect(reading.notes).toEqual([expect.stringContaining("groupée ne fait pas son montant")]);
  });
});

describe("the accounts of a CAMT file", () => {
  test("each have their lines and balances (BANK-16)", async () => {
    const other = "DE89370400440532013000";
    const first = camtFile(
      `${camtBalance("OPBD", "100.00", "2026-10-01")}${camtBalance("CLBD", "112.00", "2026-10-31")}${camtEntry()}`,
    );
    const second = camtFile(
      `${camtBalance("PRCD", "3.00", "2026-09-30", "DBIT")}${camtBalance("ITAV", "9.00", "2026-10-31")}${camtEntry()}`,
      { iban: other },
    );
    const statement = /<Stmt>[^]*<\/Stmt>/.exec(second)?.[0] ?? "";
    const reading = await read(first.replace("</Stmt>", `</Stmt>${statement}`));
    expect(reading.lines.map((line) => line.bank_account)).toEqual([IBAN, other]);
    expect(reading.balances).toEqual([
      { bank_account: IBAN, kind: "opening", date: "2026-10-01", amount: 100_00 },
      { bank_account: IBAN, kind: "closing", date: "2026-10-31", amount: 112_00 },
      { bank_account: other, kind: "closing", date: "2026-09-30", amount: -3_00 },
    ]);
    expect(reading.notes).toEqual([]);
  });

  test.each([
    // The day of the balance before, with and without a weekend.
    ["2026-09-30", "2026-10-05", "2026-10-31", "2026-10-01"],
    ["2026-10-02", "2026-10-05", "2026-10-05", "2026-10-03"],
    ["2026-10-01", "2026-10-02", "2026-10-02", "2026-10-02"],
    // The first day of the statement.
    ["2026-10-05", "2026-10-05", "2026-10-05", "2026-10-05"],
    ["2026-10-01", "2026-10-05", "2026-10-31", "2026-10-01"],
    ["2026-10-01", "2026-10-01", "2026-10-02", "2026-10-01"],
  ])(
    "opened on %s, first moved on %s and closed on %s have it before %s",
    async (opened, moved, closed, day) => {
      const balances = `${camtBalance("OPBD", "1.00", opened)}${camtBalance("CLBD", "13.00", closed)}`;
      const entries = `${camtEntry({ date: `<Dt>${moved}</Dt>` })}${camtEntry({ status: "<Sts><Cd>PDNG</Cd></Sts>", date: "<Dt>2026-09-01</Dt>" })}`;
      expect((await read(camtFile(`${balances}${entries}`))).balances).toMatchObject([
        { kind: "opening", date: day },
        { kind: "closing", date: closed },
      ]);
    },
  );

  // Their day is that of their value, 2026-10-06.
  test.each([
    ["2026-10-20", "2026-10-22", "2026-10-21"],
    ["2026-10-06", "2026-10-08", "2026-10-06"],
  ])(
    "opened on %s and closed on %s, of an entry without a day of booking, have it before %s",
    async (opened, closed, day) => {
      const balances = `${camtBalance("OPBD", "1.00", opened)}${camtBalance("CLBD", "13.00", closed)}`;
      const reading = await read(camtFile(`${balances}${camtEntry({ date: "" })}`));
      expect(reading.lines).toMatchObject([{ transaction_date: "2026-10-06" }]);
      expect(reading.balances).toMatchObject([
        { kind: "opening", date: day },
        { kind: "closing", date: closed },
      ]);
    },
  );

  test("a month without operations has its balances", async () => {
    const content = camtBalance("CLBD", "112.00", "2026-10-31");
    expect(await read(camtFile(content))).toMatchObject({ lines: [], balances: [{ amount: 112_00 }] });
  });

  test("BANK-21: totals and balances that are not those of the entries are told", async () => {
    const summary = "<TxsSummry><TtlCdtNtries><Sum>13.00</Sum></TtlCdtNtries></TxsSummry>";
    const content = `${camtBalance("OPBD", "100.00", "2026-10-01")}${camtBalance("CLBD", "113.00", "2026-10-31")}${summary}${camtEntry()}`;
    expect((await read(camtFile(content))).notes).toEqual([
      expect.stringContaining("Les totaux annoncés par la banque"),
      expect.stringContaining("ne font pas le solde de clôture"),
    ]);
  });
});

describe("a hostile CAMT file", () => {
  const refusal = async (text: string | Buffer): Promise<string> => {
    const error = await read(text).catch((thrown: unknown) => thrown);
    if (!(error instanceof UnreadableTable)) throw new Error("the file was not refused");
    return error.message;
  };

  test.each([
    ["a DOCTYPE", camtFile(camtEntry(), { around: "<!DOCTYPE Document>" }), /DOCTYPE/],
    [
      "entities that grow",
      camtFile(camtEntry({ rest: "<AddtlNtryInf>&b;</AddtlNtryInf>" }), {
        around: `<!DOCTYPE a [<!ENTITY a "${"ha".repeat(50)}"><!ENTITY b "&a;&a;&a;">]>`,
      }),
      /DOCTYPE/,
    ],
    ["an unknown entity", camtFile(camtEntry({ rest: "<AddtlNtryInf>&b;</AddtlNtryInf>" })), /mal formé/],
    ["its end missing", camtFile(camtEntry()).slice(0, -40), /mal formé/],
    [
      "elements without end",
      camtFile(`<Ntry>${"<a>".repeat(50)}${"</a>".repeat(50)}</Ntry>`),
      /limites acceptées/,
    ],
    [
      "a million elements in an entry",
      camtFile(`<Ntry>${"<a/>".repeat(700_000)}</Ntry>`),
      /limites acceptées/,
    ],
    ["no entry", camtFile(""), /aucune opération/],
    ["no amount that can be read", camtFile(camtEntry({ amount: "1e3" })), /montant illisible/],
    [
      "a day of another century",
      camtFile(camtEntry({ date: "<Dt>1926-10-05</Dt>", rest: "" }).replace("2026", "1926")),
      /date illisible/,
    ],
  ])("with %s is refused with its sentence", async (_, text, sentence) => {
    expect(await refusal(text)).toMatch(sentence);
  });

  test("a long text is cut", async () => {
    const rest = `<AddtlNtryInf>${"A".repeat(1_000_000)}</AddtlNtryInf>`;
    expect((await one(camtEntry({ rest })))?.label).toHaveLength(500);
  });

  test("whatever its bytes it is read or refused, and its lines add up", async () => {
    const original = Buffer.from(camtFile(`${camtEntry()}${camtEntry({ indicator: "DBIT" })}`));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 8 }),
        fc.option(fc.nat()),
        async (edits, cut) => {
          const bytes = Buffer.from(original);
          for (const [at, byte] of edits) bytes[at % bytes.length] = byte;
          const given = cut === null ? bytes : bytes.subarray(0, cut % bytes.length);
          try {
            const { rows_read, ignored, errors, lines } = await readBankStatement(given);
            expect(lines.length).toBe(rows_read - ignored - errors.length);
            for (const line of lines)
              expect(Number.isSafeInteger(line.amount) && line.amount !== 0).toBe(true);
          } catch (error) {
            if (!(error instanceof UnreadableTable)) throw error;
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
