import type { readParts } from "@bobine/contract/bank-parts";
import type { ResponseOf } from "@bobine/contract/route";
import { describeError, useUnfinishedWork } from "@bobine/shared-auth";
import { FrenchDate, Money, Notice } from "@bobine/shared-ui";
import { Button, Stack, Text } from "@mantine/core";
import { useAcceptTransfer } from "./bank-parts.queries.ts";
import { TRANSFER_TEXTS as TEXTS } from "./bank-parts.texts.ts";

interface InternalTransferProps {
  transactionId: number;
  transfer: NonNullable<ResponseOf<typeof readParts>["internal_transfer"]>;
  onAccepted: (message: string) => void;
}

/** The other side of a line on another own account, and both accepted at once (LET-43). */
export function InternalTransfer({ transactionId, transfer, onAccepted }: InternalTransferProps) {
  const accept = useAcceptTransfer(transactionId);
  useUnfinishedWork(accept.isPending ? "reconciliation" : undefined, TEXTS.title);
  const { transaction_id, transaction_date, label, amount, account_label, account, reasons } = transfer;
  return (
    <section aria-label={TEXTS.title}>
      <Notice tone="info" title={TEXTS.title}>
        <Stack gap={4} align="flex-start">
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {account_label}, <FrenchDate date={transaction_date} />
            {"\u00a0: "}
            {label} <Money amount={amount} signed />
          </Text>
          <Text size="sm" c="dimmed">
            {reasons.join(", ")}
          </Text>
          <Button
            size="compact-sm"
            loading={accept.isPending}
            onClick={() => accept.mutate(transaction_id, { onSuccess: ({ message }) => onAccepted(message) })}
          >
            {TEXTS.accept(account)}
          </Button>
          {accept.error ? (
            <Text size="sm" c="red" role="alert">
              {describeError(accept.error, TEXTS.failed, "instead").message}
            </Text>
          ) : null}
        </Stack>
      </Notice>
    </section>
  );
}
