import { percent } from "@bobine/contract/french";
import type { AutomaticLettering } from "@bobine/contract/lettering";
import { describeError, hasDraft } from "@bobine/shared-auth";
import {
  formatCount,
  formatDateTime,
  lazyPage,
  Notice,
  notifyError,
  notifySuccess,
  StatusBadge,
} from "@bobine/shared-ui";
import { Anchor, Button, Group, Tooltip } from "@mantine/core";
import { memo, Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { useDecides } from "../../decider.tsx";
import { byWhom } from "../../lettering.texts.ts";
import { useAutomaticLettering, useChangeAutomaticLettering } from "./automatic-lettering.queries.ts";
import classes from "./workbench.module.css";
import { PRECISION_LINE_DRAFT } from "./precision-line.draft.ts";
import type { PrecisionLineProps } from "./precision-line.tsx";
import { AUTOMATIC_TEXTS as TEXTS } from "./user-actions.texts.ts";

const PrecisionLine = lazyPage<PrecisionLineProps>(
  async () => (await import("./precision-line.tsx")).PrecisionLine,
);

/** Whether automatic lettering runs, how right it was, how to stop it or start it again, and when it stops by itself. */
export const LetteringState = memo(() => {
  const state = useAutomaticLettering();
  const change = useChangeAutomaticLettering();
  const turn = (isOn: boolean) =>
    change.mutate(
      { is_on: isOn },
      {
        onSuccess: (next) => notifySuccess(next.is_on ? TEXTS.resumed : TEXTS.stopped),
        onError: (error) => notifyError(describeError(error, TEXTS.changeFailed).message),
      },
    );
  const decides = useDecides();
  // What a reload interrupted goes on where it was.
  const [isSetting, setSetting] = useState(() => hasDraft(PRECISION_LINE_DRAFT));
  if (!state.data) {
    return state.isError ? <p className={classes["dim"]}>{TEXTS.loadFailed}</p> : null;
  }
  const { is_on, paused } = state.data;
  const buttons = decides ? (
    <Group gap={4}>
      <Button
        size="compact-sm"
        variant={is_on ? "subtle" : "filled"}
        loading={change.isPending}
        onClick={() => turn(!is_on)}
      >
        {is_on ? TEXTS.pause : TEXTS.resume}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={() => setSetting(true)}>
        {TEXTS.setLine}
      </Button>
      {isSetting ? (
        <Suspense fallback={null}>
          <PrecisionLine state={state.data} close={() => setSetting(false)} />
        </Suspense>
      ) : null}
    </Group>
  ) : null;
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
        {buttons}
      </div>
    );
  }
  return (
    <Notice tone="warning">
      <Group justify="space-between" gap="xs">
        {line}
        {buttons}
      </Group>
      {paused ? (
        <p className={classes["pauseReason"]}>
          {paused.by === "precision"
            ? TEXTS.byPrecision(percent(state.data.precision_line_bp))
            : TEXTS.byPerson(byWhom(false, paused.person), formatDateTime(paused.at))}
          {paused.by === "precision" ? (
            <>
              {" "}
              <Anchor component={Link} to="?undone=automatic" inherit>
                {TEXTS.showUndone}
              </Anchor>
            </>
          ) : null}
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
