import { type RegistryRemote, registryRemoteSchema } from "@bobine/contract/registry";
import { z } from "zod";
import type { Services } from "../../services.ts";
import { folderRegistryStorage } from "./folder-registry-storage.ts";

/** What pages of this node were told last, for a start while the registry is away (FED-18). */
export interface LastRemotes {
  /** @returns undefined when nothing was ever kept, or what was kept cannot be read */
  load(): Promise<readonly RegistryRemote[] | undefined>;
  save(remotes: readonly RegistryRemote[]): Promise<void>;
}

const KEY = "last-remotes.json";
const keptSchema = z.object({ remotes: z.array(registryRemoteSchema) });

/** @param folder of this node alone */
export function lastRemotesIn(folder: string, log: Pick<Services["log"], "warn">): LastRemotes {
  const copy = folderRegistryStorage(folder);
  return {
    async load() {
      try {
        const content = await copy.read(KEY);
        if (content === undefined) return undefined;
        return keptSchema.parse(JSON.parse(new TextDecoder().decode(content))).remotes;
      } catch (error) {
        log.warn({ err: error }, "what the registry said last cannot be read on this node");
        return undefined;
      }
    },
    save: (remotes) => copy.write(KEY, new TextEncoder().encode(`${JSON.stringify({ remotes })}\n`)),
  };
}
