import { type RegistryRemote, registryRemoteSchema } from "@bobine/contract/registry";
import { z } from "zod";
import type { Services } from "../../services.ts";
import { folderRegistryStorage } from "./folder-registry-storage.ts";
import { emptyPointer, type RemotePointer, remotePointerSchema } from "./remote-pointer.ts";

/** What pages of this node were told last, for a start while the registry is away (FED-18). */
export interface LastRemotes {
  /** @returns undefined when nothing was ever kept, or what was kept cannot be read */
  load(): Promise<Told | undefined>;
  save(told: Told): Promise<void>;
}

interface Told {
  readonly remotes: readonly RegistryRemote[];
  /** What is decided about the host (FED-31). */
  readonly host: RemotePointer;
}

const KEY = "last-remotes.json";
const keptSchema = z.object({
  remotes: z.array(registryRemoteSchema),
  // Kept by the version before, it says nothing of the host.
  host: remotePointerSchema.default(emptyPointer),
});

/** @param folder of this node alone */
export function lastRemotesIn(folder: string, log: Pick<Services["log"], "warn">): LastRemotes {
  const copy = folderRegistryStorage(folder);
  return {
    async load() {
      try {
        const content = await copy.read(KEY);
        if (content === undefined) return undefined;
        return keptSchema.parse(JSON.parse(new TextDecoder().decode(content)));
      } catch (error) {
        log.warn({ err: error }, "what the registry said last cannot be read on this node");
        return undefined;
      }
    },
    save: (told) => copy.write(KEY, new TextEncoder().encode(`${JSON.stringify(told)}\n`)),
  };
}
