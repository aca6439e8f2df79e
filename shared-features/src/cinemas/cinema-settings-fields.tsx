import type { Cinema } from "@bobine/contract/cinemas";
import { focusedField, FormSection, HINT_BELOW } from "@bobine/shared-ui/forms";
import { Checkbox, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { SettingsForm } from "./cinema-settings-form.ts";
import { SETTINGS_TEXTS as TEXTS } from "./cinema-settings.texts.ts";

interface CinemaSettingsFieldsProps {
  cinema: Cinema;
  form: SettingsForm;
  /** Field → message. */
  errors: Readonly<Record<string, string>>;
  /** The field that a link has opened the form for. */
  focus: string | undefined;
  change: <Field extends keyof SettingsForm>(field: Field, value: SettingsForm[Field]) => void;
}

/** Mails, reminders and conditions of one distributor with one cinema. */
export function CinemaSettingsFields({ cinema, form, errors, focus, change }: CinemaSettingsFieldsProps) {
  const text = (
    field:
      | "additional_invoice_emails"
      | "additional_reminder_emails"
      | "minimum_guarantee"
      | "custom_accounting_code",
  ) => ({
    value: form[field],
    onChange: (event: { currentTarget: { value: string } }) => change(field, event.currentTarget.value),
    inputWrapperOrder: HINT_BELOW,
    error: errors[field],
    ...focusedField(field === focus),
  });
  const box = (field: "invoice_email_override" | "reminder_email_override" | "is_factor_guaranteed") => ({
    checked: form[field],
    onChange: (event: { currentTarget: { checked: boolean } }) => change(field, event.currentTarget.checked),
  });
  return (
    <>
      <FormSection title={TEXTS.invoicing}>
        <Textarea
          label={TEXTS.invoiceEmails}
          description={TEXTS.emailHint}
          rows={2}
          resize="vertical"
          {...text("additional_invoice_emails")}
        />
        <Override
          {...box("invoice_email_override")}
          label={TEXTS.invoiceOverride}
          own={cinema.default_invoice_emails}
          added={form.additional_invoice_emails}
        />
      </FormSection>
      <FormSection title={TEXTS.reminders}>
        <Textarea
          label={TEXTS.reminderEmails}
          description={TEXTS.emailHint}
          rows={2}
          resize="vertical"
          {...text("additional_reminder_emails")}
        />
        <Override
          {...box("reminder_email_override")}
          label={TEXTS.reminderOverride}
          own={cinema.default_reminder_emails}
          added={form.additional_reminder_emails}
        />
      </FormSection>
      <FormSection title={TEXTS.conditions}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={TEXTS.guarantee}
            description={TEXTS.guaranteeHint}
            inputMode="decimal"
            {...text("minimum_guarantee")}
          />
          <TextInput
            label={TEXTS.accountingCode}
            description={
              cinema.default_accounting_code ? TEXTS.defaultCode(cinema.default_accounting_code) : "\u00a0"
            }
            maxLength={20}
            {...text("custom_accounting_code")}
          />
        </SimpleGrid>
        <Checkbox label={TEXTS.factor} {...box("is_factor_guaranteed")} />
      </FormSection>
    </>
  );
}

function Override({
  label,
  own,
  added,
  ...box
}: {
  label: string;
  own: readonly string[];
  added: string;
  checked: boolean;
  onChange: (event: { currentTarget: { checked: boolean } }) => void;
}): ReactNode {
  const isNobody = box.checked && added.trim() === "";
  return <Checkbox label={label} description={isNobody ? TEXTS.nobody : TEXTS.ownEmails(own)} {...box} />;
}
