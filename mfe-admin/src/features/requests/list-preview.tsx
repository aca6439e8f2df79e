import type { ProposedList } from "@bobine/contract/cinema-requests";
import { describeError } from "@bobine/shared-auth";
import { ErrorCard } from "@bobine/shared-ui";
import { Anchor, Skeleton, Stack, Text } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import { useListPreview } from "./requests.queries.ts";
import { TEXTS } from "./requests.texts.ts";
import classes from "./requests.module.css";

/** What a proposed list would bring, row by row, before it is accepted (CIN-11). */
export function ListPreview({ id }: { id: number }) {
  const preview = useListPreview(id);
  if (preview.isError)
    return (
      <ErrorCard
        title={TEXTS.list.loadFailed}
        message={describeError(preview.error).message}
        onRetry={() => void preview.refetch()}
      />
    );
  if (!preview.data) return <Skeleton height={120} radius="md" aria-busy />;
  const { created, known, errors } = preview.data;
  return (
    <Stack gap="sm">
      <Text fw={600}>{TEXTS.list.counts(created.length, known.length)}</Text>
      <Rows title={TEXTS.list.created} rows={created}>
        {(row) => row.name}
      </Rows>
      <Rows title={TEXTS.list.known} rows={known}>
        {(row) => (
          <>
            <Anchor component={Link} to={paths.cinema(row.cinema_id)} size="sm" underline="always">
              {row.name}
            </Anchor>
            {row.differs.length > 0 ? (
              <Text size="xs" c="dimmed">
                {TEXTS.list.differs(row.differs)}
              </Text>
            ) : null}
          </>
        )}
      </Rows>
      <Rows title={TEXTS.list.errors} rows={errors}>
        {(error) => error}
      </Rows>
    </Stack>
  );
}

type Row = ProposedList["created"][number];

function Rows<T extends Row | string>({
  title,
  rows,
  children,
}: {
  title: string;
  rows: readonly T[];
  children: (row: T) => ReactNode;
}) {
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Text id={id} size="sm" fw={500}>
        {title}
      </Text>
      <ul className={classes["rows"]} aria-labelledby={id}>
        {rows.map((row) => (
          <li key={typeof row === "string" ? row : row.line_number}>
            {typeof row === "string" ? null : (
              <span className={classes["line"]}>{TEXTS.list.line(row.line_number)}</span>
            )}
            <div>{children(row)}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}
