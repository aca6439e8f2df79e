import type { DistributorProfile } from "@bobine/contract/distributors";
import { canEditCommunicationEmail, canReplaceContactEmail } from "@bobine/contract/policy/distributors";
import { isSuperAdmin } from "@bobine/contract/policy/people";
import { describeError, type Draft, type SessionUser, useDraft } from "@bobine/shared-auth";
import { notifyFailure, RestoredDraft, Surface } from "@bobine/shared-ui";
import { focusedField } from "@bobine/shared-ui/forms";
import { Button, SimpleGrid, Stack, TextInput, Title } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import {
  type AccountField,
  ACCOUNT_DRAFT,
  type AccountForm as Form,
  changedFields,
  splitOf,
  COMPANY_FIELDS,
  requiredFields,
  USER_FIELDS,
  wrongFields,
} from "./account-fields.ts";
import { useSaveAccount } from "./account.queries.ts";
import { FIELDS, TEXTS } from "./account.texts.ts";
import classes from "./account.module.css";

/** Edit mode: one form over the person's profile and the company's (UI-11). What was typed outlives a failed save and a reload. */
export function AccountForm({
  user,
  company,
  saved,
  mayCancel,
  focus,
  onSaved,
  onCancel,
}: {
  user: SessionUser;
  company: DistributorProfile | undefined;
  saved: Form;
  mayCancel: boolean;
  /** The field that a link has opened the form for (UI-25). */
  focus: string | undefined;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const draft = useDraft(ACCOUNT_DRAFT, saved, TEXTS.title);
  const form = draft.value;
  // What somebody else saves meanwhile is not undone by fields that this person has not touched.
  const [base] = useState(saved);
  const required = requiredFields(user, company, base);
  const { place, errors, refuse, clear } = useRefusedFields();
  const save = useSaveAccount();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = wrongFields(form, base, required);
    if (Object.keys(wrong).length > 0) {
      refuse(wrong);
      return;
    }
    const changes = {
      ofUser: changedFields(form, base, USER_FIELDS),
      ofCompany: company ? changedFields(form, base, COMPANY_FIELDS) : undefined,
    };
    save.mutate(changes, {
      onSuccess: () => {
        draft.settle(form);
        onSaved();
      },
      onError: (error) => {
        const { reason, fieldErrors } = describeError(error, TEXTS.saveFailed);
        // API-3: under its field; TXT-1: whatever the reason, what was not saved.
        if (Object.keys(fieldErrors).some((field) => field in FIELDS)) refuse(fieldErrors);
        notifyFailure(save.isHalfSaved.current ? TEXTS.companyNotSaved : TEXTS.saveFailed, reason);
      },
    });
  };

  const cancel = () => {
    draft.discard();
    onCancel();
  };
  const { isSplit, split } = useSplitSiret(draft, clear);

  const field = (name: AccountField, kept = false) => (
    <TextInput
      key={name}
      label={FIELDS[name].label}
      description={kept ? TEXTS.kept : hintOf(name, user, company, isSplit)}
      // Fields of one row stay in one line, whichever has a hint.
      inputWrapperOrder={["label", "input", "description", "error"]}
      autoComplete={FIELDS[name].autoComplete ?? "off"}
      inputMode={FIELDS[name].inputMode}
      required={required.has(name)}
      readOnly={kept || save.isPending}
      variant={kept ? "filled" : "default"}
      value={form[name]}
      onChange={(event) => {
        const { value } = event.currentTarget;
        draft.set((current) => ({ ...current, [name]: value }));
        clear(name);
      }}
      onBlur={name === "siren" ? split : undefined}
      error={errors[name]}
      {...focusedField(name === focus)}
    />
  );

  return (
    <form ref={place} onSubmit={submit} noValidate>
      <Stack gap="md">
        {draft.isRestored ? <RestoredDraft onDiscard={draft.discard} /> : null}
        <FieldSection title={TEXTS.sections.user}>
          {field("first_name")}
          {field("last_name")}
          {field("company")}
        </FieldSection>
        {company ? (
          <>
            <FieldSection title={TEXTS.sections.company}>
              {field("name")}
              {field("address")}
              {field("post_code")}
              {field("city")}
              {field("phone")}
              {field("email", !canReplaceContactEmail(user))}
              {field("siren")}
              {field("siret")}
              {field("prefix_vat")}
            </FieldSection>
            <FieldSection title={TEXTS.sections.bank}>
              {field("iban")}
              {field("secondary_iban")}
            </FieldSection>
            <FieldSection title={TEXTS.sections.extra}>
              {field("communication_email", !canEditCommunicationEmail(user))}
            </FieldSection>
          </>
        ) : null}
        <FormActions pending={save.isPending} onCancel={mayCancel ? cancel : undefined} />
      </Stack>
    </form>
  );
}

/** Who types a SIRET as SIREN sees each in its own field, and is told why (DIST-3). */
function useSplitSiret(draft: Draft<Form>, clear: (name: AccountField) => void) {
  const [isSplit, setIsSplit] = useState(false);
  const split = () => {
    const both = splitOf(draft.value);
    if (!both) return;
    draft.set((current) => ({ ...current, ...both }));
    setIsSplit(true);
    clear("siren");
    clear("siret");
  };
  return { isSplit, split };
}

function FormActions({ pending, onCancel }: { pending: boolean; onCancel: (() => void) | undefined }) {
  return (
    <div className={classes["actions"]}>
      {onCancel ? (
        <Button variant="default" disabled={pending} onClick={onCancel}>
          {TEXTS.cancel}
        </Button>
      ) : null}
      <Button type="submit" loading={pending}>
        {TEXTS.save}
      </Button>
    </div>
  );
}

/** What is wrong with which field. The first wrong one takes the focus: it is in sight, and its message is read out. */
function useRefusedFields() {
  const place = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) place.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusals]);
  return {
    /** The form itself. */
    place,
    errors,
    refuse: (wrong: Partial<Record<string, string>>) => {
      setErrors(wrong);
      setRefusals((count) => count + 1);
    },
    clear: (name: AccountField) => setErrors((current) => ({ ...current, [name]: undefined })),
  };
}

function hintOf(
  name: AccountField,
  user: SessionUser,
  company: DistributorProfile | undefined,
  isSplit: boolean,
): string | undefined {
  const isChecked = company?.validation_status === "validated" && !isSuperAdmin(user);
  return (
    [
      FIELDS[name].hint,
      name === "name" && isChecked ? TEXTS.checkedName : undefined,
      name === "siren" && isSplit ? TEXTS.isSplit : undefined,
      name === "siren" && company?.pending_siren ? TEXTS.isPending : undefined,
      name === "siren" && isChecked ? TEXTS.checked : undefined,
    ]
      .filter((text) => text !== undefined)
      .join(" – ") || undefined
  );
}

function FieldSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Surface>
        <Title order={2} id={id} mb="md">
          {title}
        </Title>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {children}
        </SimpleGrid>
      </Surface>
    </section>
  );
}
