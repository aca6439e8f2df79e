import {
  listRemoteKeys,
  MAX_REMOTE_KEYS,
  registerRemoteKey,
  revokeRemoteKey,
} from "@bobine/contract/remotes";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { writeAudit } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { fingerprintOf, type KeysByRemote, keysOf, readPublicKey } from "../shell/build-signature.ts";
import { HOST } from "../shell/host-seals.ts";
import { openRegistryStorage } from "../shell/open-registry-storage.ts";
import type { RegisteredKeys } from "../shell/registered-keys.ts";
import { registryStore } from "../shell/registry-store.ts";
import { onPlatform, sourceOf } from "./on-platform.ts";
import { insertKey, lockedKeys, revokeKey, type StoredKey, workingKeys } from "./remote-keys.repository.ts";
import { remotesErrors } from "./remotes.errors.ts";

/** The public keys of teams: builds of their remotes run when one of them has signed them (FED-34). */
export function mountRemoteKeys(app: FastifyInstance, services: Services, keys: RegisteredKeys): void {
  mountRoute(app, services, listRemoteKeys, async () => ({
    results: (await onPlatform(services, workingKeys)).map(shownKey),
  }));
  mountRoute(app, services, registerRemoteKey, async (context) => {
    const { team, public_key } = context.body;
    const remotes = [...new Set(context.body.remotes)];
    const read = readPublicKey(public_key);
    if (read === "private") throw remotesErrors.privateKey();
    if (read === undefined) throw remotesErrors.noPublicKey();
    if (remotes.includes(HOST)) throw remotesErrors.keyOfHost();
    await keys.refresh();
    const blocked = await unsignedLive(services, keys.now(), remotes, read.key);
    if (blocked !== undefined) throw remotesErrors.liveNotSigned(blocked.remote, blocked.build);
    const made = await onPlatform(services, async (tx) => {
      const working = await lockedKeys(tx);
      if (working.includes(read.key)) throw remotesErrors.keyIsThere();
      if (working.length >= MAX_REMOTE_KEYS) throw remotesErrors.tooManyKeys(MAX_REMOTE_KEYS);
      await writeAudit(tx, sourceOf(context), "other", {
        event: "Clé d’équipe enregistrée",
        team,
        remote: remotes.join(", "),
        fingerprint: fingerprintOf(read.key),
      });
      return insertKey(tx, {
        team,
        remotes,
        key: read.key,
        by: context.user.id,
        now: services.clock.now(),
      });
    });
    await keys.refresh();
    return shownKey(made);
  });
  mountRoute(app, services, revokeRemoteKey, async (context) => {
    await onPlatform(services, async (tx) => {
      const key = await revokeKey(tx, context.params.id, services.clock.now());
      if (!key) throw errors.notFound();
      if (key.isRevoked) return;
      await writeAudit(tx, sourceOf(context), "other", {
        event: "Clé d’équipe révoquée",
        team: key.team,
        remote: key.remotes.join(", "),
        fingerprint: fingerprintOf(key.public_key),
      });
    });
    await keys.refresh();
    return undefined;
  });
}

const shownKey = ({ public_key, ...key }: StoredKey) => ({ ...key, fingerprint: fingerprintOf(public_key) });

/**
 * The first build that pages are given now, or try, and would lose with this key: it was not signed, or by another one.
 * @param known the keys that work already
 */
async function unsignedLive(
  { config }: Services,
  known: KeysByRemote,
  remotes: readonly string[],
  key: string,
): Promise<{ readonly remote: string; readonly build: string } | undefined> {
  const owned = Object.fromEntries(
    remotes.map((remote): [string, string[]] => [
      remote,
      [...(Object.hasOwn(known, remote) ? keysOf(known, remote) : []), key],
    ]),
  );
  const store = registryStore(openRegistryStorage(config), { ...known, ...owned }, config.secretKey);
  const pointers = await store.pointers();
  for (const remote of remotes) {
    const { live = null, canary = null } = Object.hasOwn(pointers, remote) ? (pointers[remote] ?? {}) : {};
    for (const given of [live, canary])
      if (given !== null && (await store.manifestOf(remote, given.build)) === undefined)
        return { remote, build: given.build };
  }
  return undefined;
}
