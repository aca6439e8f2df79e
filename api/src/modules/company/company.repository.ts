// What changes a distributor, each in the transaction of its caller.
import type { OnboardingStatus } from "@bobine/contract/distributors";
import type { Money } from "@bobine/contract/money";
import type { ValidationStatus } from "@bobine/contract/policy/distributors";
import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { vatRegimes } from "./vat-regimes.repository.ts";
import type { OnboardingFacts } from "./onboarding-status.ts";

/** What a company says of itself. */
export interface Company {
  readonly name: string;
  readonly address: string;
  readonly post_code: string;
  readonly city: string;
  readonly phone: string;
  readonly siren: string;
  readonly siret: string;
  readonly prefix_vat: string;
  readonly iban: string;
  readonly secondary_iban: string;
  readonly communication_email: string | null;
}

const readCompany = (tx: Tx, id: number, lock: Sql): Promise<Company | undefined> =>
  tx.maybe<Company>(sql`
    select name, address, post_code, city, phone, siren, siret, prefix_vat, iban, secondary_iban, communication_email
    from distributor where id = ${id} ${lock}`);

export const companyOf = (tx: Tx, id: number): Promise<Company | undefined> => readCompany(tx, id, sql``);

/** Locks the distributor, and lets rows be added that refer to it. */
export const lockedCompany = (tx: Tx, id: number): Promise<Company | undefined> =>
  readCompany(tx, id, sql`for no key update`);

/** Where clients may be asked to pay: what was confirmed, also as the factor's (SEC-17). */
export const confirmedIbans = async (tx: Tx, id: number): Promise<readonly string[]> =>
  (
    await tx.one<{ ibans: string[] }>(
      sql`select array[iban, secondary_iban, factor_iban] as ibans from distributor where id = ${id}`,
    )
  ).ibans;

export const updateCompany = (tx: Tx, id: number, company: Company): Promise<number> =>
  tx.run(sql`
    update distributor set name = ${company.name}, address = ${company.address}, post_code = ${company.post_code}, city = ${company.city},
      phone = ${company.phone}, siren = ${company.siren}, siret = ${company.siret}, prefix_vat = ${company.prefix_vat}, iban = ${company.iban},
      secondary_iban = ${company.secondary_iban}, communication_email = ${company.communication_email}
    where id = ${id}`);

/** A new distributor. Its VAT is due on collection, as that of services is (VAT-3). */
export const insertCompany = async (tx: Tx, company: Company, status: ValidationStatus): Promise<number> => {
  const { id } = await tx.one<{ id: number }>(sql`
      insert into distributor (name, address, post_code, city, phone, siren, siret, prefix_vat, iban, secondary_iban, communication_email,
        validation_status)
      values (${company.name}, ${company.address}, ${company.post_code}, ${company.city}, ${company.phone}, ${company.siren},
        ${company.siret}, ${company.prefix_vat}, ${company.iban}, ${company.secondary_iban}, ${company.communication_email}, ${status})
      returning id`);
  await vatRegimes.onCollectionFromTheFirst(tx, id);
  return id;
};

/** The first user of a new distributor: its administrator, and the one who is asked about it. */
export const insertAdministrator = (
  tx: Tx,
  distributor: { readonly id: number; readonly name: string },
  person: { readonly email: string; readonly first_name: string; readonly last_name: string },
): Promise<number> =>
  tx.run(sql`
    insert into app_user (distributor_id, email, first_name, last_name, company, role, is_onboarding_contact)
    values (${distributor.id}, ${person.email}, ${person.first_name}, ${person.last_name}, ${distributor.name}, 'admin', true)`);

/** What the people of a validated distributor say that it is, and nobody has checked. */
export interface ProposedIdentity {
  readonly siren: string;
  readonly siret: string;
  readonly prefix_vat: string;
}

/** Of a distributor that is locked. */
export const identityState = (
  tx: Tx,
  id: number,
): Promise<{
  validation_status: ValidationStatus;
  proposed: ProposedIdentity | null;
  bills_without_vat: boolean;
}> =>
  tx.one(sql`
    select validation_status, default_vat_rate_bp = 0 as bills_without_vat, case when proposed_at is not null
      then json_build_object('siren', proposed_siren, 'siret', proposed_siret, 'prefix_vat', proposed_prefix_vat) end as proposed
    from distributor where id = ${id}`);

export const proposeIdentity = (
  tx: Tx,
  id: number,
  { siren, siret, prefix_vat }: ProposedIdentity,
  by: number,
  at: Date,
): Promise<number> =>
  tx.run(sql`
    update distributor set proposed_siren = ${siren}, proposed_siret = ${siret}, proposed_prefix_vat = ${prefix_vat},
      proposed_by = ${by}, proposed_at = ${at}
    where id = ${id}`);

export const dropProposedIdentity = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`
    update distributor set proposed_siren = '', proposed_siret = '', proposed_prefix_vat = '', proposed_by = null, proposed_at = null
    where id = ${id}`);

/** Of one that was validated as somebody else: it waits in the queue again. */
export const sendBackToValidation = (tx: Tx, id: number): Promise<number> =>
  tx.run(
    sql`update distributor set validation_status = 'prospect' where id = ${id} and validation_status = 'validated'`,
  );

/** Of one that was refused: it waits in the queue again. */
export const reopenApplication = (tx: Tx, id: number): Promise<number> =>
  tx.run(
    sql`update distributor set validation_status = 'prospect' where id = ${id} and validation_status = 'refused'`,
  );

/** @returns whether it was the other way before */
export const switchedAutomation = async (tx: Tx, id: number, on: boolean): Promise<boolean> =>
  (await tx.run(
    sql`update distributor set automation_on = ${on} where id = ${id} and automation_on is distinct from ${on}`,
  )) === 1;

/** @returns what it was; undefined when it was the same already */
export const changedWriteOffLimit = async (tx: Tx, id: number, limit: Money): Promise<Money | undefined> =>
  (
    await tx.maybe<{ old: Money }>(sql`
      with before as (select id, write_off_limit as old from distributor where id = ${id} for no key update)
      update distributor d set write_off_limit = ${limit} from before b where d.id = b.id and b.old <> ${limit} returning b.old`)
  )?.old;

/** @returns what they were; undefined when they were the same already */
export const changedContraryWords = async (
  tx: Tx,
  id: number,
  words: readonly string[],
): Promise<string[] | undefined> =>
  (
    await tx.maybe<{ old: string[] }>(sql`
      with before as (select id, contrary_words as old from distributor where id = ${id} for no key update)
      update distributor d set contrary_words = ${words}::text[] from before b
      where d.id = b.id and b.old <> ${words}::text[] returning b.old`)
  )?.old;

export interface Contact {
  readonly id: number;
  readonly email: string;
}

/** Locks the person who is asked about a distributor: the one whose address is its `admin_email`; who has become a super admin comes last. */
export const lockedContact = (tx: Tx, distributorId: number): Promise<Contact | undefined> =>
  tx.maybe<Contact>(sql`
    select id, email from app_user where distributor_id = ${distributorId} and disabled_at is null
    order by system_role = 'super_admin', is_onboarding_contact desc, (role = 'admin') desc, id limit 1 for no key update`);

/**
 * Gives a user another address, yet to be proven: what was sent to the former one opens nothing any more, nor what somebody who registered
 * was sent to the new one. Whoever reads it is as new as who is invited (SEC-17).
 */
export async function replaceEmail(tx: Tx, userId: number, email: string, now: Date): Promise<void> {
  await tx.run(
    sql`update app_user set email = ${email}, email_verified_at = null, entrusted_at = ${now} where id = ${userId}`,
  );
  await tx.run(sql`delete from magic_link where user_id = ${userId} and used_at is null`);
  // Seen in the distributor's scope because the address is one of its people's by now.
  await tx.run(sql`delete from registration where email = ${email} and used_at is null`);
  await tx.run(
    sql`update user_session set revoked_at = ${now} where user_id = ${userId} and revoked_at is null`,
  );
}

/** Of a distributor `d`. */
export const HAS_ISSUED = sql`exists (select from invoice i where i.distributor_id = d.id and i.origin = 'issued')`;

export const onboardingFacts = (
  tx: Tx,
  id: number,
): Promise<OnboardingFacts & { onboarding_status: OnboardingStatus }> =>
  tx.one(sql`
    select d.onboarding_status, d.automation_on, d.was_active, ${HAS_ISSUED} as has_issued,
      exists (select from app_user u where u.distributor_id = d.id and u.email_verified_at is not null) as email_verified,
      -- Who bills without VAT may have no number of it (BILL-5).
      '' <> all (array[d.name, d.address, d.post_code, d.city, d.phone, d.siren, d.iban]) and (d.prefix_vat <> '' or d.default_vat_rate_bp = 0)
        as company_info_added,
      exists (select from subscription s where s.distributor_id = d.id and s.status in ('active', 'trialing')) as plan_selected,
      exists (select from subscription s where s.distributor_id = d.id and s.status in ('unpaid', 'canceled'))
        and not exists (select from subscription s where s.distributor_id = d.id and s.status in ('active', 'trialing', 'past_due'))
        as subscription_lapsed,
      exists (select from import_file f where f.distributor_id = d.id and f.kind = 'bank_statement')
        or exists (select from bank_connection b where b.distributor_id = d.id and b.item_status in (0, -2, -3, 1003, 1007, 1009)) as bank_connected,
      d.communication_email is not null as email_assigned,
      exists (select from declaration r where r.distributor_id = d.id)
        or exists (select from bank_transaction t where t.distributor_id = d.id)
        or exists (select from invoice i where i.distributor_id = d.id and i.origin = 'imported') as data_imported
    from distributor d where d.id = ${id}`);

export const saveOnboardingStatus = (tx: Tx, id: number, status: OnboardingStatus): Promise<number> =>
  tx.run(sql`
    update distributor set onboarding_status = ${status}, was_active = was_active or ${status === "active"} where id = ${id}`);

/** Invoices are issued by themselves: it is validated, and asked for it. */
export const isIssuing = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.maybe(sql`select from distributor where id = ${id} and is_issuing`)) !== undefined;

/** The company without a SIREN that was written just so a moment ago, with that administrator when one is asked for. */
export const justMade = async (
  tx: Tx,
  company: Pick<Company, "name" | "address" | "post_code" | "city" | "phone" | "iban">,
  email: string | undefined,
): Promise<number | undefined> =>
  (
    await tx.maybe<{ id: number }>(sql`
      select id from distributor d
      where (name, address, post_code, city, phone, iban) = (${company.name}, ${company.address}, ${company.post_code},
        ${company.city}, ${company.phone}, ${company.iban}) and siren = '' and created_at > now() - interval '15 minutes'
        and (${email ?? null}::text is null or exists (select from app_user u where u.distributor_id = d.id and u.email = ${email ?? null}))
      order by id limit 1`)
  )?.id;
