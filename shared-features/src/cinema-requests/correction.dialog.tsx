import { cinemaRequestSchema, REQUEST_WORDS_MAX } from "@bobine/contract/cinema-requests";
import { describeError, type DraftKind, useDraft } from "@bobine/shared-auth";
import { Notice, notifySuccess } from "@bobine/shared-ui";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useRequestCorrection } from "./cinema-requests.queries.ts";
import { REQUEST_TEXTS as TEXTS } from "./cinema-requests.texts.ts";

export const correctionDraft = (cinema: number): DraftKind<string> => ({
  name: `cinema-request/${cinema}`,
  version: 1,
  schema: cinemaRequestSchema.shape.words,
});

/** Asks Bobine, in one's own words, to correct or complete a cinema (CIN-10). */
export function CorrectionDialog({
  cinema,
  close,
}: {
  cinema: { readonly id: number; readonly name: string };
  close: () => void;
}) {
  const title = TEXTS.title(cinema.name);
  const draft = useDraft(correctionDraft(cinema.id), "", title);
  const [wrong, setWrong] = useState<string>();
  const ask = useRequestCorrection();
  const failure = ask.error ? describeError(ask.error, TEXTS.failed) : undefined;
  const error = wrong ?? failure?.fieldErrors["words"];
  const submit = (): boolean => {
    const words = draft.value.trim();
    if (words === "") {
      setWrong(TEXTS.wordsMissing);
      return false;
    }
    ask.mutate(
      { cinema: cinema.id, words },
      {
        onSuccess: () => {
          notifySuccess(TEXTS.sent);
          draft.discard();
          close();
        },
      },
    );
    return true;
  };
  return (
    <FormDialog
      title={title}
      submitLabel={TEXTS.send}
      pending={ask.isPending}
      draft={draft}
      errors={error ? { words: error } : {}}
      failure={ask.error}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm">{TEXTS.hint}</Text>
      <Textarea
        label={TEXTS.words}
        required
        rows={5}
        maxLength={REQUEST_WORDS_MAX}
        data-autofocus
        readOnly={ask.isPending}
        value={draft.value}
        onChange={(event) => {
          const { value } = event.currentTarget;
          draft.set(() => value);
          setWrong(undefined);
        }}
        error={error ? <span role="alert">{error}</span> : undefined}
      />
      {failure && !error ? <Notice tone="error">{failure.message}</Notice> : null}
    </FormDialog>
  );
}
