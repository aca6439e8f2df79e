import { escapeHtml } from "../../escape-html.ts";
import { htmlMail, mailButton } from "../../html-mail.ts";
import type { Mail } from "../../services.ts";

/** Tells a super admin that somebody has registered, has completed its file, says to be another company, or gives a SIREN, and waits for it to be checked. */
export function newProspectMail({
  to,
  firstName,
  company,
  applicant,
  isRenamed,
  isCompleted,
  proposesSiren,
  link,
}: {
  readonly to: string;
  readonly firstName: string;
  readonly company: string;
  /** An address, as it was proven. */
  readonly applicant: string;
  /** It was validated, under another name. */
  readonly isRenamed: boolean;
  /** It was refused or asked for more, and its file has changed. */
  readonly isCompleted: boolean;
  /** It is, and gives another SIREN. */
  readonly proposesSiren: boolean;
  readonly link: string;
}): Mail {
  const subject = proposesSiren
    ? "SIREN à vérifier"
    : isRenamed
      ? "Société modifiée, à valider de nouveau"
      : isCompleted
        ? "Dossier complété, à relire"
        : "Nouvelle demande d’inscription";
  const hello = firstName ? `Bonjour ${firstName},` : "Bonjour,";
  const said = proposesSiren
    ? `${company} (${applicant}) propose un SIREN ou un numéro de TVA, à vérifier.`
    : isRenamed
      ? `${company} (${applicant}) a changé de nom et attend une nouvelle validation.`
      : isCompleted
        ? `${company} (${applicant}) a complété ou corrigé son dossier, qui attend d’être relu.`
        : `${company} (${applicant}) vient de s’inscrire et attend une validation.`;
  const next = proposesSiren
    ? "D’ici là, ses documents gardent les informations vérifiées."
    : "D’ici là, ce distributeur ne peut rien facturer ni envoyer.";
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
