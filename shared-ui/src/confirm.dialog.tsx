import { Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "./dialog.tsx";

export interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** The action destroys something. */
  danger?: boolean;
  /** The action is under way: the dialog waits. */
  pending?: boolean;
  /** The reason why the action failed, shown in the dialog. */
  error?: string | undefined;
  onConfirm: () => void;
  close: () => void;
}

/** Asks before an action that the user could regret. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirmLabel = "Confirmer",
  cancelLabel = "Annuler",
  danger = false,
  pending = false,
  error,
  onConfirm,
  close,
}: ConfirmDialogProps) {
  return (
    <Dialog opened={opened} onClose={pending ? () => undefined : close} title={title}>
      <Stack gap="lg">
        <div>{children}</div>
        {error ? (
          <Text role="alert" c="var(--mantine-color-error)" size="sm">
            {error}
          </Text>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={pending} data-autofocus>
            {cancelLabel}
          </Button>
          <Button {...(danger ? { color: "red.8" } : {})} onClick={onConfirm} loading={pending}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
