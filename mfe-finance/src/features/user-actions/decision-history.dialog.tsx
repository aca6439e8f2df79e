import type { HistoryEntry } from "@bobine/contract/user-actions";
import { ConfirmDialog, Dialog, EmptyState, ErrorCard, formatDateTime, formatMoney } from "@bobine/shared-ui";
import { Box, Button, SegmentedControl, Skeleton, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useDecides } from "../../decider.tsx";
import { byWhom, undoQuestionOf } from "../../lettering.texts.ts";
import classes from "./workbench.module.css";
import {
  decisionName,
  HISTORY_TEXTS,
  REJECTION_TEXTS,
  TEXTS,
  UNDO_TEXTS,
  type UndoName,
} from "./user-actions.texts.ts";

export const WHOSE = ["me", "people", "all"] as const;
export type Whose = (typeof WHOSE)[number];

interface DecisionHistoryDialogProps {
  whose: Whose;
  onWhose: (whose: Whose) => void;
  /** Undefined while they load. */
  entries: readonly HistoryEntry[] | undefined;
  error: string | undefined;
  onRetry: () => void;
  pending: boolean;
  revertError: string | undefined;
  /** Undoes an entry; `done` closes its question. */
  onRevert: (entry: HistoryEntry, done: () => void) => void;
  forgetError: () => void;
  close: () => void;
}

/** The latest decisions, each to be undone; what was accepted together is undone together. It fetches nothing. */
export function DecisionHistoryDialog({ entries, pending, ...props }: DecisionHistoryDialogProps) {
  const decides = useDecides();
  const [asking, setAsking] = useState<HistoryEntry>();
  const stopAsking = () => {
    props.forgetError();
    setAsking(undefined);
  };
  const question = questionOf(asking);
  return (
    <Dialog opened onClose={props.close} title={HISTORY_TEXTS.title} size="min(720px, 96vw)">
      <Stack gap="md">
        <SegmentedControl
          aria-label="Décisions montrées"
          value={props.whose}
          onChange={(next) => props.onWhose(WHOSE.find((one) => one === next) ?? "me")}
          data={WHOSE.map((one) => ({ value: one, label: HISTORY_TEXTS.whose[one] }))}
        />
        {props.error !== undefined ? (
          <ErrorCard title={props.error} onRetry={props.onRetry} />
        ) : entries === undefined ? (
          <Box component="output" display="block" aria-label="Chargement…">
            <Skeleton height={180} radius="md" />
          </Box>
        ) : entries.length === 0 ? (
          <EmptyState text={HISTORY_TEXTS.empty} />
        ) : (
          <ul className={classes["history"]}>
            {entries.map((entry) => (
              <li key={entry.key}>
                <div>
                  <strong>
                    {decisionName(entry)} · {formatMoney(entry.amount)}
                  </strong>
                  <p className={classes["dim"]}>
                    <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>,{" "}
                    {byWhom(entry.is_automatic, entry.actor)}
                  </p>
                  <p className={classes["subjects"]}>
                    {entry.subjects.join(" · ")}
                    {entry.count > entry.subjects.length ? " · …" : ""}
                  </p>
                  {entry.rejection_reason ? (
                    <p className={classes["subjects"]}>
                      {REJECTION_TEXTS.saidBecause(entry.rejection_reason)}
                    </p>
                  ) : null}
                </div>
                {entry.kind === "reverted" ? null : entry.standing === 0 ? (
                  <Text size="sm" c="dimmed">
                    {HISTORY_TEXTS.undone}
                  </Text>
                ) : decides && canUndo(entry) ? (
                  <Button size="compact-sm" variant="default" onClick={() => setAsking(entry)}>
                    {UNDO_TEXTS[undoNameOf(entry)]}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </Stack>
      <ConfirmDialog
        opened={asking !== undefined}
        title={question.title}
        confirmLabel="Confirmer"
        cancelLabel="Retour"
        danger
        pending={pending}
        error={props.revertError}
        close={stopAsking}
        onConfirm={() => (asking ? props.onRevert(asking, stopAsking) : undefined)}
      >
        <Text>{question.text}</Text>
      </ConfirmDialog>
    </Dialog>
  );
}

/** What is asked before an entry is undone, under the name of its button. */
function questionOf(asking: HistoryEntry | undefined) {
  const undoes = asking ? undoNameOf(asking) : "lettered";
  if (undoes !== "group") return undoQuestionOf(undoes);
  const standing = asking?.standing ?? 1;
  return {
    title: UNDO_TEXTS.group,
    text: standing > 1 ? HISTORY_TEXTS.question(standing) : TEXTS.revertQuestion,
  };
}

function undoNameOf({ kind, group_key, user_action_ids }: HistoryEntry): UndoName {
  if (group_key !== null) return "group";
  if (kind !== "lettered") return kind === "rejected" ? "rejected" : "closed";
  return user_action_ids.length === 0 ? "assigned" : "lettered";
}

/** Several at once only when they were accepted as a group. */
const canUndo = (entry: HistoryEntry): boolean =>
  entry.group_key !== null ||
  (entry.count === 1 && entry.user_action_ids.length + entry.transaction_ids.length === 1);
