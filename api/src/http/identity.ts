import type { SystemRole } from "@bobine/contract/auth";
import type { DistributorRole } from "@bobine/contract/policy/people";

export interface SignedInUser {
  readonly id: number;
  readonly session_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly job_role: string;
  readonly system_role: SystemRole;
  readonly role: DistributorRole;
  readonly distributor_id: number | null;
  /** SEC-24: what a super admin has to do before anything else. */
  readonly missing_factor?: MissingFactor | undefined;
}

/** `to-enable`: there is no second factor yet; `to-give`: the session began without its code. */
export type MissingFactor = "to-enable" | "to-give";

/** Who a session belongs to, as the database said it. */
export interface Identity {
  readonly user: SignedInUser;
  /** Whether the distributor that the request names exists; what that allows is said by `authorise`. */
  readonly chosenExists: boolean;
  readonly sessionExpiresAt: string;
}
