import MailComposer from "nodemailer/lib/mail-composer";
import type { Config } from "../../config.ts";
import { DIGEST_HEAD, type DigestText } from "../../domain/mailing/digest-text.ts";
import { escapeHtml } from "../../escape-html.ts";
import { htmlMail, mailButton } from "../../html-mail.ts";
import { addressOf } from "./compose-mail.ts";

const WHY = "Ce résumé part le matin, quand de nouvelles actions attendent.";
const STOP = "Ne plus le recevoir";

/** A summary as it goes to the mail server: from the product, with the way to have no more of them (RFC 8058). */
export async function composeDigest(
  config: Pick<Config, "mailFrom" | "mailBounces" | "communicationDomain" | "publicUrl">,
  digest: {
    readonly text: DigestText;
    readonly firstName: string;
    readonly distributor: string;
    readonly to: string;
    readonly messageKey: string;
    /** Where its reader says no. */
    readonly stopLink: string;
  },
  date: Date,
): Promise<{ from: string; content: Buffer }> {
  const { text, stopLink } = digest;
  const link = `${config.publicUrl}/user-actions`;
  const hello = digest.firstName ? `Bonjour ${digest.firstName},` : "Bonjour,";
  const from = addressOf(config.mailFrom);
  const lines = text.rows.map(([reason, count, since]) => `- ${reason}\u00a0: ${count}, depuis le ${since}`);
  const composer = new MailComposer({
    from: config.mailFrom,
    to: digest.to,
    subject: text.subject,
    text: `${[hello, `${digest.distributor}\u00a0: ${text.intro}`, lines.join("\n"), `Les traiter\u00a0:\n${link}`, WHY, `${STOP}\u00a0:\n${stopLink}`, "Bobine"].join("\n\n")}\n`,
    html: digestHtml(digest, hello, link),
    messageId: `<${digest.messageKey}${config.communicationDomain}>`,
    date,
    headers: {
      "Auto-Submitted": "auto-generated",
      "List-Unsubscribe": `<${stopLink}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const content = await new Promise<Buffer>((resolve, reject) => {
    composer.compile().build((error, message) => (error ? reject(error) : resolve(message as Buffer)));
  });
  return { from: config.mailBounces ?? from, content };
}

function digestHtml(
  { text, distributor, stopLink }: Parameters<typeof composeDigest>[1],
  hello: string,
  link: string,
): string {
  const cell = (tag: "th" | "td", line: string, column: number): string =>
    `<${tag} style="padding:6px 12px 6px 0;border-bottom:1px solid;text-align:${column === 0 ? "left" : "right"};font-variant-numeric:tabular-nums${column === 0 ? "" : ";white-space:nowrap"}">${escapeHtml(line)}</${tag}>`;
  const row = (tag: "th" | "td", line: readonly string[]): string =>
    `<tr>${line.map((one, column) => cell(tag, one, column)).join("")}</tr>`;
  return htmlMail({
    subject: text.subject,
    width: 480,
    body: `<p>${escapeHtml(hello)}</p>
<p><strong>${escapeHtml(distributor)}</strong>\u00a0: ${escapeHtml(text.intro)}</p>
<div style="overflow-x:auto"><table style="border-collapse:collapse;width:100%;font-size:14px"><thead>${row("th", DIGEST_HEAD)}</thead><tbody>${text.rows.map((one) => row("td", one)).join("")}</tbody></table></div>
${mailButton("Voir les actions", link)}
<p style="font-size:13px;opacity:0.75">${WHY} <a href="${escapeHtml(stopLink)}" style="color:inherit">${STOP}</a></p>`,
  });
}
