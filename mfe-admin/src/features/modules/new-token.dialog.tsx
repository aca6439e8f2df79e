import { REMOTE_RIGHT_LABELS } from "@bobine/contract/remote-labels";
import { REMOTE_RIGHTS, type RemoteRight } from "@bobine/contract/policy/remotes";
import { describeError } from "@bobine/shared-auth";
import { Dialog, Notice } from "@bobine/shared-ui";
import { CopyButton, FormDialog } from "@bobine/shared-ui/forms";
import { Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useMakeToken } from "./modules.queries.ts";
import { TOKENS } from "./modules.texts.ts";
import { alertOf, namesIn, TeamFields } from "./team-fields.tsx";

const NEEDED = {
  team: TOKENS.teamMissing,
  remotes: TOKENS.remotesMissing,
  rights: TOKENS.rightsMissing,
} as const;

/** Asks for whom and for what, then shows the token, once (SEC-26). */
export function NewTokenDialog({ close }: { close: () => void }) {
  const [team, setTeam] = useState("");
  const [written, setWritten] = useState("");
  const [rights, setRights] = useState<readonly RemoteRight[]>(["publish"]);
  const [missing, setMissing] = useState<Partial<Record<keyof typeof NEEDED, string>>>({});
  const make = useMakeToken();
  const failure = make.error ? describeError(make.error, TOKENS.failed) : undefined;
  const errors: Record<string, string> = { ...failure?.fieldErrors, ...missing };
  const remotes = namesIn(written);
  if (make.data) return <ShownToken token={make.data.token} close={close} />;

  const submit = (): boolean => {
    const absent = {
      ...(team.trim() === "" ? { team: NEEDED.team } : {}),
      ...(remotes.length === 0 ? { remotes: NEEDED.remotes } : {}),
      ...(rights.length === 0 ? { rights: NEEDED.rights } : {}),
    };
    setMissing(absent);
    if (Object.keys(absent).length > 0) return false;
    make.mutate({ team: team.trim(), remotes, rights: [...rights] });
    return true;
  };
  return (
    <FormDialog
      title={TOKENS.createTitle}
      submitLabel={TOKENS.createSubmit}
      pending={make.isPending}
      draft={{ isDirty: team !== "" || written !== "" }}
      errors={errors}
      failure={make.error}
      onSubmit={submit}
      close={close}
    >
      <TeamFields {...{ team, setTeam, written, setWritten, errors }} />
      <Checkbox.Group
        label={TOKENS.rights}
        required
        value={[...rights]}
        onChange={(next) => setRights(REMOTE_RIGHTS.filter((right) => next.includes(right)))}
        error={alertOf(errors["rights"])}
      >
        <Stack gap="xs" mt="xs">
          {REMOTE_RIGHTS.map((right) => (
            <Checkbox key={right} value={right} label={REMOTE_RIGHT_LABELS[right]} />
          ))}
        </Stack>
      </Checkbox.Group>
      {failure && Object.keys(failure.fieldErrors).length === 0 ? (
        <Notice tone="error">{failure.message}</Notice>
      ) : null}
    </FormDialog>
  );
}

/** A click beside it, or Escape, would lose it for good. */
function ShownToken({ token, close }: { token: string; close: () => void }) {
  return (
    <Dialog opened onClose={() => undefined} withCloseButton={false} title={TOKENS.shownTitle} size="lg">
      <Stack>
        <Text>{TOKENS.shown}</Text>
        <Group align="flex-end" wrap="nowrap">
          <TextInput label={TOKENS.token} value={token} readOnly flex={1} data-autofocus />
          <CopyButton value={token} />
        </Group>
        <Group justify="flex-end">
          <Button onClick={close}>{TOKENS.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
