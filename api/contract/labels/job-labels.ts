/** What people call each job; the API has a queue for each of these names. */
export const JOB_LABELS = {
  "mail-link": "Envoi d’un lien de connexion",
  "mail-invitation": "Envoi d’une invitation",
  "issue-invoices": "Émission des factures",
  "draw-documents": "Création des PDF",
  "make-lot": "Création d’un lot d’écritures",
  "letter-statement": "Rapprochement d’un long relevé",
  "letter-sync": "Rapprochement d’une longue synchronisation",
  "propose-again": "Nouvelles propositions de rapprochement",
  "mail-round": "Tournée des e-mails",
  "send-mails": "Envoi des e-mails",
  "apply-payment": "Prise en compte d’un paiement par carte",
  "warn-of-refused-payment": "Avis de paiement refusé",
  "notify-of-decision": "Avis de décision sur une inscription",
  "notify-of-prospect": "Avis de nouvelle inscription",
  "bank-round": "Tournée des banques",
  "subscription-round": "Tournée des abonnements",
  "sync-bank": "Synchronisation bancaire",
  "delete-bank-item": "Suppression d’une connexion bancaire",
  "send-security-notice": "Envoi d’un avis de sécurité",
  "mail-second-factor": "Avis de second facteur",
  "security-round": "Tournée des confirmations",
  "archive-round": "Archivage du journal d’audit",
  "links-round": "Tournée des nouveaux liens",
  "notify-of-links": "Avis de nouveaux liens",
  "notify-of-request": "Avis de demande sur un cinéma",
  "take-build-back": "Retour automatique d’un module",
  "notify-of-return": "Avis de retour automatique",
} as const;
const isNamed = (name: string): name is keyof typeof JOB_LABELS => Object.hasOwn(JOB_LABELS, name);
/** One that an older version left in the queue keeps its name. */
export const jobLabel = (name: string): string => (isNamed(name) ? JOB_LABELS[name] : name);
