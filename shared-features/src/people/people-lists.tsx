import type { ManagedUser } from "@bobine/contract/people";
import { Button, Group } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { describeError, loadFailure, useSession } from "@bobine/shared-auth";
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
import { InviteDialog } from "./invite.dialog.tsx";
import { INVITATIONS } from "./people.texts.ts";
import { SessionList } from "./session-list.tsx";
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
  const [isInviting, setInviting] = useState(false);
  if (users.isPending && meanwhile) return meanwhile;
  return (
    <>
      {users.data ? null : meanwhile}
      <UserList
        users={users.data}
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
      <Group justify="flex-end" mt="sm">
        <Button variant="default" onClick={() => setInviting(true)}>
          {INVITATIONS.invite}
        </Button>
      </Group>
      {isInviting ? <InviteDialog distributor={distributor} close={() => setInviting(false)} /> : null}
    </>
  );
}

const describe = (error: Error, fallback: string): string => describeError(error, fallback).message;
