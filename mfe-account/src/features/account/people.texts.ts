export const PEOPLE = {
  sessions: "Mes sessions",
  sessionsIntro:
    "Les appareils sur lesquels vous êtes connecté. Une session inutilisée pendant 12\u00a0heures se ferme d’elle-même, et toutes au bout de 7\u00a0jours.",
  users: "Utilisateurs",
  usersIntro: "Qui peut se connecter pour votre société.",
  failed: "Les sessions et les utilisateurs n’ont pas pu être affichés.",
} as const;
