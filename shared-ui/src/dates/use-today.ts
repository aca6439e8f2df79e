import { type CivilDate, civilDateInParis } from "@bobine/contract/civil-date";
import { useSyncExternalStore } from "react";

const todayInParis = (): CivilDate => civilDateInParis(new Date());

/** Whoever comes back to a tab that was open over midnight finds the new day. */
function watchReturn(look: () => void): () => void {
  window.addEventListener("focus", look);
  window.addEventListener("visibilitychange", look);
  return () => {
    window.removeEventListener("focus", look);
    window.removeEventListener("visibilitychange", look);
  };
}

/** The day of Paris on which somebody looks. */
export const useToday = (): CivilDate => useSyncExternalStore(watchReturn, todayInParis);
