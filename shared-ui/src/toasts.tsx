import { Notification } from "@mantine/core";
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { currentToasts, hideToast, type Toast, watchToasts } from "./toast-list.ts";
import classes from "./toasts.module.css";

/** More would cover the screen: the others wait for their turn. */
const MAX_SHOWN = 4;

/**
 * Where toasts show, once in a page. It is part of the first load: a failure in the first seconds, or offline, must show too.
 * None goes by itself while the pointer or the focus is on one.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(watchToasts, currentToasts);
  const region = useRef<HTMLElement>(null);
  const [hasPointer, setPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const shown = toasts.slice(0, MAX_SHOWN);
  // Dialogs and the page keep their buttons clear of them.
  useLayoutEffect(() => {
    const root = document.documentElement.style;
    // Without any nothing is measured: it would lay out the whole page in the middle of its first render.
    const height = shown.length === 0 ? 0 : (region.current?.offsetHeight ?? 0);
    if (height === 0) root.removeProperty("--bobine-toasts");
    else root.setProperty("--bobine-toasts", `${height}px`);
    return () => void root.removeProperty("--bobine-toasts");
  }, [shown.length, toasts]);
  // A toast that goes takes pointer and focus along without an event.
  const lookAgain = () => {
    setPointer(region.current?.matches(":hover") ?? false);
    setFocus(region.current?.matches(":focus-within") ?? false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- nothing is done here: it notes whether somebody reads
    <section
      ref={region}
      aria-label="Notifications"
      className={classes["region"]}
      onMouseEnter={() => setPointer(true)}
      onMouseLeave={() => setPointer(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.key} toast={toast} isHeld={hasPointer || hasFocus} onGone={lookAgain} />
      ))}
    </section>
  );
}

function ToastCard({ toast, isHeld, onGone }: { toast: Toast; isHeld: boolean; onGone: () => void }) {
  const { id, title, message, color, closesAfterMs } = toast;
  useEffect(() => {
    if (isHeld || closesAfterMs === undefined) return undefined;
    const timer = setTimeout(() => hideToast(id), closesAfterMs);
    return () => clearTimeout(timer);
  }, [id, closesAfterMs, isHeld]);
  const gone = useRef(onGone);
  useEffect(() => {
    gone.current = onGone;
  });
  useEffect(() => () => gone.current(), []);
  return (
    <Notification
      className={classes["toast"] ?? ""}
      color={color}
      title={title}
      onClose={() => hideToast(id)}
    >
      {message}
    </Notification>
  );
}
