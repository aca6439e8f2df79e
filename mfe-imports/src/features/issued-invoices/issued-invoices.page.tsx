import { IMPORT_ACCOUNTING, type ImportAccounting, type InvoiceImport } from "@bobine/contract/invoices";
import { booksPolicy } from "@bobine/contract/policy/books";
import { Allowed } from "@bobine/shared-auth";
import { formatInteger, Surface } from "@bobine/shared-ui";
import { Button, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { useId, useState } from "react";
import { Link } from "react-router-dom";
import { FileImport } from "../../file-import.tsx";
import { paths } from "../../paths.ts";
import { MessageList, StatisticsList } from "../../statistics-list.tsx";
import { CinemasToConfirm } from "./cinemas-to-confirm.tsx";
import { invoiceListError } from "./invoice-list-file.ts";
import classes from "./issued-invoices.module.css";
import { useInvoiceListUpload } from "./issued-invoices.queries.ts";
import { COLUMNS, TEXTS } from "./issued-invoices.texts.ts";

/** Invoices issued outside the product (UI-10). */
export function IssuedInvoicesPage() {
  const [accounting, setAccounting] = useState<ImportAccounting>("already_booked");
  const upload = useInvoiceListUpload(accounting);
  return (
    <>
      <FileImport
        title={TEXTS.title}
        texts={TEXTS}
        accept={[".csv", "text/csv"]}
        fileError={invoiceListError}
        upload={upload}
        choice={<AccountingChoice value={accounting} onChange={setAccounting} disabled={upload.isPending} />}
      >
        {(result) => <Result result={result} />}
      </FileImport>
      <Allowed access={booksPolicy.writeInvoices}>
        <CinemasToConfirm />
      </Allowed>
      <ExpectedColumns />
    </>
  );
}

/** Whether another software has booked them (EXP-12). */
function AccountingChoice(props: {
  value: ImportAccounting;
  onChange: (value: ImportAccounting) => void;
  disabled: boolean;
}) {
  const { value, onChange, disabled } = props;
  const label = useId();
  return (
    <Stack gap="xs">
      <Text id={label} size="sm" fw={500}>
        {TEXTS.accounting.label}
      </Text>
      <SegmentedControl
        aria-labelledby={label}
        value={value}
        onChange={(chosen) => onChange(chosen === "to_book" ? "to_book" : "already_booked")}
        data={IMPORT_ACCOUNTING.map((one) => ({ value: one, label: TEXTS.accounting[one].label }))}
        disabled={disabled}
        w="fit-content"
        maw="100%"
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        {TEXTS.accounting[value].hint}
      </Text>
    </Stack>
  );
}

function Result({
  result: { message, success_count, errors, unread_columns, warnings = [] },
}: {
  result: InvoiceImport;
}) {
  return (
    <div aria-live="polite">
      <StatisticsList
        title={TEXTS.result}
        message={message}
        statistics={[
          { label: TEXTS.imported, value: formatInteger(success_count) },
          { label: TEXTS.refused, value: formatInteger(errors.length) },
        ]}
      />
      {unread_columns && unread_columns.length > 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          {TEXTS.unread(unread_columns)}
        </Text>
      ) : null}
      <MessageList title={TEXTS.errors} messages={errors} count={errors.length} />
      <MessageList title={TEXTS.warnings} messages={warnings} count={warnings.length} />
      {success_count > 0 ? (
        <Button component={Link} to={paths.allInvoices()} variant="light" mt="md">
          {TEXTS.toInvoices}
        </Button>
      ) : null}
    </div>
  );
}

function ExpectedColumns() {
  return (
    <section aria-label={TEXTS.columnsTitle}>
      <Surface mt="md">
        <Title order={2} size="h3">
          {TEXTS.columnsTitle}
        </Title>
        <dl className={classes["columns"]}>
          {(["required", "cinema", "optional"] as const).map((kind) => (
            <div key={kind}>
              <dt>{TEXTS.columns[kind]}</dt>
              <dd>
                {COLUMNS[kind].map((column) => (
                  <code key={column}>{column}</code>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <Text size="sm" c="dimmed">
          {TEXTS.columnsNote}
        </Text>
      </Surface>
    </section>
  );
}
