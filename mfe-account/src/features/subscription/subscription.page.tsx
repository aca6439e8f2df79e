import type { Billing } from "@bobine/contract/billing";
import type { Plan, Subscription } from "@bobine/contract/subscriptions";
import { whoMay } from "@bobine/contract/policy/people";
import { subscriptionsPolicy } from "@bobine/contract/policy/subscriptions";
import { describeError, useMay } from "@bobine/shared-auth";
import {
  EmptyState,
  ErrorCard,
  formatDate,
  formatDay,
  Notice,
  notifyError,
  PageHeader,
  PageLoading,
  StatusBadge,
  Surface,
} from "@bobine/shared-ui";
import { Anchor, Button, Group, SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { amountText } from "../../price-text.ts";
import { BillsSection } from "./bills.section.tsx";
import { useBilling } from "./billing.queries.ts";
import { BILLING } from "./billing.texts.ts";
import { ManageSection } from "./manage.section.tsx";
import { usePlans, useSubscribe, useSubscription } from "./subscription.queries.ts";
import classes from "./subscription.module.css";
import { TEXTS } from "./subscription.texts.ts";
import { useComingBack } from "./use-coming-back.ts";

/**
 * The subscription, or the plans to choose from (UI-21). The card provider sends the browser back here with `?checkout=`.
 * @param leaveFor takes the browser to the payment page
 */
export function SubscriptionPage({
  leaveFor = (url) => window.location.assign(url),
}: {
  leaveFor?: (url: string) => void;
}) {
  const [params, setParams] = useSearchParams();
  const checkout = params.get("checkout");
  const hasPaid = checkout === "success";
  const { subscription, isLate } = useSubscription(hasPaid);
  // Said as long as the page is here.
  const [isCancelled] = useState(checkout === "cancel");
  const [hasNewCard] = useState(params.get("card") === "updated");
  const isSaid =
    subscription.data !== undefined &&
    (params.has("card") || (checkout !== null && (!hasPaid || subscription.data !== null)));
  // What the address says of the payment is over: loaded again, or kept as a bookmark, it would say it of another day.
  useEffect(() => {
    if (isSaid) setParams({}, { replace: true });
  }, [isSaid, setParams]);
  const plans = usePlans(subscription.data === null);
  const billing = useBilling(subscription.data, useMay(subscriptionsPolicy.manage));
  const failure = subscription.error ?? plans.error;

  if (failure && (subscription.data === undefined || (subscription.data === null && !plans.data))) {
    return (
      <>
        <PageHeader title={TEXTS.title} />
        <ErrorCard
          title={TEXTS.loadFailed}
          message={describeError(failure).message}
          onRetry={() => void (subscription.isError ? subscription.refetch() : plans.refetch())}
        />
      </>
    );
  }
  if (subscription.data) {
    return (
      <>
        <PageHeader title={TEXTS.title} />
        <Stack gap="md">
          {hasNewCard ? <Notice tone="success">{BILLING.cardChanged}</Notice> : null}
          <Subscribed subscription={subscription.data} billing={billing.data} />
          <OfManagers subscription={subscription.data} billing={billing} leaveFor={leaveFor} />
        </Stack>
      </>
    );
  }
  if (subscription.isPending || !plans.data) return <PageLoading />;
  return (
    <>
      <PageHeader title={hasPaid && !isLate ? TEXTS.title : TEXTS.choose} />
      <Stack gap="md">
        {hasPaid ? (
          <Notice tone={isLate ? "warning" : "info"}>{isLate ? TEXTS.slow : TEXTS.paid}</Notice>
        ) : null}
        {hasPaid ? null : <Ended subscription={billing.data?.ended_subscription} />}
        {isCancelled ? <Notice tone="warning">{TEXTS.cancelled}</Notice> : null}
        {/* Nobody is to pay twice while the first payment is on its way. */}
        {hasPaid && !isLate ? null : <PlanChoice plans={plans.data} leaveFor={leaveFor} />}
        {billing.data && billing.data.bills.length > 0 ? <BillsSection bills={billing.data.bills} /> : null}
      </Stack>
    </>
  );
}

/** Bills, card and changes, for who may; the others see whom to ask. */
function OfManagers({
  subscription,
  billing,
  leaveFor,
}: {
  subscription: Subscription;
  billing: ReturnType<typeof useBilling>;
  leaveFor: (url: string) => void;
}) {
  const may = useMay(subscriptionsPolicy.manage);
  if (!may) return <Notice tone="info">{whoMay(subscriptionsPolicy.manage)}</Notice>;
  if (billing.data)
    return (
      <>
        <ManageSection subscription={subscription} billing={billing.data} leaveFor={leaveFor} />
        <BillsSection bills={billing.data.bills} />
      </>
    );
  if (billing.isError)
    return (
      <ErrorCard
        title={BILLING.loadFailed}
        message={describeError(billing.error).message}
        onRetry={() => void billing.refetch()}
      />
    );
  return <Skeleton height={180} radius="md" aria-busy />;
}

/** Of who had one until lately: the plans to choose from say nothing of it. */
function Ended({ subscription }: { subscription: Billing["ended_subscription"] }) {
  if (!subscription) return null;
  const { plan_name, paid_until } = subscription;
  return <Notice tone="warning">{BILLING.ended(plan_name, paid_until && formatDate(paid_until))}</Notice>;
}

function Subscribed({ subscription, billing }: { subscription: Subscription; billing: Billing | undefined }) {
  const toPay = billing?.bills.find(({ state, page_url }) => state === "open" && page_url !== null)?.page_url;
  const { plan, created_at, expiry_date, is_payment_refused, is_cancelled } = subscription;
  return (
    <Surface maw={560}>
      <PlanFacts plan={plan} badge={<StatusBadge color="green">{TEXTS.subscribed}</StatusBadge>} />
      <dl className={classes["dates"]}>
        <dt>{TEXTS.since}</dt>
        <dd>{formatDay(created_at)}</dd>
        <dt>{is_cancelled && !is_payment_refused ? TEXTS.endsOn : TEXTS.until}</dt>
        <dd>{expiry_date ? formatDate(expiry_date) : TEXTS.unknownEnd}</dd>
      </dl>
      {is_payment_refused ? (
        <Stack mt="md">
          <Notice tone="error">
            {is_cancelled ? BILLING.refusedAndCancelled : TEXTS.refused}
            {billing && !is_cancelled ? ` ${BILLING.refusedWhat}` : null}{" "}
            {toPay ? (
              <Anchor href={toPay} inherit underline="always">
                {BILLING.payBill}
              </Anchor>
            ) : null}
          </Notice>
        </Stack>
      ) : null}
    </Surface>
  );
}

function PlanChoice({ plans, leaveFor }: { plans: readonly Plan[]; leaveFor: (url: string) => void }) {
  const subscribe = useSubscribe();
  const may = useMay(subscriptionsPolicy.subscribe);
  useComingBack(subscribe.reset);
  if (plans.length === 0) return <EmptyState text={TEXTS.noPlans} hint={TEXTS.noPlansHint} />;
  const choose = (plan: Plan) =>
    subscribe.mutate(plan.id, {
      onSuccess: (url) => leaveFor(url),
      onError: (error) => notifyError(describeError(error, TEXTS.selectFailed).message),
    });
  return (
    <>
      {may ? null : <Notice tone="info">{whoMay(subscriptionsPolicy.subscribe)}</Notice>}
      <SimpleGrid
        cols={{ base: 1, sm: 2, lg: 3 }}
        spacing="md"
        component="ul"
        className={classes["plans"] ?? ""}
      >
        {plans.map((plan) => (
          <li key={plan.id}>
            <Surface h="100%">
              <Stack gap="md" h="100%" justify="space-between">
                <PlanFacts plan={plan} />
                <Button
                  aria-describedby={`plan-${plan.id}`}
                  // Gone to the payment page: until the browser has left, a second click would ask again.
                  loading={(subscribe.isPending || subscribe.isSuccess) && subscribe.variables === plan.id}
                  disabled={!may || subscribe.isPending}
                  onClick={() => choose(plan)}
                >
                  {TEXTS.select}
                </Button>
              </Stack>
            </Surface>
          </li>
        ))}
      </SimpleGrid>
    </>
  );
}

function PlanFacts({ plan, badge }: { plan: Plan; badge?: ReactNode }) {
  return (
    <div>
      <Group justify="space-between" gap="sm">
        <Title order={2} id={`plan-${plan.id}`}>
          {plan.name}
        </Title>
        {badge}
      </Group>
      <p className={classes["price"]}>
        <strong>{amountText(plan)}</strong> <span>{plan.unit}</span>
      </p>
      <Text>{plan.description}</Text>
      <Text c="dimmed" size="sm" mt={4}>
        {BILLING.people(plan.people_max)}
      </Text>
    </div>
  );
}
