import { type ChoosableInvoice, isClosed, type UserAction } from "@bobine/contract/user-actions";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { neighbourOf } from "./queue-view.ts";
import { readAhead } from "./user-actions.queries.ts";

/** The invoice whose PDF shows in place of the queue, among those of the choice. */
interface Preview {
  readonly invoices: readonly ChoosableInvoice[];
  readonly shown: ChoosableInvoice;
}

export type CurrentAction = ReturnType<typeof useCurrentAction>;

/**
 * Which action the workbench shows, and its preview: the one that was chosen, else the first of the page that waits.
 * @param asked the one that the address asks for
 */
export function useCurrentAction(listed: readonly UserAction[] | undefined, asked: number | undefined) {
  const client = useQueryClient();
  const [chosenId, setChosenId] = useState(asked);
  const [preview, setPreview] = useState<Preview>();
  const currentId = chosenId ?? listed?.find(({ status }) => !isClosed(status))?.id;
  const goTo = (id: number | undefined) => {
    setPreview(undefined);
    setChosenId(id);
  };
  const [followed, setFollowed] = useState(asked);
  if (asked !== followed) {
    // The search over everything leads to another action of this very screen.
    setFollowed(asked);
    if (asked !== undefined) goTo(asked);
  }
  const nextId = currentId === undefined ? undefined : neighbourOf(listed ?? [], currentId, 1);
  useEffect(() => {
    if (nextId !== undefined && nextId !== currentId) readAhead(client, nextId);
  }, [client, nextId, currentId]);

  return {
    id: currentId,
    /** As the queue lists it; undefined when it is on another page. */
    action: listed?.find(({ id }) => id === currentId),
    goTo,
    walk: (by: 1 | -1) => {
      const id = neighbourOf(listed ?? [], currentId, by);
      if (id !== currentId) goTo(id);
    },
    preview,
    setPreview,
  };
}
