import type { Decision } from "@bobine/contract/prospects";
import { escapeHtml } from "../../escape-html.ts";
import { htmlMail, mailButton } from "../../html-mail.ts";
import type { Mail } from "../../services.ts";

const WORDS: Readonly<
  Record<
    Decision,
    { subject: string; said: (company: string) => string; reason: string; next: string; button: string }
  >
> = {
  validate: {
    subject: "Votre compte est validé",
    said: (company) =>
      `Le compte de ${company} est validé\u00a0: vous pouvez activer la facturation automatique.`,
    reason: "Message de notre équipe\u00a0:",
    next: "Vos imports sont conservés. Rien n’est facturé tant que vous n’avez pas activé l’automatisation, depuis l’accueil.",
    button: "Ouvrir Bobine",
  },
  refuse: {
    subject: "Votre inscription est refusée",
    said: (company) => `L’inscription de ${company} à Bobine est refusée.`,
    reason: "Motif\u00a0:",
    next: "Rien n’est facturé ni envoyé en votre nom. Si ce motif peut être corrigé, complétez votre dossier\u00a0: il sera relu.",
    button: "Voir mon dossier",
  },
  ask: {
    subject: "Votre dossier est à compléter",
    said: (company) => `Pour valider le compte de ${company}, il nous manque un élément.`,
    reason: "Ce qui est demandé\u00a0:",
    next: "Complétez votre dossier\u00a0: il sera relu dès que vous l’aurez fait.",
    button: "Compléter mon dossier",
  },
};

/** Tells an applicant what was decided, with its reason, readable in light and dark. */
export function decisionMail({
  to,
  firstName,
  company,
  decision,
  reason,
  link,
}: {
  readonly to: string;
  readonly firstName: string;
  readonly company: string;
  readonly decision: Decision;
  readonly reason: string;
  readonly link: string;
}): Mail {
  const words = WORDS[decision];
  const hello = firstName ? `Bonjour ${firstName},` : "Bonjour,";
  const said = words.said(company);
  const told = reason === "" ? "" : `${words.reason}\n${reason}\n\n`;
  return {
    to,
    subject: words.subject,
    text: `${hello}\n\n${said}\n\n${told}${words.next}\n\n${words.button}\u00a0:\n\n${link}\n\nBobine\n`,
    html: htmlMail({
      subject: words.subject,
      width: 480,
      body: `<p>${escapeHtml(hello)}</p>
<p>${escapeHtml(said)}</p>
${reason === "" ? "" : `<p>${words.reason}<br>${escapeHtml(reason).replaceAll(/\r?\n/g, "<br>")}</p>`}
<p>${words.next}</p>
${mailButton(words.button, link)}`,
    }),
  };
}
