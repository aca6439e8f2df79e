import { COMMENT_MENTIONS_MAX, COMMENTS_OF_SUBJECT } from "@bobine/contract/comments";
import { errors } from "../../errors.ts";

/** The errors of comments. */
export const commentErrors = {
  notYoursToEdit: () => errors.forbidden("Seul l’auteur d’un commentaire peut le modifier."),
  notYoursToDelete: () =>
    errors.forbidden("Seul l’auteur d’un commentaire ou un administrateur peut le supprimer."),
  changedMeanwhile: () =>
    errors.conflict(
      "Ce commentaire a été modifié entre-temps, dans un autre onglet ou sur un autre appareil.",
      "comment_changed",
    ),
  tooManyMentions: () =>
    errors.field("text", `Mentionnez ${COMMENT_MENTIONS_MAX} personnes au plus dans un commentaire.`),
  tooMany: () =>
    errors.conflict(
      `Il y a déjà ${COMMENTS_OF_SUBJECT.toLocaleString("fr-FR")} commentaires ici\u00a0: supprimez ceux qui ne servent plus.`,
      "too_many_comments",
    ),
} as const;
