import { Button, Group } from "@mantine/core";
import { UNDO_TEXTS, type UndoName } from "./user-actions.texts.ts";
import { KeyCap } from "../../key-cap.tsx";

/** What was done, and the way back. */
export function UndoToast({
  message,
  name,
  onUndo,
}: {
  message: string;
  name: UndoName;
  onUndo: () => void;
}) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <span>{message}</span>
      <Button size="compact-sm" variant="light" onClick={onUndo} rightSection={<KeyCap>U</KeyCap>}>
        {UNDO_TEXTS[name]}
      </Button>
    </Group>
  );
}
