import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { type StatementMail, statementText } from "./statement-text.ts";

const MAIL: StatementMail = {
  account: "411BEFFROI",
  client: "SARL Ciné Beffroi",
  from: undefined,
  on: civilDate("2026-11-30"),
  balance: cents(15_500),
  overdue: cents(11_000),
  credits: cents(0),
  advances: cents(0),
  others: cents(0),
  ways: [{ factor: null, iban: "FR7630001007941234567890185" }],
};
const words = (changes: Partial<StatementMail>): string => {
  const { paragraphs, closing } = statementText({ ...MAIL, ...changes });
  return [...paragraphs, ...closing].join("\n").replaceAll(/[\u00a0\u202f]/g, " ");
};

test("a statement's mail says its account, its period, what is owed and how to pay (MAIL-11)", () => {
  expect(statementText(MAIL).subject).toBe("Relevé de compte au 30/11/2026 – SARL Ciné Beffroi");
  expect(words({})).toBe(
    [
      "Bonjour,",
      "Veuillez trouver ci-joint le relevé de votre compte 411BEFFROI, arrêté au 30/11/2026.",
      "Le solde dû est de 155,00 €, dont 110,00 € échus.",
      "Merci d’indiquer le compte 411BEFFROI en référence de votre virement (IBAN FR76 3000 1007 9412 3456 7890 185).",
      "Cordialement,",
    ].join("\n"),
  );
});

test.each<[string, Partial<StatementMail>, string, boolean]>([
  ["of a period", { from: civilDate("2026-11-01") }, "du 01/11/2026 au 30/11/2026", true],
  ["without anything late", { overdue: cents(0) }, "Le solde dû est de 155,00 €.", true],
  [
    "with credits, which may make what is late more than the balance",
    { balance: cents(79_613), overdue: cents(109_782), credits: cents(30_169) },
    "Factures non réglées : 1 097,82 €, dont 1 097,82 € échus. Avoirs et trop-perçus à imputer : -301,69 €. Le solde dû est de 796,13 €.",
    true,
  ],
  [
    "with credits and nothing late",
    { overdue: cents(0), credits: cents(500) },
    "Factures non réglées : 160,00 €. Avoirs et trop-perçus à imputer : -5,00 €. Le solde dû est de 155,00 €.",
    true,
  ],
  ["of a settled account", { balance: cents(0), overdue: cents(0) }, "Le compte est soldé", false],
  [
    "of an account whose credits merely cover late invoices",
    { balance: cents(0), overdue: cents(4_000), credits: cents(9_000) },
    "Factures non réglées : 90,00 €, dont 40,00 € échus. Avoirs et trop-perçus à imputer : -90,00 €. Le solde est nul, vous n’avez rien à payer.",
    false,
  ],
  [
    "of an account in credit with invoices that are open",
    { balance: cents(-1_000), overdue: cents(0), credits: cents(3_000) },
    "Factures non réglées : 20,00 €. Avoirs et trop-perçus à imputer : -30,00 €. Le solde est en votre faveur : 10,00 €.",
    false,
  ],
  [
    "of an account with nothing but credits",
    { balance: cents(-1_000), overdue: cents(0), credits: cents(1_000) },
    "arrêté au 30/11/2026.\nLe solde est en votre faveur : 10,00 €.",
    false,
  ],
  [
    "with advances, which are not in the balance",
    { advances: cents(5_000) },
    "Le solde dû est de 155,00 €, dont 110,00 € échus. Acomptes reçus, à imputer : -50,00 €, soit 105,00 € à régler.",
    true,
  ],
  [
    "whose advances cover what is owed",
    { advances: cents(20_000) },
    "Le solde dû est de 155,00 €, dont 110,00 € échus. Acomptes reçus, à imputer : -200,00 €, soit 0,00 € à régler.",
    false,
  ],
  [
    "of a settled account with an advance",
    { balance: cents(0), overdue: cents(0), advances: cents(20_000) },
    "Le compte est soldé, vous n’avez rien à payer. Acomptes reçus, à imputer : -200,00 €.",
    false,
  ],
  [
    "of an account that has money of another company",
    { balance: cents(20_000), overdue: cents(0), others: cents(30_000) },
    "Le solde dû est de 500,00 €. Le solde du relevé compte en outre 300,00 € d’avoirs et trop-perçus d’une autre société, qui ne sont pas à déduire de vos factures.",
    true,
  ],
  [
    "of an account in credit",
    { balance: cents(-1_000), overdue: cents(0) },
    "en votre faveur : 10,00 €",
    false,
  ],
  [
    "that a factor is paid for",
    { ways: [{ factor: "Factor Nord", iban: "FR7612345678901234567890123" }] },
    "cédées à Factor Nord : merci de lui adresser votre virement (IBAN FR76 1234",
    true,
  ],
])("%s", (_, changes, said, asksToPay) => {
  expect(words(changes)).toContain(said);
  expect(words(changes).includes("virement")).toBe(asksToPay);
});
