import type { ChoosableInvoice, UserActionDetail } from "@bobine/contract/user-actions";
import type { ReactNode } from "react";
import type { Undoes } from "../../revert-lettering.tsx";
import { useLatest } from "../../use-latest.ts";
import { ActionSheetDialog } from "./action-sheet.dialog.tsx";
import { DocumentPane } from "./document-pane.tsx";
import { useBeside } from "./use-beside.ts";
import type { ActionSheet } from "./use-action-sheet.ts";
import type { CurrentAction } from "./use-current-action.ts";
import { useShownAction } from "./use-shown-action.ts";
import type { Workbench } from "./use-workbench.ts";
import { DESK_TEXTS } from "./user-actions.texts.ts";
import classes from "./workbench.module.css";
import { EmptyWorkbenchPanel, WorkbenchPanel } from "./workbench-panel.tsx";

interface WorkbenchPanesProps {
  workbench: Workbench;
  current: CurrentAction;
  sheet: ActionSheet;
  /** Nothing comes above them any more that would move them under the pointer. */
  isAboveKnown: boolean;
  /** The queue is not there yet: its action keeps its place. */
  isLoading: boolean;
  /** The queue. */
  children: ReactNode;
}

/** What happens in the panel. The same functions always: a step in the queue draws the queue, not the panel. */
function usePanelEvents({ decisions, setSelecting, setReverting }: Workbench, current: CurrentAction) {
  return {
    onReconcile: useLatest(decisions.reconcile),
    onClose: useLatest((action: UserActionDetail) => decisions.setStatus(action, "DONE")),
    onReject: useLatest((action: UserActionDetail) => decisions.setStatus(action, "REJECTED")),
    onRevert: useLatest((action: UserActionDetail, undoes: Undoes) => setReverting({ action, undoes })),
    onSplit: useLatest(decisions.split),
    onOpenDialog: useLatest((action: UserActionDetail, chosen: ChoosableInvoice[]) =>
      setSelecting({ action, chosen }),
    ),
    onPreview: useLatest((invoices: readonly ChoosableInvoice[], shown: ChoosableInvoice | undefined) =>
      shown ? current.setPreview({ invoices, shown }) : decisions.notify(DESK_TEXTS.nothingToPreview),
    ),
    closePreview: useLatest(() => current.setPreview(undefined)),
    onGo: useLatest(current.goTo),
  };
}

/** The queue with one action beside it, or over it where there is no room; a PDF shows in place of the queue, or of the action there. */
export function WorkbenchPanes({
  workbench,
  current,
  sheet,
  isAboveKnown,
  isLoading,
  children,
}: WorkbenchPanesProps) {
  const { preview, setPreview } = current;
  const shown = useShownAction(current.id);
  // Over the queue it opens with its action; nothing shows there before.
  const id = sheet.isNarrow ? current.id : shown.id;
  const beside = useBeside<HTMLDivElement>(id);
  const events = usePanelEvents(workbench, current);
  const document = preview ? (
    <DocumentPane
      {...preview}
      onShow={(shown) => setPreview({ ...preview, shown })}
      close={() => setPreview(undefined)}
    />
  ) : null;
  const panel =
    id === undefined ? null : (
      <WorkbenchPanel
        key={id}
        id={id}
        {...events}
        isHeld={!isAboveKnown && !sheet.isNarrow}
        pending={workbench.decisions.isPending}
        closePreview={preview ? events.closePreview : undefined}
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
        <div ref={beside} className={classes["beside"]} onClickCapture={shown.onClickCapture}>
          {panel ?? <EmptyWorkbenchPanel />}
        </div>
      ) : null}
    </div>
  );
}
