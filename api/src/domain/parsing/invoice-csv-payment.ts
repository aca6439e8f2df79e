import { frenchAmount as written } from "@bobine/contract/french";
import { type Cents, cents } from "@bobine/contract/money";
import { amountOf, type Cells, dayOf, quoted } from "./invoice-csv-cells.ts";
import { normaliseName } from "./normalise-name.ts";

/** What was paid of an invoice of a list. */
interface Payment {
  readonly paid: Cents;
  readonly in_default: boolean;
}

type Standing = "unpaid" | "part_paid" | "paid" | "default";
const STANDINGS: Record<Standing, readonly string[]> = {
  unpaid: [
    "awaitingpayment",
    "enattente",
    "enattentedepaiement",
    "emise",
    "envoyee",
    "apayer",
    "aregler",
    "due",
    "impaye",
    "impayee",
    "nonpaye",
    "nonpayee",
    "nonregle",
    "nonreglee",
    "echue",
    "ouverte",
  ],
  part_paid: [
    "partpaid",
    "partiellementpaye",
    "partiellementpayee",
    "partiellementregle",
    "partiellementreglee",
    "partiel",
  ],
  paid: ["paid", "paye", "payee", "regle", "reglee", "solde", "soldee", "acquitte", "acquittee"],
  default: ["default", "defaut", "endefaut"],
};
const STANDING_OF = new Map(
  Object.entries(STANDINGS).flatMap(([standing, names]) =>
    names.map((name) => [name, standing as Standing] as const),
  ),
);

/** What a credit note has settled elsewhere is not known here: only one that is still whole comes in. */
function paymentOfCreditNote(
  told: Cents | undefined,
  standing: Standing | undefined,
  problems: string[],
): Payment | undefined {
  const isUsed = (told !== undefined && told !== 0) || (standing !== undefined && standing !== "unpaid");
  if (isUsed) problems.push("un avoir déjà imputé ou remboursé ne s’importe pas.");
  return problems.length > 0 ? undefined : { paid: cents(0), in_default: false };
}

/** What a line says is still due of its invoice. */
function remainingOf({ cells, mark, sign }: Cells, total: Cents, problems: string[]): Cents | undefined {
  const told = (column: "remaining" | "balance") => cells(column).find((text) => !SAYS_NO_AMOUNT.test(text));
  const read = amountOf(told("remaining") ?? told("balance") ?? "", {
    mark,
    sign,
    name: "reste à payer",
    problems,
  });
  if (read === undefined) return undefined;
  // What is left of a credit note may be written without a minus.
  const remaining = total < 0 ? cents(-Math.abs(read)) : read;
  if (remaining < 0 && total > 0) problems.push("reste à payer négatif.");
  if (Math.abs(remaining) > Math.abs(total))
    problems.push(`reste à payer supérieur au montant TTC (${written(remaining)} > ${written(total)}).`);
  return remaining;
}

/** « Soldé » says yes or no. */
export const SAYS_NO_AMOUNT = /^\p{L}*$/u;

const isDay = (text: string): boolean => dayOf(text) !== undefined;

/** What was paid, by what a line says of it and of what is still due. */
function toldPaid(cells: Cells, total: Cents, problems: string[]): Cents | undefined {
  const { cell, mark, sign } = cells;
  const before = problems.length;
  const told = amountOf(cell("paid"), { mark, sign, name: "montant réglé", problems });
  const remaining = remainingOf(cells, total, problems);
  if (remaining === undefined || problems.length > before) return told;
  if (told !== undefined && told + remaining !== total)
    problems.push(
      `montant réglé et reste à payer incohérents (${written(told)} + ${written(remaining)} ≠ ${written(total)}).`,
    );
  return cents(total - remaining);
}

const BARE_DAY =
  "date de règlement sans montant réglé\u00a0: indiquez le montant réglé, le reste à payer ou le statut";

/** An invoice that is paid would be due again: where its day of payment may be its due date, the person says which. */
function bareDayOfPayment({ cells, hasDaysOfPayment }: Cells): readonly string[] {
  const isSure = cells("paid_on").some(isDay);
  if (!isSure && !cells("settled_on").some(isDay)) return [];
  return isSure || hasDaysOfPayment
    ? [`${BARE_DAY}.`]
    : [`${BARE_DAY}\u202f; si c’est l’échéance, nommez sa colonne «\u00a0date_echeance\u00a0».`];
}

/** The status follows from what was paid (BILL-10): the list's own may only tell what its amounts do not. */
export function paymentOf(cells: Cells, total: Cents, problems: string[]): Payment | undefined {
  const { cell } = cells;
  const before = problems.length;
  const told = toldPaid(cells, total, problems);
  if (told === undefined && cell("status") === "") problems.push(...bareDayOfPayment(cells));
  const standing = cell("status") === "" ? "unpaid" : STANDING_OF.get(normaliseName(cell("status")));
  if (!standing) problems.push(`statut non reconnu ${quoted(cell("status"))}.`);
  if (total < 0) return paymentOfCreditNote(told, standing, problems);
  const paid = told ?? (standing === "paid" ? total : cents(0));
  if (paid < 0) problems.push("montant réglé négatif.");
  if (paid > total)
    problems.push(`montant réglé supérieur au montant TTC (${written(paid)} > ${written(total)}).`);
  if (standing === "paid" && paid < total && problems.length === before)
    problems.push(`facture payée, mais montant réglé incomplet (${written(paid)} < ${written(total)}).`);
  if (standing === "part_paid" && told === undefined) problems.push("montant réglé manquant.");
  return problems.length > before ? undefined : { paid, in_default: standing === "default" };
}
