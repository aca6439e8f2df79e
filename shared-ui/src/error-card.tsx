import { Button, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import classes from "./error-card.module.css";

export interface ErrorCardProps {
  title: string;
  message?: string;
  /** Facts for support: what failed, which build, who owns it. */
  details?: readonly { label: string; value: string }[];
  onRetry?: () => void;
}

/** A part of the page that could not be shown, and a way out. */
export function ErrorCard({ title, message, details = [], onRetry }: ErrorCardProps) {
  return (
    <div role="alert" className={classes["card"]}>
      <IconAlertTriangle size={28} stroke={1.6} aria-hidden className={classes["icon"]} />
      <Stack gap="xs" align="flex-start">
        <Text fw={600}>{title}</Text>
        {message ? <Text size="sm">{message}</Text> : null}
        {details.length > 0 ? (
          <dl className={classes["details"]}>
            {details.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {onRetry ? (
          <Button
            variant="default"
            mt="xs"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={onRetry}
          >
            Réessayer
          </Button>
        ) : null}
      </Stack>
    </div>
  );
}
