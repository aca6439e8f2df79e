import type { ManagedUser } from "@bobine/contract/people";
import { describeError, useSession } from "@bobine/shared-auth";
import {
  useDisableUser,
  useEnableUser,
  useEndSession,
  useEndSessions,
  useSessions,
  useUsers,
} from "@bobine/shared-auth/people";
import { SessionList, UserList } from "@bobine/shared-ui/people";
import type { ReactNode } from "react";

/** People of a distributor, those who are disabled too, with what a super admin may do to them. */
export function ManagedUsers({ distributor, meanwhile }: { distributor: number; meanwhile: ReactNode }) {
  const { user } = useSession();
  const users = useUsers(distributor);
  const disable = useDisableUser();
  const enable = useEnableUser();
  if (users.isPending) return meanwhile;
  return (
    <>
      {users.data ? null : meanwhile}
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
    </>
  );
}

function Sessions({ userId }: { userId: number }) {
  const sessions = useSessions(userId);
  const endOne = useEndSession();
  const endAll = useEndSessions(userId);
  return (
    <SessionList
      sessions={sessions.data}
      failure={failureOf(sessions)}
      onRetry={() => void sessions.refetch()}
      own={false}
      endOne={endOne}
      endAll={endAll}
      describe={describe}
    />
  );
}

const describe = (error: Error, fallback: string): string => describeError(error, fallback).message;

const failureOf = (query: { isError: boolean; data: unknown; error: Error | null }): string | undefined =>
  query.isError && query.data === undefined ? describeError(query.error).message : undefined;
