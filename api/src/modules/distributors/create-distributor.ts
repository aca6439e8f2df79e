import { sirenOfVat, splitSiret } from "@bobine/contract/business-numbers";
import type { NewDistributor } from "@bobine/contract/distributors";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import { endsInDomain, prefixOf, suffixMessage } from "./change-company.ts";
import { insertAdministrator, insertCompany, justMade } from "../company/company.repository.ts";
import { takenAsFieldError } from "./taken-as-field-error.ts";

/**
 * Makes a distributor and, when it is given, its administrator: both or neither (UI-15).
 * @param settings.communicationDomain with its @
 * The same again a moment later is the one that is there: whoever lost the answer asks once more.
 * @returns the distributor's id
 * @throws 400 by field: an address outside the product's domain, a SIREN or an address that somebody else has
 */
export async function makeDistributor(
  tx: Tx,
  settings: { readonly communicationDomain: string },
  source: AuditSource,
  body: NewDistributor,
): Promise<number> {
  const communicationEmail = body.communication_email ?? null;
  if (communicationEmail !== null && !endsInDomain(communicationEmail, settings.communicationDomain))
    throw errors.field("communication_email", suffixMessage(settings.communicationDomain));
  const { name, address, post_code, city, phone, iban, admin_email: email } = body;
  const { siren, siret } = splitSiret(body.siren || (sirenOfVat(body.vat_number ?? "") ?? ""));
  // One with a SIREN is refused by it.
  const same =
    siren === ""
      ? await justMade(tx, { name, address, post_code, city, phone, iban }, email || undefined)
      : undefined;
  if (same !== undefined) return same;
  return takenAsFieldError("admin_email", async () => {
    const id = await insertCompany(
      tx,
      {
        name,
        address,
        post_code,
        city,
        phone,
        iban,
        siren,
        siret,
        prefix_vat: prefixOf(body.vat_number ?? ""),
        secondary_iban: body.secondary_iban ?? "",
        communication_email: communicationEmail,
      },
      "validated",
    );
    if (email) {
      const person = {
        email,
        first_name: body.admin_first_name ?? "",
        last_name: body.admin_last_name ?? "",
      };
      await insertAdministrator(tx, { id, name }, person);
    }
    await writeAudit(tx, { ...source, distributorId: id }, "other", {
      distributor_name: name,
      created: 1,
      ...(email ? { email } : {}),
    });
    return id;
  });
}
