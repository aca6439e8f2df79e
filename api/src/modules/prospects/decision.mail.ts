import type { Decision } from "@bobine/contract/prospects";
import { escapeHtml } from "../../escape-html.ts";
import { htmlMail, mailButton } from "../../html-mail.ts";
import type { Mail } from "../../services.ts";

interface Words {
  readonly subject: string;
  readonly said: (company: string) => string;
  readonly reason: string;
  readonly next: string;
  readonly button: string;
}

/** Of a proposed SIREN and VAT number: who else may have them is not said. */
const WORDS_OF_SIREN: Readonly<Record<Exclude<Decision, "ask">, Words>> = {
  validate: {
    subject: "Votre SIREN est vérifié",
    said: (company) =>
      `Le SIREN et le numéro de TVA de ${company} sont vérifiés\u00a0: vos prochains documents les portent.`,
    reason: "Message de notre équipe\u00a0:",
    next: "Les documents déjà émis ne changent pas.",
    button: "Voir mon compte",
  },
  refuse: {
    subject: "Votre SIREN n’a pas pu être vérifié",
    said: (company) => `Le SIREN et le numéro de TVA proposés pour ${company} n’ont pas pu être vérifiés.`,
    reason: "Motif\u00a0:",
    next: "Vos documents gardent les informations vérifiées. Vous pouvez corriger le SIREN dans votre compte.",
    button: "Voir mon compte",
  },
};

const WORDS: Readonly<Record<Decision, Words>> = {
  validate: {
    subject: "Votre compte est validé",
    said: (company) =>
      `Le compte de ${company} est validé\u00a0: vous pouvez activer la facturation automatique.`,
    reason: "Message de notre équipe\u00a0:",
    next: "Vos imports sont conservés. Rien n’est facturé tant que vous n’avez pas mis en marche la facturation automatique, depuis l’accueil.",
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
  isOfSiren,
  link,
}: {
  readonly to: string;
  readonly firstName: string;
  readonly company: string;
  readonly decision: Decision;
  readonly reason: string;
  /** On a proposed SIREN, not on the whole company. */
  readonly isOfSiren: boolean;
  readonly link: string;
}): Mail {
  const words = isOfSiren && decision !== "ask" ? WORDS_OF_SIREN[decision] : WORDS[decision];
  const hello = firstName ? `Bonjour ${firstName},` : "Bonjour,";
  const said = words.said(company);
  const reasonText = reason === "" ? "" : `${words.reason}\n${reason}\n\n`;
  return {
    to,
    subject: words.subject,
    text: `${hello}\n\n${said}\n\n${reasonText}${words.next}\n\n${words.button}\u00a0:\n\n${link}\n\nBobine\n`,
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
