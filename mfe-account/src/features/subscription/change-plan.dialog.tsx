import type { PlanOffer } from "@bobine/contract/billing";
import { centsFromWire } from "@bobine/contract/money";
import type { Plan } from "@bobine/contract/subscriptions";
import { describeError } from "@bobine/shared-auth";
import { OneChoice } from "@bobine/shared-features/choices";
import { Notice, notifySuccess } from "@bobine/shared-ui";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Text } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { priceText } from "../../price-text.ts";
import { useChangePlan } from "./billing.queries.ts";
import { BILLING } from "./billing.texts.ts";

const isDearer = (plan: Plan, current: Plan): boolean =>
  centsFromWire(plan.price) > centsFromWire(current.price);

/**
 * Another plan, with what it costs and how many people it comprises (SUB-3, SUB-4).
 * @param current the plan that the subscription has, as the server told last
 */
export function ChangePlanDialog({
  plans,
  current,
  isCancelled,
  close,
}: {
  plans: readonly PlanOffer[];
  current: Plan;
  isCancelled: boolean;
  close: () => void;
}) {
  const [chosen, setChosen] = useState<number>();
  const change = useChangePlan();
  const plan = plans.find(({ id }) => id === chosen);
  const end = (name: string) => {
    notifySuccess(BILLING.changed(name));
    close();
  };
  // It was done and its answer was lost: the subscription, read anew, has what was asked for.
  const isDoneUnsaid = change.isError && change.variables === current.id;
  const endUnsaid = useEffectEvent(() => end(current.name));
  useEffect(() => {
    if (isDoneUnsaid) endUnsaid();
  }, [isDoneUnsaid]);
  const submit = (): boolean => {
    if (!plan) return false;
    change.mutate(plan.id, { onSuccess: () => end(plan.name) });
    return true;
  };
  return (
    <FormDialog
      title={BILLING.change}
      submitLabel={BILLING.changeConfirm}
      disabled={!plan}
      pending={change.isPending}
      draft={{ isDirty: false }}
      errors={{}}
      failure={change.error}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm">
        {isCancelled ? BILLING.changeIntroCancelled(plan && isDearer(plan, current)) : BILLING.changeIntro}
      </Text>
      {plans.length === 0 ? (
        <Text>{BILLING.noOther}</Text>
      ) : (
        <OneChoice
          label={BILLING.changeTo}
          choices={plans.map((offer) => ({
            value: offer.id,
            label: `${offer.name}, ${priceText(offer)}`,
            description: `${offer.description}. ${BILLING.peopleBeyond(offer.people_max)}.`,
          }))}
          value={chosen}
          onChange={setChosen}
          disabled={change.isPending}
        />
      )}
      {change.error ? (
        <Notice tone="error">{describeError(change.error, BILLING.changeFailed).message}</Notice>
      ) : null}
    </FormDialog>
  );
}
