import { z } from "zod";
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

/** Whose draft it is: the person's, for the distributor that was chosen. */
const owner = (): string => {
  const { session, distributorId } = sessionStore.getState();
  return `${session?.user.email ?? ""} ${distributorId ?? ""}`;
};

const keptSchema = z.object({ owner: z.string(), value: z.unknown() });

/** The draft that this tab keeps for whoever is signed in; undefined when there is none or it is not of this shape. */
export function readDraft<T>(tab: Tab, kind: DraftKind<T>): T | undefined {
  try {
    const text = tab.getItem(keyOf(kind));
    const kept = text === null ? undefined : keptSchema.safeParse(JSON.parse(text)).data;
    return kept?.owner === owner() ? kind.schema.safeParse(kept.value).data : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a draft. A tab that keeps nothing (full, or private) loses it with the page, as it would have without drafts. */
export function writeDraft<T>(tab: Tab, kind: DraftKind<T>, value: T): void {
  try {
    tab.setItem(keyOf(kind), JSON.stringify({ owner: owner(), value }));
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

/** Forgets the drafts of this tab, or those of other people than `email`. */
export function clearDrafts(tab: Storage, email?: string): void {
  for (const key of Object.keys(tab)) {
    if (!key.startsWith(PREFIX)) continue;
    const isTheirs = email !== undefined && ownerOf(tab.getItem(key))?.startsWith(`${email} `) === true;
    if (!isTheirs) tab.removeItem(key);
  }
}

function ownerOf(text: string | null): string | undefined {
  try {
    return text === null ? undefined : keptSchema.safeParse(JSON.parse(text)).data?.owner;
  } catch {
    return undefined;
  }
}

// Drafts belong to one person and one distributor: the next ones of this tab must not meet them. A session that ends by itself
// takes none along: the same person signs in again and goes on. Signing out by hand does (`signOut`).
sessionStore.subscribe((state, previous) => {
  if (state.epoch === previous.epoch || !state.session) return;
  const { email } = state.session.user;
  const isHere = previous.session?.user.email === email;
  // A super admin who is back chooses the distributor again.
  const isBack = !previous.session || (isHere && previous.distributorId === null);
  clearDrafts(sessionStorage, isBack ? email : undefined);
});
