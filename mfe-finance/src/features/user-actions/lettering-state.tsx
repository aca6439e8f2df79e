import {
  type AutomaticLettering,
  changeAutomaticLettering,
  readAutomaticLettering,
} from "@bobine/contract/lettering";
import { callApi, describeError, useDistributorScope } from "@bobine/shared-auth";
import {
  formatCount,
  formatDateTime,
  Notice,
  notifyError,
  notifySuccess,
  StatusBadge,
} from "@bobine/shared-ui";
import { Button, Group, Tooltip } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { memo } from "react";
import { readBooksAgain } from "../../read-books-again.ts";
import { byWhom } from "../../lettering.texts.ts";
import classes from "./desk.module.css";
import { AUTOMATIC_TEXTS as TEXTS } from "./user-actions.texts.ts";

/** Whether automatic lettering runs, how right it was, and how to stop it or start it again. */
export const LetteringState = memo(() => {
  const { hasAccess } = useDistributorScope();
  const client = useQueryClient();
  const state = useQuery({
    queryKey: ["automatic-lettering"],
    queryFn: ({ signal }) => callApi(readAutomaticLettering, { signal }),
    enabled: hasAccess,
  });
  const change = useMutation({
    mutationFn: (isOn: boolean) => callApi(changeAutomaticLettering, { body: { is_on: isOn } }),
    onSuccess: (next) => {
      client.setQueryData(["automatic-lettering"], next);
      notifySuccess(next.is_on ? TEXTS.resumed : TEXTS.stopped);
    },
    onError: (error) => notifyError(describeError(error, TEXTS.changeFailed).message),
    onSettled: () => void readBooksAgain(client),
  });
  if (!state.data) {
    return state.isError ? <p className={classes["dim"]}>{TEXTS.loadFailed}</p> : null;
  }
  const { is_on, paused } = state.data;
  const button = (
    <Button
      size="compact-sm"
      variant={is_on ? "subtle" : "filled"}
      loading={change.isPending}
      onClick={() => change.mutate(!is_on)}
    >
      {is_on ? TEXTS.pause : TEXTS.resume}
    </Button>
  );
  const line = (
    <span>
      {TEXTS.label}{" "}
      <StatusBadge color={is_on ? "green" : "orange"}>{is_on ? TEXTS.active : TEXTS.paused}</StatusBadge>{" "}
      <Measure state={state.data} />
    </span>
  );
  if (is_on) {
    return (
      <div className={classes["automatic"]}>
        {line}
        {button}
      </div>
    );
  }
  return (
    <Notice tone="warning">
      <Group justify="space-between" gap="xs">
        {line}
        {button}
      </Group>
      {paused ? (
        <p className={classes["pauseReason"]}>
          {paused.by === "precision"
            ? TEXTS.byPrecision(percent(state.data.precision_line_bp))
            : TEXTS.byPerson(byWhom(false, paused.person), formatDateTime(paused.at))}
        </p>
      ) : null}
    </Notice>
  );
});

function Measure({ state: { last_90_days, ever } }: { state: AutomaticLettering }) {
  const { automatic, reverted, precision_bp } = last_90_days;
  if (precision_bp === null) return <span className={classes["dim"]}>{TEXTS.noMeasure}</span>;
  return (
    <Tooltip label={TEXTS.ever(letterings(ever.automatic), undone(ever.reverted))}>
      <span className={classes["dim"]}>
        {TEXTS.right(percent(precision_bp))} · {TEXTS.measured(letterings(automatic), undone(reverted))}
      </span>
    </Tooltip>
  );
}

const letterings = (count: number): string => formatCount(count, "rapprochement", "rapprochements");
const undone = (count: number): string => formatCount(count, "annulé", "annulés");

const percentFormat = new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 2 });
/** 9987 → « 99,87 % » */
const percent = (basisPoints: number): string => `${percentFormat.format(basisPoints / 100)}\u00a0%`;
