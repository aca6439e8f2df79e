import type { ReactNode } from "react";
import { ActionSheetDialog } from "./action-sheet.dialog.tsx";
import { DocumentPane } from "./document-pane.tsx";
import { useBeside } from "./use-beside.ts";
import type { ActionSheet } from "./use-action-sheet.ts";
import type { CurrentAction } from "./use-current-action.ts";
import type { Workbench } from "./use-workbench.ts";
import { DESK_TEXTS } from "./user-actions.texts.ts";
import classes from "./workbench.module.css";
import { EmptyWorkbenchPanel, WorkbenchPanel } from "./workbench-panel.tsx";

interface WorkbenchPanesProps {
  workbench: Workbench;
  current: CurrentAction;
  sheet: ActionSheet;
  /** The queue is not there yet: its action keeps its place. */
  isLoading: boolean;
  /** The queue. */
  children: ReactNode;
}

/** The queue with one action beside it, or over it where there is no room; a PDF shows in place of the queue, or of the action there. */
export function WorkbenchPanes({ workbench, current, sheet, isLoading, children }: WorkbenchPanesProps) {
  const { decisions, setSelecting } = workbench;
  const { preview, setPreview } = current;
  const beside = useBeside<HTMLDivElement>(current.id);
  const document = preview ? (
    <DocumentPane
      {...preview}
      onShow={(shown) => setPreview({ ...preview, shown })}
      close={() => setPreview(undefined)}
    />
  ) : null;
  const panel =
    current.id === undefined ? null : (
      <WorkbenchPanel
        key={current.id}
        id={current.id}
        pending={decisions.isPending}
        onReconcile={decisions.reconcile}
        onClose={(action) => decisions.setStatus(action, "DONE")}
        onReject={(action) => decisions.setStatus(action, "REJECTED")}
        onRevert={workbench.setReverting}
        onSplit={decisions.split}
        onOpenDialog={(action, chosen) => setSelecting({ action, chosen })}
        onPreview={(invoices, shown) =>
          shown ? setPreview({ invoices, shown }) : decisions.notify(DESK_TEXTS.nothingToPreview)
        }
        closePreview={preview ? () => setPreview(undefined) : undefined}
        onGo={current.goTo}
      />
    );
  if (sheet.isNarrow)
    return (
      <div className={classes["workbench"]} data-alone>
        <div className={classes["queue"]}>{children}</div>
        {sheet.isOpen ? (
          <ActionSheetDialog
            {...(preview
              ? { close: () => setPreview(undefined), closeLabel: DESK_TEXTS.closePreview }
              : { close: sheet.close, closeLabel: DESK_TEXTS.back })}
          >
            {document}
            <div hidden={preview !== undefined}>{panel}</div>
          </ActionSheetDialog>
        ) : null}
      </div>
    );
  return (
    <div className={classes["workbench"]} data-alone={(panel === null && !isLoading) || undefined}>
      <div className={classes["queue"]}>
        {document}
        <div hidden={preview !== undefined}>{children}</div>
      </div>
      {panel || isLoading ? (
        <div ref={beside} className={classes["beside"]}>
          {panel ?? <EmptyWorkbenchPanel />}
        </div>
      ) : null}
    </div>
  );
}
