import { Button, Group, Kbd } from "@mantine/core";
import { DESK_TEXTS } from "./user-actions.texts.ts";

/** What was done, and the way back. */
export function UndoToast({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <span>{message}</span>
      <Button
        size="compact-sm"
        variant="light"
        onClick={onUndo}
        rightSection={
          <Kbd size="xs" aria-hidden>
            U
          </Kbd>
        }
      >
        {DESK_TEXTS.undo}
      </Button>
    </Group>
  );
}
