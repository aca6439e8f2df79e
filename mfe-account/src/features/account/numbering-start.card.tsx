import { type NumberingStart, startOwnNumbering } from "@bobine/contract/distributors";
import { callApi, describeError, type DraftKind, useDraft, useAction } from "@bobine/shared-auth";
import { notifySuccess, Surface } from "@bobine/shared-ui";
import { Button, Group, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import { z } from "zod";
import { NUMBERING } from "./numbering.texts.ts";

const isSeries = (value: string | null): value is NumberingStart["series"] => value === "F" || value === "A";

interface NumberingForm {
  series: NumberingStart["series"];
  last: string;
}
const EMPTY: NumberingForm = { series: "F", last: "" };
const DRAFT: DraftKind<NumberingForm> = {
  name: "numbering-start",
  version: 1,
  schema: z.object({ series: z.enum(["F", "A"]), last: z.string() }),
};

/** Where the numbers of a distributor that comes in mid-year go on (BILL-9): the server takes it before the first one of a series. */
export function NumberingStartCard() {
  const id = useId();
  const draft = useDraft(DRAFT, EMPTY, NUMBERING.title);
  const { series, last } = draft.value;
  const [wrong, setWrong] = useState<string>();
  const save = useAction({
    mutationFn: (numbering_start: NumberingStart) => callApi(startOwnNumbering, { body: numbering_start }),
    onSuccess: () => {
      draft.discard();
      notifySuccess(NUMBERING.saved);
    },
    onError: (error) => {
      const { message, fieldErrors } = describeError(error, NUMBERING.failed);
      setWrong(fieldErrors["numbering_start"] ?? message);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = last.replaceAll(/\s/g, "");
    if (!/^\d{1,6}$/.test(text) || Number(text) > 999_998) {
      setWrong(NUMBERING.notNumber);
      return;
    }
    save.mutate({ series, last_number: Number(text) });
  };
  return (
    <section aria-labelledby={id}>
      <Surface>
        <Title order={2} id={id}>
          {NUMBERING.title}
        </Title>
        <Text size="sm" c="dimmed" mt={4} mb="md">
          {NUMBERING.intro}
        </Text>
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            <Group align="flex-start">
              <Select
                label={NUMBERING.series}
                data={[
                  { value: "F", label: NUMBERING.invoices },
                  { value: "A", label: NUMBERING.creditNotes },
                ]}
                value={series}
                onChange={(value) => {
                  if (isSeries(value)) draft.set((form) => ({ ...form, series: value }));
                  setWrong(undefined);
                }}
                allowDeselect={false}
              />
              <TextInput
                label={NUMBERING.last}
                description={NUMBERING.lastHint}
                inputWrapperOrder={["label", "input", "description", "error"]}
                inputMode="numeric"
                autoComplete="off"
                required
                readOnly={save.isPending}
                value={last}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  draft.set((form) => ({ ...form, last: value }));
                  setWrong(undefined);
                }}
                error={wrong ? <span role="alert">{wrong}</span> : undefined}
              />
            </Group>
            <Group justify="flex-end">
              <Button type="submit" variant="default" loading={save.isPending}>
                {NUMBERING.save}
              </Button>
            </Group>
          </Stack>
        </form>
      </Surface>
    </section>
  );
}
