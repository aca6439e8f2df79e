import type { InvoiceDetail, InvoiceEvent } from "@bobine/contract/invoice-detail";
import type { InvoiceMail } from "@bobine/contract/mailing";
import { formatDateTime, formatMoney, StatusBadge } from "@bobine/shared-ui";
import { byWhom } from "../../lettering.texts.ts";
import { MAIL_STATE } from "../../mail-state.texts.ts";
import { LEVEL_NAMES } from "../../reminder-levels.texts.ts";
import classes from "./invoices.module.css";
import { ARCHIVED, EVENT_TEXTS, FIELD_TEXTS, FROM_FILE, PAYMENT_TEXTS } from "./invoices.texts.ts";

interface Moment {
  key: string;
  at: string;
  title: string;
  /** Who, to whom, about what: one line. */
  detail: string;
  comment: string;
  tone: "good" | "bad" | "main" | "plain";
}

const TONES: Partial<Record<InvoiceEvent["kind"], Moment["tone"]>> = {
  issued: "main",
  imported: "main",
  paid: "good",
  credited: "good",
  credit_applied: "good",
  default: "bad",
  payment_reverted: "bad",
};

/** After who or what decided: « : référence F26000123 ». */
const whyOf = (reasons: readonly string[]): string =>
  reasons.length > 0 ? `\u00a0: ${reasons.join(", ")}` : "";

const mailName = (mail: InvoiceMail): string =>
  mail.reminder_level !== null ? LEVEL_NAMES[mail.reminder_level] : mail.is_resend ? "Renvoi" : "Envoi";

function momentOfEvent(event: InvoiceEvent): Moment {
  const fields = event.kind === "changed" ? event.subject.split(",") : [];
  const subject =
    fields.length > 0
      ? fields.map((field) => FIELD_TEXTS[field] ?? field).join(", ")
      : event.kind === "issued" || event.kind === "default" || event.kind === "reopened"
        ? ""
        : event.kind === "imported" && event.subject !== ""
          ? FROM_FILE(event.subject)
          : event.subject;
  // What was paid before the invoice came here nobody decided here.
  const hasActor =
    event.kind !== "credited" && event.kind !== "credit_applied" && event.payment_kind !== "opening";
  const title =
    event.payment_kind === undefined || event.payment_kind === "payment"
      ? EVENT_TEXTS[event.kind]
      : PAYMENT_TEXTS[event.payment_kind];
  return {
    key: event.key,
    at: event.at,
    title: [title, event.amount === null ? "" : formatMoney(event.amount)].filter(Boolean).join(" · "),
    detail: [subject, hasActor ? byWhom(event.is_automatic, event.actor) + whyOf(event.reasons) : ""]
      .filter(Boolean)
      .join(" · "),
    comment: event.comment,
    tone: event.payment_kind === "return" ? "bad" : (TONES[event.kind] ?? "plain"),
  };
}

/** Of mails, the history tells those that left or may have; those that did not are in their own list. */
const momentOfMail = (mail: InvoiceMail): Moment => ({
  key: `mail-${mail.id}`,
  at: mail.sent_at ?? mail.created_at,
  title: [
    ...(mail.state === "unconfirmed" ? [MAIL_STATE.unconfirmed.label] : []),
    `${mailName(mail)} par e-mail`,
  ].join(" · "),
  detail: mail.recipients.map((one) => one.address).join(", "),
  comment: "",
  tone: mail.state === "unconfirmed" ? "plain" : "main",
});

/** What the audit log told until then is told by its archives alone. */
const archivedMoment = (at: string): Moment => ({
  key: "archived",
  at,
  title: ARCHIVED.title,
  detail: ARCHIVED.place,
  comment: "",
  tone: "plain",
});

/** Whether anything has happened: an entry of the log, also one that is archived, or a mail that left. */
export const hasHistory = (
  { events, archived_until }: Pick<InvoiceDetail, "events" | "archived_until">,
  mails: readonly InvoiceMail[],
): boolean => events.length > 0 || archived_until !== null || mails.some((mail) => mail.sent_at !== null);

/** Everything that happened, newest first, mails included. */
export function History({
  events,
  archivedUntil,
  mails,
}: {
  events: readonly InvoiceEvent[];
  archivedUntil: string | null;
  mails: readonly InvoiceMail[];
}) {
  const moments = [
    ...events.map(momentOfEvent),
    ...(archivedUntil === null ? [] : [archivedMoment(archivedUntil)]),
    ...mails.filter((mail) => mail.sent_at !== null).map(momentOfMail),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <ol className={classes["history"]}>
      {moments.map((moment) => (
        <li key={moment.key} data-tone={moment.tone}>
          <p>
            <strong>{moment.title}</strong>
          </p>
          <p className={classes["dim"]}>
            <time dateTime={moment.at}>{formatDateTime(moment.at)}</time>
            {moment.detail ? ` · ${moment.detail}` : ""}
          </p>
          {moment.comment ? <p>«&nbsp;{moment.comment}&nbsp;»</p> : null}
        </li>
      ))}
    </ol>
  );
}

/** The mails, sent or not, with who got them and what went wrong. */
export function Mails({ mails }: { mails: readonly InvoiceMail[] }) {
  return (
    <ul className={classes["list"]}>
      {mails.map((mail) => (
        <li key={mail.id}>
          <div>
            <p>
              {mailName(mail)} · {formatDateTime(mail.sent_at ?? mail.next_attempt_at ?? mail.created_at)}
            </p>
            <p className={classes["dim"]}>
              {mail.recipients
                .map((one) => (one.state === "refused" ? `${one.address} (refusée)` : one.address))
                .join(", ") || "Aucune adresse"}
            </p>
            {mail.problem ? <p className={classes["dim"]}>{mail.problem}</p> : null}
          </div>
          <StatusBadge color={MAIL_STATE[mail.state].color}>{MAIL_STATE[mail.state].label}</StatusBadge>
        </li>
      ))}
    </ul>
  );
}
