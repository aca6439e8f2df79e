import { currentUser } from "@bobine/contract/auth";
import type { ManagedUser } from "@bobine/contract/people";
import { hasIncompleteProfile } from "@bobine/contract/policy/people";
import { callApi, describeError, useDistributorScope, useSession } from "@bobine/shared-auth";
import {
  useDisableUser,
  useEnableUser,
  useEndSession,
  useEndSessions,
  useSessions,
  useUsers,
} from "@bobine/shared-auth/people";
import { Surface } from "@bobine/shared-ui";
import { SessionList, UserList } from "@bobine/shared-ui/people";
import { Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { PEOPLE } from "./people.texts.ts";

/** Where one is signed in and, for who manages people, the people of the distributor. */
export function PeopleCards() {
  const { distributorId } = useDistributorScope();
  const managesPeople = useManagesPeople();
  return (
    <>
      <Card title={PEOPLE.sessions} intro={PEOPLE.sessionsIntro}>
        <Sessions />
      </Card>
      {managesPeople ? (
        <Card title={PEOPLE.users} intro={PEOPLE.usersIntro}>
          <Users distributor={distributorId ?? undefined} />
        </Card>
      ) : null}
    </>
  );
}

/** A super admin for the distributor that is chosen; of staff, who is its administrator. */
function useManagesPeople(): boolean {
  const { isSuperAdmin } = useSession();
  const { hasAccess } = useDistributorScope();
  const me = useQuery({
    queryKey: ["auth", "user"],
    queryFn: ({ signal }) => callApi(currentUser, { signal }),
    enabled: !isSuperAdmin,
  });
  // Others are told to complete their profile first.
  return isSuperAdmin
    ? hasAccess
    : me.data !== undefined && me.data.role === "admin" && !hasIncompleteProfile(me.data);
}

/** @param userId whose; one's own without */
function Sessions({ userId }: { userId?: number }) {
  const sessions = useSessions(userId);
  const endOne = useEndSession();
  const endAll = useEndSessions(userId);
  return (
    <SessionList
      sessions={sessions.data}
      failure={failureOf(sessions)}
      onRetry={() => void sessions.refetch()}
      own={userId === undefined}
      endOne={endOne}
      endAll={endAll}
      describe={describe}
    />
  );
}

function Users({ distributor }: { distributor: number | undefined }) {
  const { user } = useSession();
  const users = useUsers(distributor);
  const disable = useDisableUser();
  const enable = useEnableUser();
  return (
    <UserList
      users={users.data}
      failure={failureOf(users)}
      onRetry={() => void users.refetch()}
      viewer={{ email: user?.email ?? "" }}
      disable={disable}
      enable={enable}
      sessionsOf={(one: ManagedUser) => <Sessions userId={one.id} />}
      describe={describe}
    />
  );
}

const describe = (error: Error, fallback: string): string => describeError(error, fallback).message;

const failureOf = (query: { isError: boolean; data: unknown; error: Error | null }): string | undefined =>
  query.isError && query.data === undefined ? describeError(query.error).message : undefined;

function Card({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Surface>
        <Title order={2} id={id}>
          {title}
        </Title>
        <Text size="sm" c="dimmed" mt={4} mb="md">
          {intro}
        </Text>
        {children}
      </Surface>
    </section>
  );
}
