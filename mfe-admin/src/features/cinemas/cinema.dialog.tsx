import { type Cinema, CINEMA_STATUSES } from "@bobine/contract/cinemas";
import { useDraft } from "@bobine/shared-auth";
import {
  type FieldErrors,
  focusedField,
  FormDialog,
  FormSection,
  HINT_BELOW,
  useFieldErrors,
} from "@bobine/shared-ui/forms";
import { Select, SimpleGrid, TextInput } from "@mantine/core";
import { cinemaDraft, type CinemaForm, cinemaForm, type TextField, wrongInCinema } from "./cinema-form.ts";
import { PhoneRows, ScreenRows } from "./cinema-rows.tsx";
import { FORM_TEXTS as TEXTS } from "./cinemas.texts.ts";

interface CinemaDialogProps {
  /** Nothing for a new one. */
  cinema: Cinema | undefined;
  pending: boolean;
  /** Why the last attempt failed; nothing while there is none. */
  failure: unknown;
  /** Field → message, of the server. */
  errors: FieldErrors;
  /** The field that a link has opened it for; else the name (UI-25). */
  focus?: string | undefined;
  onConfirm: (form: CinemaForm) => void;
  close: () => void;
}

const STATUSES = CINEMA_STATUSES.map((value) => ({ value, label: TEXTS.activities[value] }));

/** All that is written of a cinema; the same fields for a new one and for one that is (UI-16). It sends nothing itself. */
export function CinemaDialog(props: CinemaDialogProps) {
  const { cinema, focus = "name" } = props;
  const title = cinema ? `${TEXTS.editTitle} – ${cinema.name}` : TEXTS.createTitle;
  const draft = useDraft(cinemaDraft(cinema?.id), cinemaForm(cinema), title);
  const { errors, setWrong, mend } = useFieldErrors(props.errors);
  const form = draft.value;

  const change = <Field extends keyof CinemaForm>(field: Field, value: CinemaForm[Field]) => {
    draft.set((current) => ({ ...current, [field]: value }));
    mend(field);
  };
  const field = (name: TextField) => ({
    label: TEXTS.fields[name],
    inputWrapperOrder: HINT_BELOW,
    autoComplete: "off",
    value: form[name],
    error: errors[name],
    ...focusedField(name === focus),
    onChange: (event: { currentTarget: HTMLInputElement }) => change(name, event.currentTarget.value),
  });
  const submit = () => {
    const wrong = wrongInCinema(form, cinema);
    setWrong(wrong);
    const isRight = Object.keys(wrong).length === 0;
    if (isRight) props.onConfirm(form);
    return isRight;
  };

  return (
    <FormDialog
      title={title}
      submitLabel={cinema ? TEXTS.editButton : TEXTS.createButton}
      size="min(860px, 96vw)"
      pending={props.pending}
      draft={draft}
      errors={errors}
      failure={props.failure}
      onSubmit={submit}
      close={props.close}
    >
      <FormSection title={TEXTS.identity}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput {...field("name")} required />
          <Select
            label={TEXTS.activity}
            data={STATUSES}
            value={form.status}
            onChange={(value) => change("status", CINEMA_STATUSES.find((s) => s === value) ?? form.status)}
            allowDeselect={false}
            error={errors["status"]}
          />
          <TextInput {...field("group")} />
          <TextInput {...field("sub_group")} />
        </SimpleGrid>
      </FormSection>
      <FormSection title={TEXTS.address}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput {...field("address")} />
          <TextInput {...field("address_line_2")} />
          <TextInput {...field("pin_code")} inputMode="numeric" />
          <TextInput {...field("city")} />
        </SimpleGrid>
      </FormSection>
      <FormSection title={TEXTS.legal}>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
          <TextInput {...field("legal_name")} />
          <TextInput {...field("siren")} inputMode="numeric" />
          <TextInput {...field("cnc_authorization")} />
        </SimpleGrid>
      </FormSection>
      <FormSection title={TEXTS.invoicing} hint={TEXTS.invoicingHint}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput {...field("invoicing_company_name")} />
          <TextInput {...field("invoicing_siren")} inputMode="numeric" />
          <TextInput {...field("invoicing_address")} />
          <TextInput {...field("invoicing_address_line_2")} />
          <TextInput {...field("invoicing_pin_code")} inputMode="numeric" />
          <TextInput {...field("invoicing_city")} />
          <TextInput {...field("vat_number")} description={TEXTS.vatHint} />
        </SimpleGrid>
      </FormSection>
      <FormSection title={TEXTS.contacts}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput {...field("default_invoice_emails")} description={TEXTS.emailHint} />
          <TextInput {...field("default_reminder_emails")} description={TEXTS.emailHint} />
        </SimpleGrid>
        <PhoneRows
          phones={form.phones}
          error={errors["phones"]}
          onChange={(phones) => change("phones", phones)}
        />
      </FormSection>
      <FormSection title={TEXTS.codes}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput {...field("short_name_code")} description={TEXTS.codeHint} />
          <TextInput {...field("default_accounting_code")} />
        </SimpleGrid>
      </FormSection>
      <FormSection title={TEXTS.screens}>
        <ScreenRows
          screens={form.screens}
          errors={errors}
          onChange={(screens) => change("screens", screens)}
          onMend={mend}
        />
      </FormSection>
    </FormDialog>
  );
}
