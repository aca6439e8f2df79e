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
  ways,
}: StatementMail): MailText {
  const day = frenchDate(on);
  const period = from === undefined ? `arrêté au ${day}` : `du ${frenchDate(from)} au ${day}`;
  return {
    subject: `Relevé de compte au ${day} – ${client}`,
    paragraphs: [
      "Bonjour,",
      `Veuillez trouver ci-joint le relevé de votre compte ${account}, ${period}.`,
      owedText(balance, overdue, credits),
    ],
    table: null,
    closing: [...(balance > 0 ? waysInMail(ways, account) : []), "Cordialement,"],
  };
}

/** Credits that merely cover what is open leave a balance of nothing, and no settled account: they are on no invoice yet. */
function owedText(balance: Cents, overdue: Cents, credits: Cents): string {
  const late = overdue > 0 ? `, dont ${euros(overdue)} échus` : "";
  const open = cents(balance + credits);
  if (credits === 0 || open === 0) return balanceText(balance, late);
  return `Factures non réglées\u00a0: ${euros(open)}${late}. Avoirs et trop-perçus à imputer\u00a0: -${euros(credits)}. ${balance === 0 ? "Le solde est nul, vous n’avez rien à payer." : balanceText(balance, "")}`;
}

function balanceText(balance: Cents, late: string): string {
  if (balance > 0) return `Le solde dû est de ${euros(balance)}${late}.`;
  return balance < 0
    ? `Le solde est en votre faveur\u00a0: ${euros(cents(Math.abs(balance)))}.`
    : "Le compte est soldé, vous n’avez rien à payer.";
}
