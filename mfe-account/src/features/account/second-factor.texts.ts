export const CODE = {
  label: "Code",
  hint: "Les 6 chiffres de votre application, ou un code de secours",
  cancel: "Annuler",
} as const;

export const TEXTS = {
  title: "Second facteur",
  intro:
    "En plus du lien reçu par e-mail, chaque connexion demande un code d’une application d’authentification de votre téléphone. Un code confirme aussi un changement d’IBAN, sans attendre l’e-mail.",
  loadFailed: "Impossible de lire l’état du second facteur.",
  on: "Activé",
  off: "Désactivé",
  since: (at: string) => `Activé le ${at}.`,
  codesLeft: (count: number) =>
    count === 0
      ? "Il ne reste aucun code de secours. Générez-en de nouveaux."
      : `Codes de secours restants\u00a0: ${count}.`,
  enable: "Activer le second facteur",
  startFailed: "Impossible de commencer l’activation.",
  scan: "Scannez ce QR code avec votre application d’authentification, ou saisissez-y la clé.",
  qr: "QR code pour votre application d’authentification",
  key: "Clé",
  firstCode: "Code affiché par l’application",
  confirm: "Activer",
  enableFailed: "Impossible d’activer le second facteur.",
  wrongForm: "Saisissez les 6 chiffres affichés par l’application.",
  cancel: "Annuler",
  unseen:
    "Le second facteur est activé, mais vos codes de secours ne vous ont pas été montrés. Saisissez le code suivant de votre application pour en recevoir.",
  showCodes: "Recevoir mes codes de secours",
  enabled: "Second facteur activé",
  renew: "Générer de nouveaux codes",
  renewTitle: "Générer de nouveaux codes de secours\u202f?",
  renewText: "Les codes de secours précédents ne seront plus valables.",
  renewFailed: "Impossible de générer de nouveaux codes.",
  renewed: "Nouveaux codes de secours générés",
  recoveryTitle: "Vos codes de secours",
  recovery:
    "Conservez ces codes en lieu sûr\u00a0: chacun remplace une fois le code de l’application, si vous perdez votre téléphone. Ils ne seront plus affichés.",
  kept: "J’ai conservé mes codes",
  copy: "Copier les codes",
  copied: "Copiés\u202f!",
  copyFailed: "Impossible de copier les codes\u00a0: sélectionnez-les et copiez-les, ou notez-les.",
  disable: "Désactiver",
  disableTitle: "Désactiver le second facteur\u202f?",
  disableText: "Le lien reçu par e-mail suffira de nouveau pour se connecter.",
  disableFailed: "Impossible de désactiver le second facteur.",
  disabled: "Second facteur désactivé",
  /** SEC-24 */
  toEnableTitle: "Un second facteur est obligatoire",
  toEnable:
    "Les super administrateurs agissent pour tous les distributeurs\u00a0: le lien reçu par e-mail ne leur suffit pas. Activez votre second facteur pour ouvrir le reste de Bobine.",
  toGiveTitle: "Cette session a été ouverte sans code",
  toGive:
    "Votre second facteur est activé, mais cette session n’en a pas donné le code. Déconnectez-vous, puis reconnectez-vous avec un code.",
} as const;

/** Of the others, for super admins. */
export const HOLDERS = {
  title: "Seconds facteurs des autres",
  intro:
    "Les super administrateurs, et toutes les personnes qui ont activé un second facteur. Qui a perdu son téléphone et ses codes de secours vous demande de le lui retirer\u00a0: assurez-vous d’abord, de vive voix, que c’est bien cette personne.",
  loadFailed: "Impossible de lire les seconds facteurs.",
  none: "Personne d’autre n’a de second facteur.",
  superAdmin: "Super administrateur",
  enabledSince: (day: string) => `Activé le ${day}`,
  missing: "Pas encore activé",
  reset: "Retirer",
  resetOf: (name: string) => `Retirer le second facteur de ${name}`,
  resetTitle: (name: string) => `Retirer le second facteur de ${name}\u202f?`,
  resetText: (email: string) =>
    `Ses sessions et ses liens de connexion prennent fin, et un e-mail le lui dit à l’adresse ${email}. Confirmez avec un code de votre propre second facteur.`,
  resetFailed: "Impossible de retirer ce second facteur.",
  resetDone: (name: string) => `Second facteur de ${name} retiré`,
} as const;
