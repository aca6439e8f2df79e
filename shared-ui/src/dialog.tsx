import { Drawer, type DrawerProps, Modal, type ModalProps } from "@mantine/core";
import { type FocusEvent, useEffect, useEffectEvent, useState } from "react";
import { rememberFocus } from "./focus-place.ts";
import { lockScroll } from "./scroll-lock.ts";

/** The dialogs that are open, the upper one last. */
const opened: symbol[] = [];
/** A key press closes one dialog, although the one below may be the upper one before its own listener runs. */
const handledKeys = new WeakSet<KeyboardEvent>();

/** Of Mantine's modals. Lists and menus of a dialog lie above all of them. */
const LOWEST = 200;

/** What turns the wheel over the page does nothing; the scroll bar is `lockScroll`'s. */
const LOCKED_BY_US = { removeScrollBar: false };

type WindowProps = ModalProps & { readonly side?: undefined };
/** A panel along that edge of the page. */
type PanelProps = DrawerProps & { readonly side: "left" | "right" };

/**
 * The one dialog of the product. The last one that opened is the upper one; Escape closes that one only, and the focus goes back to where it
 * came from, also when the dialog is mounted already open (Mantine's modal does none of it).
 */
export function Dialog(props: WindowProps | PanelProps) {
  const [me] = useState(() => Symbol("dialog"));
  // Mantine's lie in the order in which they were mounted, and one that is there while it is closed may open above a later one.
  const [{ isOpened, level }, setStanding] = useState({ isOpened: false, level: 0 });
  if (props.opened !== isOpened)
    setStanding({ isOpened: props.opened, level: props.opened ? opened.length : level });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.isComposing || handledKeys.has(event) || opened.at(-1) !== me) return;
    // The open list of a Select, or a calendar, takes the key for itself.
    const { target } = event;
    if (target instanceof Element && target.closest('[data-mantine-stop-propagation="true"]')) return;
    handledKeys.add(event);
    props.onClose();
  });
  useEffect(() => {
    if (!props.opened) return;
    const giveFocusBack = rememberFocus();
    const listener = (event: KeyboardEvent) => onKey(event);
    opened.push(me);
    window.addEventListener("keydown", listener, { capture: true });
    const letScroll = lockScroll();
    return () => {
      letScroll();
      opened.splice(opened.indexOf(me), 1);
      window.removeEventListener("keydown", listener, { capture: true });
      giveFocusBack();
    };
  }, [props.opened, me]);
  const wiring = {
    zIndex: LOWEST + level,
    closeOnEscape: false,
    returnFocus: false,
    removeScrollProps: LOCKED_BY_US,
    onFocusCapture: (event: FocusEvent<HTMLDivElement>) => {
      markAsFirst(event);
      props.onFocusCapture?.(event);
    },
  };
  if (props.side === undefined) return <Modal {...props} {...wiring} />;
  const { side, ...panel } = props;
  return <Drawer {...panel} {...wiring} position={side} />;
}

/**
 * Mantine gives the focus to the element with this mark by timers, which on a busy machine run when somebody already types
 * elsewhere in the dialog: whoever has the focus has the mark.
 */
function markAsFirst({ currentTarget, target }: FocusEvent): void {
  // React tells the dialog below, too.
  if (!currentTarget.contains(target)) return;
  for (const marked of currentTarget.querySelectorAll("[data-autofocus]"))
    marked.removeAttribute("data-autofocus");
  target.setAttribute("data-autofocus", "true");
}
