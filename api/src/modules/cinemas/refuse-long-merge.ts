import { errors } from "../../errors.ts";

/**
 * Two people whose lists are right each may have written one together that is too long (CIN-2): no later call could save it again.
 * @param merged the list on what is there by now, and `written` the one of whoever saves it last; items are told by their names
 * @throws 400 on its field that names what the form does not show
 */
export function refuseLongMerge(
  field: string,
  merged: readonly string[],
  written: readonly string[],
  most: number,
): void {
  const beyond = merged.length - most;
  if (beyond <= 0) return;
  const theirs = merged.filter((name) => name !== "" && !written.includes(name)).join(", ");
  throw errors.field(
    field,
    `Quelqu’un d’autre a complété cette liste entre-temps${theirs === "" ? "" : ` (${theirs})`}\u00a0: elle aurait ${merged.length} éléments. Retirez-en ${beyond}, elle en a ${most} au plus.`,
  );
}
