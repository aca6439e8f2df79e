import { trimUnseen } from "./trim-unseen.ts";

// Who there is (SEC-1), and who may at least make a call. What each of them may do is in the policy of each domain.

export const SYSTEM_ROLES = ["super_admin", "distributor_staff"] as const;

/**
 * What somebody is at their distributor (SEC-22): an administrator does all, also people and the company's bank details; an accountant
 * decides all the rest; a viewer reads and exports.
 */
export const DISTRIBUTOR_ROLES = ["admin", "accountant", "viewer"] as const;
export type DistributorRole = (typeof DISTRIBUTOR_ROLES)[number];

/** Somebody signed in, as far as policies look. */
export interface Person {
  readonly system_role: (typeof SYSTEM_ROLES)[number];
  /** Nothing to a super admin. Who has none is taken for a viewer. */
  readonly role?: DistributorRole | undefined;
}

/**
 * Who may at least make a call:
 * - `public`: whoever asks, signed in or not;
 * - `signed-in`: whoever is signed in, for what they may see;
 * - `signed-in-accountant`: accountants, administrators and super admins, for what they may see;
 * - `distributor`: staff for their distributor, a super admin for the one that is chosen;
 * - `accountant`: of those, no viewer;
 * - `administrator`: of those, administrators and the super admin;
 * - `super-admin`: super admins.
 */
export type Access =
  | "public"
  | "signed-in"
  | "signed-in-accountant"
  | "distributor"
  | "accountant"
  | "administrator"
  | "super-admin";

/** Of a call that serves one distributor: staff's own, or the one that a super admin has chosen. */
export type OfDistributor = "distributor" | "accountant" | "administrator";
export const servesDistributor = (access: Access): access is OfDistributor =>
  access === "distributor" || access === "accountant" || access === "administrator";

/** The roles that a call asks of staff; all of them where it says nothing. */
const ROLES_OF: Partial<Record<Access, readonly DistributorRole[]>> = {
  "signed-in-accountant": ["admin", "accountant"],
  accountant: ["admin", "accountant"],
  administrator: ["admin"],
};

export const isSuperAdmin = (person: Person): boolean => person.system_role === "super_admin";

/** SEC-1: super admins pick the distributor that scopes their requests; staff's is their own, and they have no picker. */
export const mayChooseDistributor = isSuperAdmin;

/** SEC-1: super admins land on the console and see ADMINISTRATION; its addresses send everybody else away. */
export const mayOpenConsole = isSuperAdmin;

/** Whether `person` may make calls of this access at all; nobody is undefined. */
export function mayCall(access: Access, person: Person | undefined): boolean {
  if (access === "public") return true;
  if (person === undefined) return false;
  if (isSuperAdmin(person)) return true;
  if (access === "super-admin") return false;
  return ROLES_OF[access]?.includes(person.role ?? "viewer") ?? true;
}

/** Who may, to somebody whose role does not let them: whom to ask. Undefined of what no role would change. */
export const whoMay = (access: Access): string | undefined => {
  const roles = ROLES_OF[access];
  if (!roles) return undefined;
  return roles.includes("accountant")
    ? "Votre rôle permet de consulter et d’exporter\u00a0: pour le reste, demandez à un administrateur ou à un comptable de votre société."
    : "Seul un administrateur de votre société peut le faire\u00a0: demandez-lui.";
};

/** A person with their place at a distributor; super admins have none. */
export interface Member extends Person {
  readonly role: DistributorRole;
  readonly distributor_id: number | null;
}

/** Who manages the people of a distributor (SEC-18): those whose role there is `admin`, and super admins. Null is nobody's distributor. */
export const isAdministratorOf = (person: Member, distributorId: number | null): boolean =>
  isSuperAdmin(person) ||
  (person.role === "admin" && distributorId !== null && person.distributor_id === distributorId);

/** Who may manage the people of any distributor at all. */
export const managesPeople = (person: Member): boolean => isAdministratorOf(person, person.distributor_id);

/** Whom somebody manages: administrators those of their distributor, but no super admin; super admins everybody. */
export const isManagedBy = (person: Member, target: Member): boolean =>
  isSuperAdmin(person) || (!isSuperAdmin(target) && isAdministratorOf(person, target.distributor_id));

/** Of a distributor's people, those who could go on managing them without `target`; who has become a super admin is none of them any more. */
const hasAnotherAdministrator = (
  target: Member & { readonly email: string },
  people: readonly (Member & { readonly email: string; readonly disabled_at: string | null })[],
): boolean =>
  people.some(
    (other) =>
      other.email !== target.email &&
      other.disabled_at === null &&
      other.role === "admin" &&
      !isSuperAdmin(other) &&
      other.distributor_id === target.distributor_id,
  );

/**
 * Why somebody whom one manages cannot be disabled: oneself, and the last administrator of a distributor who may sign in.
 * @param people at least the administrators of the target's distributor
 */
export function refusalToDisable(
  person: { readonly email: string },
  target: Member & { readonly email: string },
  people: readonly (Member & { readonly email: string; readonly disabled_at: string | null })[],
): "oneself" | "last-administrator" | undefined {
  if (person.email === target.email) return "oneself";
  if (target.role !== "admin" || target.distributor_id === null || isSuperAdmin(target)) return undefined;
  return hasAnotherAdministrator(target, people) ? undefined : "last-administrator";
}

/**
 * Why an administrator cannot be given another role: the last one of a distributor who may sign in stays one. Oneself may step back while
 * another one is there.
 * @param people at least the administrators of the target's distributor
 */
export const refusalToDemote = (
  target: Member & { readonly email: string; readonly disabled_at: string | null },
  people: readonly (Member & { readonly email: string; readonly disabled_at: string | null })[],
): "last-administrator" | undefined =>
  target.role === "admin" &&
  !isSuperAdmin(target) &&
  target.disabled_at === null &&
  target.distributor_id !== null &&
  !hasAnotherAdministrator(target, people)
    ? "last-administrator"
    : undefined;

/**
 * Staff without a first name or a company must first complete their profile: screens send them to the account page, and the API
 * answers them no call but those that are `beforeProfile` (API-11).
 */
export const hasIncompleteProfile = (
  user: Person & { readonly first_name: string; readonly company: string },
): boolean => !isSuperAdmin(user) && (trimUnseen(user.first_name) === "" || trimUnseen(user.company) === "");
