import { useCallback, useEffect, useRef } from "react";

/**
 * One function for the whole life of a component, which calls what `handler` is now: rows that take it are drawn again only when
 * their own line changes. For events, not for rendering.
 */
export function useLatest<Args extends unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
