import { createHash, createHmac } from "node:crypto";
import type { HostBuild } from "@bobine/contract/registry";
import { mustBeSigned, type RemoteKeys } from "./build-signature.ts";
import type { RegistryStorage } from "./registry-storage.ts";
import { BuildRefusal } from "./remote-build.ts";

/** The host in the ledger, in `REMOTE_KEYS` and at the command line: no remote has this name. */
export const HOST = "host";

/** A host that any server can give, as it lies in the registry. */
export interface StoredHost {
  readonly template: string;
  readonly host: HostBuild;
  /** The bytes of `host.json`. */
  readonly description: Uint8Array;
}

export interface HostSeals {
  /** Where a host's seal lies; undefined where none is asked for, or this process cannot make it. */
  keyFor(build: string, description: Uint8Array): string | undefined;
  /** @throws BuildRefusal in a process that could not seal what has to be sealed */
  refuseBlind(): void;
  /** @throws BuildRefusal when the page is not that of the build, or it has to be sealed and is not */
  check(stored: StoredHost, storage: Pick<RegistryStorage, "read">): Promise<void>;
}

/**
 * What lies in the bucket is a page of this installation (FED-21, FED-31): each server seals the host on its disk with `SECRET_KEY`, which who may
 * write into the bucket does not have. `host.json` has the hash of the page and of each file. The seal is in the name, so that it never changes
 * under its key. Asked for where builds have to be signed.
 * @param secret empty in a process that has none
 */
export function hostSeals(keys: RemoteKeys, secret: string): HostSeals {
  const keyFor = (build: string, description: Uint8Array): string | undefined => {
    if (secret === "" || !mustBeSigned(keys, HOST)) return undefined;
    const seal = createHmac("sha256", `host:${secret}`).update(description).digest("hex");
    return `_host-pages/${build}.${seal}.seal`;
  };
  return {
    keyFor,
    refuseBlind() {
      if (secret === "" && mustBeSigned(keys, HOST))
        throw new BuildRefusal("hosts are sealed here (REMOTE_KEYS): SECRET_KEY of the servers is needed");
    },
    async check({ template, host, description }, storage) {
      const expected = host.integrity["index.html"];
      const hash = `sha384-${createHash("sha384").update(template).digest("base64")}`;
      const key = keyFor(host.build, description);
      if (expected === undefined ? key !== undefined : expected !== hash)
        throw new BuildRefusal(`host ${host.build}: its page is not what its hash says`);
      if (key !== undefined && (await storage.read(key)) === undefined)
        throw new BuildRefusal(
          `host ${host.build}: no server of this installation has sealed it, and builds are signed here (REMOTE_KEYS)`,
        );
    },
  };
}
