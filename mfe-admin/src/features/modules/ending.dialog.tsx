import type { RemoteState } from "@bobine/contract/remotes";
import { describeError } from "@bobine/shared-auth";
import { notifySuccess } from "@bobine/shared-ui";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Text } from "@mantine/core";
import { useState } from "react";
import { ReasonField, Refusal } from "./decision-parts.tsx";
import { useDecideRemote } from "./modules.queries.ts";
import { ENDINGS, TEXTS } from "./modules.texts.ts";

export type EndingKind = keyof typeof ENDINGS;

/** Ends a trial, retires a module, or gives up a promoted host: the host is never out of the pages (FED-25, FED-31). */
export function EndingDialog({
  remote: { name, canary },
  kind,
  close,
}: {
  remote: RemoteState;
  kind: EndingKind;
  close: () => void;
}) {
  const [reason, setReason] = useState("");
  const [wrong, setWrong] = useState<string>();
  const decide = useDecideRemote(name);
  const failure = decide.error ? describeError(decide.error, TEXTS.failed) : undefined;
  const error = wrong ?? failure?.fieldErrors["reason"];
  const texts = ENDINGS[kind];
  const needsReason = kind !== "end-canary";
  const submit = (): boolean => {
    const why = reason.trim();
    if (needsReason && why === "") {
      setWrong(TEXTS.reasonMissing);
      return false;
    }
    decide.mutate(
      kind === "end-canary"
        ? { decision: "end-canary", ...(why === "" ? {} : { reason: why }) }
        : { decision: "retire", reason: why },
      {
        onSuccess: () => {
          notifySuccess(texts.done);
          close();
        },
      },
    );
    return true;
  };
  return (
    <FormDialog
      title={texts.title(name)}
      submitLabel={texts.submit}
      pending={decide.isPending}
      draft={{ isDirty: reason !== "" }}
      errors={error ? { reason: error } : {}}
      failure={decide.error}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm">{texts.hint(canary?.build ?? "")}</Text>
      <ReasonField
        required={needsReason}
        pending={decide.isPending}
        value={reason}
        onChange={(next) => {
          setReason(next);
          setWrong(undefined);
        }}
        error={error}
      />
      <Refusal failure={failure} isTold={error !== undefined} />
    </FormDialog>
  );
}
