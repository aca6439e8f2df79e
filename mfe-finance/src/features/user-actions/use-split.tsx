import { centsFromWire } from "@bobine/contract/money";
import type { ChoosableInvoice, UserActionDetail } from "@bobine/contract/user-actions";
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { KIND_KEYS, PARTS_TEXTS } from "../../bank-parts/bank-parts.texts.ts";
import { kindsOf, PART_KINDS, type PartKind } from "../../bank-parts/part-line.ts";
import { SplitLine } from "../../bank-parts/split-line.tsx";
import { KeyCap } from "../../key-cap.tsx";
import classes from "./workbench.module.css";
import { DESK_TEXTS } from "./user-actions.texts.ts";

export const isPartKind = (command: unknown): command is PartKind =>
  PART_KINDS.some((kind) => kind === command);

/** The bank line of an action as parts: what is chosen, and the rest as the key says (LET-19). */
export function useSplit(action: UserActionDetail, onDecided: () => void) {
  const [wanted, setWanted] = useState<{ kind?: PartKind; chosen: readonly ChoosableInvoice[] }>();
  const { transaction_id, transaction_amount } = action;
  const canSplit = transaction_id !== null && transaction_amount !== null && action.currency_code === "EUR";
  const kinds = canSplit ? kindsOf(centsFromWire(transaction_amount)) : [];
  return {
    open: (kind: PartKind, chosen: readonly ChoosableInvoice[]) => {
      if (kinds.includes(kind)) setWanted({ kind, chosen });
    },
    /** A button for each kind, with its key. */
    bar: (chosen: readonly ChoosableInvoice[]) =>
      canSplit ? (
        <section aria-label={DESK_TEXTS.split}>
          <h3 className={classes["heading"]}>{DESK_TEXTS.split}</h3>
          <Group gap={6}>
            {kinds.map((kind) => (
              <Button
                key={kind}
                size="compact-sm"
                variant="default"
                onClick={() => setWanted({ kind, chosen })}
                rightSection={<KeyCap>{KIND_KEYS[kind]}</KeyCap>}
              >
                {PARTS_TEXTS.kinds[kind]}
              </Button>
            ))}
          </Group>
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
