import { civilDateInParis, frenchDate } from "@bobine/contract/civil-date";
import { escapeHtml } from "../../escape-html.ts";
import { deskButton, deskOptions, deskPage, type Said } from "../desk-page.ts";
import type { SimulatedSubscription } from "./card-objects.ts";
import { type CardSimulator, TROUBLES } from "./card-simulator.ts";

const NBSP = "\u00a0";
const WELL = "aucune";
const TROUBLE_LABELS: Readonly<Record<(typeof TROUBLES)[number], string>> = {
  down: "Connexion coupée",
  "error 500": "Erreur 500",
  "no answer": "Aucune réponse",
  "no json": "Réponse illisible",
};
const STATUS_LABELS: Readonly<Record<string, string>> = {
  active: "Actif",
  past_due: "Paiement refusé",
  canceled: "Terminé",
};

/** The desk's one page: the newest subscription first. */
export function cardDeskPage(simulator: CardSimulator, path: string, said: Said | undefined): string {
  const subscriptions = [...simulator.subscriptions.values()].toReversed();
  const sections = subscriptions.map((one) => subscriptionSection(one, path)).join("\n");
  return deskPage({
    title: "Abonnements simulés",
    intro: `Aucune carte n’est débitée${NBSP}: cette page fait passer le temps chez le prestataire de paiement. Le produit est prévenu de chaque changement, comme par Stripe.`,
    said,
    sections: `${sections || `<section><p>Aucun abonnement. Dans Bobine, ouvrez «${NBSP}Plan d’abonnement${NBSP}», choisissez une formule et payez.</p></section>`}
${eventSection(path)}
${troubleSection(simulator, path)}`,
  });
}

function subscriptionSection(subscription: SimulatedSubscription, path: string): string {
  const { id, price } = subscription;
  const own = `${path}/${id}`;
  const isOver = subscription.status === "canceled";
  const amount = new Intl.NumberFormat("fr-FR", { style: "currency", currency: price.currency }).format(
    price.unit_amount / 100,
  );
  const end = frenchDate(civilDateInParis(new Date(subscription.periodEnd * 1000)));
  const facts = [
    `distributeur ${subscription.metadata["distributor_id"] ?? "inconnu"}`,
    `${amount} par mois, hors taxes`,
    `période jusqu’au ${end}, ${subscription.isPaid ? "payée" : "impayée"}`,
    ...(subscription.cancelAtPeriodEnd && !isOver ? ["résiliation demandée pour cette date"] : []),
    ...(subscription.refusesNext && !isOver ? ["le prochain paiement sera refusé"] : []),
  ];
  const buttons = [
    deskButton(`${own}/renouveler`, subscription.isPaid ? "Renouveler" : "Présenter la carte de nouveau"),
    subscription.refusesNext
      ? deskButton(`${own}/accepter`, "Accepter le prochain paiement")
      : deskButton(`${own}/refuser`, "Refuser le prochain paiement"),
    subscription.cancelAtPeriodEnd
      ? deskButton(`${own}/reprendre`, "Ne plus résilier")
      : deskButton(`${own}/resilier`, "Résilier à la fin de la période"),
    deskButton(`${own}/annuler`, "Annuler maintenant"),
  ];
  return `<section aria-labelledby="${id}">
<h2 id="${id}">${escapeHtml(subscription.planName)}${NBSP}: ${STATUS_LABELS[subscription.status] ?? escapeHtml(subscription.status)}</h2>
<p class="soft">${escapeHtml(facts.join(" · "))}</p>
${isOver ? "" : buttons.join("\n")}
</section>`;
}

const eventSection = (path: string): string => `<section aria-labelledby="evenements">
<h2 id="evenements">Événements</h2>
${deskButton(`${path}/rejouer`, "Renvoyer le dernier")} ${deskButton(`${path}/evenement-mal-signe`, "Envoyer un événement mal signé")}
</section>`;

function troubleSection({ trouble }: CardSimulator, path: string): string {
  const kinds = [
    { value: WELL, label: "Aucune" },
    ...TROUBLES.map((value) => ({ value, label: TROUBLE_LABELS[value] })),
  ];
  return `<section aria-labelledby="pannes"><h2 id="pannes">Pannes du prestataire</h2>
<form class="row" method="post" action="${escapeHtml(path)}/panne"><label>Panne<br><select name="kind">${deskOptions(kinds, trouble ?? WELL)}</select></label><button>Appliquer</button></form>
</section>`;
}
