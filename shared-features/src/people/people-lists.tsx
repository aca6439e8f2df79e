import type { ManagedUser } from "@bobine/contract/people";
import {
  type PeopleOfPlan,
  peopleOfPlanText,
  PLAN_IS_FULL,
  PLAN_IS_OVER,
  roomInPlan,
} from "@bobine/contract/people-of-plan";
import { Notice } from "@bobine/shared-ui";
import { Button, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { describeError, hasDraft, loadFailure, useSession } from "@bobine/shared-auth";
import {
  useChangeRole,
  useDisableUser,
  useEnableUser,
  useEndSession,
  useEndSessions,
  useSessions,
  useUsers,
} from "./people.queries.ts";
import { InvitationList } from "./invitation-list.tsx";
import { InviteDialog, invitationDraft } from "./invite.dialog.tsx";
import { INVITATIONS } from "./people.texts.ts";
import { SessionList } from "./session-list.tsx";
import { ToPlans } from "./to-plans.tsx";
import { UserList } from "./user-list.tsx";

/** Where somebody is signed in, with what ends it. @param userId whose; one's own without */
export function Sessions({ userId }: { userId?: number }) {
  const sessions = useSessions(userId);
  const endOne = useEndSession();
  const endAll = useEndSessions(userId);
  return (
    <SessionList
      sessions={sessions.data}
      failure={loadFailure(sessions)}
      onRetry={() => void sessions.refetch()}
      own={userId === undefined}
      endOne={endOne}
      endAll={endAll}
      describe={describe}
    />
  );
}

/**
 * People of a distributor, those who are disabled too, with what one may do to them.
 * @param meanwhile shows until they are there, and above why they are not
 */
export function ManagedUsers({
  distributor,
  meanwhile,
}: {
  distributor: number | undefined;
  meanwhile?: ReactNode;
}) {
  const { user } = useSession();
  const users = useUsers(distributor);
  const disable = useDisableUser();
  const enable = useEnableUser();
  const changeRole = useChangeRole();
  // What was being typed before a reload or an ended session opens again (FED-6).
  const [isInviting, setInviting] = useState(() => hasDraft(invitationDraft(distributor)));
  const plan = users.data?.people_of_plan;
  if (users.isPending && meanwhile) return meanwhile;
  return (
    <>
      {users.data ? null : meanwhile}
      <UserList
        users={users.data?.results}
        failure={loadFailure(users)}
        onRetry={() => void users.refetch()}
        viewer={{ email: user?.email ?? "" }}
        disable={disable}
        enable={enable}
        changeRole={changeRole}
        sessionsOf={(one: ManagedUser) => <Sessions userId={one.id} />}
        describe={describe}
      />
      <InvitationList distributor={distributor} />
      {plan ? <PlanRoom plan={plan} distributor={distributor} /> : null}
      <Group justify="flex-end" mt="sm">
        <Button
          variant="default"
          disabled={plan ? roomInPlan(plan) <= 0 : false}
          onClick={() => setInviting(true)}
        >
          {INVITATIONS.invite}
        </Button>
      </Group>
      {isInviting ? <InviteDialog distributor={distributor} close={() => setInviting(false)} /> : null}
    </>
  );
}

/** How many people the plan comprises; once it is full, why nobody more can be invited, and the way to the plans (SUB-3). */
function PlanRoom({ plan, distributor }: { plan: PeopleOfPlan; distributor: number | undefined }) {
  const room = roomInPlan(plan);
  if (room > 0)
    return (
      <Text size="sm" c="dimmed" mt="sm">
        {peopleOfPlanText(plan)}
      </Text>
    );
  return (
    <Stack mt="sm">
      <Notice tone={room < 0 ? "warning" : "info"}>
        {peopleOfPlanText(plan)} {room < 0 ? PLAN_IS_OVER : PLAN_IS_FULL}{" "}
        <ToPlans distributor={distributor} />
      </Notice>
    </Stack>
  );
}

const describe = (error: Error, fallback: string): string => describeError(error, fallback).message;
