import {
  type ConsoleRequest,
  cinemaRequestSchema,
  REQUEST_WORDS_MAX,
} from "@bobine/contract/cinema-requests";
import { describeError, type DraftKind, useDraft } from "@bobine/shared-auth";
import { Notice, notifySuccess } from "@bobine/shared-ui";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { describeRefusal } from "../../show-failure.ts";
import { ListPreview } from "./list-preview.tsx";
import { useAnswerRequest } from "./requests.queries.ts";
import { ANSWERS, TEXTS } from "./requests.texts.ts";

export type AnswerKind = keyof typeof ANSWERS;

export const answerDraft = (id: number, kind: AnswerKind): DraftKind<string> => ({
  name: `cinema-request-${kind}/${id}`,
  version: 1,
  schema: cinemaRequestSchema.shape.answer,
  isOfPerson: true,
});

/** An answer in words, which the distributor's people read; a refusal needs one (CIN-10). */
export function AnswerDialog({
  request,
  kind,
  close,
}: {
  request: ConsoleRequest;
  kind: AnswerKind;
  close: () => void;
}) {
  const texts = ANSWERS[kind];
  const { candidate, distributor } = request;
  const cinema = kind === "attach" && candidate ? candidate : null;
  const name = cinema ? [cinema.name, cinema.city].filter(Boolean).join(", ") : request.subject;
  const draft = useDraft(answerDraft(request.id, kind), "", texts.title(name));
  const [wrong, setWrong] = useState<string>();
  const answer = useAnswerRequest(request.id);
  const failure = answer.error ? describeError(answer.error, TEXTS.failed) : undefined;
  const error = wrong ?? failure?.fieldErrors["answer"];
  const submit = (): boolean => {
    const text = draft.value.trim();
    if (kind === "refuse" && text === "") {
      setWrong(TEXTS.answerMissing);
      return false;
    }
    answer.mutate(
      { state: kind === "refuse" ? "refused" : "done", answer: text, cinema: cinema?.id ?? null },
      {
        onSuccess: () => {
          notifySuccess(texts.done);
          draft.discard();
          close();
        },
      },
    );
    return true;
  };
  return (
    <FormDialog
      title={texts.title(name)}
      submitLabel={texts.submit}
      pending={answer.isPending}
      draft={draft}
      errors={error ? { answer: error } : {}}
      failure={answer.error}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm">{texts.hint(name, distributor.name)}</Text>
      <Textarea
        label={TEXTS.answer}
        required={kind === "refuse"}
        rows={4}
        maxLength={REQUEST_WORDS_MAX}
        data-autofocus
        readOnly={answer.isPending}
        value={draft.value}
        onChange={(event) => {
          const { value } = event.currentTarget;
          draft.set(() => value);
          setWrong(undefined);
        }}
        error={error ? <span role="alert">{error}</span> : undefined}
      />
      {/* A number of the proposal that another cinema has: it is told as the API does. */}
      {answer.error && !error ? (
        <Notice tone="error">{describeRefusal(answer.error, TEXTS.failed)}</Notice>
      ) : null}
      {/* Last: it may be long. */}
      {kind === "accept" ? <ListPreview id={request.id} /> : null}
    </FormDialog>
  );
}
