import { isCivilDate } from "@bobine/contract/civil-date";
import { VAT_ACCOUNT_FIELDS, VAT_DUE, type VatSettings, type VatSettingsChange } from "@bobine/contract/vat";
import { useDraft } from "@bobine/shared-auth";
import { Notice } from "@bobine/shared-ui";
import { DayField } from "@bobine/shared-ui/dates";
import {
  type FieldErrors,
  FormDialog,
  FormSection,
  HINT_BELOW,
  useFieldErrors,
} from "@bobine/shared-ui/forms";
import { SegmentedControl, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useId } from "react";
import { changeOf, SETTINGS_DRAFT, type TypedSettings, typedOf } from "./vat-settings.draft.ts";
import { SETTINGS_TEXTS as TEXTS } from "./vat.texts.ts";

interface VatSettingsDialogProps {
  settings: VatSettings;
  pending: boolean;
  /** Of the last attempt, in French. */
  error: string | undefined;
  /** Field → message of the server; the same object as long as it is the same answer. */
  fieldErrors: FieldErrors;
  onConfirm: (change: VatSettingsChange) => void;
  close: () => void;
}

/** When VAT is due, from which day on, and the accounts that it is on (VAT-3). */
export function VatSettingsDialog(props: VatSettingsDialogProps) {
  const { settings, pending, error, fieldErrors, onConfirm, close } = props;
  const draft = useDraft(SETTINGS_DRAFT, typedOf(settings), TEXTS.title);
  const { errors, setWrong, mend } = useFieldErrors(fieldErrors);
  const typed = draft.value;
  const due = useId();
  const change = (part: Partial<TypedSettings>) => {
    for (const field of Object.keys(part)) mend(field);
    draft.set((form) => ({ ...form, ...part }));
  };
  const submit = (): boolean => {
    const result = changeOf(typed);
    setWrong("wrong" in result ? result.wrong : {});
    if ("wrong" in result) return false;
    onConfirm(result.change);
    return true;
  };
  return (
    <FormDialog
      title={TEXTS.title}
      submitLabel={TEXTS.save}
      size="min(640px, 94vw)"
      pending={pending}
      draft={draft}
      errors={errors}
      failure={error}
      onSubmit={submit}
      close={close}
    >
      {settings.planned ? (
        <Notice tone="info">{TEXTS.planned(settings.planned.vat_due, settings.planned.since)}</Notice>
      ) : null}
      <Stack gap="xs">
        <Text id={due} size="sm" fw={500}>
          {TEXTS.due}
        </Text>
        <SegmentedControl
          aria-labelledby={due}
          value={typed.vat_due}
          onChange={(chosen) => change({ vat_due: chosen === "debits" ? "debits" : "collection" })}
          data={VAT_DUE.map((one) => ({ value: one, label: TEXTS.dueNames[one] }))}
          disabled={pending}
          w="fit-content"
          maw="100%"
        />
        <Text size="sm" c="dimmed" aria-live="polite">
          {TEXTS.dueHints[typed.vat_due]}
        </Text>
      </Stack>
      <DayField
        label={TEXTS.since}
        description={TEXTS.sinceHint(settings.earliest_since)}
        inputWrapperOrder={HINT_BELOW}
        required
        readOnly={pending}
        day={isCivilDate(typed.since) ? typed.since : undefined}
        onDay={(day) => change({ since: day ?? "" })}
        error={errors["since"]}
      />
      <FormSection title={TEXTS.accounts}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {VAT_ACCOUNT_FIELDS.map((field) => (
            <TextInput
              key={field}
              label={TEXTS.accountNames[field]}
              inputMode="numeric"
              autoComplete="off"
              required
              readOnly={pending}
              value={typed[field]}
              onChange={({ currentTarget: { value } }) => change({ [field]: value })}
              error={errors[field]}
            />
          ))}
        </SimpleGrid>
      </FormSection>
      {error && Object.keys(errors).length === 0 ? <Notice tone="error">{error}</Notice> : null}
    </FormDialog>
  );
}
