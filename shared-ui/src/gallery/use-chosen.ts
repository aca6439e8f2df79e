import { useSyncExternalStore } from "react";

const subscribe = (tell: () => void) => {
  window.addEventListener("hashchange", tell);
  return () => window.removeEventListener("hashchange", tell);
};

/** The id of the component that the address names; empty for all of them. */
export const useChosen = (): string => useSyncExternalStore(subscribe, () => location.hash.slice(1));
