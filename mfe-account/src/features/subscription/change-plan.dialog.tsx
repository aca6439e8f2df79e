import type { PlanOffer } from "@bobine/contract/billing";
import { describeError } from "@bobine/shared-auth";
import { OneChoice } from "@bobine/shared-features/choices";
import { Notice, notifySuccess } from "@bobine/shared-ui";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Text } from "@mantine/core";
import { useState } from "react";
import { priceText } from "../../price-text.ts";
import { useChangePlan } from "./billing.queries.ts";
import { BILLING } from "./billing.texts.ts";

/** Another plan, with what it costs and how many people it comprises (SUB-3, SUB-4). */
export function ChangePlanDialog({ plans, close }: { plans: readonly PlanOffer[]; close: () => void }) {
  const [chosen, setChosen] = useState<number>();
  const change = useChangePlan();
  const submit = (): boolean => {
    const plan = plans.find(({ id }) => id === chosen);
    if (!plan) return false;
    change.mutate(plan.id, {
      onSuccess: () => {
        notifySuccess(BILLING.changed(plan.name));
        close();
      },
    });
    return true;
  };
  return (
    <FormDialog
      title={BILLING.change}
      submitLabel={BILLING.changeConfirm}
      disabled={chosen === undefined}
      pending={change.isPending}
      draft={{ isDirty: false }}
      errors={{}}
      failure={change.error}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm">{BILLING.changeIntro}</Text>
      <OneChoice
        label={BILLING.changeTo}
        choices={plans.map((plan) => ({
          value: plan.id,
          label: `${plan.name}, ${priceText(plan)}`,
          description: `${plan.description}. ${BILLING.peopleBeyond(plan.people_max)}.`,
        }))}
        value={chosen}
        onChange={setChosen}
        disabled={change.isPending}
      />
      {change.error ? (
        <Notice tone="error">{describeError(change.error, BILLING.changeFailed).message}</Notice>
      ) : null}
    </FormDialog>
  );
}
