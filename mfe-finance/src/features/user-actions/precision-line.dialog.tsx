import { frenchPercent } from "@bobine/contract/french";
import { type AutomaticLettering, type PrecisionLine, slipsAllowed } from "@bobine/contract/lettering";
import { useDraft } from "@bobine/shared-auth";
import { Notice } from "@bobine/shared-ui";
import { type FieldErrors, FormDialog, useFieldErrors } from "@bobine/shared-ui/forms";
import { Text, TextInput } from "@mantine/core";
import { PRECISION_LINE_DRAFT } from "./precision-line.draft.ts";
import { precisionTyped, sampleTyped } from "./typed-precision.ts";
import { PRECISION_LINE_TEXTS as TEXTS } from "./precision-line.texts.ts";

export interface PrecisionLineDialogProps {
  state: Pick<AutomaticLettering, keyof PrecisionLine | "is_on" | "judged">;
  pending: boolean;
  /** Of the last attempt, in French. */
  error: string | undefined;
  /** Field → message of the server; the same object as long as it is the same answer. */
  fieldErrors: FieldErrors;
  onConfirm: (line: PrecisionLine) => void;
  close: () => void;
}

/** The precision under which automatic lettering pauses itself, and over how many letterings. It tells what the numbers mean. */
export function PrecisionLineDialog(props: PrecisionLineDialogProps) {
  const { state, pending, error, fieldErrors, onConfirm, close } = props;
  const { is_on, judged } = state;
  const saved = {
    line: frenchPercent(state.precision_line_bp),
    sample: String(state.min_sample),
  };
  const draft = useDraft(PRECISION_LINE_DRAFT, saved, TEXTS.title);
  const { errors, setWrong, mend } = useFieldErrors(fieldErrors);
  const precision_line_bp = precisionTyped(draft.value.line);
  const min_sample = sampleTyped(draft.value.sample);
  const typed =
    precision_line_bp === undefined || min_sample === undefined
      ? undefined
      : { precision_line_bp, min_sample };

  const submit = (): boolean => {
    setWrong({
      ...(precision_line_bp === undefined ? { precision_line_bp: TEXTS.lineWrong } : {}),
      ...(min_sample === undefined ? { min_sample: TEXTS.sampleWrong } : {}),
    });
    if (!typed) return false;
    onConfirm(typed);
    return true;
  };
  return (
    <FormDialog
      title={TEXTS.title}
      submitLabel={TEXTS.save}
      size="min(560px, 94vw)"
      pending={pending}
      draft={draft}
      errors={errors}
      failure={error}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm" c="dimmed">
        {TEXTS.hint}
      </Text>
      <TextInput
        label={TEXTS.line}
        description={TEXTS.lineHint}
        required
        inputMode="decimal"
        autoComplete="off"
        rightSection="%"
        data-autofocus
        readOnly={pending}
        value={draft.value.line}
        onChange={({ currentTarget: { value } }) => {
          mend("precision_line_bp");
          draft.set((form) => ({ ...form, line: value }));
        }}
        error={errors["precision_line_bp"]}
      />
      <TextInput
        label={TEXTS.sample}
        description={TEXTS.sampleHint}
        required
        inputMode="numeric"
        autoComplete="off"
        readOnly={pending}
        value={draft.value.sample}
        onChange={({ currentTarget: { value } }) => {
          mend("min_sample");
          draft.set((form) => ({ ...form, sample: value }));
        }}
        error={errors["min_sample"]}
      />
      <div aria-live="polite">{typed ? <Meaning line={typed} judged={judged} isOn={is_on} /> : null}</div>
      {error ? <Notice tone="error">{error}</Notice> : null}
    </FormDialog>
  );
}

function Meaning({
  line,
  judged: { automatic, reverted },
  isOn,
}: {
  line: PrecisionLine;
  judged: AutomaticLettering["judged"];
  isOn: boolean;
}) {
  const allowed = slipsAllowed(automatic, line);
  return (
    <>
      <Text size="sm">{TEXTS.pausesAt(allowed + 1, Math.max(automatic, line.min_sample))}</Text>
      <Text size="sm" c="dimmed">
        {TEXTS.measured(automatic, reverted)}
      </Text>
      {isOn && reverted > allowed ? <Notice tone="warning">{TEXTS.pausesNow}</Notice> : null}
    </>
  );
}
