import type { CivilDate } from "@bobine/contract/civil-date";
import type { InvoicingChanges, MentionsPreview } from "@bobine/contract/invoicing-options";
import type { Tx } from "../../db/scope.ts";
import { dueDate } from "../../domain/invoicing/payment-terms.ts";
import { mentionsDebits } from "../../domain/vat/vat-regime.ts";
import { errors } from "../../errors.ts";
import { supplierDetails } from "../../pdf/invoice-head.ts";
import { mentions, subrogation } from "../../pdf/invoice-mentions.ts";
import { companyOf, identityState } from "../company/company.repository.ts";
import { vatRegimes } from "../company/vat-regimes.repository.ts";
import { changedOptions } from "./change-invoicing-options.ts";
import { invoicingOptionsRepository as repository, storedOf } from "./invoicing-options.repository.ts";

/** A cinema of the mainland, as most are: what is printed of the overseas ones depends on each. */
const CLIENT = {
  name: "",
  address: "",
  address_line_2: "",
  post_code: "75001",
  city: "",
  siren: "",
  vat_number: "",
};

/**
 * What an invoice of today would print with these options, by the code that prints it (BILL-20). Nothing is saved.
 * @throws 404, 400 by field
 */
export async function previewMentions(
  tx: Tx,
  distributorId: number,
  changes: InvoicingChanges,
  today: CivilDate,
): Promise<MentionsPreview> {
  const before = await repository.one(tx, distributorId);
  const company = await companyOf(tx, distributorId);
  if (!before || !company) throw errors.notFound();
  const { after } = changedOptions(before, changes, today);
  const stored = storedOf(after);
  const regimes = await vatRegimes.of(tx, distributorId);
  const printedSoFar = await vatRegimes.printsDebits(tx, distributorId);
  const { name, address, post_code, city, phone, siren, prefix_vat, iban } = company;
  const vat_number = prefix_vat === "" ? "" : `${prefix_vat}${siren}`;
  const { proposed } = await identityState(tx, distributorId);
  const { legal_mention, rcs_city, factor_name, factor_iban } = stored;
  return {
    heading: supplierDetails({
      name,
      legal_mention,
      rcs_city,
      address,
      post_code,
      city,
      phone,
      siren,
      vat_number,
      iban,
    }),
    mentions: mentions({
      type: "invoice",
      due_date: dueDate(today, stored.payment_terms),
      vat_on_debits: mentionsDebits(regimes, today, printedSoFar),
      client: CLIENT,
      // One that waits to be checked is one all the same.
      supplier: { vat_number: proposed === null ? vat_number : proposed.prefix_vat || vat_number },
      vat_breakdown: [{ vat_rate_bp: stored.default_vat_rate_bp }],
    }),
    assignment: subrogation({
      type: "invoice",
      factor: factor_name === "" || factor_iban === "" ? null : { name: factor_name, iban: factor_iban },
    }),
    newly_reminded: await repository.unpaidOf(tx, distributorId, stored.mailing_from, before.mailing_from),
  };
}
