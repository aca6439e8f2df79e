import type { BulkLine } from "@bobine/contract/lettering";
import { centsFromWire, sumCents } from "@bobine/contract/money";
import type { UserAction } from "@bobine/contract/user-actions";
import { useState } from "react";
import { isSure, newGroupId, type Ticks, useBulkAccept, useBulkPreview } from "./bulk-accept.queries.ts";

interface Reactions {
  readonly onAccepted: (groupId: string, count: number) => void;
  readonly close: () => void;
}

/** A line that would be lettered, with the set that it would be lettered with. */
export interface PossibleLine extends BulkLine {
  readonly isTicked: boolean;
  readonly set: UserAction["candidates"][number];
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
  /** What the person ticked or left out; of the others only what is sure is ticked. */
  const [ticked, setTicked] = useState<Ticks>(new Map());
  // One acceptance, one group: pressing again after a broken connection accepts nothing twice.
  const [groupId, setGroupId] = useState(newGroupId);
  /** What the last acceptance did not do: what is prepared anew no longer has it (TXT-1). */
  const [notAccepted, setNotAccepted] = useState<readonly BulkLine[]>([]);
  const preview = useBulkPreview(kind, acceptsDifferences, account, ticked);
  const accept = useBulkAccept();

  const restart = () => {
    setTicked(new Map());
    setGroupId(newGroupId());
    setNotAccepted([]);
    accept.reset();
  };
  const lines = preview.data?.plan?.lines ?? [];
  const actionOf = new Map((preview.data?.actions ?? []).map((action) => [action.id, action]));
  const possible: PossibleLine[] = lines.flatMap((line) => {
    const [set] = actionOf.get(line.user_action_id)?.candidates ?? [];
    if (line.outcome !== "would_letter" || !set) return [];
    const isTicked = ticked.get(line.user_action_id) ?? isSure(line, set);
    return [{ ...line, isTicked, set }];
  });
  const taken = possible.filter(({ isTicked }) => isTicked);
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
    notAccepted,
    refused: lines.filter(
      ({ outcome, user_action_id }) =>
        outcome === "refused" && !notAccepted.some((line) => line.user_action_id === user_action_id),
    ),
    toggle: ({ user_action_id, isTicked }: PossibleLine) => {
      setTicked(new Map(ticked).set(user_action_id, !isTicked));
      setGroupId(newGroupId());
    },
    taken,
    total: sumCents(taken.map((line) => centsFromWire(line.transaction_amount ?? "0.00"))),
    submit: () => {
      accept.mutate(
        { groupId, taken, acceptsDifferences },
        {
          onSuccess: (result) => {
            if (result.accepted > 0) onAccepted(result.group_key, result.accepted);
            if (result.refused === 0) return close();
            restart();
            setNotAccepted(result.lines.filter((line) => line.outcome === "refused"));
          },
        },
      );
    },
  };
}
