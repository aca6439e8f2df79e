import type { applyCredit } from "@bobine/contract/client-credits";
import { type CivilDate, isCivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, centsToWire } from "@bobine/contract/money";
import type { BodyOf } from "@bobine/contract/route";
import { useDraft } from "@bobine/shared-auth";
import { formatMoney, Notice } from "@bobine/shared-ui";
import { DayField } from "@bobine/shared-ui/dates";
import { type FieldErrors, FormDialog, useFieldErrors } from "@bobine/shared-ui/forms";
import { Group, Select, Text, TextInput } from "@mantine/core";
import { centsTyped } from "../typed-amount.ts";
import { applyDraft, type ApplyForm } from "./apply-credit.draft.ts";
import { APPLY_TEXTS as TEXTS } from "./credits.texts.ts";

/** An open invoice of the client. */
export interface Payable {
  readonly id: number;
  readonly name: string;
  readonly outstanding: Cents;
}

interface ApplyCreditDialogProps {
  credit: { readonly id: string; readonly label: string; readonly remaining: Cents };
  today: CivilDate;
  /** Those that the search finds; undefined while they load. */
  invoices: readonly Payable[] | undefined;
  /** Why they could not be read, in French. */
  invoicesError: string | undefined;
  onSearch: (text: string) => void;
  pending: boolean;
  error: string | undefined;
  /** Field → message of the server; the same object as long as it is the same answer. */
  fieldErrors: FieldErrors;
  onConfirm: (body: BodyOf<typeof applyCredit>) => void;
  close: () => void;
}

/** Money of a client that waits is put on one of the invoices, without any bank line. The server has the last word. */
export function ApplyCreditDialog(props: ApplyCreditDialogProps) {
  const { credit, today, invoices, pending, error, fieldErrors, onConfirm, close } = props;
  const draft = useDraft(
    applyDraft(credit.id),
    { invoice: "", name: "", amount: "", date: null },
    TEXTS.title,
  );
  const { invoice, name, amount, suggested } = draft.value;
  const date = draft.value.date ?? today;
  const { errors, setWrong, mend } = useFieldErrors(fieldErrors);
  const change = (field: string, part: Partial<ApplyForm>) => {
    mend(field);
    draft.set((form) => ({ ...form, ...part }));
  };
  const listed = (invoices ?? []).map((one) => ({ value: String(one.id), label: one.name }));
  const isListed = invoice === "" || listed.some(({ value }) => value === invoice);
  const chosen = invoices?.find(({ id }) => String(id) === invoice);
  const most = chosen ? cents(Math.min(credit.remaining, chosen.outstanding)) : credit.remaining;
  const submit = (): boolean => {
    const typed = centsTyped(amount);
    const wrong = {
      ...(invoice === "" ? { invoice_id: TEXTS.chooseInvoice } : {}),
      ...(typed === undefined || typed === 0
        ? { amount: TEXTS.wrongAmount }
        : typed > most
          ? { amount: TEXTS.highAmount(formatMoney(most)) }
          : {}),
      ...(isCivilDate(date) ? {} : { applied_on: TEXTS.wrongDate }),
    };
    setWrong(wrong);
    if (Object.keys(wrong).length > 0 || typed === undefined || !isCivilDate(date)) return false;
    onConfirm({ invoice_id: Number(invoice), amount: centsToWire(typed), applied_on: date });
    return true;
  };
  return (
    <FormDialog
      title={TEXTS.title}
      submitLabel={TEXTS.submit}
      size="min(560px, 94vw)"
      pending={pending}
      draft={draft}
      errors={errors}
      failure={error}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm" c="dimmed">
        {TEXTS.hint(credit.label, formatMoney(credit.remaining))}
      </Text>
      <Select
        label={TEXTS.invoice}
        placeholder={TEXTS.invoicePlaceholder}
        required
        searchable
        openOnFocus={false}
        disabled={pending}
        allowDeselect={false}
        data-autofocus
        data={isListed ? listed : [{ value: invoice, label: name }, ...listed]}
        // The server has searched already.
        filter={({ options }) => options}
        nothingFoundMessage={invoices ? TEXTS.noInvoice : "Chargement…"}
        onSearchChange={(text) => props.onSearch(listed.some(({ label }) => label === text) ? "" : text)}
        value={invoice === "" ? null : invoice}
        onChange={(value) => {
          const next = invoices?.find(({ id }) => String(id) === value);
          if (!next) return;
          // An amount that was ours follows the choice, also when a search has taken the invoice before out of the list.
          const isOurs = amount.trim() === "" || amount === suggested;
          const due = centsToWire(cents(Math.min(credit.remaining, next.outstanding))).replace(".", ",");
          mend("amount");
          change("invoice_id", {
            invoice: String(next.id),
            name: next.name,
            ...(isOurs ? { amount: due, suggested: due } : {}),
          });
        }}
        error={errors["invoice_id"]}
      />
      {props.invoicesError ? <Notice tone="error">{props.invoicesError}</Notice> : null}
      <Group align="flex-start" grow>
        <TextInput
          label={TEXTS.amount}
          required
          inputMode="decimal"
          autoComplete="off"
          readOnly={pending}
          value={amount}
          onChange={({ currentTarget: { value } }) => change("amount", { amount: value })}
          error={errors["amount"]}
        />
        <DayField
          label={TEXTS.date}
          required
          readOnly={pending}
          day={isCivilDate(date) ? date : undefined}
          onDay={(day) => change("applied_on", { date: day ?? "" })}
          error={errors["applied_on"]}
        />
      </Group>
      {error ? <Notice tone="error">{error}</Notice> : null}
    </FormDialog>
  );
}
