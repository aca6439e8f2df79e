export const TEXTS = {
  title: "Rechercher",
  placeholder: "Cinéma, client, facture, montant, libellé bancaire, page…",
  results: "Résultats",
  failed: "La recherche n’a pas abouti.",
  retry: "Réessayer",
  searching: "Recherche en cours…",
  none: (words: string) => `Rien ne correspond à «\u00a0${words}\u00a0».`,
  noneHint:
    "Essayez un nom de cinéma, une ville, un numéro de facture, un montant ou un mot du libellé bancaire.",
  chooseFirst:
    "Sélectionnez un distributeur pour chercher aussi parmi ses cinémas, ses factures et ses opérations.",
  found: (count: number) => (count > 1 ? `${count} résultats` : `${count} résultat`),
  client: (account: string, cinemas: number) =>
    `Compte ${account} · ${cinemas > 1 ? `${cinemas} cinémas` : `${cinemas} cinéma`}`,
  groups: {
    pages: "Pages",
    cinemas: "Cinémas",
    clients: "Comptes clients",
    invoices: "Factures",
    transactions: "Opérations bancaires",
  },
  all: {
    cinemas: "Chercher dans tous les cinémas",
    invoices: "Chercher dans toutes les factures",
    transactions: "Chercher dans les actions utilisateur",
  },
  keys: "↑ ↓ pour choisir · Entrée pour ouvrir · Échap pour fermer",
} as const;
