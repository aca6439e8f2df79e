import { describeError, loadFailure } from "@bobine/shared-auth";
import { useState } from "react";
import { DecisionHistoryDialog, type Whose } from "./decision-history.dialog.tsx";
import type { WorkbenchDecisions } from "./use-workbench-decisions.tsx";
import { useDecisions } from "./user-actions.queries.ts";
import { HISTORY_TEXTS, TEXTS } from "./user-actions.texts.ts";

/** Loads the latest decisions while their dialog is open. */
export function RecentDecisions({ decisions, close }: { decisions: WorkbenchDecisions; close: () => void }) {
  const [whose, setWhose] = useState<Whose>("me");
  const history = useDecisions(whose);
  return (
    <DecisionHistoryDialog
      whose={whose}
      onWhose={setWhose}
      entries={history.data?.results}
      error={loadFailure(history, HISTORY_TEXTS.loadFailed)}
      onRetry={() => void history.refetch()}
      pending={decisions.isPending}
      revertError={
        decisions.revertError ? describeError(decisions.revertError, TEXTS.revertFailed).message : undefined
      }
      onRevert={decisions.revertEntry}
      forgetError={decisions.forgetRevertError}
      close={close}
    />
  );
}
