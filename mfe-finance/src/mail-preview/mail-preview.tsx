import type { MailPreview } from "@bobine/contract/reminders";
import classes from "./mail-preview.module.css";
import { PREVIEW_TEXTS } from "./mail-preview.texts.ts";

/** A mail as its readers will see it: to whom, from whom, with what (MAIL-9). */
export function MailPreviewView({ mail }: { mail: MailPreview }) {
  const { table } = mail;
  return (
    <section className={classes["mail"]} aria-label={PREVIEW_TEXTS.mail}>
      <dl className={classes["head"]}>
        <dt>{PREVIEW_TEXTS.from}</dt>
        <dd>{mail.from}</dd>
        <dt>{PREVIEW_TEXTS.to}</dt>
        <dd>{mail.recipients.join(", ") || PREVIEW_TEXTS.nobody}</dd>
        <dt>{PREVIEW_TEXTS.subject}</dt>
        <dd className={classes["subject"]}>{mail.subject}</dd>
        {mail.attachments.length > 0 ? (
          <>
            <dt>{PREVIEW_TEXTS.attachments}</dt>
            <dd>{mail.attachments.join(", ")}</dd>
          </>
        ) : null}
      </dl>
      <div className={classes["body"]}>
        <Paragraphs lines={mail.paragraphs} />
        {table ? (
          <div className={classes["scroll"]}>
            <table>
              <thead>
                <tr>
                  {table.head.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.rows.map((row) => (
                  <tr key={row.join("|")}>
                    {row.map((cell, column) => (
                      <td key={table.head[column]}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : null}
        <Paragraphs lines={mail.closing} />
      </div>
    </section>
  );
}

/** Each stays where it is: its place is its key, for two may say the same. */
function Paragraphs({ lines }: { lines: readonly string[] }) {
  return lines.map((line, place) => <p key={`${place} ${line}`}>{line}</p>);
}
