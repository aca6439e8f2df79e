import type { RemoteState } from "@bobine/contract/remotes";
import { describeError } from "@bobine/shared-auth";
import { notifySuccess } from "@bobine/shared-ui";
import { FormDialog, HINT_BELOW, useFieldErrors } from "@bobine/shared-ui/forms";
import { Text, TextInput } from "@mantine/core";
import { useMemo, useState } from "react";
import { BuildChoice, ReasonField, Refusal, useBuildChoice } from "./decision-parts.tsx";
import { HOST, useDecideRemote } from "./modules.queries.ts";
import { TEXTS, TRIAL } from "./modules.texts.ts";
import { alertOf } from "./team-fields.tsx";
import { TrialDistributors } from "./trial-distributors.tsx";

const NO_ERRORS = {};
const PER_CENT = /^\d{1,3}([.,]\d+)?$/;

/** Per cent of the users; undefined for what is no share. */
function shareIn(typed: string): number | undefined {
  const share = PER_CENT.test(typed) ? Number(typed.replace(",", ".")) : undefined;
  return share !== undefined && share <= 100 ? share : undefined;
}

/** Gives a build to a share of the users, to some distributors, or both; of a trial that is there it changes to whom (FED-25, FED-31). */
export function TrialDialog({
  remote: { name, live, canary, builds },
  close,
}: {
  remote: RemoteState;
  close: () => void;
}) {
  const [before] = useState({
    share: canary?.share == null ? "" : String(canary.share).replace(".", ","),
    distributors: canary?.distributors ?? [],
  });
  const choice = useBuildChoice(
    builds.filter(({ build }) => build !== live?.build),
    canary?.build,
  );
  const [share, setShare] = useState(before.share);
  const [distributors, setDistributors] = useState(before.distributors);
  const [reason, setReason] = useState("");
  const decide = useDecideRemote(name);
  const failure = useMemo(
    () => (decide.error ? describeError(decide.error, TEXTS.failed) : undefined),
    [decide.error],
  );
  const { errors, setWrong, mend } = useFieldErrors(failure?.fieldErrors ?? NO_ERRORS);
  const submit = (): boolean => {
    const { build, needsReason, insisting } = choice;
    const typed = share.trim();
    const part = shareIn(typed);
    const why = reason.trim();
    const wrong = {
      ...(typed !== "" && part === undefined ? { share: TRIAL.shareWrong } : {}),
      ...(typed === "" && distributors.length === 0 ? { share: TRIAL.nobody } : {}),
      ...(needsReason && why === "" ? { reason: TEXTS.reasonMissing } : {}),
    };
    setWrong(wrong);
    if (Object.keys(wrong).length > 0 || !choice.mayGo()) return false;
    decide.mutate(
      {
        decision: "canary",
        build,
        ...(part === undefined ? {} : { share: part }),
        ...(distributors.length === 0 ? {} : { distributors: [...distributors] }),
        ...(why === "" ? {} : { reason: why }),
        ...insisting,
      },
      {
        onSuccess: () => {
          const isForNobody = part === 0 && distributors.length === 0;
          notifySuccess(isForNobody ? TRIAL.doneForNobody : TRIAL.done);
          close();
        },
      },
    );
    return true;
  };
  const isDirty = reason !== "" || share !== before.share || distributors !== before.distributors;
  return (
    <FormDialog
      title={TRIAL.title(name)}
      submitLabel={TRIAL.submit}
      pending={decide.isPending}
      draft={{ isDirty }}
      errors={errors}
      failure={decide.error}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm">{TRIAL.hint}</Text>
      {name === HOST ? null : <Text size="sm">{TRIAL.placesHint}</Text>}
      <BuildChoice label={TEXTS.build} pending={decide.isPending} choice={choice} />
      <TextInput
        label={TRIAL.share}
        description={TRIAL.shareHint}
        inputWrapperOrder={HINT_BELOW}
        inputMode="decimal"
        autoComplete="off"
        readOnly={decide.isPending}
        value={share}
        onChange={(event) => {
          setShare(event.currentTarget.value);
          mend("share");
        }}
        error={alertOf(errors["share"])}
      />
      <TrialDistributors
        chosen={distributors}
        onChange={(next) => {
          setDistributors(next);
          mend("distributors");
          mend("share");
        }}
        pending={decide.isPending}
        error={errors["distributors"]}
      />
      <ReasonField
        required={choice.needsReason}
        pending={decide.isPending}
        value={reason}
        onChange={(next) => {
          setReason(next);
          mend("reason");
        }}
        error={errors["reason"]}
      />
      <Refusal failure={failure} isTold={Object.keys(failure?.fieldErrors ?? NO_ERRORS).length > 0} />
    </FormDialog>
  );
}
