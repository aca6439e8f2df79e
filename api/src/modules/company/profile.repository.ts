import type { DistributorProfile } from "@bobine/contract/distributors";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { HAS_ISSUED } from "./company.repository.ts";

/** Who is asked about a distributor: its onboarding contact, else its first administrator, else its first user; who has become a super admin comes last. */
export const ADMIN_EMAIL = sql`(
  select u.email from app_user u where u.distributor_id = d.id and u.disabled_at is null
  order by u.system_role = 'super_admin', u.is_onboarding_contact desc, (u.role = 'admin') desc, u.id limit 1)`;

/** A change of IBAN that waits is told beside (bank-details/pending-view.ts). */
type Profile = Omit<DistributorProfile, "pending_iban" | "pending_secondary_iban" | "pending_bank_details">;

export const distributorProfile = (tx: Tx, id: number): Promise<Profile> =>
  tx.one<Profile>(sql`
    select d.id, d.name, ${ADMIN_EMAIL} as admin_email, d.address, d.post_code, d.city, d.phone, d.siren, d.siret,
           case when d.prefix_vat = '' then '' else d.prefix_vat || d.siren end as vat_number, d.prefix_vat,
           d.iban, d.secondary_iban, d.communication_email, d.automation_on, ${HAS_ISSUED} as has_issued, d.write_off_limit, d.contrary_words,
           d.validation_status, case when d.proposed_at is not null then d.proposed_siren end as pending_siren,
           case when d.proposed_at is not null then d.proposed_siret end as pending_siret,
           case when d.proposed_at is not null then d.proposed_prefix_vat end as pending_prefix_vat
    from distributor d
    where d.id = ${id}`);
