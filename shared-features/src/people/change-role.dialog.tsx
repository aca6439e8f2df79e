import type { ManagedUser } from "@bobine/contract/people";
import { personName } from "@bobine/contract/person-name";
import type { DistributorRole } from "@bobine/contract/policy/people";
import { roleLabel } from "@bobine/contract/role-labels";
import { Notice, notifySuccess } from "@bobine/shared-ui";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Text } from "@mantine/core";
import { useState } from "react";
import type { PeopleAction } from "./confirmed-action.tsx";
import { USERS } from "./people.texts.ts";
import { RoleChoice } from "./role-choice.tsx";

/** Gives somebody another role. */
export function ChangeRoleDialog({
  user,
  isOneself,
  isLast,
  action,
  describe,
  close,
}: {
  user: ManagedUser;
  isOneself: boolean;
  /** The last administrator, who stays one. */
  isLast: boolean;
  action: PeopleAction<{ id: number; role: DistributorRole }>;
  describe: (error: Error, fallback: string) => string;
  close: () => void;
}) {
  const [role, setRole] = useState(user.role);
  const [error, setError] = useState<Error>();
  const submit = (): boolean => {
    setError(undefined);
    action.mutate(
      { id: user.id, role },
      {
        onSuccess: () => {
          notifySuccess(USERS.roleDone(personName(user), roleLabel(role)));
          close();
        },
        onError: setError,
      },
    );
    return true;
  };
  return (
    <FormDialog
      title={USERS.changeRoleOf(personName(user))}
      submitLabel={USERS.save}
      disabled={role === user.role}
      pending={action.isPending}
      draft={{ isDirty: false }}
      errors={{}}
      failure={error}
      onSubmit={submit}
      close={close}
    >
      {isLast ? <Notice tone="info">{USERS.lastKeepsRole}</Notice> : null}
      <RoleChoice value={role} onChange={setRole} disabled={isLast || action.isPending} />
      {isOneself && role !== user.role ? <Text size="sm">{USERS.ownRole}</Text> : null}
      {error ? <Notice tone="error">{describe(error, USERS.roleFailed)}</Notice> : null}
    </FormDialog>
  );
}
