import type { RemoteState } from "@bobine/contract/remotes";
import { notifySuccess } from "@bobine/shared-ui";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Text } from "@mantine/core";
import { useState } from "react";
import { ReasonField, Refusal, useReasonedDecision } from "./decision-parts.tsx";
import { ENDINGS } from "./modules.texts.ts";

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
  const { decide, why, missReason, dialog, field, refusal } = useReasonedDecision(name);
  const texts = ENDINGS[kind];
  const needsReason = kind !== "end-canary";
  // The one that the dialog named, whatever the list says by now.
  const [trial] = useState(canary ? { build: canary.build } : {});
  const submit = (): boolean => {
    if (needsReason && why === "") return missReason();
    decide.mutate(
      kind === "end-canary"
        ? { decision: "end-canary", ...trial, ...(why === "" ? {} : { reason: why }) }
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
      {...dialog}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm">{texts.hint(trial.build ?? "")}</Text>
      <ReasonField required={needsReason} {...field} />
      <Refusal {...refusal} />
    </FormDialog>
  );
}
