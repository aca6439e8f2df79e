import { Stack, Text } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** What a list shows when it has nothing, with what to do next if there is something. */
export function EmptyState({ text, hint, action }: { text: string; hint?: string; action?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <IconInbox size={32} stroke={1.4} aria-hidden color="var(--mantine-color-dimmed)" />
      <Text fw={550}>{text}</Text>
      {hint ? (
        <Text c="dimmed" size="sm" maw={420}>
          {hint}
        </Text>
      ) : null}
      {action}
    </Stack>
  );
}
