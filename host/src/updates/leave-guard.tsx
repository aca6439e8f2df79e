import { unfinishedWork } from "@bobine/shared-auth";
import { useBlocker } from "react-router-dom";
import { LeaveDialog } from "./leave-question.tsx";
import { LEAVE_TEXTS } from "./updates.texts.ts";

/**
 * Asks before another page of the product takes the place of unfinished work. Tabs, searches and dialogs of the same page are
 * no other page. Closing the tab is asked by the browser (`useUnfinishedWork`).
 */
export function LeaveGuard() {
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && unfinishedWork().length > 0,
  );
  if (state !== "blocked") return null;
  return (
    <LeaveDialog
      texts={LEAVE_TEXTS.page}
      works={unfinishedWork()}
      reply={(yes) => (yes ? proceed() : reset())}
    />
  );
}
