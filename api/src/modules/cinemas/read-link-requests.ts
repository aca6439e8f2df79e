import type { LinkRequest } from "@bobine/contract/cinema-links";
import type { Tx } from "../../db/scope.ts";
import { findCinemas } from "../box-office/find-cinemas.ts";
import { storedCinemas, withNameKeys } from "../box-office/look-up-cinemas.ts";
import { reportedCinemasRepository } from "../box-office/reported-cinemas.repository.ts";
import { cinemaLinksRepository } from "./cinema-links.repository.ts";
import { sandboxRepository } from "./sandbox.repository.ts";

/** What waits for a super admin, each with the shared cinema that a report would find by the same name and numbers. */
export async function readLinkRequests(
  tx: Tx,
  page: number,
  size: number,
): Promise<{ count: number; rows: LinkRequest[] }> {
  const { count, rows } = await sandboxRepository.requests(tx, page, size);
  const named = await withNameKeys(tx, rows);
  const screens = await reportedCinemasRepository.knownScreens(
    tx,
    rows.flatMap((row) => [...row.screens]),
  );
  const known = await storedCinemas(tx, named);
  const found = rows.map((_row, position) => {
    const one = named[position];
    const id = one && findCinemas([one], known, screens, () => -1).cinemas[0];
    return id === undefined || id < 0 ? undefined : id;
  });
  const candidates = await cinemaLinksRepository.namedCinemas(
    tx,
    found.flatMap((id) => id ?? []),
  );
  return {
    count,
    rows: rows.map(
      (
        { id, name, city, cnc, siren, distributor, invoice_count, declaration_count, created_at },
        position,
      ) => ({
        id,
        name,
        city,
        cnc,
        siren,
        distributor,
        invoice_count,
        declaration_count,
        created_at,
        candidate: candidates.get(found[position] ?? -1) ?? null,
      }),
    ),
  };
}
