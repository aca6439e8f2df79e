import { AppError, errors } from "../../errors.ts";

/** The errors of people and invitations. */
export const peopleErrors = {
  isThere: (isDisabled: boolean) =>
    errors.conflict(
      isDisabled
        ? "Cette personne a déjà un compte chez vous, désactivé\u00a0: réactivez-le."
        : "Cette personne a déjà un compte chez vous.",
      "is_there",
    ),
  isInvited: (role: string) =>
    errors.conflict(
      `Cette personne est déjà invitée, avec le rôle «\u00a0${role}\u00a0»\u00a0: retirez d’abord cette invitation.`,
      "is_invited",
    ),
  tooManyOpen: (most: number) =>
    errors.conflict(
      `${most} invitations attendent déjà une réponse\u00a0: retirez celles qui ne servent plus.`,
      "too_many_invitations",
    ),
  invitationOver: () =>
    errors.conflict("Cette invitation a été acceptée ou retirée. Rechargez la page.", "invitation_over"),
  mailedOften: () =>
    new AppError(429, "mailed_often", {
      detail:
        "Cette invitation a déjà été envoyée cinq fois\u00a0: retirez-la et invitez de nouveau cette personne.",
      code: "mailed_often",
    }),
} as const;
