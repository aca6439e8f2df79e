import type { readParts } from "@bobine/contract/bank-parts";
import type { ResponseOf } from "@bobine/contract/route";
import { describeError, useUnfinishedWork } from "@bobine/shared-auth";
import { FrenchDate, Money, Notice } from "@bobine/shared-ui";
import { Button, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { AccountName } from "../bank-accounts/account-name.tsx";
import { useAcceptTransfer } from "./bank-parts.queries.ts";
import { TRANSFER_TEXTS as TEXTS } from "./bank-parts.texts.ts";

type Transfer = NonNullable<ResponseOf<typeof readParts>["internal_transfer"]>;

/** Accepts both sides at once, by a button or by a key; while it does, neither counts again. */
export function useTransferDecision(
  transactionId: number,
  onAccepted: (message: string) => void,
  place: "dialog" | "card" = "card",
) {
  const decision = useAcceptTransfer(transactionId, place, onAccepted);
  useUnfinishedWork(decision.isPending ? "reconciliation" : undefined, TEXTS.title);
  return {
    isPending: decision.isPending,
    forget: decision.forget,
    error: decision.error && describeError(decision.error, TEXTS.failed, "instead").message,
    accept: ({ transaction_id }: Transfer) => {
      if (!decision.isPending) decision.mutate(transaction_id);
    },
  };
}

interface InternalTransferProps {
  transfer: Transfer;
  decision: ReturnType<typeof useTransferDecision>;
  /** Of the button, where a key does the same. */
  keyCap?: ReactNode;
}

/** The other side of a line on another own account, and both accepted at once (LET-43). */
export function InternalTransfer({ transfer, decision, keyCap }: InternalTransferProps) {
  const { transaction_date, label, amount, account_label, account, reasons } = transfer;
  return (
    <section aria-label={TEXTS.title}>
      <Notice tone="info" title={TEXTS.title}>
        <Stack gap={4} align="flex-start">
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            <AccountName label={account_label} />, <FrenchDate date={transaction_date} />
            {"\u00a0: "}
            {label} <Money amount={amount} signed />
          </Text>
          <Text size="sm" c="dimmed">
            {reasons.join(", ")}
          </Text>
          <Button
            size="compact-sm"
            loading={decision.isPending}
            onClick={() => decision.accept(transfer)}
            rightSection={keyCap}
          >
            {TEXTS.accept(account)}
          </Button>
          {decision.error ? (
            <Text size="sm" c="red" role="alert">
              {decision.error}
            </Text>
          ) : null}
        </Stack>
      </Notice>
    </section>
  );
}
