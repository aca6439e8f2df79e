import { isCivilDate } from "@bobine/contract/civil-date";
import { type OwnInvoicing, PAYMENT_TERMS } from "@bobine/contract/invoicing-options";
import { LEGAL_FORMS } from "@bobine/contract/legal-mention";
import { VAT_ACCOUNT_FIELDS } from "@bobine/contract/vat";
import { formatDate, Surface } from "@bobine/shared-ui";
import { DayField } from "@bobine/shared-ui/dates";
import { type FieldErrors, HINT_BELOW } from "@bobine/shared-ui/forms";
import { Anchor, Checkbox, Select, SimpleGrid, TextInput, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import { type InvoicingForm, RATES } from "./invoicing-fields.ts";
import classes from "./invoicing.module.css";
import { useVatRegime } from "./invoicing.queries.ts";
import { TEXTS } from "./invoicing.texts.ts";

interface SectionsProps {
  lateRate: OwnInvoicing["late_rate"];
  form: InvoicingForm;
  /** Field → the message under it. */
  errors: FieldErrors;
  pending: boolean;
  change: (part: Partial<InvoicingForm>) => void;
  /** Of a second factor, asked for when another is paid; undefined while nobody has to prove anything. */
  code: { readonly value: string; readonly set: (text: string) => void } | undefined;
}

type TextField = {
  [Name in keyof InvoicingForm]: InvoicingForm[Name] extends string ? Name : never;
}[keyof InvoicingForm];
type SwitchField = Exclude<keyof InvoicingForm, TextField>;

const TERMS = PAYMENT_TERMS.map((terms) => ({ value: terms, label: TEXTS.terms[terms] }));
const HINTS: Readonly<Partial<Record<keyof InvoicingForm, string>>> = TEXTS.hints;

/** All options, by what they are about. */
export function InvoicingSections(props: SectionsProps) {
  const { form, errors, pending, change, code, lateRate } = props;
  const forms = useId();
  const about = (name: TextField) => ({
    label: TEXTS.labels[name],
    description: HINTS[name],
    inputWrapperOrder: HINT_BELOW,
    readOnly: pending,
    error: errors[name],
  });
  const common = (name: TextField) => ({ ...about(name), value: form[name] });
  const text = (name: TextField, inputMode?: "decimal") => (
    <TextInput
      {...common(name)}
      autoComplete="off"
      inputMode={inputMode}
      onChange={({ currentTarget: { value } }) => change({ [name]: value })}
    />
  );
  const checkbox = (name: SwitchField) => (
    <Checkbox
      label={TEXTS.labels[name]}
      description={HINTS[name]}
      disabled={pending}
      checked={form[name]}
      error={errors[name]}
      onChange={({ currentTarget: { checked } }) => change({ [name]: checked })}
    />
  );
  const choice = (name: TextField, data: { value: string; label: string }[]) => (
    <Select
      {...common(name)}
      data={data}
      allowDeselect={false}
      onChange={(value) => {
        if (value !== null) change({ [name]: value });
      }}
    />
  );
  return (
    <>
      <Section title={TEXTS.sections.company}>
        <TextInput
          {...common("legal_form")}
          autoComplete="off"
          list={forms}
          onChange={({ currentTarget: { value } }) => change({ legal_form: value })}
        />
        <datalist id={forms}>
          {LEGAL_FORMS.map((legalForm) => (
            <option key={legalForm} value={legalForm}>
              {legalForm}
            </option>
          ))}
        </datalist>
        {text("share_capital", "decimal")}
        {text("rcs_city")}
      </Section>
      <Section title={TEXTS.sections.payment}>
        {choice("payment_terms", TERMS)}
        {text("write_off_limit", "decimal")}
        <LateRate rate={lateRate} />
      </Section>
      <Section title={TEXTS.sections.vat}>
        {choice("default_vat_rate_bp", RATES)}
        {checkbox("sacem_deducted")}
      </Section>
      <Section title={TEXTS.sections.factor} hint={TEXTS.hints.factor}>
        {text("factor_name")}
        {text("factor_iban")}
        {code ? <CodeField code={code} pending={pending} error={errors["totp_code"]} /> : null}
      </Section>
      <Section title={TEXTS.sections.reminders}>
        {checkbox("reminder_before_due")}
        <DayField
          {...about("mailing_from")}
          day={isCivilDate(form.mailing_from) ? form.mailing_from : undefined}
          onDay={(day) => change({ mailing_from: day ?? "" })}
        />
      </Section>
      <Elsewhere />
    </>
  );
}

/** Who is paid changes with a code only (SEC-17). */
function CodeField({
  code,
  pending,
  error,
}: {
  code: { readonly value: string; readonly set: (text: string) => void };
  pending: boolean;
  error: string | undefined;
}) {
  return (
    <TextInput
      label={TEXTS.code}
      description={
        <>
          {TEXTS.codeHint}{" "}
          <Anchor component={Link} to={paths.secondFactor()} size="xs" underline="always">
            {TEXTS.toSecondFactor}
          </Anchor>
        </>
      }
      inputWrapperOrder={HINT_BELOW}
      autoComplete="one-time-code"
      required
      readOnly={pending}
      value={code.value}
      error={error}
      onChange={({ currentTarget: { value } }) => code.set(value)}
    />
  );
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Surface>
        <Title order={2} id={id} mb={hint ? 4 : "md"}>
          {title}
        </Title>
        {hint ? <p className={classes["hint"]}>{hint}</p> : null}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {children}
        </SimpleGrid>
      </Surface>
    </section>
  );
}

/** What nobody chooses: the law sets it for everybody (BILL-7). */
const LateRate = ({ rate }: { rate: OwnInvoicing["late_rate"] }) => (
  <dl className={classes["facts"]}>
    <div>
      <dt>{TEXTS.lateRate}</dt>
      <dd>
        {rate
          ? TEXTS.lateRateOf(rate.rate_bp, formatDate(rate.from_day), formatDate(rate.to_day))
          : TEXTS.noLateRate}
        <p className={classes["hint"]}>{TEXTS.lateRateHint}</p>
      </dd>
    </div>
  </dl>
);

/** What other pages set, with what holds now where it can be said in a line. */
function Elsewhere() {
  const { data } = useVatRegime();
  const link = (to: string, label: string) => (
    <Anchor component={Link} to={to} size="sm" underline="always" display="block">
      {label}
    </Anchor>
  );
  return (
    <Section title={TEXTS.sections.accounts}>
      <dl className={classes["facts"]}>
        <div>
          <dt>{TEXTS.regime}</dt>
          <dd>
            {data ? TEXTS.regimes[data.printed] : null}
            {link("/accounting/vat?settings", TEXTS.toVat)}
          </dd>
        </div>
        <div>
          <dt>{TEXTS.vatAccounts}</dt>
          <dd>{data ? VAT_ACCOUNT_FIELDS.map((field) => data.current[field]).join(", ") : null}</dd>
        </div>
      </dl>
      <dl className={classes["facts"]}>
        <div>
          <dt>{TEXTS.bankAccounts}</dt>
          <dd>{link("/bank-statements/original?accounts", TEXTS.toBankAccounts)}</dd>
        </div>
        <div>
          <dt>{TEXTS.numbering}</dt>
          <dd>{link(paths.account(), TEXTS.toAccount)}</dd>
        </div>
      </dl>
    </Section>
  );
}
