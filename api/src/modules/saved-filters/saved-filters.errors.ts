import { FILTERS_OF_LIST } from "@bobine/contract/saved-filters";
import { errors } from "../../errors.ts";

/** The errors of saved filters. */
export const savedFilterErrors = {
  nameTaken: () => errors.field("name", "Vous avez déjà un filtre de ce nom pour cette liste."),
  tooMany: () =>
    errors.conflict(
      `Vous avez déjà ${FILTERS_OF_LIST} filtres enregistrés pour cette liste\u00a0: supprimez ceux qui ne servent plus.`,
      "too_many_filters",
    ),
} as const;
