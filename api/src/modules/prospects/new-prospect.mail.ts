import { escapeHtml } from "../../escape-html.ts";
import { htmlMail, mailButton } from "../../html-mail.ts";
import type { Mail } from "../../services.ts";

/** Tells a super admin that somebody has registered, or says to be another company, and waits to be validated. */
export function newProspectMail({
  to,
  firstName,
  company,
  applicant,
  wasValidated,
  link,
}: {
  readonly to: string;
  readonly firstName: string;
  readonly company: string;
  /** An address, as it was proven. */
  readonly applicant: string;
  /** It was, under another name or SIREN. */
  readonly wasValidated: boolean;
  readonly link: string;
}): Mail {
  const subject = wasValidated ? "Société modifiée, à valider de nouveau" : "Nouvelle demande d’inscription";
  const hello = firstName ? `Bonjour ${firstName},` : "Bonjour,";
  const said = wasValidated
    ? `${company} (${applicant}) a changé de nom ou de SIREN et attend une nouvelle validation.`
    : `${company} (${applicant}) vient de s’inscrire et attend une validation.`;
  const next = "D’ici là, ce distributeur ne peut rien facturer ni envoyer.";
  return {
    to,
    subject,
    text: `${hello}\n\n${said}\n${next}\n\nVoir la demande\u00a0:\n\n${link}\n\nBobine\n`,
    html: htmlMail({
      subject,
      width: 480,
      body: `<p>${escapeHtml(hello)}</p>
<p>${escapeHtml(said)}</p>
<p>${next}</p>
${mailButton("Voir la demande", link)}`,
    }),
  };
}
