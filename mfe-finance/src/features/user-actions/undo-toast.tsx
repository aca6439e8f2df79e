import { Button, Group } from "@mantine/core";
import { DESK_TEXTS } from "./user-actions.texts.ts";
import { KeyCap } from "../../key-cap.tsx";

/** What was done, and the way back. */
export function UndoToast({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <span>{message}</span>
      <Button size="compact-sm" variant="light" onClick={onUndo} rightSection={<KeyCap>U</KeyCap>}>
        {DESK_TEXTS.undo}
      </Button>
    </Group>
  );
}
