import type { InvoicingChanges } from "@bobine/contract/invoicing-options";
import { describeError, isApiError } from "@bobine/shared-auth";
import { Notice, Surface } from "@bobine/shared-ui";
import { Box, Skeleton, Text, Title } from "@mantine/core";
import { useEffect, useId, useState } from "react";
import classes from "./invoicing.module.css";
import { useMentions } from "./invoicing.queries.ts";
import { TEXTS } from "./invoicing.texts.ts";

/** TXT-2 */
const PAUSE_MS = 300;

/**
 * The mentions of an invoice of today, as the server would print them with what is typed (BILL-20).
 * @param changes undefined while what is typed is wrong: the last preview stays
 * @param name of the company
 */
export function MentionsPreview({ changes, name }: { changes: InvoicingChanges | undefined; name: string }) {
  const id = useId();
  const shown = useSettled(changes);
  const preview = useMentions(shown);
  const { data } = preview;
  return (
    <section aria-labelledby={id} className={classes["preview"]}>
      <Surface>
        <Title order={2} id={id}>
          {TEXTS.preview}
        </Title>
        <Text size="sm" c="dimmed">
          {TEXTS.previewIntro}
        </Text>
        {changes === undefined ? <Notice tone="info">{TEXTS.previewWaits}</Notice> : null}
        {preview.isError && !isRefusal(preview.error) ? (
          <Notice tone="warning">{describeError(preview.error, TEXTS.previewFailed).message}</Notice>
        ) : null}
        {data ? (
          <div aria-live="polite">
            <Paragraphs title={TEXTS.head} texts={[name, ...data.heading]} />
            <Paragraphs title={TEXTS.foot} texts={data.mentions} />
            {data.assignment ? <Paragraphs title={TEXTS.assignment} texts={[data.assignment]} /> : null}
            {data.newly_reminded > 0 ? (
              <Notice tone="warning">{TEXTS.reminded(data.newly_reminded)}</Notice>
            ) : null}
          </div>
        ) : preview.isPending && shown !== undefined ? (
          <Box component="output" display="block" aria-label="Chargement…">
            <Skeleton height={240} mt="md" />
          </Box>
        ) : null}
      </Surface>
    </section>
  );
}

const isRefusal = (error: unknown): boolean => isApiError(error) && error.status === 400;

function Paragraphs({ title, texts }: { title: string; texts: readonly string[] }) {
  return (
    <div className={classes["paper"]}>
      <Text size="xs" c="dimmed" fw={600}>
        {title}
      </Text>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

/** The last value once the typing pauses; what is wrong is skipped. */
function useSettled(changes: InvoicingChanges | undefined): InvoicingChanges | undefined {
  const [settled, setSettled] = useState(changes);
  const key = JSON.stringify(changes);
  useEffect(() => {
    if (key === undefined) return undefined;
    const timer = setTimeout(() => setSettled(JSON.parse(key) as InvoicingChanges), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}
