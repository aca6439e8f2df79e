import { USER_ACTION_LIST } from "@bobine/contract/lists/user-actions";
import type { UserActionOverview } from "@bobine/contract/user-actions";
import { loadFailure } from "@bobine/shared-auth";
import { OpeningList, SavedFilters } from "@bobine/shared-features/saved-filters";
import { Notice, PageHeader, Pager } from "@bobine/shared-ui";
import { useListView } from "@bobine/shared-ui/lists";
import { Anchor, Text, VisuallyHidden } from "@mantine/core";
import { memo, useMemo } from "react";
import { Link } from "react-router-dom";
import { useDecides } from "../../decider.tsx";
import { paths } from "../../paths.ts";
import { ignoredSentence } from "../../ignored-credits.texts.ts";
import { useLatest } from "../../use-latest.ts";
import { WhatFills } from "../../what-fills-lists.tsx";
import { spokenAction } from "./action-detail.tsx";
import { useAutomaticLettering } from "./automatic-lettering.queries.ts";
import { LetteringState } from "./lettering-state.tsx";
import { QueueBar } from "./queue-bar.tsx";
import { QUEUE_ADDRESS, type QueueView } from "./queue-view.ts";
import { useActionSheet } from "./use-action-sheet.ts";
import { useCurrentAction } from "./use-current-action.ts";
import { useKnownAbove } from "./use-known-above.ts";
import { useWorkbench } from "./use-workbench.ts";
import { UserActionTable } from "./user-action-table.tsx";
import { useOverview, useUserActions } from "./user-actions.queries.ts";
import { TEXTS } from "./user-actions.texts.ts";
import { WorkbenchActions } from "./workbench-actions.tsx";
import { WorkbenchDialogs } from "./workbench-dialogs.tsx";
import { WorkbenchPanes } from "./workbench-panes.tsx";

/** The workbench: the queue, one action beside it, and keys for all that one does there (UI-12, LET-16). */
export function UserActionsPage() {
  return (
    <OpeningList list="user_actions" address={QUEUE_ADDRESS}>
      <UserActions />
    </OpeningList>
  );
}

function UserActions() {
  const list = useListView(QUEUE_ADDRESS);
  const { view } = list;
  const actions = useUserActions(view);
  const overview = useOverview(view.bank_account);
  const lettering = useAutomaticLettering();
  const isAboveKnown = useKnownAbove(overview.isPending || lettering.isLoading);
  const listed = isAboveKnown ? list.rowsOf(actions) : undefined;
  const sheet = useActionSheet();
  const current = useCurrentAction(
    { actions: listed, view: list.queryString, isReading: actions.isFetching },
    sheet,
  );
  const workbench = useWorkbench(listed, current);

  const show = useLatest((part: Partial<QueueView>) => {
    current.goTo(undefined);
    list.change(part);
  });
  const showSaved = useLatest((text: string, replace?: boolean) => {
    current.goTo(undefined);
    list.query.show(text, replace);
  });
  const pager = list.pagerOf(actions);
  const goToPage = useLatest((page: number) => show({ page }));
  const goToLast = useLatest((last: number) => pager.onGone?.(last));
  const saved = useMemo(
    () => <SavedFilters list="user_actions" query={{ ...list.query, show: showSaved }} />,
    [list.query, showSaved],
  );
  const isNarrowed =
    view.reason !== "" ||
    view.search !== "" ||
    view.undone !== "" ||
    view.assigned !== "" ||
    (view.bank_account ?? view.from ?? view.to) !== undefined;
  const withoutEnd = overview.data?.lines_without_end ?? 0;
  const isQueueEmpty = overview.data?.open.count === 0 && !isNarrowed;
  const isAllDone = isQueueEmpty && withoutEnd === 0;
  const isLoading = listed === undefined && !actions.isError;
  return (
    <>
      <PageHeader
        title={TEXTS.title}
        actions={
          <WorkbenchActions
            view={view}
            overview={overview.data}
            isEmpty={!actions.data?.count}
            onOpen={workbench.setOpened}
          />
        }
      />
      <LetteringState />
      <QueueBar
        view={view}
        overview={overview.data}
        listedReason={listed?.find(({ reason_code }) => reason_code === view.reason)?.reason}
        onChange={show}
        saved={saved}
      />
      <QueueNotices
        overview={overview.data}
        account={view.bank_account}
        isQueueEmpty={isQueueEmpty}
        isAllDone={isAllDone && listed !== undefined && listed.length > 0}
      />
      <VisuallyHidden aria-live="polite">{current.action ? spokenAction(current.action) : ""}</VisuallyHidden>
      <WorkbenchPanes
        workbench={workbench}
        current={current}
        sheet={sheet}
        isAboveKnown={isAboveKnown}
        isLoading={isLoading}
      >
        <UserActionTable
          actions={listed}
          {...loadingOf(actions)}
          {...whyEmpty(overview.data, isNarrowed, isAllDone)}
          currentId={current.id}
          chosenId={current.chosenId}
          pendingId={workbench.decisions.pendingId}
          onCommand={workbench.onCommand}
          sort={list.sort}
          onSort={list.onSort}
        />
        <QueuePager
          page={pager.page}
          count={pager.count}
          pageSize={USER_ACTION_LIST.pageSize}
          unit={UNIT}
          onPage={goToPage}
          {...(pager.onGone ? { onGone: goToLast } : {})}
        />
      </WorkbenchPanes>
      <WorkbenchDialogs workbench={workbench} account={view.bank_account} overview={overview.data} />
    </>
  );
}

/** What is left beside the queue, and that all of it is done. A step in the queue leaves it alone. */
const QueueNotices = memo(
  ({
    overview,
    account,
    isQueueEmpty,
    isAllDone,
  }: {
    overview: UserActionOverview | undefined;
    account: number | undefined;
    isQueueEmpty: boolean;
    isAllDone: boolean;
  }) => {
    const decides = useDecides();
    const withoutEnd = overview?.lines_without_end ?? 0;
    const ignored = overview?.ignored ?? [];
    return (
      <>
        {withoutEnd > 0 ? (
          <Notice tone="info" {...(isQueueEmpty ? { title: TEXTS.empty } : {})}>
            {TEXTS.withoutEnd(withoutEnd)}{" "}
            <Anchor component={Link} to={paths.unaskedLines(account)} inherit underline="always">
              {decides ? TEXTS.assign : TEXTS.see}
            </Anchor>
          </Notice>
        ) : null}
        {ignored.length > 0 ? (
          <Text size="sm" c="dimmed" mt="xs" mb="md">
            {ignoredSentence(ignored)}{" "}
            <Anchor component={Link} to={paths.ignoredCredits(account)} inherit underline="always">
              {TEXTS.see}
            </Anchor>
          </Text>
        ) : null}
        {isAllDone ? (
          <Notice tone="success" title={TEXTS.empty}>
            {TEXTS.congratulation}
          </Notice>
        ) : null}
      </>
    );
  },
);

const QueuePager = memo(Pager);
const UNIT = ["action", "actions"] as const;

/** Why nothing shows: the filter finds nothing, all is done, or nothing has come yet, and what would bring it (DIST-7). */
function whyEmpty(overview: UserActionOverview | undefined, isNarrowed: boolean, isAllDone: boolean) {
  if (isNarrowed) return { emptyHint: TEXTS.noneFound };
  if (!isAllDone || !overview) return { emptyHint: "" };
  return overview.done + overview.rejected > 0
    ? { emptyHint: TEXTS.congratulation }
    : { emptyHint: TEXTS.nothingYet, emptyAction: <WhatFills list="queue" /> };
}

/** How far the list is, as its table says it. */
const loadingOf = (actions: ReturnType<typeof useUserActions>) => ({
  refreshing: actions.isPlaceholderData,
  error: loadFailure(actions, TEXTS.loadFailed),
  onRetry: () => void actions.refetch(),
});
