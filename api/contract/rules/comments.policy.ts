import { mayCall, type Person } from "./people.policy.ts";

/** Whoever reads the books reads what is said of them; to say something is more than reading (COM-1, SEC-22). */
export const commentsPolicy = {
  read: "distributor",
  write: "accountant",
} as const;

/** Only who wrote a comment changes its words (COM-2). */
export const mayEditComment = (comment: { readonly is_own: boolean }): boolean => comment.is_own;

/** Who wrote it, and administrators of the distributor that it is of (COM-2). */
export const mayDeleteComment = (person: Person, comment: { readonly is_own: boolean }): boolean =>
  comment.is_own || mayCall("administrator", person);
