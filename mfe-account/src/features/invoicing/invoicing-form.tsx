import type { DistributorProfile } from "@bobine/contract/distributors";
import type { OwnInvoicing } from "@bobine/contract/invoicing-options";
import { distributorsPolicy } from "@bobine/contract/policy/distributors";
import { totpCodeSchema } from "@bobine/contract/totp-code";
import { describeError, useDraft, useMay } from "@bobine/shared-auth";
import { Notice, notifyFailure, notifySuccess, RestoredDraft } from "@bobine/shared-ui";
import { type FieldErrors, useFieldErrors } from "@bobine/shared-ui/forms";
import { Button, Stack } from "@mantine/core";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import {
  changesFactor,
  changesOf,
  formOf,
  INVOICING_DRAFT,
  type InvoicingForm,
  typedSince,
} from "./invoicing-fields.ts";
import { InvoicingSections } from "./invoicing-sections.tsx";
import classes from "./invoicing.module.css";
import { useChangeInvoicingOptions } from "./invoicing.queries.ts";
import { TEXTS } from "./invoicing.texts.ts";
import { MentionsPreview } from "./mentions-preview.tsx";

const NONE: FieldErrors = {};

/** One form over all options, beside what they would print. What was typed outlives a failed save and a reload. */
export function InvoicingOptionsForm({
  options,
  company,
}: {
  options: OwnInvoicing;
  company: DistributorProfile;
}) {
  // What somebody else saves meanwhile is not undone by fields that this person has not touched.
  const [base, setBase] = useState(options);
  const draft = useDraft(INVOICING_DRAFT, formOf(base), TEXTS.title);
  const save = useChangeInvoicingOptions();
  const may = useMay(distributorsPolicy.changeInvoicing);
  const described = useMemo(() => (save.error ? describeError(save.error) : undefined), [save.error]);
  const { errors, setWrong, mend } = useFieldErrors(described?.fieldErrors ?? NONE);
  const [code, setCode] = useState("");
  const { place, focusFirstWrong } = useFirstWrong();
  const result = useMemo(
    () => changesOf(draft.value, base, [company.iban, company.secondary_iban]),
    [draft.value, base, company.iban, company.secondary_iban],
  );
  const changes = "changes" in result ? result.changes : undefined;
  const asksCode = changes !== undefined && changesFactor(changes);
  const change = (part: Partial<InvoicingForm>) => {
    for (const field of Object.keys(part)) mend(field);
    draft.set((form) => ({ ...form, ...part }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const readCode = asksCode ? totpCodeSchema.safeParse(code) : undefined;
    const wrongCode = readCode?.error?.issues[0]?.message;
    const wrong = "wrong" in result ? result.wrong : wrongCode === undefined ? {} : { totp_code: wrongCode };
    setWrong(wrong);
    if (!("changes" in result) || Object.keys(wrong).length > 0) {
      focusFirstWrong();
      return;
    }
    const sent = draft.value;
    save.mutate(
      { ...result.changes, ...(readCode?.data === undefined ? {} : { totp_code: readCode.data }) },
      {
        onSuccess: (kept) => {
          setBase(kept);
          draft.settle(formOf(kept));
          draft.set((form) => ({ ...formOf(kept), ...typedSince(form, sent) }));
          setCode("");
          notifySuccess(TEXTS.saved);
        },
        onError: (error) => {
          focusFirstWrong();
          notifyFailure(TEXTS.saveFailed, describeError(error, TEXTS.saveFailed).reason);
        },
      },
    );
  };
  return (
    <div className={classes["columns"]}>
      <form ref={place} onSubmit={submit} noValidate>
        <fieldset className={classes["fields"]} disabled={!may}>
          <Stack gap="md">
            {draft.isRestored ? <RestoredDraft onDiscard={draft.discard} /> : null}
            <InvoicingSections
              lateRate={options.late_rate}
              form={draft.value}
              errors={errors}
              pending={save.isPending}
              change={change}
              code={
                asksCode
                  ? {
                      value: code,
                      set: (text) => {
                        mend("totp_code");
                        setCode(text);
                      },
                    }
                  : undefined
              }
            />
            {described && Object.keys(described.fieldErrors).length === 0 ? (
              <Notice tone="error">{described.message}</Notice>
            ) : null}
            <div className={classes["actions"]}>
              {draft.isDirty ? (
                <Button variant="default" disabled={save.isPending} onClick={draft.discard}>
                  {TEXTS.discard}
                </Button>
              ) : null}
              <Button type="submit" loading={save.isPending} disabled={!draft.isDirty}>
                {TEXTS.save}
              </Button>
            </div>
          </Stack>
        </fieldset>
      </form>
      <MentionsPreview changes={changes} name={company.name} />
    </div>
  );
}

/** After an attempt the first wrong field takes the focus: it is in sight, and its message is read out. */
function useFirstWrong() {
  const place = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) place.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [attempts]);
  return { place, focusFirstWrong: () => setAttempts((count) => count + 1) };
}
