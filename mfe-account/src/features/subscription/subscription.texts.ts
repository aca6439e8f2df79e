export const TEXTS = {
  title: "Plan d’abonnement",
  /** UI-21 */
  choose: "Choose Your Plan",
  select: "Select",
  subscribed: "Subscribed",
  since: "Abonné depuis le",
  until: "Payé jusqu’au",
  endsOn: "Prend fin le",
  refused:
    "Le dernier paiement a été refusé. Vérifiez que votre carte est valide et suffisamment approvisionnée\u00a0: une nouvelle tentative aura lieu dans les prochains jours.",
  unknownEnd: "En attente de la confirmation du paiement",
  plans: "Plans proposés",
  noPlans: "Aucun plan n’est proposé pour le moment.",
  noPlansHint: "Contactez votre interlocuteur Bobine.",
  /** TXT-1 */
  loadFailed: "Failed to load data.",
  selectFailed: "Something went wrong.",
  paid: "Paiement reçu. Votre abonnement est en cours d’activation…",
  slow: "L’activation prend plus de temps que prévu. Rechargez cette page dans quelques minutes\u00a0: rien n’est à payer de nouveau.",
  cancelled: "Le paiement a été abandonné. Rien n’a été débité\u202f; choisissez un plan quand vous voulez.",
} as const;
