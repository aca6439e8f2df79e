import type { OnboardingStatus } from "@bobine/contract/distributors";
import type { StatusColor } from "@bobine/shared-ui";

/** SPEC §4 */
export const ONBOARDING_STATUS: Record<OnboardingStatus, { label: string; color: StatusColor }> = {
  created: { label: "Créé", color: "gray" },
  email_verified: { label: "Email vérifié", color: "blue" },
  company_info_added: { label: "Infos société ajoutées", color: "blue" },
  plan_selected: { label: "Plan sélectionné", color: "blue" },
  bank_connected: { label: "Banque connectée", color: "blue" },
  email_assigned: { label: "Email assigné", color: "blue" },
  data_imported: { label: "Données importées", color: "blue" },
  active: { label: "Actif", color: "green" },
  paused: { label: "En pause", color: "orange" },
};

/** DOMAIN §10.4 */
const ROLES: Record<string, string> = {
  admin: "Administrateur",
  staff: "Collaborateur",
  accountant: "Comptable",
  viewer: "Lecture seule",
};
export const roleLabel = (role: string): string => ROLES[role] ?? role;

export const TEXTS = {
  /** SPEC §2.12 */
  title: "Gestion des Distributeurs",
  empty: "Aucun distributeur trouvé",
  unassigned: "Non assigné",
  mainContact: "Contact principal",
  filter: "Filtrer par nom, e-mail administrateur ou e-mail de communication",
  users: "Utilisateurs associés",
  noUser: "Aucun utilisateur",
  loadFailed: "Impossible de charger les distributeurs",
} as const;
