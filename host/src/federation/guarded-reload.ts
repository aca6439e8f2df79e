import { registryHeadSchema } from "@bobine/contract/registry";

const KEY = "bobine.reloaded";

/** Which builds this tab has already reloaded for. */
type Tab = Pick<Storage, "getItem" | "setItem">;

/**
 * A tab that stayed open longer than its builds were kept asks for files that are gone: one reload brings the builds of today.
 * Once per remote and build and tab, and only if the registry has moved since: otherwise a reload would bring the same page.
 * @param liveRegistryId the id that the server gives now, undefined when it does not answer
 */
export function mayReload(
  tab: Tab,
  build: { name: string; build: string },
  pageRegistryId: string,
  liveRegistryId: string | undefined,
): boolean {
  if (liveRegistryId === undefined || liveRegistryId === pageRegistryId) return false;
  const key = `${KEY}:${build.name}@${build.build}`;
  try {
    if (tab.getItem(key) !== null) return false;
    tab.setItem(key, liveRegistryId);
    return true;
  } catch {
    // A browser that keeps nothing could reload for ever.
    return false;
  }
}

const HEAD_TIMEOUT_MS = 3_000;

/** @returns the id of what is live now, undefined when the server does not say */
export async function liveRegistryId(): Promise<string | undefined> {
  try {
    // oxlint-disable-next-line no-restricted-globals -- the registry is no call of the API
    const answer = await fetch("/registry/head", {
      cache: "no-store",
      signal: AbortSignal.timeout(HEAD_TIMEOUT_MS),
    });
    return answer.ok ? registryHeadSchema.parse(await answer.json()).id : undefined;
  } catch {
    return undefined;
  }
}
