import { roleLabel } from "@bobine/contract/role-labels";
import sql from "sql-template-tag";
import { inTransaction } from "../../db/scope.ts";
import { sendUnlessRefused } from "../../send-mail.ts";
import type { Job, Services } from "../../services.ts";
import { userById } from "../auth/auth.repository.ts";
import { userOfAddress } from "../auth/registration.repository.ts";
import { invitationMail, takenAddressMail } from "./invitation.mail.ts";
import { invitationById, markGivenUp, markRefused } from "../auth/invitations.repository.ts";
import { invitationToken } from "./invite.ts";

type DataOf<Name extends Job["name"]> = Extract<Job, { name: Name }>["data"];

/**
 * Mails an invitation. Run twice it mails the same link twice; of one that was mailed again, withdrawn or accepted since, nothing. That its
 * address, or a server for the mail itself, refuses it for good is noted, alike for an address that has an account elsewhere.
 */
async function mailInvitation(
  services: Services,
  { invitation_id, sent_count }: DataOf<"mail-invitation">,
): Promise<void> {
  const mail = await inTransaction(services.pool, { kind: "all" }, async (tx) => {
    const invitation = await invitationById(tx, invitation_id);
    if (!invitation || invitation.sent_count !== sent_count) return undefined;
    if (invitation.accepted_at !== null || invitation.withdrawn_at !== null) return undefined;
    const { name: company } = await tx.one<{ name: string }>(
      sql`select name from distributor where id = ${invitation.distributor_id}`,
    );
    const present = await userOfAddress(tx, invitation.email);
    if (present) {
      const { email: to, first_name: firstName } = await userById(tx, present.id);
      return present.disabled_at === null ? takenAddressMail({ to, firstName, company }) : undefined;
    }
    return invitationMail({
      to: invitation.email,
      firstName: invitation.first_name,
      invitedBy: invitation.invited_by,
      company,
      role: roleLabel(invitation.role),
      // Its page knows an invitation by this when the server knows the token no more: it was mailed again since (UI-6).
      link: `${services.config.publicUrl}/auth/verify?token=${invitationToken(services, invitation)}&invitation=1`,
    });
  });
  if (!mail) return;
  const result = await sendUnlessRefused(services, mail);
  if (result === "taken") return;
  await inTransaction(services.pool, { kind: "all" }, (tx) =>
    MARKS[result](tx, invitation_id, sent_count, services.clock.now()),
  );
}

/** Only a refusal of the mailbox is told as the address's (MAIL-14). */
const MARKS = { address_refused: markRefused, message_refused: markGivenUp } as const;

/** Handlers for `Jobs.work` and `Jobs.drain`. */
export const peopleHandlers = (services: Services) => ({
  "mail-invitation": (data: DataOf<"mail-invitation">) => mailInvitation(services, data),
});
