import {
  type CinemaRequest,
  PROPOSED_LIST_ERRORS_MAX,
  PROPOSED_LIST_MAX,
} from "@bobine/contract/cinema-requests";
import { counted } from "@bobine/contract/french";
import { inTransaction } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { concurrencyLimiter } from "../../http/concurrency-limiter.ts";
import type { Upload } from "../../http/receive-upload.ts";
import type { Services } from "../../services.ts";
import { decideCinemaRows, type TakenValues } from "./decide-cinema-rows.ts";
import { nameKeysOf, readList } from "./listed-cinemas.ts";
import { makeRequest, checkValidated, type RequestMaker } from "./make-cinema-request.ts";
import { matchCinemaRows } from "./match-cinema-rows.ts";

/** A list is a moment of processor; the super admins' own does not wait for it. */
const limiter = concurrencyLimiter(1);
/** SEC-16: what is wrong with a list is told from the list alone, as if there were no cinema yet. */
const NOTHING_TAKEN: TakenValues = {
  cnc: [],
  short_codes: new Set(),
  accounts: [],
  screens: [],
};

/**
 * Proposes the cinemas of a workbook (CIN-11). Rows with an error are left out and told.
 * @throws 400 with a sentence when the file is no such list or none of its rows can be proposed, and as `makeRequest`
 */
export async function proposeList(
  services: Pick<Services, "pool">,
  asking: RequestMaker,
  upload: Upload,
  words: string,
  signal: AbortSignal,
): Promise<CinemaRequest> {
  const scope = { kind: "distributor", distributorId: asking.distributorId } as const;
  await inTransaction(services.pool, scope, (tx) => checkValidated(tx, asking.distributorId));
  const rows = await limiter.run(() => readList(upload, signal), signal, asking.distributorId);
  return await inTransaction(services.pool, scope, async (tx) => {
    const nameKeys = await nameKeysOf(tx, rows);
    const decided = await decideCinemaRows(matchCinemaRows(rows, nameKeys, []), new Map(), NOTHING_TAKEN);
    const good = new Set(decided.cinemas.map(({ line }) => line));
    const messages = decided.errors.map(({ message }) => message);
    if (good.size === 0)
      throw errors.upload(
        ["Aucun cinéma de ce fichier ne peut être proposé.", ...messages.slice(0, 3)].join(" "),
      );
    if (good.size > PROPOSED_LIST_MAX)
      throw errors.upload(
        `Une liste a ${counted(PROPOSED_LIST_MAX, "cinéma", "cinémas")} au plus. Partagez ce fichier en plusieurs.`,
      );
    return await makeRequest(tx, asking, {
      cinemaId: null,
      subject: `Liste de ${counted(good.size, "cinéma", "cinémas")}`,
      words,
      proposal: null,
      list: {
        fileName: upload.fileName,
        sha256: upload.sha256,
        rows: rows.filter(({ line }) => good.has(line)),
        errors: messages.slice(0, PROPOSED_LIST_ERRORS_MAX),
      },
    });
  });
}
