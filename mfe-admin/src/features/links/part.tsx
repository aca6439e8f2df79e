import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** One list of the tab, under its own title. */
export function Part({
  title,
  description,
  children,
}: {
  title: string;
  description: string;
  children: ReactNode;
}) {
  return (
    <div>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {description}
      </Text>
      {children}
    </div>
  );
}
