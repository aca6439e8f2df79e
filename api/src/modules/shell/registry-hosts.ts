import { type HostBuild, hostBuildSchema } from "@bobine/contract/registry";
import { z } from "zod";
import type { RegistryStorage } from "./registry-storage.ts";

/** No remote can have this name. */
const HOSTS = "_hosts/";
/** A server says again what it serves within this time, or counts as gone. */
export const HOST_LIFE_MS = 24 * 3_600_000;

const servedHostSchema = z.object({ node: z.string(), seenAt: z.string(), host: hostBuildSchema });
/** The shell that one server gives to browsers. */
export type ServedHost = z.infer<typeof servedHostSchema>;

/** Notes which shell a server gives, for promotions to be checked against. */
export async function recordHost(
  storage: RegistryStorage,
  node: string,
  host: HostBuild,
  now: Date,
): Promise<void> {
  const served: ServedHost = { node, seenAt: now.toISOString(), host };
  const key = `${HOSTS}${node.replaceAll(/[^A-Za-z0-9-]/g, "-").replace(/^-+/, "") || "node"}.json`;
  await storage.write(key, new TextEncoder().encode(`${JSON.stringify(served)}\n`));
}

/**
 * The shells that are being served. When none was heard of lately (the product is stopped) the last one counts.
 * @returns the most recently seen first
 */
export async function servedHosts(storage: RegistryStorage, now: Date): Promise<ServedHost[]> {
  const keys = (await storage.list(HOSTS)).map(({ key }) => key);
  const contents = await Promise.all(keys.map((key) => storage.read(key)));
  const all = contents
    .flatMap((content) =>
      content === undefined ? [] : [servedHostSchema.parse(JSON.parse(new TextDecoder().decode(content)))],
    )
    .sort((a, b) => (a.seenAt < b.seenAt ? 1 : -1));
  const fresh = all.filter(({ seenAt }) => now.getTime() - Date.parse(seenAt) < HOST_LIFE_MS);
  return fresh.length > 0 ? fresh : all.slice(0, 1);
}
