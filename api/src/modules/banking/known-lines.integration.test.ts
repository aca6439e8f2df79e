// The same operations again, from an export that is written otherwise (BANK-10): each comes in once.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { balance, complement, movement } from "../../domain/parsing/bank-formats/cfonb120.testing.ts";
import { zip } from "../../domain/parsing/tables/workbook.testing.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  type Accountant,
  anAccountant,
  CURRENT_IBAN,
  LEDGER,
  SAVINGS_IBAN,
  twoBankAccounts,
} from "./banking.testing.ts";
import { importedStats, sample } from "./statement.testing.ts";

let bank: TestApp;
let me: Accountant;

beforeAll(async () => {
  bank = await createTestApp(LEDGER);
});
afterAll(() => bank.close());
beforeEach(async () => {
  me = await anAccountant(bank);
});

const text = (name: Parameters<typeof sample>[0]): string => {
  const bytes = sample(name);
  const utf8 = bytes.toString("utf8");
  return utf8.includes("\ufffd") ? bytes.toString("latin1") : utf8;
};
const imported = async (content: string, account?: number): Promise<unknown[]> => {
  const answer = await me.upload("releve.csv", content, account);
  const { stats } = answer.json<{ stats: { imported: number; duplicates: number } }>();
  return [stats.imported, stats.duplicates];
};

describe("a month again whose account the file writes otherwise (BANK-10)", () => {
  const withoutFirst = (content: string, count: number) => content.split("\n").slice(count).join("\n");
  test.each([
    [
      "without the zeros before its number, as a spreadsheet saves it",
      text("releve-6-boursobank.csv"),
      text("releve-6-boursobank.csv").replaceAll("00040613484", "40613484"),
    ],
    [
      "without the line above its header",
      text("releve-1-bnp.csv"),
      withoutFirst(text("releve-1-bnp.csv"), 2),
    ],
    [
      "without the lines above its header",
      text("releve-3-credit-agricole.csv"),
      withoutFirst(text("releve-3-credit-agricole.csv"), 9),
    ],
    [
      "without its last line",
      text("releve-5-lcl.csv"),
      text("releve-5-lcl.csv").trimEnd().split("\n").slice(0, -1).join("\n"),
    ],
    ["without its first line", text("releve-2-sg.csv"), withoutFirst(text("releve-2-sg.csv"), 1)],
    [
      "with a number that a spreadsheet has rounded",
      text("releve-2-sg.csv"),
      text("releve-2-sg.csv").replace('="0301000020987654"', "3,01E+14"),
    ],
  ])("%s brings nothing", async (_, whole, otherwise) => {
    expect(await imported(whole)).toEqual([6, 0]);
    expect(await imported(otherwise)).toEqual([0, 6]);
    expect(await imported(whole)).toEqual([0, 6]);
    const other = await anAccountant(bank);
    me = other;
    expect(await imported(otherwise)).toEqual([6, 0]);
    expect(await imported(whole)).toEqual([0, 6]);
  });

  const LINES = "30/11/2026;FRAIS;-9,50\n30/11/2026;FRAIS;-9,50\n";
  const OTHER = "30/11/2026;VIR A;10,00\n";
  const ofNumber = (lines: string) => `Compte 00040613484\n\nDate;Libellé;Montant\n${lines}`;
  const unnamed = (lines: string) => `Date;Libellé;Montant\n${lines}`;

  test("keeps the rank of two like operations: a third one comes in", async () => {
    expect(await imported(ofNumber(LINES))).toEqual([2, 0]);
    expect(await imported(unnamed(`${LINES}30/11/2026;FRAIS;-9,50\n`))).toEqual([1, 2]);
  });

  test("is known on the account that was chosen for it", async () => {
    const { second } = await twoBankAccounts(me);
    const ofSecond = `Compte ${SAVINGS_IBAN}\n\n${unnamed(LINES)}`;
    expect(await imported(unnamed(LINES), second)).toEqual([2, 0]);
    expect(await imported(ofSecond)).toEqual([0, 2]);
    expect(await imported(`Compte ${SAVINGS_IBAN}\n\n${unnamed(OTHER)}`)).toEqual([1, 0]);
    expect(await imported(unnamed(OTHER), second)).toEqual([0, 1]);
  });

  test("is another one on another account", async () => {
    await twoBankAccounts(me);
    expect(await imported(unnamed(LINES))).toEqual([2, 0]);
    expect(await imported(`Compte ${SAVINGS_IBAN}\n\n${unnamed(LINES)}`)).toEqual([2, 0]);
  });

  test("of an operation without a label is known by its fingerprint without one", async () => {
    const cheque = "28/12/2026;-12,00;Chèque;7654321;;0;Divers";
    const other = "29/12/2026;12,00;Virement;;VIR A;0;Divers";
    const lines = [cheque, other].join("\n");
    expect(await imported(`${lines}\n31/12/2026;45210,18;;;00823 010234567`)).toEqual([2, 0]);
    expect(await imported(`${lines}\n`)).toEqual([0, 2]);
  });
});

describe("an operation that the bank gives an identifier (BANK-10)", () => {
  const HEADER =
    "Status,Settlement date (local),Transaction ID,Counterparty name,Total amount (incl. VAT),Currency,Reference,Note,Settlement date (UTC)";
  const row = (id: string, note = "", amount = "-9.50") =>
    `settled,2026-12-28 10:12:45,lumen-films-${id},SARL BEFFROI CINES,${amount},EUR,FRAIS,${note},2026-12-28 09:12:45`;
  const file = (...rows: string[]) => [HEADER, ...rows].join("\n");

  test("is known again with a note that somebody has typed since", async () => {
    expect(await imported(file(row("0001"), row("0002", "", "12.00")))).toEqual([2, 0]);
    expect(await imported(file(row("0001", "loyer"), row("0002", "S47", "12.00")))).toEqual([0, 2]);
  });

  test("is another one with another identifier, wherever it stands", async () => {
    expect(await imported(file(row("0001")))).toEqual([1, 0]);
    expect(await imported(file(row("0002"), row("0001")))).toEqual([1, 1]);
    expect(await imported(file(row("0003"), row("0002"), row("0001", "note")))).toEqual([1, 2]);
    expect(await imported(file(row("0001"), row("0002"), row("0003")))).toEqual([0, 3]);
    const { rows } = await bank.owner.query(
      "select bank_reference from bank_transaction where distributor_id = $1 order by 1",
      [me.distributorId],
    );
    expect(rows.map((one) => one.bank_reference)).toEqual([
      "lumen-films-0001",
      "lumen-films-0002",
      "lumen-films-0003",
    ]);
  });

  test("is another one with another amount or day", async () => {
    expect(await imported(file(row("0001")))).toEqual([1, 0]);
    expect(await imported(file(row("0001", "", "-9.60")))).toEqual([1, 0]);
    expect(await imported(file(row("0001").replaceAll("2026-12-28", "2026-12-27")))).toEqual([1, 0]);
  });

  test("loses none of two alike that two files of an archive tell in another order", async () => {
    const archive = zip({ "a.csv": file(row("0001")), "b.csv": file(row("0002"), row("0001")) });
    expect((await importedStats(me, "releves.zip", archive)).imported).toBe(2);
    expect((await importedStats(me, "again.zip", archive)).imported).toBe(0);
  });

  test("is not known by a number that several of one day and amount have", async () => {
    const [one, other] = [row("0000").replace("ABONNEMENT", "A"), row("0000").replace("ABONNEMENT", "C")];
    expect(await imported(file(one))).toEqual([1, 0]);
    expect(await imported(file(other, one))).toEqual([1, 1]);
  });

  test("comes in once from two files of an archive, with a note in one of them", async () => {
    const { imported, duplicates } = await importedStats(
      me,
      "releves.zip",
      zip({ "a.csv": file(row("0001")), "b.csv": file(row("0001", "loyer")) }),
    );
    expect([imported, duplicates]).toEqual([1, 0]);
  });
});

describe("a table that names the account of each operation (BANK-15)", () => {
  const header = (account: string) =>
    `Statut;Date de la valeur (UTC);Date de la valeur (local);Identifiant de transaction;${account};Nom de la contrepartie;IBAN de la contrepartie;Montant total (TTC);Devise;Référence;Note`;
  const row = (id: string, iban: string, amount = "-9,50") =>
    `Exécuté;28-12-2026 09:12:45;28-12-2026 10:12:45;lumen-films-${id};${iban};QONTO;FR7616958000018765432109876;${amount};EUR;ABONNEMENT;`;
  const rows = [row("0001", CURRENT_IBAN), row("0002", SAVINGS_IBAN), row("0003", SAVINGS_IBAN, "12,00")];
  const file = (account: string) => [header(account), ...rows].join("\n");
  const accounts = async () =>
    (
      await bank.owner.query<{ account: number | null }>(
        "select bank_account_id::integer as account from bank_transaction where distributor_id = $1 order by id",
        [me.distributorId],
      )
    ).rows.map(({ account }) => account);

  test.each(["IBAN du compte", "Account IBAN", "IBAN compte", "International account number"])(
    "puts each on its own: %s",
    async (name) => {
      const { first, second } = await twoBankAccounts(me);
      expect(await imported(file(name))).toEqual([3, 0]);
      expect(await accounts()).toEqual([first, second, second]);
    },
  );

  test.each([
    ["while no account is known", false],
    ["beside two accounts", true],
  ])("knows those again that came in without an account before, %s", async (_, areKnown) => {
    if (areKnown) await twoBankAccounts(me);
    // A name that no reader knows: so was this one.
    expect(await imported(file("Compte interne"))).toEqual([3, 0]);
    expect(await accounts()).toEqual([null, null, null]);
    expect(await imported(file("IBAN du compte"))).toEqual([0, 3]);
    expect(await imported(`${file("IBAN du compte")}\n${row("0004", SAVINGS_IBAN)}`)).toEqual([1, 3]);
  });
});

describe("an amount beside the one without its fee (BANK-7)", () => {
  const HEADER =
    "Date completed (UTC),ID,State,Description,Orig currency,Payment currency,Amount,Fee,Balance";
  const before = [
    HEADER,
    "2026-12-28,6501aa01-0001,COMPLETED,To LABO,EUR,EUR,-100.00,0.20,899.80",
    "2026-12-29,6501aa01-0002,COMPLETED,From REX,EUR,EUR,50.00,0.00,949.80",
  ].join("\n");
  const now = before
    .replace("Amount,Fee", "Amount,Total amount,Fee")
    .replace("-100.00,0.20", "-100.00,-100.20,0.20")
    .replace("50.00,0.00", "50.00,50.00,0.00");

  test("is the one that the balance follows, without a word about fees", async () => {
    const { total_debits, total_credits, notes } = await importedStats(me, "releve.csv", now);
    expect([total_debits, total_credits, notes]).toEqual(["-100.20", "50.00", undefined]);
  });

  test("knows an operation again that came in without its fee", async () => {
    expect(await imported(before)).toEqual([2, 0]);
    expect(await imported(now)).toEqual([0, 2]);
  });

  test("is the one without a fee where the other cell is empty", async () => {
    expect(
      (await importedStats(me, "releve.csv", `${now.replace("50.00,50.00", "50.00,")}\n`)).total_credits,
    ).toBe("50.00");
  });
});

test("a reason of CFONB that came in without the blank between its records is known again with it (BANK-10, BANK-23)", async () => {
  const reason = (rest: string): string =>
    [
      balance("01", "301126", 0),
      movement("281226", "VIR SEPA SARL BEFFROI CINES", 2897_31),
      complement("LCC", "REGLEMENT DE NOS LOCATIONS DE FILMS DU MOIS DE NOVEMBRE FACT F26000123"),
      complement("LC2", rest),
      balance("07", "311226", 2897_31),
    ].join("\r\n");
  // Stored as the versions did that left the blank out.
  expect(await imported(reason("F26000139"))).toEqual([1, 0]);
  expect(await imported(reason(" F26000139"))).toEqual([0, 1]);
});
