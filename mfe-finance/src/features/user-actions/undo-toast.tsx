import { Button, Group } from "@mantine/core";
import { REJECTION_TEXTS, UNDO_TEXTS, type UndoName } from "./user-actions.texts.ts";
import { KeyCap } from "../../key-cap.tsx";

/** What was done, and the way back. */
export function UndoToast({
  message,
  name,
  onUndo,
  onExplain,
}: {
  message: string;
  name: UndoName;
  onUndo: () => void;
  /** Of a rejection: says why. */
  onExplain?: (() => void) | undefined;
}) {
  return (
    <Group justify="space-between" gap="xs" wrap="wrap">
      <span>{message}</span>
      {onExplain ? (
        <Button size="compact-sm" variant="default" onClick={onExplain}>
          {REJECTION_TEXTS.open}
        </Button>
      ) : null}
      <Button size="compact-sm" variant="light" onClick={onUndo} rightSection={<KeyCap>U</KeyCap>}>
        {UNDO_TEXTS[name]}
      </Button>
    </Group>
  );
}
