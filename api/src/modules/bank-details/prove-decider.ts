import { SEASONED_HOURS } from "@bobine/contract/second-factor";
import { inTransaction } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import type { AuditSource } from "../../http/audit.ts";
import type { SignedInUser } from "../../http/identity.ts";
import type { Services } from "../../services.ts";
import { proveSecondFactor } from "../second-factor/prove-second-factor.ts";
import { factorOf } from "../second-factor/second-factor.repository.ts";
import { isDecider } from "./bank-details.repository.ts";

const SEASONED_MS = SEASONED_HOURS * 3_600_000;

/**
 * Makes sure that a change of bank details may take effect at once: by a code of somebody who decides about them, whose second factor is
 * older than a thief's would be.
 * @throws 403, 400 on `totp_code`, 429
 */
export async function proveDecider(
  services: Services,
  user: SignedInUser,
  source: AuditSource & { readonly distributorId: number },
  code: string,
): Promise<void> {
  const factor = await inTransaction(services.pool, { kind: "all" }, async (tx) => {
    if (!(await isDecider(tx, source.distributorId, user.id, services.clock.now())))
      throw user.role === "admin" ? errors.bankDetails.tooNew() : errors.bankDetails.notYours();
    return factorOf(tx, user.id);
  });
  if (factor && services.clock.now().getTime() - new Date(factor.enabled_at).getTime() < SEASONED_MS)
    throw errors.secondFactor.tooYoung();
  await proveSecondFactor(services, user.id, code, source);
}
