import { escapeHtml } from "../../escape-html.ts";
import type { SimulatedBill, SimulatedCheckout } from "./card-objects.ts";

export type CardPageNotice = "refused";

const NBSP = "\u00a0";
const REFUSED = `Paiement refusé${NBSP}: la banque n’a pas accepté cette carte.`;

const document = (title: string, content: string): string => `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>
body { font: 16px/1.5 Inter, system-ui, sans-serif; margin: 0; padding: 3rem 1rem; color: #172026; background: #f5f7f8 }
main { max-width: 26rem; margin: 0 auto; padding: 2rem; background: #fff; border: 1px solid #dfe5e8; border-radius: 12px }
h1 { margin: 0 0 .25rem; font-size: 1.25rem }
.price { margin: 1.25rem 0; font-size: 1.75rem; font-weight: 600 }
.notice { padding: .75rem 1rem; border-radius: 8px; color: #8f1d1d; background: #fdecec }
.hint { color: #55646d; font-size: .875rem }
form { margin: .5rem 0 }
button, a.button { display: block; box-sizing: border-box; width: 100%; min-height: 44px; padding: .6rem 1rem; border: 1px solid #c7d1d6; border-radius: 8px;
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; color: #172026; background: #fff; cursor: pointer }
button.first { border-color: #1b6379; color: #fff; background: #1b6379 }
button:focus-visible, a.button:focus-visible { outline: 3px solid #7fb6c8; outline-offset: 2px }
</style>
</head>
<body><main>
${content}
</main></body>
</html>
`;

/** 4900, eur → `49,00 €`. */
const amountOf = ({ amount, currency }: Pick<SimulatedCheckout, "amount" | "currency">): string =>
  new Intl.NumberFormat("fr-FR", { style: "currency", currency }).format(amount / 100);

/** The page where a simulated card pays, is refused, or is put away: no script, so the product's content policy holds for it too. */
export function cardPage(checkout: SimulatedCheckout, action: string, notice?: CardPageNotice): string {
  const button = (verb: string, label: string, kind = ""): string =>
    `<form method="post" action="${escapeHtml(`${action}/${verb}`)}"><button${kind}>${label}</button></form>`;
  return document(
    "Paiement simulé",
    `<h1>Paiement simulé</h1>
<p class="hint">Aucune carte n’est débitée${NBSP}: cette page remplace le prestataire de paiement tant que ses clés ne sont pas configurées.</p>
${notice === "refused" ? `<p class="notice" role="alert">${REFUSED}</p>` : ""}
<p>${escapeHtml(checkout.planName)}</p>
<p class="price">${escapeHtml(amountOf(checkout))} <span class="hint">par mois, hors taxes</span></p>
${button("payer", "Payer", ' class="first"')}
${button("refuser", "Refuser")}
${button("annuler", "Annuler")}`,
  );
}

/** For a page that is paid, expired, or was never there. */
export const cardPageOver = (back: string | undefined): string =>
  document(
    "Paiement terminé",
    `<h1>Ce paiement n’est plus disponible</h1>
<p>Il a déjà été réglé, a expiré ou n’existe pas. Choisissez de nouveau une formule.</p>
<a class="button" href="${escapeHtml(back ?? "/subscription/plan")}">Retour à Bobine</a>`,
  );

const postButton = (action: string, label: string): string =>
  `<form method="post" action="${escapeHtml(action)}"><button class="first">${label}</button></form>`;
const backLink = (url: string): string => `<a class="button" href="${escapeHtml(url)}">Retour à Bobine</a>`;

/** A bill, as the payer sees and pays it. */
export const billPage = (bill: SimulatedBill, path: string): string =>
  document(
    `Facture ${bill.number}`,
    `<h1>Facture ${escapeHtml(bill.number)}</h1>
<p class="hint">Aucune carte n’est débitée${NBSP}: cette page remplace le prestataire de paiement tant que ses clés ne sont pas configurées.</p>
<p class="price">${escapeHtml(amountOf({ amount: bill.total, currency: bill.currency }))} <span class="hint">toutes taxes comprises, ${bill.isPaid ? "payée" : "à payer"}</span></p>
${bill.isPaid ? "" : postButton(`${path}/payer`, "Payer cette facture")}
<a class="button" href="${escapeHtml(path)}/pdf">Télécharger le PDF</a>
<form></form>
${backLink("/subscription/plan")}`,
  );

/** Where the payer gives another card. */
export const newCardPage = (path: string, back: string): string =>
  document(
    "Moyen de paiement",
    `<h1>Moyen de paiement</h1>
<p class="hint">Aucune carte n’est débitée${NBSP}: cette page remplace le prestataire de paiement tant que ses clés ne sont pas configurées.</p>
<p>Nouvelle carte${NBSP}: Mastercard •••• 4444, expire fin 11/2031</p>
${postButton(`${path}/enregistrer`, "Enregistrer cette carte")}
${backLink(back)}`,
  );

/** One page with a line of text: enough to be a PDF. */
export function billPdf(bill: SimulatedBill): Buffer {
  const total = new Intl.NumberFormat("en", { minimumFractionDigits: 2 }).format(bill.total / 100);
  const amount = `${total} ${bill.currency.toUpperCase()}`;
  const drawn = `BT /F1 18 Tf 60 760 Td (Facture ${bill.number} : ${amount}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>",
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let text = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(at).padStart(10, "0");
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((at) => `${at} 00000 n \n`).join("")}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}
