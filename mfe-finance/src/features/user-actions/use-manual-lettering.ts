import { differenceErrorSchema } from "@bobine/contract/banking";
import { cents, centsFromWire, centsToWire, type Money } from "@bobine/contract/money";
import type { ChoosableInvoice, UserAction } from "@bobine/contract/user-actions";
import { isApiError } from "@bobine/shared-auth";
import { useState } from "react";
import { amountOf, outstandingOf } from "./invoice-choice.ts";
import type { useUserActionMutations } from "./user-actions.queries.ts";

interface ManualLetteringProps {
  reconcile: ReturnType<typeof useUserActionMutations>["reconcile"];
  /** False while another decision is under way. */
  begin: () => boolean;
  end: () => void;
  onLettered: (action: UserAction) => void;
}

/** Letters what a person chose for a difference that they have seen (LET-2): the server asks when the invoices owe something else by now. */
export function useManualLettering({ reconcile, begin, end, onLettered }: ManualLetteringProps) {
  const [last, setLast] = useState<{ action: UserAction; invoices: readonly ChoosableInvoice[] }>();
  const send = (
    action: UserAction,
    invoices: readonly ChoosableInvoice[],
    seen: { seen_outstanding?: Money },
  ) => {
    if (!begin()) return;
    setLast({ action, invoices });
    reconcile.mutate(
      { user_action_id: action.id, invoice_ids: invoices.map(({ id }) => id), ...seen },
      { onSuccess: () => onLettered(action), onSettled: end },
    );
  };
  const owed = isApiError(reconcile.error)
    ? differenceErrorSchema.safeParse(reconcile.error.body).data?.outstanding
    : undefined;
  return {
    /** The amounts that its refusal asks about. */
    asked: {
      amount: last ? amountOf(last.action) : cents(0),
      owed: owed === undefined ? undefined : centsFromWire(owed),
    },
    letter: (action: UserAction, invoices: readonly ChoosableInvoice[]) =>
      send(action, invoices, { seen_outstanding: centsToWire(outstandingOf(invoices)) }),
    /** The difference that the server asked about is agreed to; another one is asked about again. */
    letterAnyway: () => {
      reconcile.reset();
      if (last) send(last.action, last.invoices, owed === undefined ? {} : { seen_outstanding: owed });
    },
  };
}
