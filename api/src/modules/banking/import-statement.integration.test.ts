import type { StatementStats } from "@bobine/contract/banking";
import { cents } from "@bobine/contract/money";
import type { ResponseOf } from "@bobine/contract/route";
import type { listUserActions } from "@bobine/contract/user-actions";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  aSampleDistributor,
  importedStats,
  savedOf,
  outcomeOf,
  sample,
  SAMPLES,
  violationsIn,
} from "./statement.testing.ts";
import {
  type Accountant,
  aCinemaIn,
  anAccountant,
  anInvoiceIn,
  snapshot,
  LEDGER,
  twoBankAccounts,
} from "./banking.testing.ts";
import { workbook, zip } from "../../domain/parsing/tables/workbook.testing.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let bank: TestApp;

beforeAll(async () => {
  bank = await createTestApp(LEDGER);
});
afterAll(() => bank.close());
afterEach(async () => {
  // oxlint-disable-next-line vitest/no-standalone-expect -- the ledger must hold after each of them
  expect(await violationsIn(bank)).toEqual([]);
});

const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await bank.owner.query(text, values)).rows as Row[];

const STATS: StatementStats = {
  bank: "",
  file_format: "csv",
  rows_read: 6,
  imported: 6,
  duplicates: 0,
  ignored: 0,
  credits: 4,
  debits: 2,
  total_credits: "26176.06",
  total_debits: "-4221.90",
  currency: "EUR",
  period_start: "2026-12-28" as StatementStats["period_start"],
  period_end: "2026-12-31" as StatementStats["period_end"],
  auto_reconciled: 2,
  invoices_paid: 3,
  user_actions_created: 2,
  unmatched: 0,
  errors_count: 0,
  errors: [],
};

/** LET-13: who pays in full is lettered, the rest is asked. */
const OUTCOME = {
  invoices: [
    { invoice_number: "F26000123", status: "paid", outstanding: "0.00", lettering_letters: "AAA" },
    { invoice_number: "F26000124", status: "paid", outstanding: "0.00", lettering_letters: "AAA" },
    {
      invoice_number: "F26000128",
      status: "awaiting_payment",
      outstanding: "1850.20",
      lettering_letters: null,
    },
    { invoice_number: "F26000131", status: "paid", outstanding: "0.00", lettering_letters: "AAA" },
  ],
  allocations: [
    ["2026-12-28", "2897.31", "F26000123", "2897.31"],
    ["2026-12-29", "21480.55", "F26000124", "15067.07"],
    ["2026-12-29", "21480.55", "F26000131", "6413.48"],
  ].map(([transaction_date, received, invoice_number, amount]) => ({
    transaction_date,
    received,
    invoice_number,
    amount,
    kind: "payment",
    letters: "AAA",
  })),
  actions: [
    {
      received: "486.20",
      status: "AWAITING_INVOICE_SELECTION",
      reason_code: "amount_mismatch",
      reason: "Montant différent des factures",
      partial: null,
    },
    {
      received: "1312.00",
      status: "AWAITING_INVOICE_SELECTION",
      reason_code: "partial_payment",
      reason: "Paiement partiel",
      partial: ["F26000128"],
    },
    ...["2897.31", "21480.55"].map((received) => ({
      received,
      status: "DONE",
      reason_code: "automatic_match",
      reason: "Rapprochement automatique",
      partial: null,
    })),
  ],
};

describe("the statements of the nine banks", () => {
  const READ: Record<(typeof SAMPLES)[number], Partial<StatementStats>> = {
    "releve-1-bnp.csv": { bank: "BNP Paribas" },
    "releve-2-sg.csv": { bank: "Société Générale" },
    "releve-3-credit-agricole.csv": { bank: "Crédit Agricole" },
    "releve-4-cic.csv": { bank: "Crédit Mutuel / CIC" },
    "releve-5-lcl.csv": { bank: "LCL", rows_read: 7, ignored: 1 },
    "releve-6-boursobank.csv": { bank: "BoursoBank" },
    "releve-7-qonto.csv": {
      bank: "Qonto",
      imported: 5,
      ignored: 1,
      debits: 1,
      total_debits: "-4182.00",
      period_end: "2026-12-30" as StatementStats["period_end"],
    },
    "releve-8-bpce.csv": { bank: "Caisse d’Épargne / Banque Populaire" },
    "releve-9-xlsx.xlsx": { bank: "Crédit Agricole", file_format: "xlsx", rows_read: 7, ignored: 1 },
  };

  test.each(SAMPLES)("%s is imported and lettered as BANK-14 says", async (name) => {
    const me = await aSampleDistributor(bank);
    expect(await importedStats(me, name, sample(name))).toEqual({ ...STATS, ...READ[name] });
    expect(await outcomeOf(bank, me)).toEqual(OUTCOME);
  });

  test("are listed, each line with what it paid", async () => {
    const me = await aSampleDistributor(bank);
    await importedStats(me, "releve.csv", sample("releve-4-cic.csv"));
    const list = (await me.call("GET", "/banking/all-transactions/")).json<
      { amount: string; allocated_amount: string }[]
    >();
    expect(list.map((line) => [line.amount, line.allocated_amount])).toEqual([
      ["-39.90", "0.00"],
      ["486.20", "0.00"],
      ["-4182.00", "0.00"],
      ["1312.00", "0.00"],
      ["21480.55", "21480.55"],
      ["2897.31", "2897.31"],
    ]);
  });
});

describe("what an import writes down", () => {
  test("the audit log says who imported what", async () => {
    const me = await aSampleDistributor(bank);
    const content = sample("releve-1-bnp.csv");
    await importedStats(me, "C:\\Relevés\\décembre.csv", content);
    expect(
      await rows("select actor_id, action_type, action_details from audit_log where distributor_id = $1", [
        me.distributorId,
      ]),
    ).toEqual([
      {
        actor_id: me.userId,
        action_type: "processed_banking",
        action_details: {
          file_name: "décembre.csv",
          file_size: content.length,
          bank_name: "BNP Paribas",
          imported: 6,
          duplicates: 0,
          period_start: "2026-12-28",
          period_end: "2026-12-31",
          auto_reconciled: 2,
          invoices_paid: 3,
          user_actions_created: 2,
          unmatched: 0,
          errors: [],
        },
      },
    ]);
  });

  test("the file, its statistics, and in the history of each line where it comes from", async () => {
    const me = await aSampleDistributor(bank);
    const stats = await importedStats(me, "releve.csv", sample("releve-1-bnp.csv"));
    const files = await rows<{ id: number; stats: object }>(
      "select id, kind, file_name, stats, created_by from import_file where distributor_id = $1",
      [me.distributorId],
    );
    expect(files).toEqual([
      {
        id: expect.any(Number),
        kind: "bank_statement",
        file_name: "releve.csv",
        // By whom its lines were told is the server's alone (BANK-11).
        stats: { ...stats, sources: [expect.objectContaining({ bank: "BNP Paribas", line_count: 6 })] },
        created_by: me.userId,
      },
    ]);
    const history = await rows<{ amount: string; kinds: string[] }>(
      `select t.amount, array_agg(e.kind order by e.id) as kinds from bank_transaction t join transaction_event e on e.transaction_id = t.id
       where t.distributor_id = $1 and t.import_id = $2 group by t.id order by t.id`,
      [me.distributorId, files[0]?.id],
    );
    expect(history.map(({ amount, kinds }) => [amount, kinds])).toEqual([
      ["2897.31", ["imported", "reconciled"]],
      ["21480.55", ["imported", "reconciled"]],
      ["1312.00", ["imported"]],
      ["-4182.00", ["imported"]],
      ["486.20", ["imported"]],
      ["-39.90", ["imported"]],
    ]);
  });

  test("an engine's decision names its gate, its reasons and nobody", async () => {
    const me = await aSampleDistributor(bank);
    await importedStats(me, "releve.csv", sample("releve-1-bnp.csv"));
    const decisions = await rows<{
      gate: string;
      decided_by: null;
      reasons: string[];
      engine_version: string;
    }>(
      "select gate, decided_by, reasons, engine_version from reconciliation where distributor_id = $1 order by transaction_id",
      [me.distributorId],
    );
    expect(decisions).toEqual([
      {
        gate: "G1",
        decided_by: null,
        reasons: expect.any(Array),
        engine_version: expect.stringMatching(/./),
      },
      {
        gate: "G2",
        decided_by: null,
        reasons: expect.any(Array),
        engine_version: expect.stringMatching(/./),
      },
    ]);
    expect(decisions[0]?.reasons).toContain("montant exact");
  });
});

describe("the same statement again", () => {
  const AGAIN = { imported: 0, auto_reconciled: 0, invoices_paid: 0, user_actions_created: 0, unmatched: 0 };

  test.each(["releve-1-bnp.csv", "releve-9-xlsx.xlsx"] as const)(
    "%s imports nothing and changes nothing",
    async (name) => {
      const me = await aSampleDistributor(bank);
      await importedStats(me, name, sample(name));
      const before = await snapshot(bank, me);
      expect(await importedStats(me, `copie-${name}`, sample(name))).toMatchObject({
        ...AGAIN,
        duplicates: 6,
        credits: 0,
        debits: 0,
        total_credits: "0.00",
        total_debits: "0.00",
      });
      expect(await snapshot(bank, me)).toBe(before);
    },
  );

  test.each([2, 8])("is imported once when %i uploads come at once", async (count) => {
    const me = await aSampleDistributor(bank);
    const all = await Promise.all(
      Array.from({ length: count }, () => importedStats(me, "releve.csv", sample("releve-1-bnp.csv"))),
    );
    const first = all.filter((stats) => stats.imported === 6);
    expect(first).toEqual([{ ...STATS, bank: "BNP Paribas" }]);
    expect(all.filter((stats) => stats.imported === 0 && stats.duplicates === 6)).toHaveLength(count - 1);
    expect(await outcomeOf(bank, me)).toEqual(OUTCOME);
    expect(await savedOf(bank, me)).toMatchObject({ lines: 6, actions: 4, reconciliations: 2 });
  });

  test("is another statement for another distributor", async () => {
    const [me, other] = [await aSampleDistributor(bank), await aSampleDistributor(bank)];
    await Promise.all([me, other].map((one) => importedStats(one, "releve.csv", sample("releve-1-bnp.csv"))));
    expect(await outcomeOf(bank, me)).toEqual(OUTCOME);
    expect(await outcomeOf(bank, other)).toEqual(OUTCOME);
  });

  const cic = (...lines: string[]) =>
    ["Date;Date de valeur;Débit;Crédit;Libellé;Solde", ...lines, ""].join("\r\n");
  const line = (day: number, label: string) => `0${day}/12/2026;0${day}/12/2026;;${day},00;${label};`;

  test("two exports that overlap keep each line once, two identical transfers of one day both", async () => {
    const me = await anAccountant(bank);
    const [one, two, three] = [1, 2, 3].map((day) => line(day, `VIR SEPA CLIENT ${day}`)) as [
      string,
      string,
      string,
    ];
    expect(await importedStats(me, "a.csv", cic(one, two, two))).toMatchObject({
      imported: 3,
      duplicates: 0,
    });
    expect(await importedStats(me, "b.csv", cic(two, two, three))).toMatchObject({
      imported: 1,
      duplicates: 2,
    });
    expect(await importedStats(me, "c.csv", cic(three, two, one))).toMatchObject({
      imported: 0,
      duplicates: 3,
    });
    const amounts = await rows<{ amount: string }>(
      "select amount from bank_transaction where distributor_id = $1 order by 1",
      [me.distributorId],
    );
    expect(amounts.map((row) => row.amount)).toEqual(["1.00", "2.00", "2.00", "3.00"]);
  });

  describe("of operations that another source has told of (BANK-11)", () => {
    const ofx = (...lines: readonly (readonly [day: number, amount: number, name: string, memo: string])[]) =>
      `OFXHEADER:100\r\n\r\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>30003<ACCTID>FR7630003000200005432100044<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>${lines
        .map(
          ([day, amount, name, memo], index) =>
            `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>2026120${day}<TRNAMT>${amount.toFixed(2)}<FITID>${index}<NAME>${name}<MEMO>${memo}</STMTTRN>`,
        )
        .join("")}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

    test("keeps each once, whatever its label was cut to, and what that file cannot have told of", async () => {
      const me = await anAccountant(bank);
      const csv = cic(
        line(1, "VIR SEPA RECU DE SARL BEFFROI CINES FACTURE DE NOVEMBRE"),
        line(2, "COTISATION COMPTE PRO"),
        line(2, "COTISATION COMPTE PRO"),
        line(3, "VIR SEPA CINE ROYAL DOLE"),
      );
      expect(await importedStats(me, "a.csv", csv)).toMatchObject({ imported: 4 });
      const other = ofx(
        [1, 1, "VIR SEPA RECU DE SARL BEFFROI CINES FACT", "URE DE NOVEMBRE"],
        [2, 2, "COTISATION COMPTE", "PRO"],
        [2, 2, "COTISATION COMPTE", "PRO"],
        [2, 2, "COTISATION COMPTE", "PRO"],
        [3, 3, "VIR SEPA CINE ROYAL", "DOLE"],
        // The day after the file's last one.
        [4, 3, "VIR SEPA CINE ROYAL", "DOLE"],
      );
      expect(await importedStats(me, "b.ofx", other)).toMatchObject({ imported: 2, duplicates: 4 });
      expect(await importedStats(me, "b.ofx", other)).toMatchObject({ imported: 0, duplicates: 6 });
      expect(await savedOf(bank, me)).toMatchObject({ lines: 6 });
    });

    test("keeps what comes of the same payer on the day on which that file ends", async () => {
      const me = await anAccountant(bank);
      // Exported at noon: of the 3rd it has told one operation so far.
      await importedStats(
        me,
        "a.csv",
        `Date;Libellé;Montant\n02/12/2026;VIR SEPA CINE ROYAL DOLE LOCATION;2,00\n03/12/2026;COTISATION;-1,00\n`,
      );
      expect(
        await importedStats(me, "b.ofx", ofx([3, 2, "VIR SEPA CINE ROYAL DOLE", "LOCATION"])),
      ).toMatchObject({ imported: 1, duplicates: 0 });
    });

    test("keeps each once of a bank that has two layouts, and of two banks all", async () => {
      const me = await anAccountant(bank);
      await importedStats(
        me,
        "a.csv",
        cic(line(1, "VIR SEPA CINE ROYAL DOLE"), line(2, "COTISATION COMPTE PRO")),
      );
      const portal = [
        "Date;Libellé;Détail;Montant",
        "01/12/2026;VIR SEPA;CINE ROYAL DOLE;1,00",
        "02/12/2026;COTISATION;COMPTE PRO;2,00",
        "02/12/2026;COTISATION;COMPTE PRO;2,00",
        "",
      ].join("\n");
      expect(await importedStats(me, "b.csv", portal)).toMatchObject({ imported: 1, duplicates: 2 });
      expect(await importedStats(me, "b.csv", portal)).toMatchObject({ imported: 0, duplicates: 3 });
      const two = await anAccountant(bank);
      await importedStats(two, "a.csv", cic(line(2, "COTISATION COMPTE PRO")));
      // BoursoBank's layout.
      const other =
        "dateOp;dateVal;label;category;categoryParent;supplierFound;amount;comment;accountNum;accountLabel;accountbalance\n2026-12-02;2026-12-02;COTISATION COMPTE PRO;;;;2,00;;;;\n";
      expect(await importedStats(two, "c.csv", other)).toMatchObject({ imported: 1, duplicates: 0 });
    });

    test("in an archive of both keeps each once, and so does what comes after it", async () => {
      const me = await anAccountant(bank);
      const lines = [line(1, "VIR SEPA CINE ROYAL DOLE"), line(2, "COTISATION COMPTE PRO")] as const;
      const other = ofx(
        [1, 1, "VIR SEPA CINE ROYAL", "DOLE"],
        [2, 2, "COTISATION COMPTE", "PRO"],
        [3, 3, "VIR SEPA MJC", "LONS"],
      );
      expect(await importedStats(me, "a.zip", zip({ "a.ofx": other, "b.csv": cic(...lines) }))).toMatchObject(
        { imported: 3, duplicates: 2 },
      );
      expect(await importedStats(me, "b.csv", cic(...lines))).toMatchObject({ imported: 0, duplicates: 2 });
      const xlsx = await workbook([
        ["Date", "Libellé", "Montant"],
        ["02/12/2026", "COTISATION COMPTE PRO", "2,00"],
        ["03/12/2026", "VIR SEPA MJC LONS", "3,00"],
        ["03/12/2026", "VIR SEPA MJC LONS", "3,00"],
      ]);
      expect(await importedStats(me, "c.xlsx", xlsx)).toMatchObject({ imported: 1, duplicates: 2 });
    });

    test("on another account keeps them all", async () => {
      const me = await anAccountant(bank);
      await twoBankAccounts(me);
      await importedStats(me, "a.csv", cic(line(2, "COTISATION COMPTE PRO")));
      expect(await importedStats(me, "b.ofx", ofx([2, 2, "COTISATION COMPTE", "PRO"]))).toMatchObject({
        imported: 1,
        duplicates: 0,
      });
    });
  });

  test("two exports that overlap and come at once keep each line once", async () => {
    const me = await anAccountant(bank);
    const [one, two, three] = [1, 2, 3].map((day) => line(day, `VIR SEPA CLIENT ${day}`)) as [
      string,
      string,
      string,
    ];
    const all = await Promise.all([
      importedStats(me, "a.csv", cic(one, two)),
      importedStats(me, "b.csv", cic(two, three)),
      importedStats(me, "c.csv", cic(one, two, three)),
    ]);
    expect(all.reduce((sum, stats) => sum + stats.imported, 0)).toBe(3);
    expect(await savedOf(bank, me)).toMatchObject({ files: 3, lines: 3 });
  });
});

describe("two payments of one invoice", () => {
  const HEAD = "Date;Libellé;Montant";
  const pays = (account: string) =>
    `Compte ${account};\r\n${HEAD}\r\n28/12/2026;VIR SEPA SARL BEFFROI CINES F26000123;2897,31\r\n`;

  test("in two statements at once letter it once, the other is asked about", async () => {
    const me = await aSampleDistributor(bank);
    const all = await Promise.all([
      importedStats(me, "a.csv", pays("1111111111")),
      importedStats(me, "b.csv", pays("2222222222")),
    ]);
    expect(all.map((stats) => [stats.imported, stats.auto_reconciled + stats.user_actions_created])).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(all.reduce((sum, stats) => sum + stats.invoices_paid, 0)).toBe(1);
  });

  test("one of a person, one of a statement, at once: the invoice is paid once", async () => {
    const me = await aSampleDistributor(bank);
    const [invoice] = await rows<{ id: number }>(
      "select id from invoice where distributor_id = $1 and invoice_number = 'F26000123'",
      [me.distributorId],
    );
    await importedStats(me, "a.csv", `${HEAD}\r\n27/12/2026;VIREMENT INSTANTANE;2897,31\r\n`);
    const [question] = await rows<{ id: number }>("select id from user_action where distributor_id = $1", [
      me.distributorId,
    ]);
    const [byHand, stats] = await Promise.all([
      me.reconcile(question?.id ?? 0, [invoice?.id ?? 0]),
      importedStats(me, "b.csv", pays("2222222222")),
    ]);
    expect([byHand.statusCode, stats.invoices_paid]).toEqual(stats.invoices_paid === 1 ? [409, 1] : [200, 0]);
    expect(await rows("select status, outstanding from invoice where id = $1", [invoice?.id])).toEqual([
      { status: "paid", outstanding: "0.00" },
    ]);
  });
});

describe("an invoice that changes while its payment is looked at", () => {
  test.each([
    ["put in default", "update invoice set in_default = true where id = $1", "default"],
    [
      "paid in part",
      "insert into allocation (distributor_id, invoice_id, amount, kind) select distributor_id, id, 1000, 'opening' from invoice where id = $1",
      "part_paid",
    ],
  ])("%s: a person decides", async (_title, change, status) => {
    const me = await aSampleDistributor(bank);
    const [invoice] = await rows<{ id: number }>(
      "select id from invoice where distributor_id = $1 and invoice_number = 'F26000123'",
      [me.distributorId],
    );
    const other = await bank.owner.connect();
    let upload: Promise<StatementStats>;
    try {
      await other.query("begin");
      await other.query(change, [invoice?.id]);
      upload = importedStats(me, "releve.csv", sample("releve-1-bnp.csv"));
      const deadline = Date.now() + 20_000;
      const waits =
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      while ((await bank.owner.query(waits)).rowCount === 0) {
        if (Date.now() > deadline) throw new Error("the import did not wait for the invoice");
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await other.query("commit");
    } finally {
      other.release();
    }
    expect(await upload).toMatchObject({ auto_reconciled: 1, invoices_paid: 2, user_actions_created: 3 });
    const { invoices, actions } = await outcomeOf(bank, me);
    expect(invoices[0]).toMatchObject({ invoice_number: "F26000123", status });
    expect(actions.find((action) => action["received"] === "2897.31")).toMatchObject({
      status: "AWAITING_INVOICE_SELECTION",
      reason_code: "to_confirm",
    });
  });
});

describe("undoing an import's lettering", () => {
  test.each(SAMPLES)("%s: every reconciliation undone gives the state of before", async (name) => {
    const me = await aSampleDistributor(bank);
    const invoices = () =>
      rows<{ state: object }>(
        "select to_jsonb(i) - 'updated_at' as state from invoice i where distributor_id = $1 order by id",
        [me.distributorId],
      );
    const before = await invoices();
    await importedStats(me, name, sample(name));
    expect(await invoices()).not.toEqual(before);
    const done = await rows<{ id: number }>(
      "select id from user_action where distributor_id = $1 and status = 'DONE' order by id",
      [me.distributorId],
    );
    expect(done).toHaveLength(2);
    for (const { id } of done) expect((await me.revert(id)).statusCode).toBe(200);
    expect(await invoices()).toEqual(before);
    expect(
      await rows(
        `select (select count(*) from allocation where distributor_id = $1)::integer as allocations,
          (select sum(allocated_amount) from bank_transaction where distributor_id = $1) as allocated,
          (select array_agg(distinct status) from user_action where distributor_id = $1) as statuses`,
        [me.distributorId],
      ),
    ).toEqual([{ allocations: 0, allocated: "0.00", statuses: ["AWAITING_INVOICE_SELECTION"] }]);
    // What a person has undone is never lettered again by the same file.
    await importedStats(me, name, sample(name));
    expect(await invoices()).toEqual(before);
  });
});

describe("an automatic match that is undone", () => {
  type Listed = ResponseOf<typeof listUserActions>["results"][number];
  const listed = async (me: Accountant): Promise<Listed[]> =>
    (await me.call("GET", "/user-actions/")).json<{ results: Listed[] }>().results;
  const undoneOf = async (me: Accountant) => {
    await importedStats(me, "releve.csv", sample("releve-1-bnp.csv"));
    const done = (await listed(me)).find(
      (action) => action.status === "DONE" && action.allocations.length === 2,
    );
    if (!done) throw new Error("one payment of two invoices was expected");
    expect((await me.revert(done.id)).statusCode).toBe(200);
    return { done, paid: done.allocations.map((allocation) => allocation.invoice_id) };
  };
  const actionOf = async (me: Accountant, id: number) =>
    (await listed(me)).find((action) => action.id === id);

  test("is a question that says what happened, and proposes what was matched first", async () => {
    const me = await aSampleDistributor(bank);
    const { done, paid } = await undoneOf(me);
    expect(await actionOf(me, done.id)).toEqual({
      ...done,
      status: "AWAITING_INVOICE_SELECTION",
      reason: "Rapprochement à confirmer",
      reason_code: "to_confirm",
      explanation: [...done.explanation, "rapprochement déjà annulé par une personne"],
      suggested_invoices: { near_rounded: paid, partial: [] },
      candidates: [
        {
          invoice_ids: paid,
          kind: "reference_set",
          reasons: [...done.explanation, "rapprochement déjà annulé par une personne"],
          difference: "0.00",
          alternatives: 0,
        },
      ],
      allocations: [],
      decision: null,
    });
  });

  test("can be chosen again and undone again, and is the same question", async () => {
    const me = await aSampleDistributor(bank);
    const { done, paid } = await undoneOf(me);
    const [asked, before] = [await actionOf(me, done.id), await snapshot(bank, me)];
    expect((await me.revert(done.id)).statusCode).toBe(200);
    expect(await snapshot(bank, me)).toBe(before);
    expect((await me.reconcile(done.id, paid)).statusCode).toBe(200);
    expect((await actionOf(me, done.id))?.status).toBe("DONE");
    expect((await me.revert(done.id)).statusCode).toBe(200);
    expect(await actionOf(me, done.id)).toEqual(asked);
    expect(await violationsIn(bank)).toEqual([]);
  });
});

describe("who sees it", () => {
  test("staff of another distributor sees none of it and can undo none of it", async () => {
    const [me, stranger] = [await aSampleDistributor(bank), await anAccountant(bank)];
    await importedStats(me, "releve.csv", sample("releve-1-bnp.csv"));
    const before = await snapshot(bank, me);
    expect((await stranger.call("GET", "/banking/all-transactions/")).json()).toEqual([]);
    expect((await stranger.call("GET", "/user-actions/")).json()).toMatchObject({ results: [] });
    const actions = await rows<{ id: number }>("select id from user_action where distributor_id = $1", [
      me.distributorId,
    ]);
    for (const { id } of actions) expect((await stranger.revert(id)).statusCode).toBe(404);
    expect(await snapshot(bank, me)).toBe(before);
  });

  test("a payment of another distributor's invoice letters nothing", async () => {
    const [me, other] = [await aSampleDistributor(bank), await anAccountant(bank)];
    const cinema = await aCinemaIn(bank, other, { name: "Cinéma Lux", legal_name: "SARL Lux", city: "Caen" });
    await anInvoiceIn(bank, other, cinema, { invoice_number: "F26000777", total: cents(50_00) });
    const before = await outcomeOf(bank, me);
    const stats = await importedStats(other, "releve.csv", sample("releve-1-bnp.csv"));
    expect(stats).toMatchObject({ imported: 6, auto_reconciled: 0, invoices_paid: 0 });
    expect(await outcomeOf(bank, me)).toEqual(before);
  });

  test("a colleague's upload of the same file is a duplicate too", async () => {
    const me = await aSampleDistributor(bank);
    const colleague: Accountant = await anAccountant(bank, me);
    await importedStats(me, "releve.csv", sample("releve-1-bnp.csv"));
    expect(await importedStats(colleague, "releve.csv", sample("releve-1-bnp.csv"))).toMatchObject({
      imported: 0,
      duplicates: 6,
    });
  });
});
