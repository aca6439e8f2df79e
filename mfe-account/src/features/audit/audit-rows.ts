import type { AuditEntry } from "@bobine/contract/audit";
import { AUDIT_ACTION, eventLabel } from "@bobine/contract/audit-labels";
import { personName } from "@bobine/contract/person-name";
import { formatDateTime } from "@bobine/shared-ui";
import { paths } from "../../paths.ts";
import { TEXTS } from "./audit.texts.ts";
import { detailLabel, detailValue } from "./audit-details.ts";

/** A line of an entry: one value, or what it was and became; with the screen of the thing where there is one. */
export interface AuditRow {
  readonly label: string;
  readonly value: string;
  /** Undefined: nothing was before. */
  readonly before?: string;
  readonly to?: string;
}

type Details = AuditEntry["action_details"];

/** Told once, in their own rows. */
const TOLD_APART: ReadonlySet<string> = new Set([
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
export function auditRows(entry: AuditEntry): AuditRow[] {
  const { action_details: details } = entry;
  return [
    { label: TEXTS.when, value: formatDateTime(entry.created_at) },
    { label: TEXTS.who, value: entry.actor ? personName(entry.actor) : TEXTS.system },
    { label: TEXTS.what, value: actionName(entry) },
    ...changesOf(details),
    ...subjectsOf(details),
    ...Object.entries(details)
      .filter(([key]) => !TOLD_APART.has(key))
      .map(([key, value]) => ({ label: detailLabel(key), value: detailValue(key, value) })),
    ...(entry.ui_build ? [{ label: TEXTS.screen, value: entry.ui_build }] : []),
  ];
}

/** Its type in words; what is of no type of its own is called by its event (TXT-4). */
export function actionName({ action_type, action_details }: AuditEntry): string {
  const { event } = action_details;
  return action_type === "other" && typeof event === "string" && event !== ""
    ? eventLabel(event)
    : AUDIT_ACTION[action_type].label;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Before → after, a line for each field; a status is a field as any other. */
function changesOf(details: Details): AuditRow[] {
  const status: AuditRow[] =
    details["new_status"] === undefined
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
  // Values stand beside their fields; of several fields without a value each, the names alone are known.
  const isPaired = listOf(after).length === fields.length && after !== undefined;
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
      value: detailValue("new_value", listOf(after)[place]),
      ...beforeOf("old_value", before === undefined ? undefined : listOf(before)[place]),
    })),
  ];
}

const beforeOf = (key: string, value: unknown): Pick<AuditRow, "before"> =>
  value === undefined ? {} : { before: detailValue(key, value) };

/** What it was about, by its name, with the screen that shows it. */
function subjectsOf(details: Details): AuditRow[] {
  const rows: AuditRow[] = [];
  const add = (id: string, name: string, to: (id: number) => string, fallback: (id: number) => string) => {
    const [of, shown] = [details[id], details[name]];
    const isLinked = typeof of === "number";
    if (!isLinked && shown === undefined) return;
    rows.push({
      label: detailLabel(name),
      value: shown === undefined && isLinked ? fallback(of) : detailValue(name, shown),
      ...(isLinked ? { to: to(of) } : {}),
    });
  };
  add("invoice_id", "invoice_number", paths.invoice, TEXTS.toInvoice);
  add("cinema_id", "cinema_name", paths.cinema, TEXTS.toCinema);
  const action = details["user_action_id"];
  if (typeof action === "number")
    rows.push({ label: detailLabel("user_action_id"), value: TEXTS.toAction, to: paths.userAction(action) });
  for (const account of listOf(details["client_accounts"] ?? []))
    if (typeof account === "string")
      rows.push({ label: detailLabel("client_accounts"), value: account, to: paths.clientAccount(account) });
  return rows;
}
