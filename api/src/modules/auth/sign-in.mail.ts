import { escapeHtml } from "../../escape-html.ts";
import type { Mail } from "../../services.ts";

/** The sign-in mail (DOMAIN §10.5), readable in light and dark. */
export function signInMail({
  to,
  firstName,
  link,
  minutes,
}: {
  to: string;
  firstName: string;
  link: string;
  minutes: number;
}): Mail {
  const hello = firstName ? `Bonjour ${firstName},` : "Bonjour,";
  const validity = `Ce lien est valable ${minutes} minutes et ne peut être utilisé qu’une fois.`;
  const ignore = "Si vous n’avez pas demandé ce lien, ignorez ce message.";
  return {
    to,
    subject: "Votre lien de connexion",
    text: `${hello}\n\nOuvrez ce lien pour vous connecter :\n\n${link}\n\n${validity}\n${ignore}\n\nBobine\n`,
    html: `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Votre lien de connexion</title></head>
<body style="margin:0;padding:32px 16px;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;line-height:1.5">
<div style="max-width:480px;margin:0 auto">
<p>${escapeHtml(hello)}</p>
<p>Cliquez sur le bouton ci-dessous pour vous connecter.</p>
<p style="margin:28px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:#1b6379;color:#ffffff;text-decoration:none;font-weight:600">Se connecter</a></p>
<p>${validity}</p>
<p style="font-size:13px;opacity:0.75">${ignore}</p>
</div></body></html>`,
  };
}
