import type { LinkRequest } from "@bobine/contract/cinema-links";
import type { Tx } from "../../db/scope.ts";
import { candidatesOf } from "./cinema-candidates.ts";
import { sandboxRepository } from "./sandbox.repository.ts";

/** What waits for a super admin, each with the shared cinema that a report would find by the same name and numbers. */
export async function readLinkRequests(
  tx: Tx,
  page: number,
  size: number,
): Promise<{ count: number; rows: LinkRequest[] }> {
  const { count, rows } = await sandboxRepository.requests(tx, page, size);
  const candidates = await candidatesOf(tx, rows);
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
        candidate: candidates[position] ?? null,
      }),
    ),
  };
}
