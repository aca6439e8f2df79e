import { type ChoosableInvoice, isClosed, type UserAction } from "@bobine/contract/user-actions";
import { isApiError } from "@bobine/shared-auth";
import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import { useLatest } from "../../use-latest.ts";
import { neighbourOf } from "./queue-view.ts";
import type { ActionSheet } from "./use-action-sheet.ts";
import { readAhead, useUnlistedAction } from "./user-actions.queries.ts";

/** The invoice whose PDF shows in place of the queue, among those of the choice. */
interface Preview {
  readonly invoices: readonly ChoosableInvoice[];
  readonly shown: ChoosableInvoice;
}

export type CurrentAction = ReturnType<typeof useCurrentAction>;

/** What the queue shows. */
export interface ShownQueue {
  /** Undefined while none are known. */
  readonly actions: readonly UserAction[] | undefined;
  /** The view of the address. */
  readonly view: string;
  /** They are being read, and may still be those of before. */
  readonly isReading: boolean;
}

/**
 * Which action the workbench shows, and its preview: the one that was chosen, else the first of the page that waits. That one stays too, whatever comes
 * before it later and whoever decides it: somebody may be working in it, and a letter that was text decides the action in its place. Only one that is
 * gone gives way.
 * @param sheet where it shows on a phone, and the one that the address asks for
 */
export function useCurrentAction({ actions: listed, view, isReading }: ShownQueue, sheet: ActionSheet) {
  const { asked } = sheet;
  const client = useQueryClient();
  const [chosenId, setChosenId] = useState(asked);
  const [preview, setPreview] = useState<Preview>();
  const [begun, setBegun] = useState<{ readonly id: number; readonly view: string }>();
  const begunId = begun?.view === view ? begun.id : undefined;
  const firstId = listed?.find(({ status }) => !isClosed(status))?.id;
  if (begunId === undefined && chosenId === undefined && firstId !== undefined && !isReading)
    setBegun({ id: firstId, view });
  const currentId = chosenId ?? begunId ?? firstId;
  const asListed = listed?.find(({ id }) => id === currentId);
  // Of another page or filter, by a link: it shows beside the queue, and its keys count as in a row.
  const isUnlisted = listed !== undefined && asListed === undefined && (!sheet.isNarrow || sheet.isOpen);
  const unlistedId = isUnlisted ? currentId : undefined;
  const { data: asRead, error } = useUnlistedAction(unlistedId);
  const choose = (id: number | undefined) => {
    setPreview(undefined);
    setChosenId(id);
    setBegun(undefined);
  };
  const goTo = (id: number | undefined) => {
    choose(id);
    if (sheet.isOpen) sheet.follow(id);
  };
  // Taken back with its line it waits no more. One that a link asks for and that never was there shows that.
  const isGone = isApiError(error) && error.status === 404 && (asRead !== undefined || unlistedId !== asked);
  const leave = useLatest(() => goTo(undefined));
  useEffect(() => {
    if (isGone) leave();
  }, [isGone, leave]);
  const [followed, setFollowed] = useState(asked);
  if (asked !== followed) {
    // The search over everything leads to another action of this very screen.
    setFollowed(asked);
    if (asked !== undefined) choose(asked);
  }
  // Asked for in the background: a step does not wait for it.
  const nextId = useDeferredValue(
    currentId === undefined ? undefined : neighbourOf(listed ?? [], currentId, 1),
  );
  useEffect(() => {
    if (nextId !== undefined && nextId !== currentId) readAhead(client, nextId);
  }, [client, nextId, currentId]);

  /** Opens it where it covers the queue. */
  const open = (id: number) => {
    if (sheet.isNarrow && !sheet.isOpen) sheet.open(id);
  };

  return {
    id: currentId,
    /** Undefined while the workbench shows the first that waits by itself. */
    chosenId,
    /** As the queue lists it, else as the panel shows it; undefined while that is not there. */
    action: asListed ?? asRead,
    goTo,
    /** Once many were decided: goes on with the first that waits, unless one was chosen. */
    beginAgain: () => setBegun(undefined),
    /** The same as `goTo`, and opens it where it covers the queue. */
    show: (id: number) => {
      open(id);
      goTo(id);
    },
    /** The current one. */
    open: () => {
      if (currentId !== undefined) open(currentId);
    },
    walk: (by: 1 | -1) => {
      const id = neighbourOf(listed ?? [], currentId, by);
      if (id !== currentId) goTo(id);
    },
    preview,
    setPreview,
  };
}
