import type { ChoosableInvoice, UserActionDetail } from "@bobine/contract/user-actions";
import { describeError } from "@bobine/shared-auth";
import { ErrorCard } from "@bobine/shared-ui";
import { Skeleton, Stack } from "@mantine/core";
import { memo } from "react";
import type { Undoes } from "../../revert-lettering.tsx";
import { ActionDetail } from "./action-detail.tsx";
import classes from "./workbench.module.css";
import { useUserAction } from "./user-actions.queries.ts";
import { DESK_TEXTS } from "./user-actions.texts.ts";

interface WorkbenchPanelProps {
  id: number;
  /** It is read, and shows later. */
  isHeld: boolean;
  pending: boolean;
  onReconcile: (action: UserActionDetail, invoices: ChoosableInvoice[]) => void;
  onClose: (action: UserActionDetail) => void;
  onReject: (action: UserActionDetail) => void;
  /** Asks before it undoes. */
  onRevert: (action: UserActionDetail, undoes: Undoes) => void;
  onSplit: (action: UserActionDetail) => void;
  onOpenDialog: (action: UserActionDetail, chosen: ChoosableInvoice[]) => void;
  onPreview: (invoices: readonly ChoosableInvoice[], shown: ChoosableInvoice | undefined) => void;
  closePreview: (() => void) | undefined;
  onGo: (id: number) => void;
}

/** Loads the action that the workbench shows. It is drawn again when that changes. */
export const WorkbenchPanel = memo(
  ({
    id,
    isHeld,
    onReconcile,
    onClose,
    onReject,
    onRevert,
    onSplit,
    onOpenDialog,
    ...props
  }: WorkbenchPanelProps) => {
    const { data: action, error, refetch } = useUserAction(id);
    return (
      <section
        className={classes["panel"]}
        aria-label={DESK_TEXTS.panel}
        aria-busy={isHeld || (!action && !error)}
      >
        {isHeld ? (
          <PanelSkeleton />
        ) : action ? (
          <ActionDetail
            {...props}
            // Undone or decided elsewhere, it begins anew.
            key={action.status}
            action={action}
            onReconcile={(invoices) => onReconcile(action, invoices)}
            onClose={() => onClose(action)}
            onReject={() => onReject(action)}
            onRevert={(undoes) => onRevert(action, undoes)}
            onSplit={() => onSplit(action)}
            onOpenDialog={(chosen) => onOpenDialog(action, chosen)}
          />
        ) : error ? (
          <ErrorCard
            title={describeError(error, DESK_TEXTS.detailFailed).message}
            onRetry={() => void refetch()}
          />
        ) : (
          <PanelSkeleton />
        )}
      </section>
    );
  },
);

/** The panel while the queue loads: its place is kept. */
export function EmptyWorkbenchPanel() {
  return (
    <section className={classes["panel"]} aria-label={DESK_TEXTS.panel} aria-busy>
      <PanelSkeleton />
    </section>
  );
}

function PanelSkeleton() {
  return (
    <Stack component="output" gap="sm" aria-label="Chargement…">
      <Skeleton height={22} width="55%" />
      <Skeleton height={14} width="85%" />
      <Skeleton height={64} radius="md" />
      <Skeleton height={48} radius="md" />
      <Skeleton height={48} radius="md" />
    </Stack>
  );
}
