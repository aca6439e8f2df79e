import { Button, Group } from "@mantine/core";
import { Notice } from "./notice.tsx";

/** Says that a form shows what was typed before a reload, and lets the person give that up. */
export function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Notice tone="info" title="Saisie rétablie">
      <Group justify="space-between" gap="xs">
        <span>Vos modifications n’étaient pas enregistrées : les voici.</span>
        <Button variant="default" size="xs" onClick={onDiscard}>
          Abandonner ces modifications
        </Button>
      </Group>
    </Notice>
  );
}
