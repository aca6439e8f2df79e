import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import {
  documentText,
  type OwedInvoice,
  type Reminder,
  reminderText,
  type SentDocument,
  statementCsv,
} from "./mail-texts.ts";

const INVOICE: SentDocument = {
  type: "invoice",
  invoice_number: "F26000123",
  due_date: civilDate("2026-12-30"),
  cinema_name: "Cinéma Le Beffroi",
  week: "47/2026",
  total_amount: cents(289_731),
  outstanding: cents(289_731),
  corrects: null,
  cancelled_by: [],
  factor: null,
  iban: "FR7630001007941234567890185",
  company_iban: "FR7630001007941234567890185",
};
const OWED: OwedInvoice = {
  invoice_number: "F26000123",
  invoice_date: civilDate("2026-11-30"),
  due_date: civilDate("2026-12-30"),
  cinema_name: "Cinéma Le Beffroi",
  total_amount: cents(289_731),
  outstanding: cents(289_731),
  interest: null,
  iban: "FR7630001007941234567890185",
};
const OTHER: OwedInvoice = { ...OWED, invoice_number: "F26000130", outstanding: cents(100_000) };
const FIRST = { from_day: civilDate("2027-01-01"), to_day: civilDate("2027-06-30"), rate_bp: 1215 };
const reminder = (changes: Partial<Reminder>): Reminder => ({
  level: 1,
  invoices: [OWED],
  statement: [OWED],
  credits: cents(0),
  iban: "FR7630001007941234567890185",
  ...changes,
});
/** As one reads it: with plain spaces. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, " ");
const words = (text: { paragraphs: readonly string[]; closing: readonly string[] }): string =>
  plain([...text.paragraphs, ...text.closing].join("\n"));

describe("an invoice", () => {
  test("says its amount, its due date and how to pay it (MAIL-4)", () => {
    const text = documentText(INVOICE);
    expect(text.subject).toBe("Facture F26000123 – Semaine 47/2026 – Cinéma Le Beffroi");
    expect(words(text)).toBe(
      [
        "Bonjour,",
        "Veuillez trouver ci-joint la facture F26000123 d’un montant de 2 897,31 € TTC, à régler au plus tard le 30/12/2026.",
        "Merci d’indiquer le n° F26000123 en référence de votre virement (IBAN FR76 3000 1007 9412 3456 7890 185).",
        "Cordialement,",
      ].join("\n"),
    );
  });

  test.each<[string, Partial<SentDocument>, string[], string[]]>([
    ["paid already", { outstanding: cents(0) }, ["Elle est déjà réglée"], ["IBAN", "à régler"]],
    [
      "cancelled (BILL-19)",
      { outstanding: cents(0), cancelled_by: ["A26000001"] },
      ["Elle est annulée par l’avoir A26000001."],
      ["réglée", "IBAN"],
    ],
    [
      "cancelled in two times",
      { outstanding: cents(0), cancelled_by: ["A26000001", "A26000002"] },
      ["Elle est annulée par les avoirs A26000001 et A26000002."],
      ["réglée"],
    ],
    ["paid in part", { outstanding: cents(10_000) }, ["Il reste 100,00 € à régler."], []],
    [
      "sold to a factor",
      { factor: { name: "Factor Nord", iban: "FR7612345678901234567890123" } },
      ["cédée à Factor Nord", "IBAN FR76 1234"],
      ["FR76 3000"],
    ],
    ["without an IBAN", { iban: "", company_iban: "" }, ["en référence de votre virement."], ["IBAN"]],
    [
      "of before the company's account changed (SEC-17)",
      { iban: "FR1420041010050500013M02606" },
      [
        "(IBAN FR76 3000 1007 9412 3456 7890 185). Notre compte a changé depuis : l’IBAN que la facture indique n’est plus à utiliser.",
      ],
      ["FR14"],
    ],
    ["of a company that has no account any more", { company_iban: "" }, ["(IBAN FR76 3000"], ["changé"]],
    [
      "of before, sold to a factor",
      {
        iban: "FR1420041010050500013M02606",
        factor: { name: "Factor Nord", iban: "FR7612345678901234567890123" },
      },
      ["IBAN FR76 1234"],
      ["changé", "FR76 3000"],
    ],
  ])("%s", (_, changes, said, unsaid) => {
    const text = words(documentText({ ...INVOICE, ...changes }));
    for (const part of said) expect(text).toContain(part);
    for (const part of unsaid) expect(text).not.toContain(part);
  });

  test("without a week says none", () => {
    expect(documentText({ ...INVOICE, week: "" }).subject).toBe("Facture F26000123 – Cinéma Le Beffroi");
  });
});

test("a credit note says what it gives back, without a sign, and of which invoice", () => {
  const text = documentText({
    ...INVOICE,
    type: "credit_note",
    invoice_number: "A26000007",
    total_amount: cents(-11_000),
    corrects: "F26000123",
  });
  expect(text.subject).toBe("Avoir A26000007 – Semaine 47/2026 – Cinéma Le Beffroi");
  expect(words(text)).toContain(
    "l’avoir A26000007 d’un montant de 110,00 € TTC, qui corrige la facture F26000123.",
  );
  expect(words(text)).not.toContain("virement");
});

describe("a reminder", () => {
  const both = [OWED, OTHER];
  test.each<[Partial<Reminder>, string]>([
    [{ level: 0 }, "Rappel d’échéance : facture F26000123 à régler au plus tard le 30/12/2026"],
    [{ level: 0, invoices: both }, "Rappel d’échéance : 2 factures à régler – 3 897,31 €"],
    [{ level: 1 }, "Rappel : facture F26000123 échue le 30/12/2026"],
    [{ level: 1, invoices: both }, "Rappel : 2 factures échues – 3 897,31 €"],
    [{ level: 2, statement: both }, "Deuxième relance : 2 factures échues – 3 897,31 €"],
    [{ level: 2 }, "Deuxième relance : 1 facture échue – 2 897,31 €"],
    [{ level: 3, invoices: both, statement: both }, "Mise en demeure de payer"],
  ])("%j has the subject of MAIL-4", (changes, subject) => {
    expect(plain(reminderText(reminder(changes)).subject)).toBe(subject);
  });

  test("the first two leave room for a payment under way, the third one gives notice", () => {
    const inTime = "Si votre règlement nous a été adressé entre-temps";
    expect(words(reminderText(reminder({ level: 1 })))).toContain(inTime);
    expect(words(reminderText(reminder({ level: 2 })))).toContain(inTime);
    const third = words(reminderText(reminder({ level: 3 })));
    expect(third).not.toContain(inTime);
    expect(third).toContain(
      "À défaut de règlement sous 8 jours, les pénalités de retard et l’indemnité forfaitaire de 40 € par facture (art. L. 441-10 et D. 441-5 du code de commerce) sont exigibles.",
    );
  });

  test("what else is late beside a formal notice is told in French typography (TXT-3)", () => {
    const third = { ...OTHER, invoice_number: "F26000131" };
    for (const statement of [
      [OWED, OTHER],
      [OWED, OTHER, third],
    ])
      expect(reminderText(reminder({ level: 3, statement })).closing.join("\n")).toMatch(/joint\u202f; elle/);
  });

  test("a formal notice demands what it is about, with interest on that alone; what else is late is told beside it (MAIL-2)", () => {
    const third = { ...OTHER, invoice_number: "F26000131", outstanding: cents(5_000) };
    const notice = reminderText(reminder({ level: 3, statement: [OWED, OTHER, third] }));
    expect(notice.table?.rows.map(([number]) => number)).toEqual(["F26000123"]);
    expect(words(notice)).toContain("mettons en demeure de régler la somme de 2 897,31 €.");
    expect(words(notice)).toContain("et 40,00 € d’indemnités forfaitaires.");
    expect(words(notice)).toContain(
      "Pour information, 2 autres factures échues, pour 1 050,00 €, figurent au relevé ci-joint ; elles ne font pas partie de cette mise en demeure.",
    );
    expect(words(reminderText(reminder({ level: 3, statement: [OWED, OTHER] })))).toContain(
      "une autre facture échue, de 1 000,00 €, figure au relevé ci-joint",
    );
    expect(words(reminderText(reminder({ level: 3 })))).not.toContain("Pour information");
  });

  test.each([1, 2, 3] as const)(
    "of level %i is net of the client's credits, and names them (MAIL-2)",
    (level) => {
      const text = reminderText(reminder({ level, invoices: both, statement: both, credits: cents(33_000) }));
      const said = plain([text.subject, words(text)].join("\n"));
      expect(said).toContain(
        "Avoirs, trop-perçus et acomptes à imputer : -330,00 €, soit 3 567,31 € à régler.",
      );
      expect(said).not.toContain("3 897,31");
      expect(text.table?.rows.map((row) => plain(row[3] ?? ""))).toEqual(["2 897,31 €", "1 000,00 €"]);
    },
  );

  test("interest is an amount when the rate is known, words when it is not", () => {
    const invoices = [
      { ...OWED, interest: { amount: cents(3858), rates: [FIRST] } },
      { ...OTHER, interest: { amount: cents(1000), rates: [FIRST] } },
    ];
    const known = reminderText(reminder({ level: 3, invoices }));
    expect(words(known)).toContain(
      "48,58 € d’intérêts au taux annuel de 12,15 %, et 80,00 € d’indemnités forfaitaires.",
    );
    expect(known.table?.head.at(-1)).toBe("Intérêts");
    const unknown = reminderText(reminder({ level: 3, invoices: [OWED, OTHER] }));
    expect(words(unknown)).toContain("taux de refinancement de la BCE majoré de 10 points de pourcentage");
    expect(unknown.table?.head).not.toContain("Intérêts");
  });

  test("rates of several half-years are all named, in their order (BILL-7)", () => {
    const second = { from_day: civilDate("2027-07-01"), to_day: civilDate("2027-12-31"), rate_bp: 1240 };
    const invoices = [
      { ...OWED, interest: { amount: cents(3858), rates: [second] } },
      { ...OTHER, interest: { amount: cents(1000), rates: [FIRST, second] } },
    ];
    expect(words(reminderText(reminder({ level: 3, invoices })))).toContain(
      "48,58 € d’intérêts aux taux annuels successifs de 12,15 % et 12,4 %, et 80,00 € d’indemnités forfaitaires.",
    );
  });
});

test("the statement opens in a spreadsheet, and no name in it becomes a formula", () => {
  const csv = statementCsv([{ ...OWED, cinema_name: '=HYPERLINK("http://ailleurs.example");x' }]);
  expect(csv).toBe(
    "\ufeffFacture;Date;Échéance;Cinéma;Montant TTC;Reste dû\r\n" +
      'F26000123;30/11/2026;30/12/2026;"\'=HYPERLINK(""http://ailleurs.example"");x";2897,31;2897,31\r\n',
  );
});

describe("where a reminder asks to be paid (SEC-17)", () => {
  const BEFORE = { ...OWED, iban: "FR1420041010050500013M02606" };
  const own = { subject: "Rappel", opening: "Bonjour,", closing: "Merci." };
  test.each([0, 1, 2, 3] as const)("level %i says why it is not where its invoice says", (level) => {
    for (const changes of [{}, { words: { words: own, values: {} as never } }]) {
      const asked = words(
        reminderText(reminder({ level, invoices: [BEFORE], statement: [BEFORE], ...changes })),
      );
      expect(asked).toContain(
        "(IBAN FR76 3000 1007 9412 3456 7890 185). Notre compte a changé depuis : l’IBAN que la facture indique n’est plus à utiliser.",
      );
    }
  });
  test("of several invoices one of which names another account, all the same", () => {
    const asked = words(reminderText(reminder({ invoices: [OTHER, BEFORE] })));
    expect(asked).toContain(
      "Notre compte a changé depuis : l’IBAN qu’une ou plusieurs de ces factures indiquent n’est plus à utiliser.",
    );
  });
  test.each([
    ["its invoices name this account", { invoices: [OWED, OTHER] }],
    ["they are examples", { invoices: [{ ...OWED, iban: "" }] }],
    ["it names none", { invoices: [BEFORE], iban: "" }],
  ])("nothing where %s", (_title, changes) => {
    expect(words(reminderText(reminder(changes)))).not.toContain("Notre compte a changé");
  });
});
