import { formatInteger, Surface } from "@bobine/shared-ui";
import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./statistics-list.module.css";

export interface Statistic {
  label: string;
  value: ReactNode;
  /** A long value, in the room of two. */
  wide?: boolean;
}

/** What an import did, figure by figure. */
export function StatisticsList({
  title,
  message,
  statistics,
}: {
  title: string;
  message?: string;
  statistics: readonly Statistic[];
}) {
  return (
    <section aria-label={title}>
      <Surface>
        <Title order={2}>{title}</Title>
        {message ? <Text mt={4}>{message}</Text> : null}
        <Facts statistics={statistics} />
      </Surface>
    </section>
  );
}

/** Figures with what each is, without a frame of their own. */
export function Facts({ statistics }: { statistics: readonly Statistic[] }) {
  return (
    <dl className={classes["list"]}>
      {statistics.map(({ label, value, wide = false }) => (
        <div key={label} data-wide={wide || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Lines of a file that people should read: errors, warnings. Only the first ones come, with the count of all. */
export function MessageList({
  title,
  messages,
  count,
  next,
}: {
  title: string;
  messages: readonly string[];
  count: number;
  /** What to do about them. */
  next?: string;
}) {
  if (messages.length === 0) return null;
  return (
    <section aria-label={title}>
      <Surface mt="md">
        <Title order={2} size="h3">
          {title}
        </Title>
        {next ? (
          <Text size="sm" c="dimmed">
            {next}
          </Text>
        ) : null}
        <ul className={classes["messages"]}>
          {[...new Set(messages)].map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
        {count > messages.length ? (
          <Text size="sm" c="dimmed">
            … et {formatInteger(count - messages.length)} de plus.
          </Text>
        ) : null}
      </Surface>
    </section>
  );
}
