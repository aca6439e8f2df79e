import { escapeHtml } from "../../escape-html.ts";
import type { Mail } from "../../services.ts";

/** Tells that the card of a subscription was refused (DOMAIN §6), readable in light and dark. */
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
  const refused = "Le paiement de votre abonnement à Bobine a été refusé par votre banque.";
  const next =
    "Une nouvelle tentative aura lieu dans les prochains jours. Vérifiez que votre carte est valide et suffisamment approvisionnée.";
  return {
    to,
    subject: "Le paiement de votre abonnement a été refusé",
    text: `${hello}\n\n${refused}\n${next}\n\nVotre abonnement\u00a0:\n\n${link}\n\nBobine\n`,
    html: `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Le paiement de votre abonnement a été refusé</title></head>
<body style="margin:0;padding:32px 16px;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;line-height:1.5">
<div style="max-width:480px;margin:0 auto">
<p>${escapeHtml(hello)}</p>
<p>${refused}</p>
<p>${next}</p>
<p style="margin:28px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:#1b6379;color:#ffffff;text-decoration:none;font-weight:600">Voir l’abonnement</a></p>
</div></body></html>`,
  };
}
