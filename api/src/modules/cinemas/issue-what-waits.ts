import type { Tx } from "../../db/scope.ts";
import type { JobQueue } from "../../services.ts";
import { issuingDistributors } from "./cinemas.repository.ts";
import type { WrittenColumn } from "./written-cinemas.repository.ts";

/** What an invoice must say of its client (BILL-8). */
const BILLED: ReadonlySet<WrittenColumn> = new Set<WrittenColumn>([
  "legal_name",
  "address",
  "city",
  "pin_code",
  "siren",
  "vat_number",
  "invoicing_company_name",
  "invoicing_address",
  "invoicing_pin_code",
  "invoicing_city",
  "invoicing_siren",
]);

/** Whether invoices of a valid cinema may have waited for one of these columns (BILL-8). */
export const isBilled = (columns: readonly WrittenColumn[]): boolean =>
  columns.some((column) => BILLED.has(column));

/** Invoices may have waited for what is known of these cinemas now: one job per distributor, whatever the number of its cinemas. */
export async function issueWhatWaits(tx: Tx, jobs: JobQueue, cinemaIds: readonly number[]): Promise<void> {
  if (cinemaIds.length === 0) return;
  for (const { id } of await issuingDistributors(tx, cinemaIds))
    await jobs.enqueue(tx, { name: "issue-invoices", data: { distributor_id: id } });
}
