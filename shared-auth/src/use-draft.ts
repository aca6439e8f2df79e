import { useEffect, useState } from "react";
import {
  type DraftKind,
  draftedId as draftedIdIn,
  type StoredDraft,
  readDraft,
  removeDraft,
  writeDraft,
} from "./draft-storage.ts";
import { useUnfinishedWork } from "./unfinished-work.ts";

/** A form's value that a reload does not lose. */
export interface Draft<T> {
  value: T;
  set: (change: (current: T) => T) => void;
  isDirty: boolean;
  /** The value is one that this tab had kept from before: say so, and offer `discard`. */
  isRestored: boolean;
  /** This value has been saved: what was typed since is what is left to lose. */
  settle: (saved: T) => void;
  /** Back to what the form began with. */
  discard: () => void;
}

/**
 * The state of a form, kept in this tab while it differs from what is saved, and taken up again by the next page or build
 * (FED-6), with what somebody else saved meanwhile in the fields that were not touched. While it differs it counts as unfinished work. Put a `key` on the form when it edits another thing.
 * @param saved what the form begins with when nothing was kept; JSON, with the keys always in one order
 * @param label names the form for the person, in French
 */
export function useDraft<T>(kind: DraftKind<T>, saved: T, label: string): Draft<T> {
  const [form, setForm] = useState(() => {
    const draft = readDraft(sessionStorage, kind);
    const value = draft ? restored(draft, saved, kind) : saved;
    return { value, base: saved, isRestored: !isSame(value, saved) };
  });
  const { value, base } = form;
  const isDirty = !isSame(value, base);
  const { name, version, isOfPerson = false } = kind;
  useUnfinishedWork(isDirty ? "form" : undefined, label, true);
  useEffect(() => {
    if (isDirty) writeDraft(sessionStorage, { name, version, isOfPerson }, { value, base });
    else removeDraft(sessionStorage, { name, version, isOfPerson });
  }, [name, version, isOfPerson, value, base, isDirty]);
  return {
    value,
    isDirty,
    isRestored: form.isRestored,
    set: (change) => setForm((current) => ({ ...current, value: change(current.value) })),
    settle: (now) => {
      // At once, not with the next render: the form may be about to go.
      removeDraft(sessionStorage, kind);
      setForm((current) => ({ ...current, base: now, isRestored: false }));
    },
    discard: () => {
      removeDraft(sessionStorage, kind);
      setForm((current) => ({ ...current, value: current.base, isRestored: false }));
    },
  };
}

/** True when this tab keeps a draft of this kind. */
export const hasDraft = <T>(kind: DraftKind<T>): boolean => readDraft(sessionStorage, kind) !== undefined;

/** Of many things with a form each, the one that this tab keeps a draft of: whoever comes back finds it open again. */
export const draftedId = <T>(kindOf: (id: number) => DraftKind<T>): number | undefined =>
  draftedIdIn(sessionStorage, kindOf);

/**
 * Forgets it, from outside the form that wrote it.
 * @param distributorId for whom it was written, when another one may be chosen by now
 */
export const dropDraft = <T>(kind: DraftKind<T>, distributorId?: number | null): void =>
  removeDraft(sessionStorage, kind, distributorId);

/** The draft on what is saved now: a field that the person had not touched does not undo what somebody else saved meanwhile. */
function restored<T>({ value, base }: StoredDraft<T>, saved: T, { isWhole, merge }: DraftKind<T>): T {
  if (isWhole || !isFields(value) || !isFields(base) || !isFields(saved)) return value;
  const touched = Object.keys({ ...base, ...value }).filter((field) => !isSame(value[field], base[field]));
  const fieldOf = (field: string): unknown =>
    merge && !isSame(saved[field], base[field]) ? merge(field as keyof T, value, base, saved) : value[field];
  return Object.assign({}, saved, Object.fromEntries(touched.map((field) => [field, fieldOf(field)])));
}

const isFields = (form: unknown): form is Record<string, unknown> =>
  typeof form === "object" && form !== null && !Array.isArray(form);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
