import { escapeHtml } from "../../escape-html.ts";
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
    html: `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;line-height:1.5">
<div style="max-width:480px;margin:0 auto">
<p>${escapeHtml(hello)}</p>
<p>${escapeHtml(invitation.html)}</p>
<p style="margin:28px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:#1b6379;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(button)}</a></p>
<p>${validity}</p>
<p style="font-size:13px;opacity:0.75">${ignore}</p>
</div></body></html>`,
  };
}
