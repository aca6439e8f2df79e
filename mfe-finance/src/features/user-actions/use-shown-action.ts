import { type MouseEvent, useDeferredValue, useState } from "react";
import { flushSync } from "react-dom";
import { useBeforeKeys } from "./workbench-keys.ts";

/**
 * Which action the panel beside the queue shows. The row of the current one is marked at once; its panel, which takes long to draw, follows in the
 * background, and with many keys in a row only the last one's. Meanwhile nothing is decided by mistake: a key that decides waits for the panel of the marked
 * action, and a click into the old panel only brings the new one.
 */
export function useShownAction(currentId: number | undefined) {
  const behind = useDeferredValue(currentId);
  const [hurried, setHurried] = useState<number>();
  const id = currentId === undefined || hurried === currentId ? currentId : (behind ?? currentId);
  const isBehind = id !== currentId;
  const hurry = () => {
    if (isBehind) flushSync(() => setHurried(currentId));
  };
  useBeforeKeys(hurry);
  return {
    id,
    onClickCapture: (event: MouseEvent) => {
      if (!isBehind) return;
      event.preventDefault();
      event.stopPropagation();
      hurry();
    },
  };
}
