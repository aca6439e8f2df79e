import { formatCount, formatInteger } from "@bobine/shared-ui";

export const PRECISION_LINE_TEXTS = {
  title: "Limite du rapprochement automatique",
  hint: "Quand il est sûr à 95\u00a0% que trop de rapprochements sont annulés pour cette limite, le rapprochement automatique se met en pause et vous le dit par une action\u00a0: les opérations suivantes sont proposées, aucune n’est rapprochée sans vous.",
  line: "Précision minimale",
  lineHint: "De 90 à 100\u00a0%. Un rapprochement automatique est juste tant que personne ne l’annule.",
  lineWrong: "Indiquez un pourcentage entre 90 et 100, avec deux décimales au plus.",
  sample: "Nombre minimal de rapprochements",
  sampleHint: "De 20 à 10\u202f000. Moins nombreux, les rapprochements comptent comme s’ils étaient autant.",
  sampleWrong: "Indiquez un nombre entier entre 20 et 10\u202f000.",
  /** What the two numbers mean. */
  pausesAt: (slips: number, of: number) =>
    `Il se mettra en pause à la ${slips === 1 ? "première" : `${formatInteger(slips)}ᵉ`} annulation sur ${formatCount(of, "rapprochement", "rapprochements")}.`,
  measured: (automatic: number, reverted: number) =>
    `Mesuré aujourd’hui\u00a0: ${formatCount(reverted, "annulation", "annulations")} sur ${formatCount(automatic, "rapprochement", "rapprochements")}.`,
  pausesNow: "Il est déjà sous cette limite\u00a0: il se mettra en pause dès l’enregistrement.",
  save: "Enregistrer",
  saved: "Limite du rapprochement automatique enregistrée.",
  saveFailed: "Impossible d’enregistrer la limite du rapprochement automatique.",
} as const;
