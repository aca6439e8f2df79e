import {
  type ColumnChoice,
  choiceProblems,
  type RowPreview,
  type StatementTable,
} from "@bobine/contract/statement-columns";
import { describeError } from "@bobine/shared-auth";
import { ErrorCard, formatDate, Money, Notice } from "@bobine/shared-ui";
import { Box, Skeleton, Text, Title } from "@mantine/core";
import { useRowPreview } from "./columns.queries.ts";
import classes from "./columns.module.css";
import { COLUMN_TEXTS as TEXTS } from "./columns.texts.ts";

/** What an import would read in these rows. */
export function RowPreviews({ rows, columns }: { rows: StatementTable["rows"]; columns: ColumnChoice }) {
  const preview = useRowPreview(rows, columns);
  const isWhole = Object.keys(choiceProblems(columns)).length === 0;
  return (
    <div aria-busy={preview.isFetching}>
      <Title order={3} size="h4" mb={6}>
        {TEXTS.preview}
      </Title>
      {!isWhole ? (
        <Text size="sm" c="dimmed">
          {TEXTS.noPreview}
        </Text>
      ) : preview.data ? (
        <>
          <PreviewTable rows={preview.data.rows} />
          {preview.data.notes.map((note) => (
            <Notice key={note} tone="warning">
              {note}
            </Notice>
          ))}
        </>
      ) : preview.isError ? (
        <ErrorCard
          title={describeError(preview.error, TEXTS.previewFailed).message}
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <Box component="output" display="block" aria-label="Chargement…">
          <Skeleton height={160} />
        </Box>
      )}
    </div>
  );
}

function PreviewTable({ rows }: { rows: readonly RowPreview[] }) {
  const { line, date, label, amount, balance } = TEXTS.previewHeads;
  const hasBalance = rows.some((row) => row.balance !== null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes["scroll"]} aria-label={TEXTS.preview} tabIndex={0}>
      <table className={`${classes["table"]} ${classes["preview"]}`}>
        <thead>
          <tr>
            <th scope="col" className={classes["line"]}>
              {line}
            </th>
            <th scope="col">{date}</th>
            <th scope="col">{label}</th>
            <th scope="col" className={classes["amount"]}>
              {amount}
            </th>
            {hasBalance ? (
              <th scope="col" className={classes["amount"]}>
                {balance}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line} data-above={row.kind === "ignored" || undefined}>
              <td className={classes["line"]}>{row.line}</td>
              {row.kind === "operation" ? (
                <>
                  <td>
                    {row.date ? formatDate(row.date) : null}
                    {row.value_date && row.value_date !== row.date ? (
                      <Text size="xs" c="dimmed">
                        {TEXTS.valueDate(formatDate(row.value_date))}
                      </Text>
                    ) : null}
                  </td>
                  <td className={classes["label"]}>{row.label}</td>
                  <td className={classes["amount"]}>
                    {row.amount === null ? null : (
                      <Money amount={row.amount} currency={row.currency_code} signed />
                    )}
                  </td>
                  {hasBalance ? (
                    <td className={classes["amount"]}>
                      {row.balance === null ? null : (
                        <Money amount={row.balance} currency={row.currency_code} />
                      )}
                    </td>
                  ) : null}
                </>
              ) : (
                <td colSpan={hasBalance ? 4 : 3}>
                  {row.kind === "error" ? (
                    <Text size="sm" c="var(--mantine-color-error)">
                      {row.message}
                    </Text>
                  ) : (
                    TEXTS.ignored
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
