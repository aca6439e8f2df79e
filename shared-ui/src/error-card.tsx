import { Button, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "./error-card.module.css";

export interface ErrorCardProps {
  title: string;
  message?: string;
  /** Facts for support: what failed, which build, who owns it. */
  details?: readonly { label: string; value: ReactNode }[];
  onRetry?: () => void;
  /** The title becomes a heading that takes the focus: for a card that stands where a whole screen should be. */
  takesFocus?: boolean;
}

/** A part of the page that could not be shown, and a way out. */
export function ErrorCard({ title, message, details = [], onRetry, takesFocus = false }: ErrorCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div role="alert" className={classes["card"]}>
      <IconAlertTriangle size={28} stroke={1.6} aria-hidden className={classes["icon"]} />
      <Stack gap="xs" align="flex-start">
        {takesFocus ? (
          <Text component="h1" fw={600} ref={heading} tabIndex={-1} className={classes["heading"] ?? ""}>
            {title}
          </Text>
        ) : (
          <Text fw={600}>{title}</Text>
        )}
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
