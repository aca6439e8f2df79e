import { escapeHtml } from "../../escape-html.ts";
import { htmlMail, mailButton } from "../../html-mail.ts";
import type { Mail } from "../../services.ts";

/** Tells that the card of a subscription was refused (SUB-1), readable in light and dark. */
export function refusedPaymentMail({
  to,
  firstName,
  link,
}: {
  to: string;
  firstName: string;
  link: string;
}): Mail {
  const hello = firstName ? `Bonjour ${firstName},` : "Bonjour,";
  const subject = "Le paiement de votre abonnement a été refusé";
  const refused = "Le paiement de votre abonnement à Bobine a été refusé par votre banque.";
  const next =
    "Une nouvelle tentative aura lieu dans les prochains jours. Vérifiez que votre carte est valide et suffisamment approvisionnée.";
  return {
    to,
    subject,
    text: `${hello}\n\n${refused}\n${next}\n\nVotre abonnement\u00a0:\n\n${link}\n\nBobine\n`,
    html: htmlMail({
      subject,
      width: 480,
      body: `<p>${escapeHtml(hello)}</p>
<p>${refused}</p>
<p>${next}</p>
${mailButton("Voir l’abonnement", link)}`,
    }),
  };
}
