import { INVITATION_DAYS } from "@bobine/contract/invitations";
import { escapeHtml } from "../../escape-html.ts";
import { htmlMail, mailButton } from "../../html-mail.ts";
import { oneLine } from "../../one-line.ts";
import type { Mail } from "../../services.ts";

/** To a colleague: who invites them, as what, and the link that makes their account. */
export function invitationMail({
  to,
  firstName,
  invitedBy,
  company,
  role,
  link,
}: {
  readonly to: string;
  readonly firstName: string;
  readonly invitedBy: string | null;
  readonly company: string;
  /** As screens call it. */
  readonly role: string;
  readonly link: string;
}): Mail {
  const hello = firstName ? `Bonjour ${oneLine(firstName)},` : "Bonjour,";
  const subject = "Vous êtes invité à rejoindre Bobine";
  const said = oneLine(
    invitedBy === null
      ? `Vous êtes invité à rejoindre ${company} sur Bobine, avec le rôle «\u00a0${role}\u00a0».`
      : `${invitedBy} vous invite à rejoindre ${company} sur Bobine, avec le rôle «\u00a0${role}\u00a0».`,
  );
  const validity = `Ce lien est valable ${INVITATION_DAYS} jours et ne peut être utilisé qu’une fois.`;
  const ignore =
    "Si vous n’attendiez pas cette invitation, ignorez ce message\u00a0: aucun compte ne sera créé.";
  return {
    to,
    subject,
    text: `${hello}\n\n${said}\n\nOuvrez ce lien pour créer votre compte et vous connecter\u00a0:\n\n${link}\n\n${validity}\n${ignore}\n\nBobine\n`,
    html: htmlMail({
      subject,
      width: 480,
      body: `<p>${escapeHtml(hello)}</p>
<p>${escapeHtml(said)}</p>
${mailButton("Rejoindre Bobine", link)}
<p>${validity}</p>
<p style="font-size:13px;opacity:0.75">${ignore}</p>`,
    }),
  };
}

/** To who has an account elsewhere: an address has one account. Whoever invites does not learn it. */
export function takenAddressMail({
  to,
  firstName,
  company,
}: {
  readonly to: string;
  readonly firstName: string;
  readonly company: string;
}): Mail {
  const hello = firstName ? `Bonjour ${oneLine(firstName)},` : "Bonjour,";
  const subject = "Une invitation à rejoindre Bobine avec une autre adresse";
  const said = oneLine(
    `Vous êtes invité à rejoindre ${company} sur Bobine, mais cette adresse a déjà un compte Bobine ailleurs.`,
  );
  const next =
    "Une adresse n’a qu’un compte\u00a0: demandez à être invité à une autre adresse. Votre compte actuel ne change pas.";
  return {
    to,
    subject,
    text: `${hello}\n\n${said}\n\n${next}\n\nBobine\n`,
    html: htmlMail({
      subject,
      width: 480,
      body: `<p>${escapeHtml(hello)}</p>\n<p>${escapeHtml(said)}</p>\n<p>${next}</p>`,
    }),
  };
}
