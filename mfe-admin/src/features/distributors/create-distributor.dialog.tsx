import { productSettings, useDraft } from "@bobine/shared-auth";
import {
  type FieldErrors,
  FormDialog,
  FormSection,
  HINT_BELOW,
  useFieldErrors,
} from "@bobine/shared-ui/forms";
import { SimpleGrid, TextInput } from "@mantine/core";
import { CREATE_TEXTS as TEXTS } from "./distributors.texts.ts";
import {
  EMPTY_FORM,
  isRequired,
  missingFields,
  NEW_DISTRIBUTOR_DRAFT,
  type NewDistributorField,
  type NewDistributorForm,
} from "./new-distributor.ts";

interface CreateDistributorDialogProps {
  pending: boolean;
  /** Why the last attempt failed; nothing while there is none. */
  failure: unknown;
  /** Field → message, of the server. */
  errors: FieldErrors;
  onConfirm: (form: NewDistributorForm) => void;
  /** Required fields are empty. */
  onMissing: () => void;
  close: () => void;
}

/** The company and, optionally, its administrator (UI-15, DIST-4). It sends nothing itself. */
export function CreateDistributorDialog(props: CreateDistributorDialogProps) {
  const draft = useDraft(NEW_DISTRIBUTOR_DRAFT, EMPTY_FORM, TEXTS.title);
  const { errors, setWrong, mend } = useFieldErrors(props.errors);
  const form = draft.value;

  const submit = () => {
    const empty = missingFields(form);
    setWrong(empty);
    const isFilled = Object.keys(empty).length === 0;
    if (isFilled) props.onConfirm(form);
    else props.onMissing();
    return isFilled;
  };
  const field = (name: NewDistributorField) => ({
    label: TEXTS.fields[name],
    required: isRequired(form, name),
    inputWrapperOrder: HINT_BELOW,
    autoComplete: "off",
    value: form[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      draft.set((current) => ({ ...current, [name]: value }));
      mend(name);
    },
  });

  return (
    <FormDialog
      title={TEXTS.title}
      submitLabel={TEXTS.submit}
      size="min(760px, 96vw)"
      pending={props.pending}
      draft={draft}
      errors={errors}
      failure={props.failure}
      onSubmit={submit}
      close={props.close}
    >
      <FormSection title={TEXTS.company}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput {...field("name")} data-autofocus />
          <TextInput {...field("address")} />
          <TextInput {...field("post_code")} inputMode="numeric" />
          <TextInput {...field("city")} />
          <TextInput {...field("phone")} inputMode="tel" />
          <TextInput
            {...field("communication_email")}
            inputMode="email"
            description={TEXTS.hints.communication_email(productSettings().communicationDomain)}
          />
          <TextInput {...field("siren")} inputMode="numeric" description={TEXTS.hints.siren} />
          <TextInput {...field("vat_number")} description={TEXTS.hints.vat_number} />
          <TextInput {...field("iban")} />
          <TextInput {...field("secondary_iban")} />
        </SimpleGrid>
      </FormSection>
      <FormSection title={TEXTS.administrator} hint={TEXTS.optional}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput {...field("admin_first_name")} />
          <TextInput {...field("admin_last_name")} />
          <TextInput {...field("admin_email")} inputMode="email" />
        </SimpleGrid>
      </FormSection>
    </FormDialog>
  );
}
