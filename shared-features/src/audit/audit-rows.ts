import type { AuditEntry } from "@bobine/contract/audit";
import { auditName } from "@bobine/contract/audit-labels";
import { personName } from "@bobine/contract/person-name";
import { formatDateTime } from "@bobine/shared-ui";
import { TEXTS } from "./audit.texts.ts";
import { detailLabel, detailValue, saysNothing } from "./audit-details.ts";

/** A line of an entry: one value, or what it was and became; with the screen of the thing where there is one. */
export interface AuditRow {
  readonly label: string;
  readonly value: string;
  /** Undefined: nothing was before. */
  readonly before?: string;
  readonly to?: string;
}

/** The screens that show what an entry is about, each where its reader has one: else its name stands alone, or its number. */
export interface AuditPlaces {
  readonly invoice?: (id: number) => string;
  readonly cinema?: (id: number) => string;
  readonly userAction?: (id: number) => string;
  readonly clientAccount?: (account: string) => string;
  /** The bank's lines of that day and amount. */
  readonly operation?: (of: { day: string | undefined; amount: string | undefined }) => string;
}

type Details = AuditEntry["action_details"];

/** Told once, in their own rows or by the name of the entry. */
const TOLD_APART: ReadonlySet<string> = new Set([
  "event",
  "automation_on",
  "changed_fields",
  "old_value",
  "new_value",
  "previous_status",
  "new_status",
  "invoice_id",
  "cinema_id",
  "user_action_id",
  "invoice_number",
  "cinema_name",
  "client_accounts",
]);

/** When, who and what, then what changed, then about what, then the rest in the order in which it was written (UI-18). */
export function auditRows(entry: AuditEntry, places: AuditPlaces): AuditRow[] {
  const { action_details: details } = entry;
  const operation = operationOf(details, places);
  const name = auditName(entry.action_type, details);
  return [
    { label: TEXTS.when, value: formatDateTime(entry.created_at) },
    { label: TEXTS.who, value: entry.actor ? personName(entry.actor) : TEXTS.system },
    { label: TEXTS.what, value: name },
    ...changesOf(details),
    ...subjectsOf(details, places),
    ...(operation ? [operation] : []),
    ...Object.entries(details)
      .filter(([key, value]) => !TOLD_APART.has(key) && value !== name && !saysNothing(key, value))
      .filter(([key]) => operation === undefined || !TOLD_BY_OPERATION.has(key))
      .map(([key, value]) => ({ label: labelIn(details, key), value: detailValue(key, value) })),
    ...(entry.ui_build ? [{ label: TEXTS.screen, value: entry.ui_build }] : []),
  ];
}

/** What is written with a rejection is its reason. */
const labelIn = (details: Details, key: string): string =>
  key === "comment" && details["new_status"] === "REJECTED" ? TEXTS.rejectionReason : detailLabel(key);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Before → after, a line for each field; a status is a field as any other. */
function changesOf(details: Details): AuditRow[] {
  const status: AuditRow[] =
    details["new_status"] === undefined || details["new_status"] === details["previous_status"]
      ? []
      : [
          {
            label: TEXTS.status,
            value: detailValue("new_status", details["new_status"]),
            ...beforeOf("previous_status", details["previous_status"]),
          },
        ];
  const fields = Array.isArray(details["changed_fields"]) ? details["changed_fields"] : [];
  const [before, after] = [details["old_value"], details["new_value"]];
  if (fields.length === 0)
    return after === undefined && before === undefined
      ? status
      : [
          ...status,
          { label: TEXTS.value, value: detailValue("new_value", after), ...beforeOf("old_value", before) },
        ];
  // Values stand beside their fields, a list that is the value of the only one whole; of several fields without a value each, the names alone
  // are known.
  const valuesOf = (value: unknown): readonly unknown[] => (fields.length === 1 ? [value] : listOf(value));
  const isPaired = after !== undefined && valuesOf(after).length === fields.length;
  if (!isPaired)
    return [
      ...status,
      { label: detailLabel("changed_fields"), value: detailValue("changed_fields", fields) },
      ...(after === undefined && before === undefined
        ? []
        : [{ label: TEXTS.value, value: detailValue("new_value", after), ...beforeOf("old_value", before) }]),
    ];
  return [
    ...status,
    ...fields.map((field, place) => ({
      label: detailValue("changed_fields", field),
      value: detailValue(String(field), valuesOf(after)[place]),
      ...beforeOf(String(field), before === undefined ? undefined : valuesOf(before)[place]),
    })),
  ];
}

const beforeOf = (key: string, value: unknown): Pick<AuditRow, "before"> =>
  value === undefined ? {} : { before: detailValue(key, value) };

/** What it was about, by its name, with the screen that shows it. */
function subjectsOf(details: Details, places: AuditPlaces): AuditRow[] {
  const rows: AuditRow[] = [];
  const add = (
    id: string,
    name: string,
    place: ((id: number) => string) | undefined,
    fallback: (id: number) => string,
  ) => {
    const [of, shown] = [details[id], details[name]];
    const address = typeof of === "number" ? place?.(of) : undefined;
    if (shown !== undefined || address !== undefined)
      rows.push({
        label: detailLabel(name),
        value: shown === undefined && typeof of === "number" ? fallback(of) : detailValue(name, shown),
        ...to(address),
      });
    else if (of !== undefined) rows.push({ label: detailLabel(id), value: detailValue(id, of) });
  };
  add("invoice_id", "invoice_number", places.invoice, TEXTS.toInvoice);
  add("cinema_id", "cinema_name", places.cinema, TEXTS.toCinema);
  const action = details["user_action_id"];
  if (typeof action === "number") {
    const address = places.userAction?.(action);
    const value = address === undefined ? detailValue("user_action_id", action) : TEXTS.toAction;
    rows.push({ label: detailLabel("user_action_id"), value, ...to(address) });
  }
  for (const account of listOf(details["client_accounts"] ?? []))
    if (typeof account === "string")
      rows.push({
        label: detailLabel("client_accounts"),
        value: account,
        ...to(places.clientAccount?.(account)),
      });
  return rows;
}

const to = (address: string | undefined): Pick<AuditRow, "to"> =>
  address === undefined ? {} : { to: address };

/** Named by the operation's own row, which leads to it. */
const TOLD_BY_OPERATION: ReadonlySet<string> = new Set(["transaction_id", "transaction_label"]);

/** The bank's operation, with the list that shows it alone; without day and amount nothing finds it, and its number stays. */
function operationOf(details: Details, places: AuditPlaces): AuditRow | undefined {
  const { transaction_id: id, transaction_label: label } = details;
  const day = text(details["transaction_date"]);
  const amount = text(details["transaction_amount"])?.replace("-", "");
  if (!places.operation || typeof id !== "number" || (day ?? amount) === undefined) return undefined;
  return {
    label: detailLabel("transaction_label"),
    value: text(label) ?? TEXTS.toOperation,
    to: places.operation({ day, amount }),
  };
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
