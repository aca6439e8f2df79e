// Rows with valid defaults, written beneath the API.
import type { InvoiceStatus } from "@bobine/contract/invoices";
import type { ValidationStatus } from "@bobine/contract/policy/distributors";
import type { DistributorRole } from "@bobine/contract/policy/people";
import sql from "sql-template-tag";
import type { Tx } from "../db/scope.ts";

let serial = 0;
const next = (): number => {
  serial += 1;
  return serial;
};

export interface BuiltDistributor {
  readonly id: number;
  readonly name: string;
}

/** A distributor that can invoice: validated, complete identity, automation on. */
export async function aDistributor(
  tx: Tx,
  changes: Partial<{
    name: string;
    siren: string;
    automation_on: boolean;
    payment_terms: string;
    iban: string;
    validation_status: ValidationStatus;
    /** By default its books are on debits, as those of a distributor that has chosen nothing. */
    vat_due: "collection";
  }> = {},
): Promise<BuiltDistributor> {
  const n = next();
  const name = changes.name ?? `Distributeur ${n}`;
  const { id } = await tx.one<{ id: number }>(sql`
    insert into distributor (name, legal_mention, rcs_city, address, post_code, city, phone, siren, prefix_vat, iban, automation_on, payment_terms,
      validation_status)
    values (${name}, 'SAS au capital de 40 000 €', 'Paris', '14 rue des Ormes-Bleus', '75010', 'Paris', '01 99 00 14 10',
      ${changes.siren ?? String(100_000_000 + n)}, 'FR39', ${changes.iban ?? "FR7699999000010001234567809"},
      ${changes.automation_on ?? true}, ${changes.payment_terms ?? "30"}, ${changes.validation_status ?? "validated"})
    returning id`);
  if (changes.vat_due)
    await tx.run(
      sql`insert into vat_regime (distributor_id, since, vat_due) values (${id}, '0001-01-01', ${changes.vat_due})`,
    );
  return { id, name };
}

export const LUMEN = { name: "Lumen Films Distribution", siren: "000100016" } as const;

/** An administrator, who may do all that staff may. */
export async function aStaffUser(
  tx: Tx,
  distributor: BuiltDistributor,
  changes: Partial<{ email: string; first_name: string; company: string; role: DistributorRole }> = {},
): Promise<{ id: number; email: string }> {
  const email = changes.email ?? `personne-${next()}@distributeur.example`;
  return tx.one(sql`
    insert into app_user (distributor_id, email, first_name, last_name, company, role)
    values (${distributor.id}, ${email}, ${changes.first_name ?? "Camille"}, 'Rousseau', ${changes.company ?? distributor.name}, ${changes.role ?? "admin"})
    returning id, email`);
}

export const aSuperAdmin = (tx: Tx): Promise<{ id: number; email: string }> =>
  tx.one(sql`
    insert into app_user (email, system_role, first_name, last_name) values (${`admin-${next()}@bobine.example`}, 'super_admin', 'Alex', 'Admin')
    returning id, email`);

export interface CinemaChanges {
  name: string;
  city: string;
  pin_code: string;
  legal_name: string;
  siren: string;
  siret: string;
  cnc_authorization: string;
  short_name_code: string;
  default_accounting_code: string;
  group: string;
  is_validated: boolean;
  screens: readonly string[];
}

/** A validated cinema that a distributor works with. */
export async function aCinema(
  tx: Tx,
  distributor: BuiltDistributor | undefined,
  changes: Partial<CinemaChanges> = {},
): Promise<{ id: number; name: string }> {
  const n = next();
  const name = changes.name ?? `Cinéma ${n}`;
  const { id } = await tx.one<{ id: number }>(sql`
    insert into cinema (name, city, pin_code, address, legal_name, siren, siret, cnc_authorization, short_name_code, default_accounting_code,
      "group", is_validated, default_invoice_emails)
    values (${name}, ${changes.city ?? "Douai"}, ${changes.pin_code ?? "59500"}, '3 place du Beffroi', ${changes.legal_name ?? `SARL Ciné ${n}`},
      ${changes.siren ?? String(200_000_000 + n)}, ${changes.siret ?? ""}, ${changes.cnc_authorization ?? String(60_000 + n)},
      ${changes.short_name_code ?? `CINE${n}`}, ${changes.default_accounting_code ?? ""}, ${changes.group ?? "Indépendant"},
      ${changes.is_validated ?? true}, array['facturation@cinema.example'])
    returning id`);
  for (const [i, authorization] of (changes.screens ?? []).entries()) {
    await tx.run(
      sql`insert into screen (cinema_id, name, authorization_number) values (${id}, ${`Salle ${i + 1}`}, ${authorization})`,
    );
  }
  if (distributor)
    await tx.run(
      sql`insert into cinema_distributor (cinema_id, distributor_id) values (${id}, ${distributor.id})`,
    );
  return { id, name };
}

/** An invoice of outside the product, so that tests choose its number and amount. */
export async function anInvoice(
  tx: Tx,
  distributor: BuiltDistributor,
  cinema: { readonly id: number; readonly name: string },
  changes: Partial<{
    invoice_number: string;
    invoice_date: string;
    due_date: string;
    total_amount: string;
    week_start: string;
    week_number: number;
    week_year: number;
    client_account: string;
    in_default: boolean;
  }> = {},
): Promise<{ id: number; invoice_number: string; status: InvoiceStatus }> {
  const total = changes.total_amount ?? "110.00";
  return tx.one(sql`
    insert into invoice (distributor_id, cinema_id, origin, invoice_number, invoice_date, due_date, cinema_name, week_start, week_number, week_year,
      client, client_account, total_net_amount, total_vat_amount, total_amount, in_default)
    values (${distributor.id}, ${cinema.id}, 'imported', ${changes.invoice_number ?? `F26${String(next()).padStart(6, "0")}`},
      ${changes.invoice_date ?? "2026-11-30"}, ${changes.due_date ?? "2026-12-30"}, ${cinema.name}, ${changes.week_start ?? "2026-11-18"},
      ${changes.week_number ?? 47}, ${changes.week_year ?? 2026}, '{}', ${changes.client_account ?? "411CLIENT"},
      round(${total}::numeric / 1.1, 2), ${total}::numeric - round(${total}::numeric / 1.1, 2), ${total}, ${changes.in_default ?? false})
    returning id, invoice_number, status`);
}
