import { z } from "zod";
import { sessionStore } from "./session-store.ts";

const PREFIX = "bobine.draft:";

/** What a form keeps of itself. Another shape is another version: a newer build never reads what it does not understand. */
export interface DraftKind<T> {
  /** Unique in the product; with the id of what is edited, if there are several: `invoice-selection/28`. */
  readonly name: string;
  readonly version: number;
  readonly schema: z.ZodType<T>;
  /** The form is not of a distributor's data: whichever is chosen, the draft is the person's. */
  readonly isOfPerson?: boolean;
  /** The form itself finds what somebody else saved meanwhile: its draft comes back as it was typed. */
  readonly isWhole?: boolean;
  /**
   * A field of which others save a part: what was typed, on what is saved now.
   * @param field one that both have changed since the draft began with `base`
   */
  readonly merge?: (field: keyof T, value: T, base: T, saved: T) => T[keyof T];
}

/** What is typed, and what it began with: which fields are the person's is told by that. An older build of ours kept no `base`. */
export interface StoredDraft<T> {
  readonly value: T;
  readonly base?: T | undefined;
}

type Tab = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** What tells one draft of this tab from the others. */
type Named = Pick<DraftKind<unknown>, "name" | "version" | "isOfPerson">;

/** The distributor that a super admin writes it for; the empty text when it is of none, or of the person's own. */
const chosenFor = (
  { isOfPerson = false }: Named,
  distributorId: number | null = sessionStore.getState().distributorId,
): string => (isOfPerson ? "" : `${distributorId ?? ""}`);

/** `bobine.draft:account@1`, and `bobine.draft:account@1 7` for a distributor that was chosen: each keeps its own. */
const keyOf = (kind: Named, distributorId?: number | null): string =>
  `${PREFIX}${kind.name}@${kind.version} ${chosenFor(kind, distributorId)}`.trimEnd();

/** Whose draft it is: the person's, for the distributor that was chosen. */
const ownerOfNew = (kind: Named): string =>
  `${sessionStore.getState().session?.user.email ?? ""} ${chosenFor(kind)}`;

const keptSchema = z.object({ owner: z.string(), value: z.unknown(), base: z.unknown().optional() });

/** The draft that this tab keeps for whoever is signed in; undefined when there is none or it is not of this shape. */
export function readDraft<T>(tab: Tab, kind: DraftKind<T>): StoredDraft<T> | undefined {
  try {
    const text = tab.getItem(keyOf(kind));
    const draft = text === null ? undefined : keptSchema.safeParse(JSON.parse(text)).data;
    if (draft?.owner !== ownerOfNew(kind)) return undefined;
    const { data } = kind.schema.safeParse(draft.value);
    return data === undefined ? undefined : { value: data, base: kind.schema.safeParse(draft.base).data };
  } catch {
    return undefined;
  }
}

/** Keeps a draft. A tab that keeps nothing (full, or private) loses it with the page, as it would have without drafts. */
export function writeDraft<T>(tab: Tab, kind: Named, { value, base }: StoredDraft<T>): void {
  try {
    tab.setItem(keyOf(kind), JSON.stringify({ owner: ownerOfNew(kind), value, base }));
  } catch {
    // The form itself still holds it.
  }
}

/**
 * The one of many things whose form this tab keeps a draft of, for whoever is signed in: 28 of `invoice-selection/28`.
 * @param kindOf the kind of that form for the thing with this id; its name ends with the id
 */
export function draftedId<T>(tab: Storage, kindOf: (id: number) => DraftKind<T>): number | undefined {
  const [before = "", after = ""] = keyOf(kindOf(0)).split("0@", 2);
  return Object.keys(tab)
    .filter((key) => key.startsWith(before) && key.endsWith(`@${after}`))
    .map((key) => Number(key.slice(before.length, -after.length - 1)))
    .find((id) => Number.isSafeInteger(id) && readDraft(tab, kindOf(id)) !== undefined);
}

/** @param distributorId for whom it was written; without it, the one that is chosen now */
export function removeDraft(tab: Tab, kind: Named, distributorId?: number | null): void {
  try {
    tab.removeItem(keyOf(kind, distributorId));
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

// The next person of this tab must not meet them. Who is back after a session that ended by itself, or chooses another distributor,
// finds them again where they were typed (FED-9). Signing out by hand takes all along (`signOut`).
sessionStore.subscribe((state, previous) => {
  if (state.epoch !== previous.epoch && state.session) clearDrafts(sessionStorage, state.session.user.email);
});
