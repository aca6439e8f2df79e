import { LASTING_FIELDS } from "@bobine/contract/distributors";
import type { FirstSteps } from "@bobine/contract/first-steps";
import type { ValidationStatus } from "@bobine/contract/policy/distributors";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { isInFranchise } from "../../domain/e-invoicing/vat-category.ts";
import { errors } from "../../errors.ts";
import { fileProgress } from "../company/application-file.repository.ts";
import { onboardingFacts } from "../company/company.repository.ts";
import { firstSteps } from "./first-steps.ts";

type Row = Readonly<
  Record<(typeof LASTING_FIELDS)[number] | "proposed_siren" | "proposed_prefix_vat", string>
> & {
  readonly legal_mention: string;
  readonly default_vat_rate_bp: number;
  readonly validation_status: ValidationStatus;
  readonly has_declarations: boolean;
  readonly cinemas: number;
  readonly unvalidated_cinemas: number;
  readonly has_sequence: boolean;
};

/** Where a distributor stands on the way to its first invoices (DIST-7). */
export async function readFirstSteps(tx: Tx, id: number): Promise<FirstSteps> {
  const row = await tx.maybe<Row>(sql`
    select d.address, d.post_code, d.city, d.phone, d.siren, d.prefix_vat, d.iban, d.proposed_siren, d.proposed_prefix_vat,
      d.legal_mention, d.default_vat_rate_bp, d.validation_status,
      exists (select from declaration r where r.distributor_id = d.id) as has_declarations,
      exists (select from invoice_sequence s where s.distributor_id = d.id) as has_sequence,
      known.cinemas, known.unvalidated_cinemas
    from distributor d, lateral (
      select count(*)::integer as cinemas, (count(*) filter (where not c.is_validated))::integer as unvalidated_cinemas
      from cinema c
      where c.id in (select l.cinema_id from cinema_distributor l where l.distributor_id = d.id
        union select s.id from cinema s where s.sandbox_distributor_id = d.id)) known
    where d.id = ${id}`);
  if (!row) throw errors.notFound();
  const facts = await onboardingFacts(tx, id);
  const file = row.validation_status === "prospect" ? await fileProgress(tx, id) : undefined;
  const proposals = { siren: row.proposed_siren, prefix_vat: row.proposed_prefix_vat };
  return {
    steps: firstSteps({
      missing: LASTING_FIELDS.filter(
        (field) => row[field] === "" && !(field === "prefix_vat" && isInFranchise(row)),
      ),
      proposed: (["siren", "prefix_vat"] as const).filter((field) => proposals[field] !== ""),
      has_mention: row.legal_mention !== "",
      validation_status: row.validation_status,
      is_asked: file?.is_asked ?? false,
      has_declarations: row.has_declarations,
      cinemas: row.cinemas,
      unvalidated_cinemas: row.unvalidated_cinemas,
      has_numbers: row.has_sequence || facts.has_issued,
      bank_connected: facts.bank_connected,
      plan_selected: facts.plan_selected,
      automation_on: facts.automation_on,
    }),
  };
}
