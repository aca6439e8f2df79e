import type { z } from "zod";
import { sessionStore } from "./session-store.ts";

const PREFIX = "bobine.draft:";

/** What a form keeps of itself. Another shape is another version: a newer build never reads what it does not understand. */
export interface DraftKind<T> {
  /** Unique in the product; with the id of what is edited, if there are several: `invoice-selection/28`. */
  readonly name: string;
  readonly version: number;
  readonly schema: z.ZodType<T>;
}

type Tab = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** `bobine.draft:account@1` */
const keyOf = ({ name, version }: Pick<DraftKind<unknown>, "name" | "version">): string =>
  `${PREFIX}${name}@${version}`;

/** The draft that this tab keeps; undefined when there is none or it is not of this shape. */
export function readDraft<T>(tab: Tab, kind: DraftKind<T>): T | undefined {
  try {
    const text = tab.getItem(keyOf(kind));
    return text === null ? undefined : kind.schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Keeps a draft. A tab that keeps nothing (full, or private) loses it with the page, as it would have without drafts. */
export function writeDraft<T>(tab: Tab, kind: DraftKind<T>, value: T): void {
  try {
    tab.setItem(keyOf(kind), JSON.stringify(value));
  } catch {
    // The form itself still holds it.
  }
}

export function removeDraft(tab: Tab, kind: Pick<DraftKind<unknown>, "name" | "version">): void {
  try {
    tab.removeItem(keyOf(kind));
  } catch {
    // Nothing is kept there.
  }
}

/** Forgets every draft of this tab. */
export function clearDrafts(tab: Storage): void {
  for (const key of Object.keys(tab)) if (key.startsWith(PREFIX)) tab.removeItem(key);
}

// Drafts belong to one person and one distributor: the next ones of this tab must not meet them.
sessionStore.subscribe((state, previous) => {
  if (state.epoch !== previous.epoch) clearDrafts(sessionStorage);
});
