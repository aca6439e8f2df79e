import type { ManagedUser } from "@bobine/contract/people";
import { personName } from "@bobine/contract/person-name";
import { type DistributorRole, refusalToDemote, refusalToDisable } from "@bobine/contract/policy/people";
import { roleLabel } from "@bobine/contract/role-labels";
import { Dialog, ErrorCard, formatDateTime, formatDay } from "@bobine/shared-ui";
import { Badge, Button, Group, Skeleton, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ChangeRoleDialog } from "./change-role.dialog.tsx";
import { ConfirmedAction, type PeopleAction } from "./confirmed-action.tsx";
import { USERS } from "./people.texts.ts";
import classes from "./people.module.css";

export interface UserListProps {
  /** Undefined until they are there. */
  readonly users: readonly ManagedUser[] | undefined;
  /** Why they are not. */
  readonly failure: string | undefined;
  readonly onRetry: () => void;
  /** Who looks. */
  readonly viewer: { readonly email: string };
  readonly disable: PeopleAction<number>;
  readonly enable: PeopleAction<number>;
  readonly changeRole: PeopleAction<{ id: number; role: DistributorRole }>;
  /** What the dialog of somebody's sessions shows. */
  readonly sessionsOf: (user: ManagedUser) => ReactNode;
  readonly describe: (error: Error, fallback: string) => string;
}

type UserDialog = { readonly user: ManagedUser; readonly about: "sessions" | "disable" | "enable" | "role" };

/** People of a distributor, for whoever manages them. */
export function UserList(props: UserListProps) {
  const { users, failure, onRetry, viewer, disable, enable, changeRole, sessionsOf, describe } = props;
  const [asked, setAsked] = useState<UserDialog>();
  const close = () => setAsked(undefined);
  if (failure !== undefined)
    return <ErrorCard title={USERS.loadFailed} message={failure} onRetry={onRetry} />;
  if (!users) return <Skeleton height={96} radius="md" aria-busy />;
  if (users.length === 0) return <Text size="sm">{USERS.none}</Text>;
  return (
    <>
      <ul className={classes["list"]}>
        {users.map((user) => (
          <li key={user.id} className={classes["item"]}>
            <Facts user={user} isViewer={user.email === viewer.email} />
            <Actions
              user={user}
              refusal={refusalToDisable(viewer, user, users)}
              ask={(about) => setAsked({ user, about })}
            />
          </li>
        ))}
      </ul>
      {asked?.about === "sessions" ? (
        <Dialog opened onClose={close} title={USERS.sessionsOf(personName(asked.user))} size="lg">
          {sessionsOf(asked.user)}
        </Dialog>
      ) : null}
      {asked?.about === "role" ? (
        <ChangeRoleDialog
          user={asked.user}
          isOneself={asked.user.email === viewer.email}
          isLast={refusalToDemote(asked.user, users) !== undefined}
          action={changeRole}
          describe={describe}
          close={close}
        />
      ) : null}
      {asked?.about === "disable" ? (
        <ConfirmedAction
          action={disable}
          what={asked.user.id}
          title={USERS.disableTitle}
          question={USERS.disableQuestion(personName(asked.user))}
          confirmLabel={USERS.disable}
          danger
          done={USERS.disableDone(personName(asked.user))}
          describe={(error) => describe(error, USERS.disableFailed)}
          close={close}
        />
      ) : null}
      {asked?.about === "enable" ? (
        <ConfirmedAction
          action={enable}
          what={asked.user.id}
          title={USERS.enableTitle}
          question={USERS.enableQuestion(personName(asked.user))}
          confirmLabel={USERS.enable}
          done={USERS.enableDone(personName(asked.user))}
          describe={(error) => describe(error, USERS.enableFailed)}
          close={close}
        />
      ) : null}
    </>
  );
}

function Facts({ user, isViewer }: { user: ManagedUser; isViewer: boolean }) {
  return (
    <div className={classes["facts"]}>
      <Group gap="xs">
        <Text size="sm" fw={550}>
          {personName(user)}
        </Text>
        <Text size="sm" c="dimmed">
          {roleLabel(user.role)}
        </Text>
        {isViewer ? <Tag>{USERS.oneself}</Tag> : null}
        {user.is_onboarding_contact ? <Tag>{USERS.mainContact}</Tag> : null}
        {user.disabled_at === null ? null : <Tag color="gray">{USERS.disabled}</Tag>}
      </Group>
      <Text size="sm">{user.email}</Text>
      <Text size="sm" c="dimmed">
        {user.disabled_at === null ? activityOf(user) : USERS.disabledSince(formatDay(user.disabled_at))}
      </Text>
    </div>
  );
}

function Actions({
  user,
  refusal,
  ask,
}: {
  user: ManagedUser;
  refusal: ReturnType<typeof refusalToDisable>;
  ask: (about: UserDialog["about"]) => void;
}) {
  if (user.disabled_at !== null)
    return (
      <Button
        variant="default"
        size="xs"
        aria-label={USERS.enableOne(personName(user))}
        onClick={() => ask("enable")}
      >
        {USERS.enable}
      </Button>
    );
  return (
    <Group gap="xs">
      {refusal === "last-administrator" ? (
        <Text size="sm" c="dimmed">
          {USERS.lastAdministrator}
        </Text>
      ) : null}
      {user.system_role === "super_admin" ? null : (
        <Button
          variant="default"
          size="xs"
          aria-label={USERS.changeRoleOf(personName(user))}
          onClick={() => ask("role")}
        >
          {USERS.changeRole}
        </Button>
      )}
      {user.session_count > 0 ? (
        <Button
          variant="default"
          size="xs"
          aria-label={USERS.countOf(user.session_count, personName(user))}
          onClick={() => ask("sessions")}
        >
          {USERS.sessions(user.session_count)}
        </Button>
      ) : null}
      {refusal === undefined ? (
        <Button
          variant="default"
          size="xs"
          aria-label={USERS.disableOne(personName(user))}
          onClick={() => ask("disable")}
        >
          {USERS.disable}
        </Button>
      ) : null}
    </Group>
  );
}

const Tag = ({ children, color }: { children: string; color?: string }) => (
  <Badge variant="light" tt="none" {...(color === undefined ? {} : { color })}>
    {children}
  </Badge>
);

const activityOf = ({ last_used_at }: ManagedUser): string =>
  last_used_at === null ? USERS.neverUsed : USERS.lastUsed(formatDateTime(last_used_at));
