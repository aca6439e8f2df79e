import { lockInvoicing } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import { cinemaLinksRepository as repository, type LinkCut } from "./cinema-links.repository.ts";

const noLinkYet = () =>
  errors.conflict(
    "Ce cinéma vient de vos fichiers et attend encore Bobine\u00a0: il n’y a pas de lien à couper.",
    "link_in_sandbox",
  );

/**
 * Cuts the link of a cinema with a distributor. Invoices keep what they say; declarations that are not invoiced yet wait.
 * @throws 404 without such a link; 409 for a cinema of the distributor's sandbox, and when the distributor's own people cut one that they have invoiced or declared something to
 */
export async function cutLink(tx: Tx, source: AuditSource, cut: LinkCut): Promise<void> {
  const { cinemaId, distributorId, isForGood } = cut;
  // No import or issue of invoices is on its way to the cinema.
  await lockInvoicing(tx, distributorId);
  const cinema = await repository.linkedCinema(tx, distributorId, cinemaId);
  if (!cinema)
    throw (await repository.isInSandbox(tx, distributorId, cinemaId)) ? noLinkYet() : errors.notFound();
  if (!isForGood && (await repository.isUsed(tx, distributorId, cinemaId)))
    throw errors.conflict(
      "Ce cinéma a des factures ou des déclarations chez vous\u00a0: demandez à Bobine de couper ce lien.",
      "link_in_use",
    );
  await repository.deleteLink(tx, cut);
  if (isForGood) await repository.saveCut(tx, cut, source.actorId);
  await writeAudit(tx, source, "updated_cinema", {
    cinema_id: cinemaId,
    cinema_name: cinema.name,
    comment: "Lien avec le distributeur coupé",
  });
}
