import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

export interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  /** Buttons of the page, on the right. */
  actions?: ReactNode;
}

/** The one h1 of a screen, with its actions; it names the tab too. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <Group component="header" justify="space-between" align="flex-end" gap="sm" mb="lg">
      <title>{`${title} · Bobine`}</title>
      <Stack gap={2}>
        <Title order={1}>{title}</Title>
        {description ? (
          <Text c="dimmed" size="sm">
            {description}
          </Text>
        ) : null}
      </Stack>
      {actions ? <Group gap="xs">{actions}</Group> : null}
    </Group>
  );
}
