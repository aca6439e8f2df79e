import { type Decision, type Prospect, prospectSchema } from "@bobine/contract/prospects";
import { describeError, type DraftKind, useDraft } from "@bobine/shared-auth";
import { Notice, notifySuccess } from "@bobine/shared-ui";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useDecideProspect } from "./prospects.queries.ts";
import { type DecisionTexts, REASON_REQUIRED } from "./prospects.texts.ts";

const draftOf = (id: number, decision: Decision): DraftKind<string> => ({
  name: `prospect-${decision}/${id}`,
  version: 1,
  schema: prospectSchema.shape.name,
  isOfPerson: true,
});

/** A decision on what was shown when the dialog opened: should the file change meanwhile, it is read again first. */
export function DecideProspectDialog({
  prospect,
  decision,
  texts,
  close,
}: {
  prospect: Prospect;
  decision: Decision;
  texts: DecisionTexts;
  close: () => void;
}) {
  const [{ version, name }] = useState(prospect);
  const draft = useDraft(draftOf(prospect.id, decision), "", texts.title(name));
  const [wrong, setWrong] = useState<string>();
  const decide = useDecideProspect(prospect.id);
  const failure = decide.error ? describeError(decide.error, texts.failed) : undefined;
  const error = wrong ?? failure?.fieldErrors["reason"];
  const submit = (): boolean => {
    const reason = draft.value.trim();
    if (decision !== "validate" && reason === "") {
      setWrong(REASON_REQUIRED);
      return false;
    }
    decide.mutate(
      { decision, reason, version },
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
      pending={decide.isPending}
      draft={draft}
      errors={error ? { reason: error } : {}}
      failure={decide.error}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm">{texts.hint}</Text>
      <Textarea
        label={texts.label}
        required={decision !== "validate"}
        rows={4}
        maxLength={2000}
        data-autofocus
        readOnly={decide.isPending}
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
