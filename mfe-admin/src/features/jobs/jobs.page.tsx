import { jobLabel } from "@bobine/contract/job-labels";
import { JOB_LIST } from "@bobine/contract/lists/jobs";
import {
  JOB_STATES,
  mayCancel,
  mayRunAgain,
  type JobState,
  type OperatedJob,
} from "@bobine/contract/operations";
import { JOB_STATUS } from "@bobine/contract/status-labels";
import { describeError, loadFailure } from "@bobine/shared-auth";
import {
  ConfirmDialog,
  type DataColumn,
  DataTable,
  formatInteger,
  FrenchDate,
  notifySuccess,
  PageHeader,
  Pager,
  StatusBadge,
} from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { oneOf, useListView } from "@bobine/shared-ui/lists";
import { Button, Group, Select } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { showFailure } from "../../show-failure.ts";
import { JobDetails } from "./job-details.tsx";
import { readJobsCsv, useCancelJob, useJobs, useRunAgain } from "./jobs.queries.ts";
import { CANCEL_REQUESTED, CANCEL_TEXTS, TEXTS } from "./jobs.texts.ts";

const { columns: COLUMNS } = JOB_LIST;
const ADDRESS = { filters: { state: oneOf(JOB_STATES) } };

const ownerOf = (job: OperatedJob): string => job.distributor?.name ?? TEXTS.everybody;
const emptyText = (state: JobState | undefined): string => {
  if (state === undefined) return TEXTS.empty;
  return state === "failed" ? TEXTS.emptyFailed : TEXTS.emptyState;
};
const shownStatus = (job: OperatedJob) =>
  job.cancel_requested_at === null ? JOB_STATUS[job.state] : CANCEL_REQUESTED;
const named = (action: string, job: OperatedJob): string =>
  TEXTS.ofJob(action, jobLabel(job.name), ownerOf(job));

/** The jobs of all distributors with their failures, for super admins: run again, or cancel. State and page are in the address. */
export function JobsPage() {
  const list = useListView(ADDRESS);
  const { page, state } = list.view;
  const jobs = useJobs(page, state);
  const runAgain = useRunAgain();
  // The list follows by itself too, which is nobody's waiting.
  const [isAsking, setAsking] = useState(false);
  const [cancelling, setCancelling] = useState<OperatedJob>();

  const columns: DataColumn<OperatedJob>[] = [
    {
      key: "job",
      width: "auto",
      header: COLUMNS.job.label,
      cell: (job) => <strong>{jobLabel(job.name)}</strong>,
    },
    {
      key: "state",
      width: "16%",
      header: COLUMNS.state.label,
      cell: (job) => {
        const { color, label } = shownStatus(job);
        return <StatusBadge color={color}>{label}</StatusBadge>;
      },
    },
    { key: "distributor", width: "18%", header: COLUMNS.distributor.label, cell: ownerOf },
    {
      key: "created",
      header: COLUMNS.created_at.label,
      cell: (job) => <FrenchDate instant={job.created_at} />,
      width: "17%",
    },
    {
      key: "tries",
      width: "9%",
      header: COLUMNS.tries.label,
      align: "right",
      cell: (job) => TEXTS.tries(job.tries, job.max_tries),
    },
    {
      key: "actions",
      width: "15%",
      header: TEXTS.actions,
      cell: (job) => <JobActions job={job} runAgain={runAgain} onCancel={setCancelling} />,
    },
  ];

  return (
    <>
      <PageHeader
        title={TEXTS.title}
        description={TEXTS.description}
        actions={
          <>
            <CsvButton
              fileName={JOB_LIST.fileName}
              content={() => readJobsCsv(state)}
              describe={(error) => describeError(error, TEXTS.exportFailed).message}
              disabled={!jobs.data?.count}
            />
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={isAsking}
              onClick={() => {
                setAsking(true);
                void jobs.refetch().finally(() => setAsking(false));
              }}
            >
              {TEXTS.refresh}
            </Button>
          </>
        }
      />
      <StateFilter
        state={state}
        counts={jobs.data?.counts}
        onState={(next) => list.change({ state: next })}
      />
      <DataTable
        label={TEXTS.title}
        columns={columns}
        rows={list.rowsOf(jobs)}
        rowKey={(job) => job.id}
        rowName={(job) => `${jobLabel(job.name)}, ${ownerOf(job)}`}
        expanded={(job) => <JobDetails job={job} />}
        emptyText={emptyText(state)}
        {...(state === undefined ? { emptyHint: TEXTS.emptyHint } : {})}
        refreshing={jobs.isPlaceholderData}
        error={loadFailure(jobs, TEXTS.loadFailed)}
        onRetry={() => void jobs.refetch()}
      />
      <Pager {...list.pagerOf(jobs)} pageSize={JOB_LIST.pageSize} unit={TEXTS.unit} />
      {cancelling ? <Cancelling job={cancelling} close={() => setCancelling(undefined)} /> : null}
    </>
  );
}

interface JobActionsProps {
  job: OperatedJob;
  runAgain: ReturnType<typeof useRunAgain>;
  onCancel: (job: OperatedJob) => void;
}

function JobActions({ job, runAgain, onCancel }: JobActionsProps) {
  return (
    <Group gap="xs">
      {mayRunAgain(job.state) ? (
        <Button
          size="compact-sm"
          variant="light"
          aria-label={named(TEXTS.runAgain, job)}
          loading={runAgain.isPending && runAgain.variables === job.id}
          onClick={() =>
            runAgain.mutate(job.id, {
              onSuccess: () => notifySuccess(TEXTS.ranAgain),
              onError: (error) => showFailure(error, TEXTS.runAgainFailed),
            })
          }
        >
          {TEXTS.runAgain}
        </Button>
      ) : null}
      {mayCancel(job) ? (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={named(TEXTS.cancel, job)}
          onClick={() => onCancel(job)}
        >
          {TEXTS.cancel}
        </Button>
      ) : null}
    </Group>
  );
}

interface StateFilterProps {
  state: JobState | undefined;
  /** Unknown until the first load. */
  counts: Partial<Record<JobState, number>> | undefined;
  onState: (state: JobState | undefined) => void;
}

function StateFilter({ state, counts, onState }: StateFilterProps) {
  const labelOf = (known: JobState): string => {
    const count = counts?.[known];
    return count === undefined
      ? JOB_STATUS[known].label
      : `${JOB_STATUS[known].label} (${formatInteger(count)})`;
  };
  return (
    <Group mb="md" gap="sm">
      <Select
        aria-label={TEXTS.filter}
        allowDeselect={false}
        value={state ?? ""}
        onChange={(value) => onState(JOB_STATES.find((known) => known === value))}
        data={[
          { value: "", label: TEXTS.all },
          ...JOB_STATES.map((known) => ({ value: known, label: labelOf(known) })),
        ]}
        w={280}
      />
    </Group>
  );
}

function Cancelling({ job, close }: { job: OperatedJob; close: () => void }) {
  const cancel = useCancelJob();
  return (
    <ConfirmDialog
      opened
      danger
      title={CANCEL_TEXTS.title}
      confirmLabel={CANCEL_TEXTS.confirm}
      cancelLabel={CANCEL_TEXTS.keep}
      pending={cancel.isPending}
      error={cancel.isError ? describeError(cancel.error, TEXTS.cancelFailed).message : undefined}
      onConfirm={() =>
        cancel.mutate(job.id, {
          onSuccess: ({ state }) => {
            notifySuccess(state === "running" ? TEXTS.cancelRequested : TEXTS.cancelled);
            close();
          },
        })
      }
      close={close}
    >
      {(job.state === "running" ? CANCEL_TEXTS.bodyRunning : CANCEL_TEXTS.body)(
        jobLabel(job.name),
        ownerOf(job),
      )}
    </ConfirmDialog>
  );
}
