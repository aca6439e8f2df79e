import { centsFromWire } from "@bobine/contract/money";
import type { ChoosableInvoice, UserActionDetail } from "@bobine/contract/user-actions";
import { hasDraft } from "@bobine/shared-auth";
import { useState } from "react";
import { KindButtons } from "../../bank-parts/kind-buttons.tsx";
import { kindsOf, PART_KINDS, type PartKind } from "../../bank-parts/part-line.ts";
import { partsDraft } from "../../bank-parts/parts.draft.ts";
import { SplitLine } from "../../bank-parts/split-line.tsx";
import classes from "./workbench.module.css";
import { DESK_TEXTS } from "./user-actions.texts.ts";

export const isPartKind = (command: unknown): command is PartKind =>
  PART_KINDS.some((kind) => kind === command);

/** The bank line of an action as parts: what is chosen, and the rest as the key says (LET-19). */
export function useSplit(
  action: UserActionDetail,
  chosen: readonly ChoosableInvoice[],
  onDecided: () => void,
) {
  const { transaction_id, transaction_amount } = action;
  const canSplit = transaction_id !== null && transaction_amount !== null && action.currency_code === "EUR";
  const [wanted, setWanted] = useState<
    { kind?: PartKind; chosen: readonly ChoosableInvoice[] } | undefined
    // What was being typed before a reload or an ended session opens again (FED-6).
  >(() => (canSplit && hasDraft(partsDraft(transaction_id)) ? { chosen } : undefined));
  const kinds = canSplit ? kindsOf(centsFromWire(transaction_amount)) : [];
  return {
    open: (kind: PartKind) => {
      if (kinds.includes(kind)) setWanted({ kind, chosen });
    },
    /** A button for each kind, with its key. */
    bar: canSplit ? (
      <section aria-label={DESK_TEXTS.split}>
        <h3 className={classes["heading"]}>{DESK_TEXTS.split}</h3>
        <KindButtons kinds={kinds} onKind={(kind) => setWanted({ kind, chosen })} />
      </section>
    ) : null,
    dialog:
      wanted && transaction_id !== null ? (
        <SplitLine
          transactionId={transaction_id}
          invoices={wanted.chosen}
          {...(wanted.kind ? { kind: wanted.kind } : {})}
          onDecided={onDecided}
          close={() => setWanted(undefined)}
        />
      ) : null,
  };
}
