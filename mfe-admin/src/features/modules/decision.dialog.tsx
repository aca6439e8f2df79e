import type { RemoteState } from "@bobine/contract/remotes";
import { notifySuccess } from "@bobine/shared-ui";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Text } from "@mantine/core";
import { BuildChoice, ReasonField, Refusal, useBuildChoice, useReasonedDecision } from "./decision-parts.tsx";
import { TEXTS } from "./modules.texts.ts";

/** Makes a build live, or goes back from the one that is (FED-25). */
export function DecisionDialog({
  remote: { name, live, previous, canary, builds },
  kind,
  close,
}: {
  remote: RemoteState;
  kind: "promote" | "rollback";
  close: () => void;
}) {
  const isBack = kind === "rollback";
  const choice = useBuildChoice(
    builds.filter(({ build }) => build !== live?.build),
    (isBack ? previous : undefined) ?? undefined,
  );
  const { decide, why, missReason, dialog, field, refusal } = useReasonedDecision(name);
  const needsReason = isBack || choice.needsReason;
  // A way back ends the trial of the build that it leaves, too.
  const ended = [choice.build, isBack ? live?.build : undefined];
  const submit = (): boolean => {
    const { build, insisting } = choice;
    if (needsReason && why === "") return missReason();
    if (!choice.mayGo()) return false;
    const asked = isBack
      ? ({ decision: "rollback", from: live?.build ?? "", to: build, reason: why, ...insisting } as const)
      : ({ decision: "promote", build, ...(why === "" ? {} : { reason: why }), ...insisting } as const);
    decide.mutate(asked, {
      onSuccess: () => {
        notifySuccess(isBack ? TEXTS.rolledBack : TEXTS.promoted);
        close();
      },
    });
    return true;
  };
  return (
    <FormDialog
      title={isBack ? TEXTS.rollbackTitle(name) : TEXTS.promoteTitle(name)}
      submitLabel={isBack ? TEXTS.rollbackSubmit : TEXTS.promoteSubmit}
      {...dialog}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm">{isBack ? TEXTS.rollbackHint(live?.build ?? "") : TEXTS.promoteHint}</Text>
      <BuildChoice label={isBack ? TEXTS.target : TEXTS.build} pending={decide.isPending} choice={choice} />
      {canary && !ended.includes(canary.build) ? (
        <Text size="sm">{TEXTS.trialGoesOn(canary.build)}</Text>
      ) : null}
      <ReasonField required={needsReason} {...field} />
      <Refusal {...refusal} />
    </FormDialog>
  );
}
