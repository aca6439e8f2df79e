import type { BulkLine } from "@bobine/contract/lettering";
import { centsFromWire, sumCents } from "@bobine/contract/money";
import { useState } from "react";
import { newGroupId, useBulkAccept, useBulkPreview } from "./bulk-accept.queries.ts";

interface Reactions {
  readonly onAccepted: (groupId: string, count: number) => void;
  readonly close: () => void;
}

/**
 * The actions of one kind, what accepting them would do, which of them are left out, and the acceptance of the others.
 * @param account of whose lines alone; undefined: of all
 */
export function useBulkAcceptance<Kind extends string>(
  first: Kind | undefined,
  account: number | undefined,
  { onAccepted, close }: Reactions,
) {
  const [kind, setKind] = useState(first);
  const [acceptsDifferences, setAcceptsDifferences] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  // One acceptance, one group: pressing again after a broken connection accepts nothing twice.
  const [groupId, setGroupId] = useState(newGroupId);
  const preview = useBulkPreview(kind, acceptsDifferences, account);
  const accept = useBulkAccept();

  const restart = () => {
    setLeft(new Set());
    setGroupId(newGroupId());
    accept.reset();
  };
  const lines = preview.data?.plan?.lines ?? [];
  const possible = lines.filter((line) => line.outcome === "would_letter");
  const taken = possible.filter((line) => !left.has(line.user_action_id));
  return {
    kind,
    setKind: (next: Kind | undefined) => {
      setKind(next);
      restart();
    },
    acceptsDifferences,
    setAcceptsDifferences: (accepts: boolean) => {
      setAcceptsDifferences(accepts);
      restart();
    },
    preview,
    accept,
    possible,
    refused: lines.filter((line) => line.outcome === "refused"),
    /** Left out by the person. */
    left,
    toggle: ({ user_action_id }: BulkLine) => {
      const next = new Set(left);
      if (!next.delete(user_action_id)) next.add(user_action_id);
      setLeft(next);
      setGroupId(newGroupId());
    },
    taken,
    total: sumCents(taken.map((line) => centsFromWire(line.transaction_amount ?? "0.00"))),
    submit: () => {
      const ids = new Set(taken.map((line) => line.user_action_id));
      const actions = (preview.data?.actions ?? []).filter(({ id }) => ids.has(id));
      accept.mutate(
        { groupId, actions, acceptsDifferences },
        {
          onSuccess: (result) => {
            if (result.accepted > 0) onAccepted(result.group_key, result.accepted);
            if (result.refused === 0) close();
            else restart();
          },
        },
      );
    },
  };
}
