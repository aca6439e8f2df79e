import { proposeCinema, REQUEST_WORDS_MAX } from "@bobine/contract/cinema-requests";
import type { CinemaProposal } from "@bobine/contract/cinemas";
import { describeError, type DraftKind, useDraft } from "@bobine/shared-auth";
import { REQUEST_TEXTS, useProposeCinema } from "@bobine/shared-features/cinema-requests";
import { Notice, notifySuccess } from "@bobine/shared-ui";
import { FormDialog, HINT_BELOW, useFieldErrors } from "@bobine/shared-ui/forms";
import { SimpleGrid, Text, Textarea, TextInput } from "@mantine/core";
import { useMemo } from "react";
import { TEXTS } from "./requests.texts.ts";

type Form = CinemaProposal & { words: string };

const EMPTY: Form = {
  name: "",
  city: "",
  address: "",
  pin_code: "",
  legal_name: "",
  siren: "",
  cnc_authorization: "",
  words: "",
};
const { shape } = proposeCinema.body;
/** While it is typed, a name may be none. */
export const PROPOSAL_DRAFT: DraftKind<Form> = {
  name: "cinema-proposal",
  version: 1,
  schema: proposeCinema.body.extend({ name: shape.city }),
};
const NO_ERRORS = {};

/** Proposes a cinema in what one knows of it; a super admin validates it (CIN-10). */
export function ProposeCinemaDialog({ onSent, close }: { onSent: () => void; close: () => void }) {
  const draft = useDraft(PROPOSAL_DRAFT, EMPTY, TEXTS.proposeTitle);
  const propose = useProposeCinema();
  const failure = useMemo(
    () => (propose.error ? describeError(propose.error, REQUEST_TEXTS.failed) : undefined),
    [propose.error],
  );
  const { errors, setWrong, mend } = useFieldErrors(failure?.fieldErrors ?? NO_ERRORS);
  const form = draft.value;
  const change = (name: keyof Form, value: string) => {
    draft.set((current) => ({ ...current, [name]: value }));
    mend(name);
  };
  const field = (name: keyof CinemaProposal) => ({
    label: TEXTS.fields[name],
    inputWrapperOrder: HINT_BELOW,
    autoComplete: "off",
    readOnly: propose.isPending,
    value: form[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => change(name, event.currentTarget.value),
  });
  const submit = (): boolean => {
    if (form.name.trim() === "") {
      setWrong({ name: TEXTS.nameMissing });
      return false;
    }
    propose.mutate(form, {
      onSuccess: () => {
        notifySuccess(REQUEST_TEXTS.sent);
        draft.discard();
        onSent();
      },
    });
    return true;
  };
  return (
    <FormDialog
      title={TEXTS.proposeTitle}
      submitLabel={TEXTS.send}
      pending={propose.isPending}
      draft={draft}
      errors={errors}
      failure={propose.error}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm">{TEXTS.proposeHint}</Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput {...field("name")} required data-autofocus />
        <TextInput {...field("city")} />
        <TextInput {...field("address")} />
        <TextInput {...field("pin_code")} inputMode="numeric" />
        <TextInput {...field("legal_name")} />
        <TextInput {...field("siren")} inputMode="numeric" />
        <TextInput {...field("cnc_authorization")} />
      </SimpleGrid>
      <Textarea
        label={TEXTS.words}
        rows={3}
        maxLength={REQUEST_WORDS_MAX}
        readOnly={propose.isPending}
        value={form.words}
        error={errors["words"]}
        onChange={(event) => change("words", event.currentTarget.value)}
      />
      {failure && Object.keys(errors).length === 0 ? <Notice tone="error">{failure.message}</Notice> : null}
    </FormDialog>
  );
}
