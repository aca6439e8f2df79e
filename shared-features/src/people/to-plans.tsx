import { useDistributorScope } from "@bobine/shared-auth";
import { Anchor } from "@mantine/core";
import { INVITATIONS } from "./people.texts.ts";

/** The way to the plans (SUB-3). They are those of the chosen distributor: for another one in a row of the console a super admin chooses it first. */
export function ToPlans({ distributor }: { distributor: number | undefined }) {
  const { distributorId } = useDistributorScope();
  return distributor === undefined || distributor === distributorId ? (
    <Anchor href="/subscription/plan" inherit underline="always">
      {INVITATIONS.toPlans}
    </Anchor>
  ) : (
    INVITATIONS.choosePlan
  );
}
