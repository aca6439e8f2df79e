import { type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import { euros } from "@bobine/contract/french";
import { type Cents, cents } from "@bobine/contract/money";
import { type WayToPay, waysInMail } from "../client-account/ways-to-pay.ts";
import type { MailText } from "./mail-texts.ts";

export interface StatementMail {
  readonly account: string;
  readonly client: string;
  readonly from: CivilDate | undefined;
  readonly on: CivilDate;
  /** Above zero it is owed. */
  readonly balance: Cents;
  /** Of the invoices, what is past its day: credits are of no day, so that it may be more than the balance. */
  readonly overdue: Cents;
  /** Above zero, what of the balance is credit notes and overpayments that are on no invoice yet. */
  readonly credits: Cents;
  /** Above zero, advances that are on no invoice yet: they are not in the balance. */
  readonly advances: Cents;
  /** Above zero, what the account has of another company's money: in its balance, and not to be deducted. */
  readonly others: Cents;
  readonly ways: readonly WayToPay[];
}

/** The mail that a statement of account goes with (MAIL-11). */
export function statementText({
  account,
  client,
  from,
  on,
  balance,
  overdue,
  credits,
  advances,
  others,
  ways,
}: StatementMail): MailText {
  const day = frenchDate(on);
  const owed = cents(balance + others);
  const period = from === undefined ? `arrêté au ${day}` : `du ${frenchDate(from)} au ${day}`;
  return {
    subject: `Relevé de compte au ${day} – ${client}`,
    paragraphs: [
      "Bonjour,",
      `Veuillez trouver ci-joint le relevé de votre compte ${account}, ${period}.`,
      [owedText(owed, overdue, credits), ...advancesText(owed, advances), ...othersText(others)].join(" "),
    ],
    table: null,
    closing: [...(owed > advances ? waysInMail(ways, account) : []), "Cordialement,"],
  };
}

/** Credits that merely cover what is open leave a balance of nothing, and no settled account: they are on no invoice yet. */
function owedText(balance: Cents, overdue: Cents, credits: Cents): string {
  const late = overdue > 0 ? `, dont ${euros(overdue)} échus` : "";
  const open = cents(balance + credits);
  if (credits === 0 || open === 0) return balanceText(balance, late);
  return `Factures non réglées\u00a0: ${euros(open)}${late}. Avoirs et trop-perçus à imputer\u00a0: -${euros(credits)}. ${balance === 0 ? "Le solde est nul, vous n’avez rien à payer." : balanceText(balance, "")}`;
}

/** They are the client's money, and still on 419100 (LET-22). */
function advancesText(owed: Cents, advances: Cents): string[] {
  if (advances === 0) return [];
  const left = owed > 0 ? `, soit ${euros(cents(Math.max(0, owed - advances)))} à régler` : "";
  return [`Acomptes reçus, à imputer\u00a0: -${euros(advances)}${left}.`];
}

const othersText = (others: Cents): string[] =>
  others === 0
    ? []
    : [
        `Le solde du relevé compte en outre ${euros(others)} d’avoirs et trop-perçus d’une autre société, qui ne sont pas à déduire de vos factures.`,
      ];

function balanceText(balance: Cents, late: string): string {
  if (balance > 0) return `Le solde dû est de ${euros(balance)}${late}.`;
  return balance < 0
    ? `Le solde est en votre faveur\u00a0: ${euros(cents(Math.abs(balance)))}.`
    : "Le compte est soldé, vous n’avez rien à payer.";
}
