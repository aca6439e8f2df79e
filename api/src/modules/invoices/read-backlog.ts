import type { InvoicingBacklog } from "@bobine/contract/invoicing-backlog";
import { type Cents, centsToWire, sumCents } from "@bobine/contract/money";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { importedWeeksRepository } from "../box-office/imported-weeks.repository.ts";
import { decideIssuable, documentKey } from "./decide-issuable.ts";
import { weekKey } from "./decide-weeks.ts";
import { issueRepository as repository } from "./issue.repository.ts";
import { missingOfIssuer } from "./parties.ts";

/** Weeks decided at a time: the process answers others in between. */
const SLICE = 200;

/**
 * What issuing would make of all that is declared, told by the same decision as `issueInvoices` and written nowhere: the
 * confirmation that is asked for before automation is switched on (BILL-14).
 */
export async function readBacklog(tx: Tx, distributorId: number): Promise<InvoicingBacklog> {
  const distributor = await repository.distributor(tx, distributorId);
  if (!distributor) throw errors.notFound();
  const weeks = await repository.weeksToInvoice(tx, distributorId, { cinemas: [], weeks: [] }, null);
  const cinemas = await repository.cinemas(tx, distributorId, [
    ...new Set(weeks.map((week) => week.cinema_id)),
  ]);
  const amounts: Cents[] = [];
  const count = { invoices: 0, credit_notes: 0, imported_weeks: 0 };
  const waiting = new Set<number>();
  for (let from = 0; from < weeks.length; from += SLICE) {
    const slice = weeks.slice(from, from + SLICE);
    const { invoices, credit_notes, waiting_cinemas } = await decideIssuable(tx, distributor, cinemas, slice);
    count.invoices += invoices.length;
    count.credit_notes += credit_notes.length;
    amounts.push(...[...invoices, ...credit_notes].map(({ draft }) => draft.total_amount));
    for (const id of waiting_cinemas) waiting.add(id);
    const imported = new Set((await importedWeeksRepository.among(tx, distributorId, slice)).map(weekKey));
    count.imported_weeks += invoices.filter((one) => imported.has(documentKey(one))).length;
  }
  return {
    ...count,
    total_amount: centsToWire(sumCents(amounts)),
    waiting_cinemas: waiting.size + (await repository.cinemasToValidate(tx, distributorId)),
    is_company_incomplete: missingOfIssuer(distributor).length > 0,
  };
}
