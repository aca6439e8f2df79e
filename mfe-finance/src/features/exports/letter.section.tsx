import { Surface } from "@bobine/shared-ui";
import { Anchor, Group, Text, Title } from "@mantine/core";
import { Link } from "react-router-dom";
import type { ShownLines } from "../../bank-lines/bank-lines.queries.ts";
import { Transactions } from "../../bank-lines/transactions.tsx";
import { LettersFilter } from "../../list-filters/letters-filter.tsx";
import { paths } from "../../paths.ts";
import { LETTER_TEXTS as TEXTS } from "./exports.texts.ts";

interface LetterSectionProps {
  shown: ShownLines;
  onLetters: (letters: string | undefined) => void;
}

/** What one letter code of the exports holds: its bank lines here, its invoices a click away (UI-26). */
export function LetterSection({ shown, onLetters }: LetterSectionProps) {
  const { letters } = shown;
  return (
    <section aria-label={TEXTS.title}>
      <Surface mt="md">
        <Title order={2} size="h3">
          {TEXTS.title}
        </Title>
        <Text size="sm" c="dimmed" mt={4} mb="md">
          {TEXTS.intro}
        </Text>
        <Group mb={letters === undefined ? 0 : "md"} align="flex-start">
          <LettersFilter letters={letters} onLetters={onLetters} />
          {letters === undefined ? null : (
            <Anchor component={Link} to={paths.invoicesLettered(letters)} size="sm" lh={2.6}>
              {TEXTS.invoices(letters)}
            </Anchor>
          )}
        </Group>
        {letters === undefined ? null : (
          <Transactions label={TEXTS.lines(letters)} shown={shown} emptyText={TEXTS.none(letters)} />
        )}
      </Surface>
    </section>
  );
}
