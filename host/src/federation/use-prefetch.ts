import { currentViewer } from "@bobine/shared-auth";
import { useEffect, useRef } from "react";
import { useFederation } from "./federation-context.ts";
import { createPrefetch, likelyNext, type Prefetch, remoteBehind } from "./prefetch.ts";

/** The page's own calls come first. */
const QUIET_MS = 2_000;
/** A pointer that only passes over an entry wants nothing. */
const INTENT_MS = 80;

const made = new WeakMap<object, Prefetch>();

/** One for the page, whatever menus are on it. */
function usePrefetch(): Prefetch {
  const { registry } = useFederation();
  let prefetch = made.get(registry);
  if (!prefetch) {
    prefetch = createPrefetch({ registry });
    made.set(registry, prefetch);
  }
  return prefetch;
}

/**
 * When the screen has been there for a while and the browser is idle, fetches the remote that will likely be wanted next.
 * @param menu the addresses of the menu in its order
 */
export function useIdlePrefetch(menu: readonly string[], pathname: string): void {
  const { registry } = useFederation();
  const prefetch = usePrefetch();
  const list = menu.join(" ");
  useEffect(() => {
    let idle = 0;
    const timer = setTimeout(() => {
      idle = whenIdle(() => {
        const next = likelyNext(registry, list.split(" "), pathname, prefetch.isKnown);
        if (next) prefetch.remote(next, currentViewer());
      });
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      if (idle !== 0) cancelIdleCallback(idle);
    };
  }, [registry, prefetch, list, pathname]);
}

/** Safari has no idle callback. */
function whenIdle(work: () => void): number {
  if (typeof requestIdleCallback === "function") return requestIdleCallback(work);
  work();
  return 0;
}

/** What a link needs to fetch its remote when the user is about to follow it, by pointer or keyboard. */
export function useIntentPrefetch(path: string) {
  const { registry } = useFederation();
  const prefetch = usePrefetch();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const begin = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const remote = remoteBehind(registry, path);
      if (remote) prefetch.remote(remote, currentViewer());
    }, INTENT_MS);
  };
  const end = () => clearTimeout(timer.current);
  return { onPointerEnter: begin, onPointerLeave: end, onFocus: begin, onBlur: end };
}
