import type { RemoteState } from "@bobine/contract/remotes";
import { describeError } from "@bobine/shared-auth";
import { formatDateTime, Notice, notifySuccess } from "@bobine/shared-ui";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Checkbox, Select, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useDecideRemote } from "./modules.queries.ts";
import { TEXTS } from "./modules.texts.ts";

export type DecisionKind = "promote" | "rollback";

const REASON_MAX = 500;

/** Makes a build live, or goes back from the one that is (FED-25). */
export function DecisionDialog({
  remote,
  kind,
  close,
}: {
  remote: RemoteState;
  kind: DecisionKind;
  close: () => void;
}) {
  const { name, live, previous, builds } = remote;
  const others = builds.filter(({ build }) => build !== live?.build);
  const first = kind === "rollback" ? (previous ?? others[0]?.build) : others[0]?.build;
  const [build, setBuild] = useState(first ?? "");
  const [reason, setReason] = useState("");
  const [wrong, setWrong] = useState<string>();
  /** Somebody insists on a build that the product took back by itself (FED-27). */
  const [isForced, setIsForced] = useState(false);
  const [isNotForced, setNotForced] = useState(false);
  const decide = useDecideRemote(name);
  const failure = decide.error ? describeError(decide.error, TEXTS.failed) : undefined;
  const error = wrong ?? failure?.fieldErrors["reason"];
  const isBack = kind === "rollback";
  const state = others.find((each) => each.build === build)?.state;
  const isFailed = state === "failed";
  const needsReason = isBack || isFailed || state === "withdrawn";
  const submit = (): boolean => {
    const why = reason.trim();
    if (needsReason && why === "") {
      setWrong(TEXTS.reasonMissing);
      return false;
    }
    if (isFailed && !isForced) {
      setNotForced(true);
      return false;
    }
    const insists = isFailed ? { force: true } : {};
    const asked = isBack
      ? ({ decision: "rollback", from: live?.build ?? "", to: build, reason: why, ...insists } as const)
      : ({ decision: "promote", build, ...(why === "" ? {} : { reason: why }), ...insists } as const);
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
      pending={decide.isPending}
      draft={{ isDirty: reason !== "" }}
      errors={error ? { reason: error } : {}}
      failure={decide.error}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm">{isBack ? TEXTS.rollbackHint(live?.build ?? "") : TEXTS.promoteHint}</Text>
      <Select
        label={isBack ? TEXTS.target : TEXTS.build}
        data={others.map((each) => ({
          value: each.build,
          label: TEXTS.buildOf(each.build, formatDateTime(each.published_at), TEXTS.states[each.state]),
        }))}
        value={build}
        allowDeselect={false}
        onChange={(next) => {
          setBuild(next ?? build);
          setIsForced(false);
          setNotForced(false);
        }}
      />
      {isFailed ? (
        <>
          <Notice tone="warning">{TEXTS.automatic}</Notice>
          <Checkbox
            label={TEXTS.force}
            description={TEXTS.forceHint}
            checked={isForced}
            disabled={decide.isPending}
            onChange={(event) => {
              setIsForced(event.currentTarget.checked);
              setNotForced(false);
            }}
            error={isNotForced ? <span role="alert">{TEXTS.forceMissing}</span> : undefined}
          />
        </>
      ) : null}
      <Textarea
        label={TEXTS.reason}
        description={TEXTS.reasonHint}
        required={needsReason}
        rows={3}
        maxLength={REASON_MAX}
        readOnly={decide.isPending}
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setWrong(undefined);
        }}
        error={error ? <span role="alert">{error}</span> : undefined}
      />
      {failure && !error ? (
        <Notice tone="error">
          <Text size="sm" style={{ whiteSpace: "pre-line" }}>
            {failure.message}
          </Text>
        </Notice>
      ) : null}
    </FormDialog>
  );
}
