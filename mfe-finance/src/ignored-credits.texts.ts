import type { IgnoredReason, UserActionOverview } from "@bobine/contract/user-actions";
import { formatCount } from "@bobine/shared-ui";

/** Why nobody is asked about a credit (LET-51): of one of them, and of several that are counted. */
export const IGNORED_TEXTS: Record<IgnoredReason, { of: string; one: string; many: string }> = {
  bank_operation: {
    of: "Non proposée\u00a0: opération bancaire, pas un règlement de client.",
    one: "opération bancaire",
    many: "opérations bancaires",
  },
  other_currency: {
    of: "Non proposée\u00a0: opération dans une autre devise, où rien ne désigne un client.",
    one: "dans une autre devise",
    many: "dans une autre devise",
  },
  other_purpose: {
    of: "Non proposée\u00a0: le libellé parle d’autre chose, et rien ne désigne un client.",
    one: "pour un autre objet",
    many: "pour un autre objet",
  },
  earlier: {
    of: "Non proposée\u00a0: rien ne désigne un client.",
    one: "sans client désigné",
    many: "sans client désigné",
  },
};

/** « 12 encaissements ne sont pas proposés ici : 9 opérations bancaires, 3 dans une autre devise. » */
export function ignoredSentence(ignored: NonNullable<UserActionOverview["ignored"]>): string {
  const total = ignored.reduce((sum, { count }) => sum + count, 0);
  const parts = ignored.map(({ reason, count }) =>
    formatCount(count, IGNORED_TEXTS[reason].one, IGNORED_TEXTS[reason].many),
  );
  const subject =
    total === 1
      ? "Un encaissement n’est pas proposé ici"
      : `${formatCount(total, "encaissement", "encaissements")} ne sont pas proposés ici`;
  return `${subject}\u00a0: ${parts.join(", ")}.`;
}
