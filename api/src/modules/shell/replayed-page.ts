import type { HostBuild } from "@bobine/contract/registry";
import type { FastifyRequest } from "fastify";
import { inTransaction } from "../../db/scope.ts";
import type { Services } from "../../services.ts";
import { wasOnDisk } from "./host-decisions.ts";
import { storedHost } from "./host-files.ts";
import type { StoredHost } from "./host-seals.ts";
import { hostIn } from "./registry-ledger.ts";
import { servedBy } from "./remote-build.ts";
import type { RegistryStore } from "./registry-store.ts";
import { wasGiven } from "./remote-pointer.ts";
import { compositionOf, requestedReplay, replayedRegistry } from "./replayed-composition.ts";
import type { OtherPage } from "./shell-page.ts";

/**
 * Pages with the builds that somebody had when something failed, host included, for browsers that may have them (FED-28). Whoever else
 * asks, or asks for what is not known, gets the page of everybody.
 * @param own host of this server
 */
export const replayedPages =
  (
    { config, clock, pool }: Pick<Services, "config" | "clock" | "pool">,
    store: RegistryStore,
    own: HostBuild | undefined,
  ) =>
  async (request: FastifyRequest, page: OtherPage, ownTemplate: string): Promise<OtherPage> => {
    const id = requestedReplay(config, request, clock.now());
    if (id === undefined) return page;
    const composition = await inTransaction(pool, { kind: "all" }, (tx) => compositionOf(tx, id));
    if (composition === undefined) return page;
    const isOwn = composition.host === own?.build;
    const other = isOwn ? undefined : await trustedHost(store, composition.host);
    return {
      template: isOwn ? ownTemplate : (other?.template ?? page.template),
      registry: await replayedRegistry(
        store,
        id,
        composition,
        page.registry,
        isOwn ? own : other && servedBy(other.host),
      ),
    };
  };

/** @returns undefined also of one whose page is not of this installation (FED-31), and of one that nobody was ever given: a report says what it likes */
async function trustedHost(
  { storage, seals, state }: RegistryStore,
  build: string,
): Promise<StoredHost | undefined> {
  if (!wasGiven(hostIn(await state()), build) && !(await wasOnDisk(storage, build))) return undefined;
  const stored = await storedHost(storage, build);
  const isSound =
    stored &&
    (await seals.check(stored, storage).then(
      () => true,
      () => false,
    ));
  return isSound ? stored : undefined;
}
