import { detailLabel, eventLabel } from "@bobine/contract/audit-labels";
import { jobLabel } from "@bobine/contract/job-labels";
import {
  INVOICE_STATUS,
  JOB_STATUS,
  ONBOARDING_STATUS,
  USER_ACTION_STATUS,
} from "@bobine/contract/status-labels";
import { formatDate, formatDateTime, formatFileSize, formatInteger, formatMoney } from "@bobine/shared-ui";
import type { CivilDate } from "@bobine/contract/civil-date";
import type { Money } from "@bobine/contract/money";
import { fieldLabel, fieldValue } from "./audit-fields.ts";

const CIVIL_DATE = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:?\d\d)?)$/;
const DECIMAL = /^-?\d{1,12}\.\d\d$/;

/** Keys whose values are statuses: of a user action, an invoice, a distributor or a job, as their own screens call them. */
const STATUS_KEYS: ReadonlySet<string> = new Set(["previous_status", "new_status", "state_before"]);
const STATUS_LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...USER_ACTION_STATUS, ...INVOICE_STATUS, ...ONBOARDING_STATUS, ...JOB_STATUS }).map(
    ([status, { label }]) => [status, label] as const,
  ),
);

export { detailLabel };

/** A name of a file or somebody's words may begin as one, or say a time that there is none. */
const isInstant = (text: string): boolean => INSTANT.test(text) && !Number.isNaN(Date.parse(text));

/** A value of any shape as one line of French: « Oui », « – », dates, amounts, lists joined by commas (TXT-5). */
export function detailValue(key: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "Oui" : "Non";
  if (Array.isArray(value))
    return value.length === 0 ? "–" : value.map((item) => detailValue(key, item)).join(", ");
  const ofField = typeof value === "string" || typeof value === "number" ? fieldValue(key, value) : undefined;
  if (ofField !== undefined) return ofField;
  if (typeof value === "number") {
    if (key === "file_size") return formatFileSize(value);
    // An identifier is no quantity: no blank between its thousands.
    return key.endsWith("_id") || !Number.isInteger(value) ? String(value) : formatInteger(value);
  }
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, inner]) => `${detailLabel(name)}\u00a0: ${detailValue(name, inner)}`)
      .join(", ");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (STATUS_KEYS.has(key)) return STATUS_LABELS.get(text) ?? text;
  if (key === "event") return eventLabel(text);
  if (key === "job") return jobLabel(text);
  if (key === "changed_fields") return fieldLabel(text);
  if (CIVIL_DATE.test(text)) return formatDate(text as CivilDate);
  if (isInstant(text)) return formatDateTime(text);
  if (DECIMAL.test(text) && /amount|surplus|total/.test(key)) return formatMoney(text as Money);
  return text;
}

/** Nothing, or an amount of zero beside what was done: no row of its own. */
export const saysNothing = (key: string, value: unknown): boolean =>
  detailValue(key, value) === "–" ||
  (value === "0.00" && (key === "surplus_amount" || key === "allocated_amount"));

const SHOWN_FIRST = [
  "message",
  "invoice_numbers",
  "invoice_number",
  "file_name",
  "cinema_name",
  "transaction_label",
  "email",
];

/** The few words that a row shows of its details: neither what its name says already nor an internal number. */
export function detailsSummary(details: Readonly<Record<string, unknown>>): string {
  const tells = (name: string) => details[name] !== undefined && !saysNothing(name, details[name]);
  const key =
    SHOWN_FIRST.find(tells) ??
    Object.keys(details).find(
      (name) => tells(name) && name !== "event" && name !== "automation_on" && !name.endsWith("_id"),
    );
  if (key === undefined) return "–";
  return key === "message"
    ? detailValue(key, details[key])
    : `${detailLabel(key)}\u00a0: ${detailValue(key, details[key])}`;
}
