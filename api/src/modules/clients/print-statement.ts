import { AGED_COLUMNS } from "@bobine/contract/aged-labels";
import {
  type AccountMovement,
  type AgedAmounts,
  MOST_PRINTED_MOVEMENTS,
} from "@bobine/contract/client-accounts";
import { addDays, type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import { euros, frenchAmount, wholeNumber } from "@bobine/contract/french";
import { cents, centsFromWire, centsToWire, type Money } from "@bobine/contract/money";
import type { Tx } from "../../db/scope.ts";
import { agedAmounts } from "../../domain/client-account/aged-balance.ts";
import { type WayToPay, waysOnPaper } from "../../domain/client-account/ways-to-pay.ts";
import { countryNameOf } from "../../domain/e-invoicing/client-abroad.ts";
import type { InvoiceSupplier } from "../../domain/e-invoicing/invoice-document.ts";
import { errors } from "../../errors.ts";
import { type Report, type ReportRow, renderReportPdf } from "../../pdf/report-pdf.ts";
import { agedToWire } from "./aged-to-wire.ts";
import {
  type AccountPeriod,
  clientAccountsRepository as accounts,
  type PeriodSums,
} from "./client-accounts.repository.ts";
import { clientHeadRepository as heads } from "./client-head.repository.ts";
import { companyLines } from "./company-lines.ts";
import { readMoneyOfOthers } from "./money-of-others.ts";
import { movementView } from "./movement-view.ts";
import { type PaperClient, paperRepository } from "./paper.repository.ts";
import { readClientName } from "./read-client-account.ts";

export interface StatementOfAccount {
  readonly period: AccountPeriod;
  /** The last day that it tells. */
  readonly on: CivilDate;
  readonly company: InvoiceSupplier;
  readonly client_name: string;
  readonly client: PaperClient | undefined;
  readonly sums: PeriodSums;
  readonly movements: readonly AccountMovement[];
  readonly amounts: AgedAmounts;
  /** What of its own advances is on no invoice: not in the balance, and the client's money still (LET-22). */
  readonly advances: Money;
  /** What the balance has of another company's credits, which the client deducts from nothing (MAIL-11). */
  readonly credits_of_others: Money;
  readonly ways: readonly WayToPay[];
}

/**
 * A statement that is given away is of days that have been (CLI-2): a period that has begun is told until today. What a screen lists may
 * end later.
 * @throws 400
 */
export function requirePastPeriod(
  { from, to }: Pick<AccountPeriod, "from" | "to">,
  today: CivilDate,
): { readonly from: CivilDate | undefined; readonly to: CivilDate } {
  if (from !== undefined && to !== undefined && from > to)
    throw errors.field("to", "La date de fin doit suivre la date de début.");
  if (from !== undefined && from > today)
    throw errors.field("from", "Choisissez un début de période qui n’est pas dans le futur.");
  return { from, to: to === undefined || to > today ? today : to };
}

/** All that is on paper. What is given away is read in one snapshot (`takeSnapshot`): its parts are one balance. @throws 404 for an account that nobody has, 400 for more movements than one prints */
export async function readStatement(
  tx: Tx,
  period: AccountPeriod,
  today: CivilDate,
): Promise<StatementOfAccount> {
  const { distributorId, account, to: on = today } = period;
  const client_name = await readClientName(tx, distributorId, account);
  const until = { ...period, to: on };
  const sums = await accounts.sums(tx, until);
  if (sums.count > MOST_PRINTED_MOVEMENTS)
    throw errors.field(
      "from",
      `Choisissez une période plus courte\u00a0: ${wholeNumber(MOST_PRINTED_MOVEMENTS)} mouvements au plus s’impriment, et celle-ci en a ${wholeNumber(sums.count)}. Le fichier CSV n’a pas de limite.`,
    );
  const movements: AccountMovement[] = [];
  for await (const rows of accounts.all(tx, until)) movements.push(...rows.map(movementView));
  const ofOthers = await readMoneyOfOthers(tx, distributorId, account, on);
  const advances = centsFromWire(await heads.advances(tx, distributorId, account, on));
  return {
    period,
    on,
    company: await paperRepository.company(tx, distributorId),
    client_name,
    client: await paperRepository.client(tx, distributorId, account, client_name),
    sums,
    movements,
    ways: await paperRepository.waysToPay(tx, distributorId, account, on),
    advances: centsToWire(cents(advances - ofOthers.advances)),
    credits_of_others: centsToWire(ofOthers.credits),
    amounts: agedToWire(agedAmounts(await accounts.openOn(tx, { distributorId, on, account }), on)),
  };
}

/** A statement of account on A4 (CLI-2). */
export function printStatement(statement: StatementOfAccount): Promise<Buffer> {
  const { period, on, company, client, client_name, sums, movements, amounts, advances, ways } = statement;
  const report: Report = {
    title: "Relevé de compte",
    subtitles: [
      period.from === undefined
        ? `Arrêté au ${frenchDate(on)}`
        : `Du ${frenchDate(period.from)} au ${frenchDate(on)}`,
      `Compte client\u00a0: ${period.account}`,
    ],
    company: companyLines(company),
    recipient: [client_name, ...(client ? clientLines(client) : [])],
    columns: [
      { title: "Date", width: 56 },
      { title: "Libellé", width: 165 },
      { title: "Échéance", width: 56 },
      { title: "Débit", width: 66, align: "right" },
      { title: "Crédit", width: 66, align: "right" },
      { title: "Lettrage", width: 38, align: "right" },
      { title: "Solde", width: 68.28, align: "right" },
    ],
    rows: [
      ...openingRow(period.from, sums.opening_balance),
      ...movements.map(rowOf),
      {
        cells: [
          frenchDate(on),
          "Totaux et solde",
          "",
          amountText(sums.debit),
          amountText(sums.credit),
          "",
          amountText(sums.closing_balance),
        ],
        isStrong: true,
      },
    ],
    notes: [
      balanceText(on, sums.closing_balance, {
        isCovered: amounts.unapplied !== "0.00",
        isOfOne: statement.credits_of_others === "0.00",
      }),
      AGED_COLUMNS.filter(({ name }) => name !== "balance" && amounts[name] !== "0.00")
        .map(({ name, label }) => `${label}\u00a0:\u00a0${euroText(amounts[name])}`)
        .join(" · "),
      othersText(sums.closing_balance, statement.credits_of_others),
      advances === "0.00" ? "" : `Acomptes reçus, à imputer, hors de ce solde\u00a0: -${euroText(advances)}.`,
      ...waysOnPaper(ways),
    ].filter((text) => text !== ""),
    date: on,
  };
  return renderReportPdf(report);
}

const amountText = (amount: Money): string => frenchAmount(centsFromWire(amount));
const euroText = (amount: Money): string => euros(centsFromWire(amount));
const side = (amount: Money): string => (amount === "0.00" ? "" : amountText(amount));

/**
 * Who owes whom.
 * @param of.isCovered a balance of nothing has open invoices, which credits that are on none of them merely cover
 * @param of.isOfOne no money of another company is in it
 */
function balanceText(
  on: CivilDate,
  balance: Money,
  { isCovered, isOfOne }: { readonly isCovered: boolean; readonly isOfOne: boolean },
): string {
  const day = frenchDate(on);
  if (balance === "0.00") return isCovered ? `Solde nul au ${day}.` : `Compte soldé au ${day}.`;
  return balance.startsWith("-")
    ? `Solde ${isOfOne ? "en votre faveur" : "créditeur"} au ${day}\u00a0: ${euroText(balance.slice(1))}.`
    : `Solde dû au ${day}\u00a0: ${euroText(balance)}.`;
}

/**
 * What the company before has paid too much is in the balance of the books, and lowers what the present one owes by nothing. The paper may be
 * sent to either.
 */
function othersText(balance: Money, credits: Money): string {
  if (credits === "0.00") return "";
  const owed = cents(centsFromWire(balance) + centsFromWire(credits));
  const left = owed > 0 ? `\u00a0: ${euros(owed)} restent dus` : "";
  return `Ce solde compte ${euroText(credits)} d’avoirs et trop-perçus de la société précédente, à déduire de ses seules factures${left}.`;
}

const openingRow = (from: CivilDate | undefined, balance: Money): ReportRow[] =>
  from === undefined
    ? []
    : [
        {
          cells: [frenchDate(addDays(from, -1)), "Solde précédent", "", "", "", "", amountText(balance)],
          isStrong: true,
        },
      ];

const rowOf = ({
  date,
  label,
  detail,
  kind,
  due_date,
  debit,
  credit,
  letters,
  balance,
}: AccountMovement) => ({
  cells: [
    frenchDate(date),
    kind === "invoice" || kind === "credit_note" ? [label, detail].filter(Boolean).join(" – ") : label,
    due_date === null ? "" : frenchDate(due_date),
    side(debit),
    side(credit),
    letters,
    amountText(balance),
  ],
});

const clientLines = (client: PaperClient): string[] => {
  const { address, address_line_2, post_code, city } = client;
  return [address, address_line_2, `${post_code} ${city}`.trim(), countryNameOf(client)].filter(
    (line) => line !== "",
  );
};
