import { escapeHtml } from "../../escape-html.ts";
import { htmlMail, mailButton } from "../../html-mail.ts";
import type { Mail } from "../../services.ts";

/** Tells a super admin that a distributor gained more cinemas than is usual. */
export function unusualLinksMail({
  to,
  firstName,
  distributor,
  count,
  limit,
  link,
}: {
  readonly to: string;
  readonly firstName: string;
  readonly distributor: string;
  /** Within 24 hours. */
  readonly count: number;
  readonly limit: number;
  readonly link: string;
}): Mail {
  const subject = "Nombre inhabituel de nouveaux liens";
  const hello = firstName ? `Bonjour ${firstName},` : "Bonjour,";
  const said = `${distributor} a été lié à ${count} cinémas en 24\u00a0heures, pour ${limit} au plus d’ordinaire.`;
  const next = "Vérifiez dans la console ce que ses fichiers ont nommé\u202f; un lien s’y coupe.";
  return {
    to,
    subject,
    text: `${hello}\n\n${said}\n${next}\n\nVoir les nouveaux liens\u00a0:\n\n${link}\n\nBobine\n`,
    html: htmlMail({
      subject,
      width: 480,
      body: `<p>${escapeHtml(hello)}</p>
<p>${escapeHtml(said)}</p>
<p>${next}</p>
${mailButton("Voir les nouveaux liens", link)}`,
    }),
  };
}
