import type { RemoteState } from "@bobine/contract/remotes";
import { type DescribedError, describeError } from "@bobine/shared-auth";
import { formatDateTime, Notice } from "@bobine/shared-ui";
import { Checkbox, Select, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useDecideRemote } from "./modules.queries.ts";
import { TEXTS } from "./modules.texts.ts";
import { alertOf } from "./team-fields.tsx";

const REASON_MAX = 500;

type Build = RemoteState["builds"][number];

/**
 * One of some builds, and whether somebody insists on it although the product took it back by itself (FED-27).
 * @param first chosen as the dialog opens
 */
export function useBuildChoice(builds: readonly Build[], first: string | undefined) {
  const [build, setBuild] = useState(first ?? builds[0]?.build ?? "");
  const [isForced, setIsForced] = useState(false);
  const [isNotForced, setNotForced] = useState(false);
  const state = builds.find((each) => each.build === build)?.state;
  const isFailed = state === "failed";
  return {
    builds,
    build,
    choose: (next: string) => {
      setBuild(next);
      setIsForced(false);
      setNotForced(false);
    },
    isFailed,
    /** It was taken back: it comes back with a reason only. */
    needsReason: isFailed || state === "withdrawn",
    isForced,
    force: (next: boolean) => {
      setIsForced(next);
      setNotForced(false);
    },
    isNotForced,
    /** Before it is sent: says that somebody has to insist, when they have to and do not. */
    mayGo: (): boolean => {
      const isStopped = isFailed && !isForced;
      setNotForced(isStopped);
      return !isStopped;
    },
    insisting: isFailed ? ({ force: true } as const) : {},
  };
}

export function BuildChoice({
  label,
  pending,
  choice: { builds, build, choose, isFailed, isForced, force, isNotForced },
}: {
  label: string;
  pending: boolean;
  choice: ReturnType<typeof useBuildChoice>;
}) {
  return (
    <>
      <Select
        label={label}
        data={builds.map((each) => ({
          value: each.build,
          label: TEXTS.buildOf(each.build, formatDateTime(each.published_at), TEXTS.states[each.state]),
        }))}
        value={build}
        allowDeselect={false}
        onChange={(next) => choose(next ?? build)}
      />
      {isFailed ? (
        <>
          <Notice tone="warning">{TEXTS.automatic}</Notice>
          <Checkbox
            label={TEXTS.force}
            description={TEXTS.forceHint}
            checked={isForced}
            disabled={pending}
            onChange={(event) => force(event.currentTarget.checked)}
            error={alertOf(isNotForced ? TEXTS.forceMissing : undefined)}
          />
        </>
      ) : null}
    </>
  );
}

export function ReasonField({
  required,
  pending,
  value,
  onChange,
  error,
}: {
  required: boolean;
  pending: boolean;
  value: string;
  onChange: (reason: string) => void;
  error: string | undefined;
}) {
  return (
    <Textarea
      label={TEXTS.reason}
      description={TEXTS.reasonHint}
      required={required}
      rows={3}
      maxLength={REASON_MAX}
      readOnly={pending}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={alertOf(error)}
    />
  );
}

/** A decision about a module, of which the reason alone may be wrong. */
export function useReasonedDecision(name: string) {
  const [reason, setReason] = useState("");
  const [wrong, setWrong] = useState<string>();
  const decide = useDecideRemote(name);
  const failure = decide.error ? describeError(decide.error, TEXTS.failed) : undefined;
  const error = wrong ?? failure?.fieldErrors["reason"];
  return {
    decide,
    why: reason.trim(),
    /** Before it is sent: says that a reason is missing. */
    missReason: (): false => {
      setWrong(TEXTS.reasonMissing);
      return false;
    },
    dialog: {
      pending: decide.isPending,
      draft: { isDirty: reason !== "" },
      errors: error ? { reason: error } : {},
      failure: decide.error,
    },
    field: {
      pending: decide.isPending,
      value: reason,
      onChange: (next: string) => {
        setReason(next);
        setWrong(undefined);
      },
      error,
    },
    refusal: { failure, isTold: error !== undefined },
  };
}

/** Why a decision is refused, host by host. @param isTold by a field */
export function Refusal({ failure, isTold }: { failure: DescribedError | undefined; isTold: boolean }) {
  return failure && !isTold ? (
    <Notice tone="error">
      <Text size="sm" style={{ whiteSpace: "pre-line" }}>
        {failure.message}
      </Text>
    </Notice>
  ) : null;
}
