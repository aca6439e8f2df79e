import { errors } from "../../errors.ts";
import { shareCinemas } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import type { AuditSource } from "../../http/audit.ts";
import { auditCinema } from "./audit-cinema.ts";
import { cinemaLinksRepository as repository } from "./cinema-links.repository.ts";
import { lockedCinema } from "./cinemas.repository.ts";
import { refuseTakenNumbers } from "./refuse-taken-numbers.ts";
import { insertScreen } from "./screens.repository.ts";

/**
 * Makes a proposed screen one of its cinema, or refuses it; who else proposed it gets the same answer. The declarations and invoices
 * of the reports stay as they are.
 * @throws 404, 409 when somebody else has decided, 23505 when the number is another screen's by now
 */
export async function decideScreenProposal(
  tx: Tx,
  source: AuditSource,
  id: number,
  isAccepted: boolean,
  now: Date,
): Promise<void> {
  await shareCinemas(tx);
  const proposal = await repository.proposalToDecide(tx, id);
  const cinema = proposal && (await lockedCinema(tx, proposal.cinema_id));
  if (!cinema) throw errors.notFound();
  if (proposal.state !== "open")
    throw errors.conflict("Cette proposition a déjà été traitée. Rechargez la page.", "proposal_decided");
  const { authorization_number, name } = proposal;
  const screenName = [name, authorization_number].filter(Boolean).join(" – ");
  if (isAccepted) {
    await refuseTakenNumbers(tx, cinema.id, { cnc: "", screens: [authorization_number], leaving: [] });
    await insertScreen(tx, cinema.id, { name, authorization_number });
    await repository.acceptNumber(tx, authorization_number, cinema.id, now);
    await auditCinema(tx, source, cinema, {
      changed_fields: ["screens"],
      old_value: null,
      new_value: screenName,
      comment: "Salle proposée par un rapport, acceptée",
    });
  } else {
    await repository.refuseNumber(tx, authorization_number, cinema.id, now);
    await auditCinema(tx, source, cinema, {
      screens_proposed: screenName,
      comment: "Salle proposée par un rapport, refusée",
    });
  }
}
