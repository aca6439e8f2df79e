import { Anchor } from "@mantine/core";
import { INVITATIONS } from "./people.texts.ts";

/** The way to the plans (SUB-3). They are of whom the page is for: for a distributor in a row of the console a super admin chooses it first. */
export function ToPlans({ distributor }: { distributor: number | undefined }) {
  return distributor === undefined ? (
    <Anchor href="/subscription/plan" inherit underline="always">
      {INVITATIONS.toPlans}
    </Anchor>
  ) : (
    INVITATIONS.choosePlan
  );
}
