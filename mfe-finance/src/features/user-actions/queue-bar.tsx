import type { UserActionOverview } from "@bobine/contract/user-actions";
import { formatDay, formatInteger } from "@bobine/shared-ui";
import { DateRangeField } from "@bobine/shared-ui/dates";
import { Button, Progress, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { memo, type ReactNode, useState } from "react";
import { useReasonName } from "./use-reason-name.ts";
import { ACCOUNT_FILTER_TEXTS, AccountFilter } from "../../bank-accounts/account-filter.tsx";
import classes from "./workbench.module.css";
import { ASSIGNED, QUEUE_VIEWS, type QueueView } from "./queue-view.ts";
import { ASSIGNMENT_TEXTS, AUTOMATIC_TEXTS, DESK_TEXTS, TEXTS } from "./user-actions.texts.ts";

const DEBOUNCE_MS = 300;

interface QueueBarProps {
  view: QueueView;
  /** Undefined while it loads. */
  overview: UserActionOverview | undefined;
  /** What the listed actions call the reason that is filtered by; undefined while none is listed. */
  listedReason: string | undefined;
  onChange: (part: Partial<QueueView>) => void;
  /** The same element until another filter shows. */
  saved: ReactNode;
}

/** What the queue shows, and how far one is: it shrinks as one works. */
export const QueueBar = memo(({ view, overview, listedReason, onChange, saved }: QueueBarProps) => {
  const reasonName = useReasonName(view.reason, overview, listedReason);
  // The server counts the work of everybody: beside one's own alone, no tab says how many it holds.
  const isOfAll = view.assigned === "";
  const counts: Partial<Record<QueueView["view"], number>> =
    overview && isOfAll
      ? { open: overview.open.count, done: overview.done, rejected: overview.rejected }
      : {};
  return (
    <div className={classes["bar"]}>
      <SegmentedControl
        aria-label="Actions affichées"
        className={classes["tabs"]}
        value={view.view}
        onChange={(next) => onChange({ view: QUEUE_VIEWS.find((one) => one === next) ?? "all" })}
        data={QUEUE_VIEWS.map((one) => {
          const count = counts[one];
          return {
            value: one,
            label: count === undefined ? TEXTS.views[one] : `${TEXTS.views[one]} ${formatInteger(count)}`,
          };
        })}
      />
      <Select
        aria-label={DESK_TEXTS.reason}
        className={classes["reasons"]}
        placeholder={DESK_TEXTS.allReasons}
        clearable
        clearButtonProps={{ "aria-label": DESK_TEXTS.allReasons }}
        value={view.reason === "" ? null : view.reason}
        onChange={(reason) => onChange({ reason: reason ?? "" })}
        data={reasonsOf(view, overview, reasonName)}
      />
      <Select
        aria-label={ASSIGNMENT_TEXTS.filter}
        className={classes["reasons"]}
        placeholder={ASSIGNMENT_TEXTS.all}
        clearable
        clearButtonProps={{ "aria-label": ASSIGNMENT_TEXTS.all }}
        value={view.assigned === "" ? null : view.assigned}
        onChange={(chosen) => onChange({ assigned: ASSIGNED.find((one) => one === chosen) ?? "" })}
        data={[
          { value: "me", label: ASSIGNMENT_TEXTS.mine },
          { value: "nobody", label: ASSIGNMENT_TEXTS.unassigned },
        ]}
      />
      <AccountFilter
        aria-label={ACCOUNT_FILTER_TEXTS.account}
        className={classes["reasons"] ?? ""}
        value={view.bank_account}
        onChange={(bank_account) => onChange({ bank_account })}
      />
      <DateRangeField label={DESK_TEXTS.period} range={view} onRange={onChange} />
      <QueueSearch search={view.search} onChange={onChange} />
      {saved}
      {view.undone === "" ? null : (
        <span>
          <strong>{AUTOMATIC_TEXTS.undoneOnly}</strong>{" "}
          <Button size="compact-sm" variant="subtle" onClick={() => onChange({ undone: "" })}>
            {AUTOMATIC_TEXTS.showAll}
          </Button>
        </span>
      )}
      {overview ? (
        <QueueProgress
          overview={overview}
          label={isOfAll ? DESK_TEXTS.leftLabel : DESK_TEXTS.leftOfAllLabel}
        />
      ) : null}
    </div>
  );
});

/** What is typed stays in here until the typing pauses: a key press draws the box again, not the whole bar. */
function QueueSearch({ search, onChange }: { search: string; onChange: QueueBarProps["onChange"] }) {
  const [typed, setTyped] = useState(search);
  const [followed, setFollowed] = useState(search);
  const report = useDebouncedCallback((text: string) => onChange({ search: text.trim() }), DEBOUNCE_MS);
  if (search !== followed) {
    setFollowed(search);
    // « Back », or a saved filter; not what is being typed here.
    if (search !== typed.trim()) setTyped(search);
  }
  return (
    <TextInput
      aria-label={DESK_TEXTS.searchActions}
      className={classes["search"]}
      placeholder={DESK_TEXTS.searchActions}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        report(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" || event.key === "Enter") event.currentTarget.blur();
      }}
    />
  );
}

function reasonsOf(view: QueueView, overview: UserActionOverview | undefined, name: string | undefined) {
  const reasons = (overview?.by_reason ?? []).map((one) => ({
    value: one.reason_code,
    label: `${one.reason} (${formatInteger(one.count)})`,
  }));
  // The last one of its reason has just been decided: the filter still says what it is.
  return view.reason === "" || reasons.some((one) => one.value === view.reason)
    ? reasons
    : [...reasons, { value: view.reason, label: name ?? DESK_TEXTS.otherReason }];
}

/** « 12 sur 300 »: what waits, of what waited when the day began. */
function QueueProgress({
  overview: { open, closed_today },
  label,
}: {
  overview: UserActionOverview;
  label: string;
}) {
  const total = open.count + closed_today;
  if (total === 0) return null;
  const done = (closed_today / total) * 100;
  return (
    <div className={classes["progress"]}>
      <span>
        {label} <strong>{DESK_TEXTS.left(open.count, total)}</strong>
        {open.oldest_transaction_date === null && open.oldest_created_at === null ? null : (
          <span className={classes["dim"]}>
            {" · "}
            {DESK_TEXTS.oldest(oldestOf(open))}
          </span>
        )}
      </span>
      <Progress value={done} size="sm" aria-label={label} />
    </div>
  );
}

const oldestOf = (open: UserActionOverview["open"]): string =>
  formatDay(open.oldest_transaction_date ?? open.oldest_created_at ?? "");
