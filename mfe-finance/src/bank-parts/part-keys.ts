import { KIND_KEYS } from "./bank-parts.texts.ts";
import { PART_KINDS, type PartKind } from "./part-line.ts";

/** The kind of a key; undefined for any other, and when the key is half of a shortcut of the browser. */
export function kindOfKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): PartKind | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  return PART_KINDS.find((kind) => KIND_KEYS[kind] === key.toUpperCase());
}

/** In the dialog: letters are no part of an amount, so that a key counts there too; in any other field it is text. */
export function isKeyOfKind(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.hasAttribute("data-amount");
  return target.closest("textarea, select, [contenteditable=true]") === null;
}
