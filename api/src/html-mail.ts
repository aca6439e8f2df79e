import { escapeHtml } from "./escape-html.ts";

/**
 * The HTML of a mail. It names no colour but a button's, so that each reader's own light or dark holds; both are declared, or some
 * readers would turn the colours round.
 * @param body HTML, its texts escaped
 */
export const htmlMail = (mail: {
  readonly subject: string;
  readonly body: string;
  /** In pixels; wider with a table. */
  readonly width: 480 | 640;
}): string => `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>:root{color-scheme:light dark}</style><title>${escapeHtml(mail.subject)}</title></head>
<body style="margin:0;padding:32px 16px;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:15px;line-height:1.5">
<div style="max-width:${mail.width}px;margin:0 auto">
${mail.body}
</div></body></html>`;

/** A button of a mail: its own colours, readable on light and on dark. */
export const mailButton = (label: string, link: string): string =>
  `<p style="margin:28px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:#1b6379;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>`;
