import { unfinishedWork } from "@bobine/shared-auth";
import { useEffect } from "react";
import { createPath, useBlocker } from "react-router-dom";
import { LeaveDialog } from "./leave-question.tsx";
import { LEAVE_TEXTS } from "./updates.texts.ts";
import type { WaitingUpdate } from "./waiting-update.ts";

/**
 * Asks before another page of the product takes the place of unfinished work. Tabs, searches and dialogs of the same page are
 * no other page. Closing the tab is asked by the browser (`useUnfinishedWork`).
 * When a newer build has waited too long and nothing is unfinished, the page is loaded anew where the person goes (FED-6).
 * @param load what takes the tab to an address
 */
export function LeaveGuard({
  update,
  load = (address) => window.location.assign(address),
}: {
  update: Pick<WaitingUpdate, "isOverdue" | "remember">;
  load?: (address: string) => void;
}) {
  const { state, location, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      // « Back » of a page that is loaded anew would lead to itself.
      (unfinishedWork().length > 0 || (historyAction === "PUSH" && update.isOverdue() && update.remember())),
  );
  const address =
    state === "blocked" && unfinishedWork().length === 0 && update.isOverdue()
      ? createPath(location)
      : undefined;
  useEffect(() => {
    if (address !== undefined) load(address);
  }, [address, load]);
  if (state !== "blocked" || address !== undefined) return null;
  return (
    <LeaveDialog
      texts={LEAVE_TEXTS.page}
      works={unfinishedWork()}
      reply={(yes) => (yes ? proceed() : reset())}
    />
  );
}
