import { COMMENT_TEXT_MAX } from "@bobine/contract/comments";
import { counted } from "@bobine/contract/french";
import { personName } from "@bobine/contract/person-name";
import type { Comment } from "@bobine/contract/comments";

export const authorName = (author: Comment["author"]): string =>
  author === null ? "Bobine" : personName(author);

export const TEXTS = {
  title: "Commentaires",
  count: (count: number) => counted(count, "commentaire", "commentaires"),
  empty: "Aucun commentaire.",
  emptyHint:
    "Écrivez ici ce que vos collègues doivent savoir\u00a0: «\u00a0@\u00a0» et un nom les préviennent.",
  loadFailed: "Impossible de charger les commentaires.",
  earlier: "Voir les commentaires précédents",
  label: "Votre commentaire",
  placeholder: "Écrire un commentaire, @ pour mentionner un collègue",
  send: "Commenter",
  sendKeys: "Ctrl + Entrée",
  sent: "Commentaire ajouté.",
  sendFailed: "Impossible d’ajouter le commentaire.",
  left: (left: number) => `${counted(left, "caractère restant", "caractères restants")}`,
  tooLong: `Un commentaire a ${COMMENT_TEXT_MAX.toLocaleString("fr-FR")} caractères au plus.`,
  edited: "modifié",
  edit: "Modifier",
  editOf: (author: string) => `Modifier le commentaire de ${author}`,
  save: "Enregistrer",
  cancel: "Annuler",
  saveFailed: "Impossible de modifier le commentaire.",
  changedTitle: "Ce commentaire a été modifié entre-temps",
  changed: "Voici ses mots actuels. Les vôtres restent ci-dessous\u00a0: enregistrez-les pour les remplacer.",
  takeChanged: "Reprendre les mots actuels",
  delete: "Supprimer",
  deleteOf: (author: string) => `Supprimer le commentaire de ${author}`,
  deleteTitle: "Supprimer ce commentaire\u202f?",
  deleteQuestion: "Son texte est effacé pour tout le monde, sans retour.",
  deleted: "Commentaire supprimé.",
  deleteFailed: "Impossible de supprimer le commentaire.",
  unsent: "Texte non envoyé",
  mayNoMore:
    "Votre rôle ne permet plus d’écrire de commentaires\u00a0: celui-ci n’a pas été envoyé. Copiez-le si vous voulez le garder.",
  mayChangeNoMore:
    "Votre rôle ne permet plus de modifier de commentaires\u00a0: ce texte n’a pas été enregistré. Copiez-le si vous voulez le garder.",
  deletedMeanwhile:
    "Ce commentaire a été supprimé\u00a0: votre texte n’a pas été enregistré. Copiez-le si vous voulez le garder.",
  giveUp: "Effacer",
  colleagues: "Collègues à mentionner",
} as const;

export const MENTION_TEXTS = {
  open: "Mentions",
  openWith: (unread: number) => `Mentions, ${counted(unread, "non lue", "non lues")}`,
  title: "Mentions",
  empty: "Personne ne vous a mentionné.",
  emptyHint:
    "Quand un collègue écrit «\u00a0@\u00a0» et votre nom dans un commentaire, vous le retrouvez ici.",
  loadFailed: "Impossible de charger vos mentions.",
  readAll: "Tout marquer comme lu",
  readFailed: "Impossible de marquer vos mentions comme lues.",
  more: "Voir les mentions précédentes",
  unread: "Non lue",
  said: (author: string) => `${author} vous a mentionné`,
} as const;
