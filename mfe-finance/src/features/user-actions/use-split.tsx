import { BANK_PART_KINDS, type BankPartKind } from "@bobine/contract/bank-parts";
import type { ChoosableInvoice, UserActionDetail } from "@bobine/contract/user-actions";
import { Button } from "@mantine/core";
import { useState } from "react";
import { SplitLine } from "../../bank-parts/split-line.tsx";
import { KeyCap } from "../../key-cap.tsx";
import { DESK_TEXTS } from "./user-actions.texts.ts";

export const isPartKind = (command: unknown): command is BankPartKind =>
  BANK_PART_KINDS.some((kind) => kind === command);

/** The bank line of an action as parts: what is chosen, and the rest as the key says (LET-19). */
export function useSplit(action: UserActionDetail, onDecided: () => void) {
  const [wanted, setWanted] = useState<{ kind?: BankPartKind; chosen: readonly ChoosableInvoice[] }>();
  const { transaction_id } = action;
  const canSplit = transaction_id !== null && action.currency_code === "EUR";
  return {
    open: (kind: BankPartKind, chosen: readonly ChoosableInvoice[]) => {
      if (canSplit) setWanted({ kind, chosen });
    },
    button: (chosen: readonly ChoosableInvoice[]) =>
      canSplit ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => setWanted({ chosen })}
          rightSection={<KeyCap>A</KeyCap>}
        >
          {DESK_TEXTS.split}
        </Button>
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
