import { useEffect, useEffectEvent } from "react";
import { kindOfKey } from "../../bank-parts/part-keys.ts";
import type { PartKind } from "../../bank-parts/part-line.ts";

export type WorkbenchCommand =
  | "next"
  | "previous"
  | "accept"
  | "reject"
  | "undo"
  | "search"
  | "choose"
  | "preview"
  | "history"
  | "transfer"
  | PartKind
  | "help"
  | "leave"
  | { readonly pick: number };

/** What a key press says, of its event. */
type Key = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey">;

const LETTERS: Readonly<Record<string, WorkbenchCommand>> = {
  arrowdown: "next",
  j: "next",
  arrowup: "previous",
  k: "previous",
  enter: "accept",
  r: "reject",
  u: "undo",
  o: "choose",
  p: "preview",
  h: "history",
  d: "transfer",
  escape: "leave",
};

/**
 * The command of a key; undefined for any other key. Digits are told by their place: a French keyboard writes « & » where 1 is.
 */
export function commandOf({ key, code, ctrlKey, metaKey, altKey }: Key): WorkbenchCommand | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === "z" ? "undo" : undefined;
  if (key === "/") return "search";
  if (key === "?") return "help";
  const command = LETTERS[key.toLowerCase()];
  if (command) return command;
  const kind = kindOfKey({ key, ctrlKey, metaKey, altKey });
  if (kind) return kind;
  const digit = /^[1-5]$/.exec(key)?.[0] ?? /^(?:Digit|Numpad)([1-5])$/.exec(code)?.[1];
  return digit === undefined ? undefined : { pick: Number(digit) };
}

/** Marks the dialog in which the workbench itself goes on. */
export const ON_SHEET = { "data-workbench-sheet": true };

/** A dialog that is no part of the workbench has every key; that in which its action opens closes by its own. */
function isInDialog(command: WorkbenchCommand): boolean {
  const dialogs = [...document.querySelectorAll("[role=dialog]")];
  return dialogs.some((dialog) => command === "leave" || !dialog.closest("[data-workbench-sheet]"));
}

/** What a person is typing in, or what a key belongs to already. */
function belongsElsewhere(event: KeyboardEvent, command: WorkbenchCommand): boolean {
  if (event.isComposing || isInDialog(command)) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("textarea, select, [contenteditable=true]")) return true;
  const input = target.closest("input");
  if (input) {
    if (input.type === "checkbox") return command === "accept" && input.matches(":focus-visible");
    // Radios walk with the arrows; in a text field every key is text.
    return input.type !== "radio" || command === "next" || command === "previous";
  }
  // The menu's link to this very screen has the focus of whoever came by it: it leads nowhere, the key is meant for the screen.
  return command === "accept" && target.closest("button, a[href]:not([aria-current=page])") !== null;
}

/** Longer than between two letters of a text. */
const PAUSE_MS = 2000;
/** The field that was typed in last, and when. */
let typing: { readonly field: Element; readonly at: number } | undefined;

/** What holds a text: no box that is ticked. */
const TEXT_FIELDS = "textarea, input:not([type=checkbox], [type=radio]), [contenteditable=true]";

/** Of a text whose field has just gone, with an action that a colleague has decided: no command. */
function goesOnWithText({ key, target, ctrlKey, metaKey, timeStamp }: KeyboardEvent): boolean {
  // They write nothing: a walk through the queue.
  if (["ArrowUp", "ArrowDown"].includes(key)) return false;
  const isEnd = ctrlKey || metaKey || ["Enter", "Escape", "Tab"].includes(key);
  const field = target instanceof Element ? target.closest(TEXT_FIELDS) : undefined;
  if (field) {
    typing = isEnd ? undefined : { field, at: timeStamp };
    return false;
  }
  const goesOn =
    !isEnd && typing !== undefined && !typing.field.isConnected && timeStamp - typing.at < PAUSE_MS;
  typing = goesOn && typing ? { ...typing, at: timeStamp } : undefined;
  return goesOn;
}

/** Whoever takes the mouse has ended the text: its field went with the click. */
function onPointer(): void {
  typing = undefined;
}

/** Who hears the keys, the first that came first. */
const hearing = new Set<(command: WorkbenchCommand) => void>();
/** Draws at once what is still drawn in the background. */
const hurrying = new Set<() => void>();

function onKey(event: KeyboardEvent): void {
  if (goesOnWithText(event)) return;
  const command = commandOf(event);
  if (command === undefined || belongsElsewhere(event, command)) return;
  const isStep = command === "next" || command === "previous";
  if (event.repeat && !isStep) return;
  // Before anything in the page: the arrows of a table row would walk too.
  event.preventDefault();
  event.stopPropagation();
  if (!isStep) for (const hurry of hurrying) hurry();
  for (const run of hearing) run(command);
}

/**
 * Runs the workbench from the keyboard while it is on the screen. Keys that are held repeat a walk, never a decision; nothing is heard
 * while a dialog is open or a text is typed.
 */
export function useWorkbenchKeys(run: (command: WorkbenchCommand) => void): void {
  const onCommand = useEffectEvent(run);
  useEffect(() => {
    const hear = (command: WorkbenchCommand) => onCommand(command);
    if (hearing.size === 0) {
      window.addEventListener("keydown", onKey, { capture: true });
      window.addEventListener("pointerdown", onPointer, { capture: true });
    }
    hearing.add(hear);
    return () => {
      hearing.delete(hear);
      if (hearing.size > 0) return;
      window.removeEventListener("keydown", onKey, { capture: true });
      window.removeEventListener("pointerdown", onPointer, { capture: true });
      typing = undefined;
    };
  }, []);
}

/** Before each key that decides something: it is meant for what is marked already, also where that does not show yet. */
export function useBeforeKeys(hurry: () => void): void {
  const onHurry = useEffectEvent(hurry);
  useEffect(() => {
    const before = () => onHurry();
    hurrying.add(before);
    return () => void hurrying.delete(before);
  }, []);
}
