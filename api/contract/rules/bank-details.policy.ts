/**
 * Whoever may change the profile asks for a change of IBAN, has its mail sent again and withdraws it. The distributor's administrators, its
 * contact and super admins decide about it, each by the personal link of their mail: an access token alone never confirms. Who became an
 * administrator within 72 hours does not (SEC-17).
 */
export const bankDetailsPolicy = {
  ask: "administrator",
  decide: "signed-in",
} as const;
