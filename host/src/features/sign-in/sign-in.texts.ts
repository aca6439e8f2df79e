/** UI-5, UI-6, TXT-1; the intro and the button of a link opened elsewhere are ours. */
export const signInTexts = {
  title: "Se connecter",
  intro: "Saisissez votre adresse\u00a0: nous vous envoyons un lien, sans mot de passe.",
  email: "Adresse e-mail",
  invalidEmail: "Adresse e-mail invale",
  send: "Recevoir mon lien de connexion",
  resend: "Re-recevoir mon lien de connexion",
  /** As the sentence of too many links rounds it. */
  left: (seconds: number) => (seconds < 60 ? `${seconds}\u00a0s` : `${Math.ceil(seconds / 60)}\u00a0min`),
  linkIsOver:
    "Un lien de connexion est valable 15 minutes et ne sert qu’une fois. Indiquez votre adresse\u00a0: vous en recevez un nouveau.",
  sessionIsOver: "Votre session a expiré. Veuillez vous reconnecter.",
  sent: "Nous vous avons envoyé un lien magique à votre adresse e-mail. Veuillez vérifier votre boîte de réception et cliquer sur le lien pour vous connecter.",
  failed: "Une erreur s'est produite lors de la connexion. Veuillez réessayer.",
  verifying: "Vérification de votre lien magique...",
  noToken: "Lien magique invalide. Veuillez réessayer.",
  verifyFailed: "Une erreur s'est produite lors de la vérification. Veuillez réessayer.",
  otherUser: "User is already logged in as another user.",
  invitationReplaced:
    "Ce lien d’invitation n’est plus valable. Ouvrez celui du dernier e-mail d’invitation que vous avez reçu, ou demandez à la personne qui vous a invité de vous en envoyer un autre.",
  confirm: "Se connecter",
  confirmIntro: "Votre lien de connexion est prêt.",
  codeTitle: "Second facteur",
  codeIntro: "Saisissez les 6 chiffres de votre application d’authentification, ou un code de secours.",
  code: "Code",
} as const;

/** TXT-1 for the failure; the rest is ours. */
export const registerTexts = {
  title: "Créer un compte",
  intro: "Nous vous envoyons un lien qui ouvre votre compte, sans mot de passe.",
  send: "Créer mon compte",
  failed: "Une erreur s'est produite lors de l'inscription. Veuillez réessayer.",
  linkIsOver:
    "Un lien d’inscription est valable 15 minutes et ne sert qu’une fois. Indiquez de nouveau votre adresse\u00a0: vous en recevez un autre.",
  back: "J’ai déjà un compte",
} as const;
