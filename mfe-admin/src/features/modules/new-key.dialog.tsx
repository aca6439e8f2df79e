import { describeError } from "@bobine/shared-auth";
import { Notice } from "@bobine/shared-ui";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useRegisterKey } from "./modules.queries.ts";
import { KEYS, TOKENS } from "./modules.texts.ts";
import { alertOf, namesIn, TeamFields } from "./team-fields.tsx";

/** Registers the public key of a team (FED-34). */
export function NewKeyDialog({ close }: { close: () => void }) {
  const [team, setTeam] = useState("");
  const [written, setWritten] = useState("");
  const [key, setKey] = useState("");
  const [missing, setMissing] = useState<Record<string, string>>({});
  const register = useRegisterKey();
  const failure = register.error ? describeError(register.error, KEYS.failed) : undefined;
  const errors: Record<string, string> = { ...failure?.fieldErrors, ...missing };
  const remotes = namesIn(written);
  const submit = (): boolean => {
    const absent = {
      ...(team.trim() === "" ? { team: TOKENS.teamMissing } : {}),
      ...(remotes.length === 0 ? { remotes: TOKENS.remotesMissing } : {}),
      ...(key.trim() === "" ? { public_key: KEYS.keyMissing } : {}),
    };
    setMissing(absent);
    if (Object.keys(absent).length > 0) return false;
    register.mutate({ team: team.trim(), remotes, public_key: key.trim() }, { onSuccess: close });
    return true;
  };
  return (
    <FormDialog
      title={KEYS.createTitle}
      submitLabel={KEYS.createSubmit}
      pending={register.isPending}
      draft={{ isDirty: team !== "" || written !== "" || key !== "" }}
      errors={errors}
      failure={register.error}
      onSubmit={submit}
      close={close}
    >
      <TeamFields {...{ team, setTeam, written, setWritten, errors }} />
      <Textarea
        label={KEYS.key}
        description={KEYS.keyHint}
        required
        rows={4}
        maxLength={2_000}
        spellCheck={false}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        error={alertOf(errors["public_key"])}
      />
      {failure && Object.keys(failure.fieldErrors).length === 0 ? (
        <Notice tone="error">{failure.message}</Notice>
      ) : null}
    </FormDialog>
  );
}
