import { escapeHtml } from "../../escape-html.ts";
import { htmlMail, mailButton } from "../../html-mail.ts";
import type { Mail } from "../../services.ts";

/** Tells a super admin that the product took a build back by itself, or could not (FED-27). */
export function automaticReturnMail(given: {
  readonly to: string;
  readonly firstName: string;
  readonly remote: string;
  readonly build: string;
  readonly isCanary: boolean;
  /** The build that is live in its place; null when nothing could be done. */
  readonly backTo: string | null;
  /** Why, with the figures: one sentence. */
  readonly reason: string;
  /** Why nothing could be done. */
  readonly refusal: string | null;
  readonly link: string;
  /** Opens the pages that people had when it failed. */
  readonly replayLink: string | null;
}): Mail {
  const { to, firstName, remote, build, isCanary, backTo, reason, refusal, link, replayLink } = given;
  const subject =
    backTo === null ? `${remote} est en panne` : `${remote}\u00a0: retour automatique au build ${backTo}`;
  const hello = firstName ? `Bonjour ${firstName},` : "Bonjour,";
  const done =
    backTo === null
      ? `Le build ${build} de ${remote} échoue chez ses utilisateurs, et Bobine n’a pas pu revenir au build d’avant\u00a0: ${refusal ?? ""}`
      : isCanary
        ? `L’essai du build ${build} de ${remote} est terminé\u00a0: tous les utilisateurs reçoivent de nouveau le build ${backTo}.`
        : `Bobine a retiré le build ${build} de ${remote}\u00a0: le build ${backTo} est de nouveau en service.`;
  const next =
    backTo === null
      ? "Décidez dans la console ce qui doit être en service."
      : "Le build retiré ne revient que si quelqu’un le force, avec une raison.";
  const replay = replayLink
    ? `Voir la page telle que ses utilisateurs l’ont eue\u00a0:\n\n${replayLink}\n\n`
    : "";
  return {
    to,
    subject,
    text: `${hello}\n\n${done}\n${reason}\n${next}\n\nVoir les modules\u00a0:\n\n${link}\n\n${replay}Bobine\n`,
    html: htmlMail({
      subject,
      width: 480,
      body: `<p>${escapeHtml(hello)}</p>
<p>${escapeHtml(done)}</p>
<p>${escapeHtml(reason)}</p>
<p>${next}</p>
${mailButton("Voir les modules", link)}${
  replayLink
    ? `\n<p><a href="${escapeHtml(replayLink)}">Voir la page telle que ses utilisateurs l’ont eue</a></p>`
    : ""
}`,
    }),
  };
}
