import { type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import { euros } from "@bobine/contract/french";
import { type Cents, cents } from "@bobine/contract/money";
import { type MailText, spacedIban } from "./mail-texts.ts";

export interface StatementMail {
  readonly account: string;
  readonly client: string;
  readonly from: CivilDate | undefined;
  readonly on: CivilDate;
  /** Above zero it is owed. */
  readonly balance: Cents;
  /** Of it, what is past its day. */
  readonly overdue: Cents;
  /** Where to pay; empty when a factor is paid. */
  readonly iban: string;
}

/** The mail that a statement of account goes with (MAIL-11). */
export function statementText({
  account,
  client,
  from,
  on,
  balance,
  overdue,
  iban,
}: StatementMail): MailText {
  const day = frenchDate(on);
  const period = from === undefined ? `arrêté au ${day}` : `du ${frenchDate(from)} au ${day}`;
  const owed =
    balance > 0
      ? `Le solde dû est de ${euros(balance)}${overdue > 0 ? `, dont ${euros(overdue)} échus` : ""}.`
      : balance < 0
        ? `Le solde est en votre faveur\u00a0: ${euros(cents(Math.abs(balance)))}.`
        : "Le compte est soldé, vous n’avez rien à payer.";
  return {
    subject: `Relevé de compte au ${day} – ${client}`,
    paragraphs: [
      "Bonjour,",
      `Veuillez trouver ci-joint le relevé de votre compte ${account}, ${period}.`,
      owed,
    ],
    table: null,
    closing: [
      ...(balance > 0 && iban !== ""
        ? [`Merci d’indiquer le compte ${account} en référence de votre virement (IBAN ${spacedIban(iban)}).`]
        : []),
      "Cordialement,",
    ],
  };
}
