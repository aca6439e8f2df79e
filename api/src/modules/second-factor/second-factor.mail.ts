import { escapeHtml } from "../../escape-html.ts";
import { htmlMail, mailButton } from "../../html-mail.ts";
import type { Mail } from "../../services.ts";

/** Tells a person that signing in asks for a code from now on, or no more, or that other recovery codes are good. */
export function secondFactorMail({
  to,
  firstName,
  isEnabled,
  hasNewCodes = false,
  isAskedAgain = false,
  link,
}: {
  readonly to: string;
  readonly firstName: string;
  readonly isEnabled: boolean;
  readonly hasNewCodes?: boolean;
  /** Without one the person may do nothing else (SEC-24). */
  readonly isAskedAgain?: boolean;
  readonly link: string;
}): Mail {
  const hello = firstName ? `Bonjour ${firstName},` : "Bonjour,";
  const subject = hasNewCodes
    ? "De nouveaux codes de secours ont été créés"
    : isEnabled
      ? "Le second facteur est activé"
      : "Le second facteur est désactivé";
  const what = hasNewCodes
    ? "De nouveaux codes de secours viennent d’être créés pour votre compte Bobine\u00a0: les précédents ne sont plus valables."
    : isEnabled
      ? "Un second facteur vient d’être activé pour votre compte Bobine\u00a0: chaque connexion demande désormais un code de votre application."
      : isAskedAgain
        ? "Le second facteur de votre compte Bobine vient d’être désactivé\u00a0: il vous en sera demandé un autre avant toute action."
        : "Le second facteur de votre compte Bobine vient d’être désactivé\u00a0: le lien reçu par e-mail suffit de nouveau pour se connecter.";
  const alarm =
    "Si ce n’est pas vous, prévenez sans attendre l’assistance de Bobine et un administrateur de votre société.";
  return {
    to,
    subject,
    text: `${hello}\n\n${what}\n\n${alarm}\n\nVotre compte\u00a0:\n${link}\n\nBobine\n`,
    html: htmlMail({
      subject,
      width: 480,
      body: `<p>${escapeHtml(hello)}</p>
<p>${what}</p>
<p>${alarm}</p>
${mailButton("Voir mon compte", link)}`,
    }),
  };
}
