import { escapeHtml } from "../../escape-html.ts";
import { htmlMail, mailButton } from "../../html-mail.ts";
import type { Mail } from "../../services.ts";

/** A mail whose one purpose is a link that works once, readable in light and dark. */
export function linkMail(mail: {
  readonly to: string;
  readonly subject: string;
  readonly firstName: string;
  /** What the text says before the link, and the HTML before its button. */
  readonly invitation: { readonly text: string; readonly html: string };
  readonly button: string;
  readonly link: string;
  readonly minutes: number;
  /** For whom did not ask for it. */
  readonly ignore: string;
}): Mail {
  const { to, subject, firstName, invitation, button, link, minutes, ignore } = mail;
  const hello = firstName ? `Bonjour ${firstName},` : "Bonjour,";
  const validity = `Ce lien est valable ${minutes} minutes et ne peut être utilisé qu’une fois.`;
  return {
    to,
    subject,
    text: `${hello}\n\n${invitation.text}\n\n${link}\n\n${validity}\n${ignore}\n\nBobine\n`,
    html: htmlMail({
      subject,
      width: 480,
      body: `<p>${escapeHtml(hello)}</p>
<p>${escapeHtml(invitation.html)}</p>
${mailButton(button, link)}
<p>${validity}</p>
<p style="font-size:13px;opacity:0.75">${ignore}</p>`,
    }),
  };
}
