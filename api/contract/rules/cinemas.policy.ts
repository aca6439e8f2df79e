import { isSuperAdmin, type Person } from "./people.policy.ts";

/** Super admins manage cinemas and their screens; staff read those that their distributor works with (SEC-1). */
export const cinemasPolicy = {
  read: "signed-in",
  create: "super-admin",
  change: "super-admin",
  remove: "super-admin",
  import: "super-admin",
  /** New links, and what files say of shared cinemas. */
  decideLinks: "super-admin",
  /** Staff for their distributor ask the super admins, who answer (CIN-10). */
  readRequests: "distributor",
  request: "accountant",
  answerRequests: "super-admin",
  /** Staff for their own distributor, while it has invoiced nothing to the cinema; super admins for any. */
  cutLink: "signed-in-accountant",
  /** Settings of a pair: staff for their distributor and a cinema that it works with, super admins for any pair. */
  readSettings: "signed-in",
  writeSettings: "signed-in-accountant",
} as const;

/** Super admins see every cinema, staff those that their distributor works with. */
export const maySeeEveryCinema = (person: Person): boolean => isSuperAdmin(person);

/** Super admins alone validate cinemas, and only one that is not validated yet (SEC-1). */
export const canValidateCinema = (person: Person, cinema: { readonly is_validated: boolean }): boolean =>
  isSuperAdmin(person) && !cinema.is_validated;

/** Super admins also set up a cinema that the distributor does not work with yet, which links the two. */
export const mayLinkCinemas = (person: Person): boolean => isSuperAdmin(person);

/**
 * The distributor about whom a call is: staff's own, whatever they name; a super admin's the one that is named, whatever is
 * chosen beside it.
 * @param served staff's own distributor, or the one that a super admin has chosen
 * @param named in the address, query or body
 * @returns `not-theirs` for staff who name another, `not-chosen` for a super admin who neither names nor chose one
 */
export function requestedDistributor(
  person: Person,
  served: number | undefined,
  named: number | undefined,
): number | "not-theirs" | "not-chosen" {
  if (isSuperAdmin(person)) return named ?? served ?? "not-chosen";
  return served === undefined || (named !== undefined && named !== served) ? "not-theirs" : served;
}

/**
 * Of whom the list of cinemas is, undefined being everybody's: staff see their distributor's; a super admin the one of the
 * filter or, in the list without pages, the chosen one's: the console pages through every cinema (UI-16).
 */
export function distributorOfCinemaList(
  person: Person,
  served: number | undefined,
  { named, isPaged }: { readonly named: number | undefined; readonly isPaged: boolean },
): number | undefined | "not-theirs" {
  if (isSuperAdmin(person)) return named ?? (isPaged ? undefined : served);
  return named !== undefined && named !== served ? "not-theirs" : served;
}
