import { type HostBuild, hostBuildSchema } from "@bobine/contract/registry";
import { z } from "zod";
import type { RegistryStorage } from "./registry-storage.ts";

/** No remote can have this name. */
const HOSTS = "_hosts/";
/**
 * A server says again what it serves within this time, or counts as gone: one that was killed hinders nobody for long. Counted from what
 * another server said last, never by the clock of who promotes: with that ahead, no server would count.
 */
export const HOST_LIFE_MS = 15 * 60_000;
/** Servers that were not heard of for so long are forgotten. */
const FORGET_MS = 30 * 86_400_000;

const servedHostSchema = z.object({
  node: z.string(),
  /** When this server first gave this build; older versions of the product did not say. */
  since: z.string().optional(),
  seenAt: z.string(),
  /** Set by a server that ended in good order. */
  stoppedAt: z.string().optional(),
  host: hostBuildSchema,
});
/** The shell that one server gives to browsers. */
export type ServedHost = z.infer<typeof servedHostSchema>;

/**
 * Notes which shell a server gives, for promotions to be checked against.
 * @returns since when this build has been given, by whatever server did first: ISO 8601
 */
export async function recordHost(
  storage: RegistryStorage,
  node: string,
  host: HostBuild,
  now: Date,
): Promise<string> {
  const same = (await everyHost(storage)).filter((known) => known.host.build === host.build);
  const since = same.map((known) => known.since ?? known.seenAt).sort()[0] ?? now.toISOString();
  await write(storage, { node, since, seenAt: now.toISOString(), host });
  return since;
}

/** Notes that a server gives its shell no more, unless another one has taken its name meanwhile. */
export async function hostStopped(
  storage: RegistryStorage,
  node: string,
  host: HostBuild,
  now: Date,
): Promise<void> {
  const known = await read(storage, keyOf(node));
  if (known?.host.build === host.build) await write(storage, { ...known, stoppedAt: now.toISOString() });
}

/**
 * The shells that are being served. When all servers have said that they end (the product is stopped) the last one counts.
 * @returns the most recently seen first
 */
export async function servedHosts(storage: RegistryStorage): Promise<ServedHost[]> {
  const all = await everyHost(storage);
  const newest = Math.max(...all.map(({ seenAt }) => Date.parse(seenAt)));
  const fresh = all.filter(
    ({ seenAt, stoppedAt }) => stoppedAt === undefined && newest - Date.parse(seenAt) < HOST_LIFE_MS,
  );
  return fresh.length > 0 ? fresh : all.slice(0, 1);
}

/** The shells that were served after an instant, of servers that have ended too. */
export const hostsSeenSince = async (storage: RegistryStorage, from: Date): Promise<HostBuild[]> =>
  (await everyHost(storage)).filter(({ seenAt }) => new Date(seenAt) > from).map(({ host }) => host);

/** Forgets servers that are long gone (each new container has a name of its own); never the last one. */
export async function forgetOldHosts(storage: RegistryStorage, now: Date): Promise<void> {
  for (const { node, seenAt } of (await everyHost(storage)).slice(1))
    if (now.getTime() - Date.parse(seenAt) > FORGET_MS) await storage.remove(keyOf(node));
}

async function everyHost(storage: RegistryStorage): Promise<ServedHost[]> {
  const keys = (await storage.list(HOSTS)).map(({ key }) => key);
  const all = await Promise.all(keys.map((key) => read(storage, key)));
  return all
    .flatMap((served) => (served === undefined ? [] : [served]))
    .sort((a, b) => (a.seenAt < b.seenAt ? 1 : -1));
}

const keyOf = (node: string): string =>
  `${HOSTS}${node.replaceAll(/[^A-Za-z0-9-]/g, "-").replace(/^-+/, "") || "node"}.json`;

async function read(storage: RegistryStorage, key: string): Promise<ServedHost | undefined> {
  const content = await storage.read(key);
  return content === undefined
    ? undefined
    : servedHostSchema.parse(JSON.parse(new TextDecoder().decode(content)));
}

const write = (storage: RegistryStorage, served: ServedHost): Promise<void> =>
  storage.write(keyOf(served.node), new TextEncoder().encode(`${JSON.stringify(served)}\n`));
