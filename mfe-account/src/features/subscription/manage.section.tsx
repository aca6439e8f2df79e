import type { Billing } from "@bobine/contract/billing";
import { centsFromWire } from "@bobine/contract/money";
import type { Subscription } from "@bobine/contract/subscriptions";
import { describeError } from "@bobine/shared-auth";
import {
  ConfirmDialog,
  formatDate,
  formatMoney,
  notifyError,
  notifySuccess,
  Surface,
} from "@bobine/shared-ui";
import { Button, Group, Title } from "@mantine/core";
import { useId, useState } from "react";
import { useCancelSubscription, useChangePaymentMethod, useResumeSubscription } from "./billing.queries.ts";
import { BILLING, isPaidInPart } from "./billing.texts.ts";
import { ChangePlanDialog } from "./change-plan.dialog.tsx";
import classes from "./subscription.module.css";
import { useComingBack } from "./use-coming-back.ts";

/** What is billed next and with what, and what an administrator may change about it (SUB-4). */
export function ManageSection({
  subscription,
  billing,
  leaveFor,
}: {
  subscription: Subscription;
  billing: Billing;
  leaveFor: (url: string) => void;
}) {
  const id = useId();
  const [asked, setAsked] = useState<"plan" | "cancel">();
  const close = () => setAsked(undefined);
  const resume = useResumeSubscription();
  const others = billing.plans.filter((plan) => plan.id !== subscription.plan.id);
  const { card } = billing;
  // The two are not read at once: the next bill of before the end was asked for is one of a whole period.
  const next = subscription.is_cancelled ? billing.last_bill : billing.next_bill;
  return (
    <section aria-labelledby={id}>
      <Surface maw={560}>
        <Title order={2} id={id}>
          {BILLING.title}
        </Title>
        <dl className={classes["dates"]}>
          <dt>{BILLING.nextBill}</dt>
          <dd>
            {next
              ? comingBill(next, subscription.is_cancelled)
              : subscription.is_payment_refused
                ? BILLING.noNextBillRefused
                : BILLING.noNextBill}
          </dd>
          <dt>{BILLING.card}</dt>
          <dd>{card ? BILLING.cardOf(card) : BILLING.noCard}</dd>
        </dl>
        <Group gap="xs" mt="md">
          <Button
            variant="default"
            disabled={others.length === 0 || subscription.is_payment_refused}
            onClick={() => setAsked("plan")}
          >
            {BILLING.change}
          </Button>
          <CardButton leaveFor={leaveFor} />
          {subscription.is_cancelled ? (
            <Button
              loading={resume.isPending}
              onClick={() =>
                resume.mutate(undefined, {
                  onSuccess: () => notifySuccess(BILLING.resumed),
                  onError: (error) => notifyError(describeError(error, BILLING.resumeFailed).message),
                })
              }
            >
              {BILLING.resume}
            </Button>
          ) : (
            <Button variant="subtle" color="red.8" onClick={() => setAsked("cancel")}>
              {BILLING.cancel}
            </Button>
          )}
        </Group>
      </Surface>
      {asked === "plan" ? (
        <ChangePlanDialog
          plans={others}
          current={subscription.plan}
          isCancelled={subscription.is_cancelled}
          close={close}
        />
      ) : null}
      {asked === "cancel" ? (
        <CancelDialog question={cancelQuestion(subscription, billing)} close={close} />
      ) : null}
    </section>
  );
}

function comingBill(
  { amount, currency_code, date }: NonNullable<Billing["next_bill"]>,
  isLast: boolean,
): string {
  const day = formatDate(date);
  if (isLast) return BILLING.lastBillOf(formatMoney(amount, currency_code), day);
  return centsFromWire(amount) > 0
    ? BILLING.nextBillOf(formatMoney(amount, currency_code), day)
    : BILLING.nextBillCredited(day);
}

/** Leaves for the provider's page of the card; another press would open another one. */
export function CardButton({ leaveFor }: { leaveFor: (url: string) => void }) {
  const open = useChangePaymentMethod();
  useComingBack(open.reset);
  return (
    <Button
      variant="default"
      loading={open.isPending || open.isSuccess}
      onClick={() =>
        open.mutate(undefined, {
          onSuccess: leaveFor,
          onError: (error) => notifyError(describeError(error, BILLING.changeCardFailed).message),
        })
      }
    >
      {BILLING.changeCard}
    </Button>
  );
}

/** While a payment is refused the period that is billed runs on, and its end is that of the next bill. */
function cancelQuestion(
  { is_payment_refused, expiry_date }: Subscription,
  { next_bill, last_bill: last, bills }: Billing,
): string {
  if (!is_payment_refused)
    return BILLING.cancelQuestion(
      expiry_date && formatDate(expiry_date),
      last ? formatMoney(last.amount, last.currency_code) : null,
    );
  const open = bills.find(({ state }) => state === "open");
  return BILLING.cancelRefusedQuestion(
    next_bill && formatDate(next_bill.date),
    open
      ? BILLING.billOf(
          open.number,
          formatMoney(open.amount, open.currency_code),
          isPaidInPart(open) ? formatMoney(open.outstanding, open.currency_code) : null,
        )
      : null,
  );
}

function CancelDialog({ question, close }: { question: string; close: () => void }) {
  const cancel = useCancelSubscription();
  return (
    <ConfirmDialog
      opened
      title={BILLING.cancelTitle}
      confirmLabel={BILLING.cancel}
      danger
      pending={cancel.isPending}
      error={cancel.error ? describeError(cancel.error, BILLING.cancelFailed).message : undefined}
      onConfirm={() =>
        cancel.mutate(undefined, {
          onSuccess: () => {
            notifySuccess(BILLING.cancelled);
            close();
          },
        })
      }
      close={close}
    >
      {question}
    </ConfirmDialog>
  );
}
