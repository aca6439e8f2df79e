import { addDays, type CivilDate, frenchDate, startOfMonth } from "@bobine/contract/civil-date";
import { VAT_ACCOUNT_FIELDS, type VatRegime as WireRegime, type VatSettings } from "@bobine/contract/vat";
import { lockBooks } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import {
  ALWAYS,
  chosenRegimeOn,
  dueAccountsOf,
  ON_DEBITS,
  regimeOn,
  type VatRegime,
} from "../../domain/vat/vat-regime.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import { isSameAccount } from "../../domain/settlement/reserved-accounts.ts";
import { bankPartsRepository } from "../banking/bank-parts.repository.ts";
import { vatRegimes } from "../company/vat-regimes.repository.ts";
import { lotsRepository } from "./lots.repository.ts";

const NBSP = "\u00a0";
/** A change is planned so far ahead at most: what is further is a slip of the pen. */
const MOST_DAYS_AHEAD = 366;

/** When a distributor owes VAT, and on which accounts it is (VAT-3). */
export async function readVatSettings(tx: Tx, distributorId: number, today: CivilDate): Promise<VatSettings> {
  const regimes = await vatRegimes.of(tx, distributorId);
  const printsDebits = await vatRegimes.printsDebits(tx, distributorId);
  const made = await lotsRepository.days(tx, distributorId);
  const chosen = chosenRegimeOn(regimes, today);
  const earliest_since = made ? addDays(made.last.to, 1) : null;
  const thisMonth = startOfMonth(today);
  const planned = regimes.find(({ since }) => since > today);
  return {
    current: onWire(chosen ?? regimeOn([], today)),
    planned: planned ? onWire(planned) : null,
    printed: chosen?.vat_due ?? (printsDebits ? "debits" : "collection"),
    earliest_since,
    proposed_since: earliest_since !== null && earliest_since > thisMonth ? earliest_since : thisMonth,
  };
}

/**
 * Changes it for documents dated from a day on. Those that a lot holds keep theirs, so that it is never taken back for that, and so do invoices that
 * were issued: they say which it is.
 * @throws 400 on a field
 */
export async function changeVatSettings(
  tx: Tx,
  source: AuditSource & { readonly distributorId: number },
  asked: VatRegime,
  by: { readonly at: Date; readonly today: CivilDate; readonly userId: number },
): Promise<VatSettings> {
  const { distributorId } = source;
  // A lot that is made meanwhile, and documents that are issued, come before or after.
  await lockBooks(tx, distributorId);
  const made = await lotsRepository.days(tx, distributorId);
  if (made && asked.since <= made.last.to)
    throw errors.field(
      "since",
      `Un lot contient déjà les écritures jusqu’au ${frenchDate(made.last.to)}${NBSP}: choisissez une date à partir du ${frenchDate(addDays(made.last.to, 1))}.`,
    );
  // Whoever has one of them deducts its VAT by what it says.
  const said = await vatRegimes.lastSaidOtherwise(tx, distributorId, asked);
  if (said)
    throw errors.field(
      "since",
      `Des factures émises jusqu’au ${frenchDate(said)} disent que la TVA est due sur les ${asked.vat_due === "debits" ? "encaissements" : "débits"}${NBSP}: choisissez une date à partir du ${frenchDate(addDays(said, 1))}.`,
    );
  if (asked.since > addDays(by.today, MOST_DAYS_AHEAD))
    throw errors.field("since", "Choisissez une date dans les douze prochains mois.");
  const regimes = await vatRegimes.of(tx, distributorId);
  // Accounts that no field names too: what waits on one of them counts as due, and once more when it is.
  const due = dueAccountsOf([asked, ...regimes.filter(({ since }) => since < asked.since)]);
  if (due.some((account) => isSameAccount(account, asked.waiting_account)))
    throw errors.field(
      "waiting_account",
      `Le compte d’attente doit être différent des comptes de TVA collectée${NBSP}: le compte ${asked.waiting_account} en est un. Choisissez-en un autre.`,
    );
  await refuseWrongAccounts(tx, distributorId, asked);
  const before = chosenRegimeOn(regimes, asked.since);
  const isSame = before !== undefined && regimeText({ ...before, since: asked.since }) === regimeText(asked);
  const replaced = regimes.filter(({ since }) => since > asked.since).toReversed();
  if (!isSame || replaced.length > 0) {
    await vatRegimes.set(tx, distributorId, asked, { at: by.at, userId: by.userId });
    await writeAudit(tx, source, "other", {
      changed_fields: ["vat_due"],
      // With what was planned for later days, which goes.
      old_value: [before ?? { ...regimeOn([], asked.since), since: ALWAYS }, ...replaced]
        .map(regimeText)
        .join(", puis "),
      new_value: regimeText(asked),
    });
  }
  return await readVatSettings(tx, distributorId, by.today);
}

/** Only accounts of VAT, and none that bank lines may be entered on (LET-20): what is put on it would be VAT without a document. */
async function refuseWrongAccounts(tx: Tx, distributorId: number, asked: VatRegime): Promise<void> {
  const choices = await bankPartsRepository.accounts(tx, distributorId);
  for (const field of VAT_ACCOUNT_FIELDS) {
    const code = asked[field];
    if (!code.startsWith("445"))
      throw errors.field(
        field,
        `Le compte ${code} n’est pas un compte de TVA${NBSP}: choisissez un compte qui commence par 445, par exemple ${ON_DEBITS[field]}.`,
      );
    if (choices.some((choice) => isSameAccount(choice.code, code)))
      throw errors.field(
        field,
        `Le compte ${code} est dans vos comptes d’affectation des opérations bancaires${NBSP}: retirez-le de cette liste, ou choisissez un autre compte.`,
      );
  }
}

/** For the audit log: `encaissements depuis le 01/01/2027, 445740, 445711, …` */
const regimeText = ({ vat_due, since, ...regime }: VatRegime): string =>
  [
    `${vat_due === "collection" ? "encaissements" : "débits"}${since === ALWAYS ? "" : ` à partir du ${frenchDate(since)}`}`,
    regime.waiting_account,
    regime.account_2000,
    regime.account_1000,
    regime.account_550,
    regime.account_210,
  ].join(", ");

const onWire = ({ since, ...regime }: VatRegime): WireRegime => ({
  ...regime,
  since: since === ALWAYS ? null : since,
});
