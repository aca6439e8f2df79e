import { personName } from "@bobine/contract/person-name";
import MailComposer from "nodemailer/lib/mail-composer";
import type { Config } from "../../config.ts";
import { escapeHtml } from "../../escape-html.ts";
import { oneLine } from "../../one-line.ts";
import { htmlMail, mailButton } from "../../html-mail.ts";
import type { MentionMatter } from "../comments/mentions.repository.ts";
import { addressOf } from "./compose-mail.ts";

const LONGEST_SUBJECT = 200;
const WHY = "Vous recevez ce message parce qu’un commentaire vous mentionne.";

const authorName = (author: MentionMatter["author"]): string =>
  author === null ? "Bobine" : personName(author);

export const mentionSubject = ({ author, subject }: Pick<MentionMatter, "author" | "subject">): string =>
  oneLine(`${authorName(author)} vous a mentionné\u00a0: ${subject.label}`).slice(0, LONGEST_SUBJECT);

/** The screen of what is commented, with its comments. */
export function mentionPath({ kind, id, date }: MentionMatter["subject"]): string {
  if (id === null) return "/user-actions?mentions";
  if (kind === "invoice") return `/invoices/${id}`;
  if (kind === "client") return `/clients/${encodeURIComponent(id)}?tab=comments`;
  if (kind === "user_action") return `/user-actions?action=${id}`;
  return `/bank-statements/original?from=${date}&to=${date}`;
}

/** To a colleague: who mentions them, where, in which words, and the way there (MAIL-12). */
export async function composeMention(
  config: Pick<Config, "mailFrom" | "mailBounces" | "communicationDomain" | "publicUrl">,
  mention: { readonly matter: MentionMatter; readonly to: string; readonly messageKey: string },
  date: Date,
): Promise<{ from: string; content: Buffer }> {
  const { matter } = mention;
  const subject = mentionSubject(matter);
  const link = `${config.publicUrl}${mentionPath(matter.subject)}`;
  const hello = matter.first_name ? `Bonjour ${matter.first_name},` : "Bonjour,";
  const said = `${authorName(matter.author)} vous a mentionné dans un commentaire\u00a0: ${matter.subject.label}.`;
  const composer = new MailComposer({
    from: config.mailFrom,
    to: mention.to,
    subject,
    text: `${[hello, oneLine(said), `«\u00a0${matter.text}\u00a0»`, `Voir le commentaire\u00a0:\n${link}`, WHY, "Bobine"].join("\n\n")}\n`,
    html: htmlMail({
      subject,
      width: 480,
      body: `<p>${escapeHtml(hello)}</p>
<p>${escapeHtml(oneLine(said))}</p>
<p style="white-space:pre-line">${escapeHtml(`«\u00a0${matter.text}\u00a0»`)}</p>
${mailButton("Voir le commentaire", link)}
<p style="font-size:13px;opacity:0.75">${WHY}</p>`,
    }),
    messageId: `<${mention.messageKey}${config.communicationDomain}>`,
    date,
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const content = await new Promise<Buffer>((resolve, reject) => {
    composer.compile().build((error, message) => (error ? reject(error) : resolve(message as Buffer)));
  });
  return { from: config.mailBounces ?? addressOf(config.mailFrom), content };
}
