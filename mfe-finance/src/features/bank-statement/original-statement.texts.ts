export const TEXTS = {
  /** UI-19 */
  title: "Relevé Bancaire Original",
  nothingYet:
    "Les opérations arrivent avec un relevé que vous importez, ou d’elles-mêmes de votre banque connectée.",
  period: "Période des opérations",
  exportFailed: "Impossible d’exporter les opérations.",
  statusFailed: "Failed to fetch bank connection status.",
  /** TXT-6 */
  notConnected: "Aucune banque n’est connectée.",
  connect: "Connecter ma banque",
  hint: "Connectez votre banque pour voir ici ses opérations, jour après jour.",
  /** LET-46 */
  shown: "Opérations affichées",
  all: "Toutes",
  withoutEnd: "Sans affectation",
  unasked: "À affecter",
  /** LET-51 */
  ignored: "Non proposées",
  toImport: "Importer un relevé",
  noneIgnored: "Aucun encaissement n’a été laissé de côté.",
  noneUnasked: "Toutes les opérations ont une affectation, ou attendent dans les actions utilisateur.",
  noneWithoutEnd: "Toutes les opérations ont une affectation.",
} as const;
