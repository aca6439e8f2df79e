import { z } from "zod";

/** What the plan that a distributor pays says of its people (SUB-3); nothing where it limits nobody. */
export const peopleOfPlanSchema = z.object({
  plan: z.string(),
  people_max: z.number().int().positive(),
  /** Who may sign in. */
  active: z.number().int(),
  /** Invitations whose link still works. */
  invited: z.number().int(),
});
export type PeopleOfPlan = z.infer<typeof peopleOfPlanSchema>;

/** How many more may be invited; below zero, by how many it is over: a plan that is lowered puts nobody out. */
export const roomInPlan = ({ people_max, active, invited }: PeopleOfPlan): number =>
  people_max - active - invited;

const count = (n: number, one: string, many: string): string => `${n}\u00a0${n < 2 ? one : many}`;

/** `La formule « Essentiel » comprend 1 utilisateur ; vous en avez 1, et 1 invitation en attente.` */
export function peopleOfPlanText({ plan, people_max, active, invited }: PeopleOfPlan): string {
  const waiting = invited === 0 ? "" : `, et ${count(invited, "invitation", "invitations")} en attente`;
  return `La formule «\u00a0${plan}\u00a0» comprend ${count(people_max, "utilisateur", "utilisateurs")}\u202f; vous en avez ${active}${waiting}.`;
}

/** What to do about it, without the link to the plans. */
export const PLAN_IS_FULL =
  "Pour en ajouter, choisissez une formule qui en comprend davantage dans PLAN D’ABONNEMENT, ou désactivez un compte.";
/** Of a plan that comprises less than there is. */
export const PLAN_IS_OVER =
  "Personne n’est déconnecté, mais aucune invitation ne part avant que le compte y soit\u00a0: changez de formule dans PLAN D’ABONNEMENT, ou désactivez un compte.";
