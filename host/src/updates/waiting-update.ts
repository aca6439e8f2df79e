/** How long a newer build may wait for an answer before the next page brings it, in milliseconds. */
export const UPDATE_PATIENCE_MS = 15 * 60_000;
/** For how long a tab that was reloaded in vain does not ask for another reload for the same registry, in milliseconds. */
const REST_AFTER_OLD_PAGE_MS = 10 * 60_000;

const KEY = "bobine.reloaded-for";

export interface WaitingUpdate {
  /** The registry that is worth a reload now; undefined: none is. */
  notice(registryId: string | undefined): void;
  /** True when it has waited for so long that the next page of the product may as well come with it. */
  isOverdue(): boolean;
  /** Called before a reload. @returns false when the tab keeps nothing, so that what comes could not be told from what was */
  remember(): boolean;
  /** True when this tab was reloaded for that registry a while ago and an older page came: from a cache between server and browser. */
  cameBackOld(registryId: string): boolean;
}

/**
 * A newer build between the moment that it is known and the reload that brings it (FED-6). Reloading is the person's decision, for
 * a while; a page that comes back as old as it was ends that, so that no tab reloads for ever.
 * @param pageId of the registry that this page was loaded with
 * @param tab the tab's own memory, which a reload keeps
 * @param now in milliseconds
 */
export function waitingUpdate(
  pageId: string,
  tab: Pick<Storage, "getItem" | "setItem">,
  now: () => number = Date.now,
): WaitingUpdate {
  let waiting: { readonly id: string; readonly since: number } | undefined;
  const cameBackOld = (registryId: string): boolean => {
    const [id, at] = read(tab).split(" ");
    return id === registryId && id !== pageId && now() - Number(at) < REST_AFTER_OLD_PAGE_MS;
  };
  return {
    notice(id) {
      waiting = id === undefined ? undefined : { id, since: waiting?.since ?? now() };
    },
    isOverdue: () =>
      waiting !== undefined && now() - waiting.since >= UPDATE_PATIENCE_MS && !cameBackOld(waiting.id),
    remember() {
      try {
        if (waiting !== undefined) tab.setItem(KEY, `${waiting.id} ${now()}`);
        return true;
      } catch {
        return false;
      }
    },
    cameBackOld,
  };
}

function read(tab: Pick<Storage, "getItem">): string {
  try {
    return tab.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}
