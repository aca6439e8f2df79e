import type { DistributorRow } from "@bobine/contract/distributors";
import { csvFile } from "@bobine/contract/lists/define-list";
import { DISTRIBUTOR_COLUMNS } from "@bobine/contract/lists/distributors";
import { ONBOARDING_STATUS } from "@bobine/contract/status-labels";
import { describeError, dropDraft, hasDraft, isApiError, loadFailure } from "@bobine/shared-auth";
import {
  compareFrench,
  type DataColumn,
  DataTable,
  formatDay,
  formatInteger,
  notifyError,
  notifySuccess,
  PageHeader,
  searchable,
  type Sort,
  StatusBadge,
} from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { type FieldErrors, SearchBox } from "@bobine/shared-ui/forms";
import { textValue, useListView } from "@bobine/shared-ui/lists";
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { CommunicationEmail } from "./communication-email.tsx";
import { CreateDistributorDialog } from "./create-distributor.dialog.tsx";
import { DistributorDetails } from "./distributor-details.tsx";
import { useCreateDistributor, useDistributors } from "./distributors.queries.ts";
import { CREATE_TEXTS, TEXTS } from "./distributors.texts.ts";
import { NewAccountDialog } from "./new-account.dialog.tsx";
import { NEW_DISTRIBUTOR_DRAFT } from "./new-distributor.ts";

const COLUMNS: readonly DataColumn<DistributorRow>[] = [
  {
    key: "id",
    sortable: true,
    part: "minor",
    header: DISTRIBUTOR_COLUMNS.id.label,
    cell: (row) => row.id,
    width: 60,
  },
  {
    key: "name",
    width: "auto",
    sortable: true,
    part: "title",
    header: DISTRIBUTOR_COLUMNS.name.label,
    cell: (row) => (
      <Stack gap={0}>
        <strong>{row.name}</strong>
        <Text size="xs" c="dimmed">
          {row.admin_email ?? ""}
        </Text>
      </Stack>
    ),
  },
  {
    key: "communication_email",
    width: "28%",
    header: DISTRIBUTOR_COLUMNS.communication_email.label,
    cell: (row) => <CommunicationEmail row={row} />,
  },
  {
    key: "onboarding_status",
    width: "24%",
    sortable: true,
    part: "status",
    header: DISTRIBUTOR_COLUMNS.onboarding_status.label,
    cell: (row) => (
      <Group gap="xs" wrap="nowrap">
        <StatusBadge color={ONBOARDING_STATUS[row.onboarding_status].color}>
          {ONBOARDING_STATUS[row.onboarding_status].label}
        </StatusBadge>
        <Text size="xs" c="dimmed">
          {row.onboarding_progress_percentage}&nbsp;%
        </Text>
      </Group>
    ),
  },
  {
    key: "user_count",
    width: "10%",
    sortable: true,
    header: DISTRIBUTOR_COLUMNS.user_count.label,
    align: "right",
    cell: (row) => formatInteger(row.user_count),
  },
  {
    key: "created_at",
    width: "12%",
    sortable: true,
    header: DISTRIBUTOR_COLUMNS.created_at.label,
    cell: (row) => formatDay(row.created_at),
  },
];

const SORT_KEYS = ["id", "name", "onboarding_status", "user_count", "created_at"] as const;
type SortKey = (typeof SORT_KEYS)[number];

const ADDRESS = {
  prefix: "distributor_",
  filters: { filter: textValue },
  orderings: SORT_KEYS.flatMap((key) => [key, `-${key}`] as const),
  formerSort: ["distributor_sort", "distributor_direction"],
} as const;

/** The status in the order in which a distributor goes through them (TXT-7). */
const STATUSES = Object.keys(ONBOARDING_STATUS);

function inOrder({ key, direction }: Sort & { key: SortKey }) {
  const sign = direction === "desc" ? -1 : 1;
  return (a: DistributorRow, b: DistributorRow): number => sign * compared(key, a, b) || a.id - b.id;
}

function compared(key: SortKey, a: DistributorRow, b: DistributorRow): number {
  switch (key) {
    case "onboarding_status":
      return STATUSES.indexOf(a[key]) - STATUSES.indexOf(b[key]);
    case "name":
    case "created_at":
      return compareFrench(a[key], b[key]);
    default:
      return a[key] - b[key];
  }
}

/** UI-14, distributors: free-text filter applied in the browser, users and cinemas under each row. */
export function DistributorsTab() {
  const distributors = useDistributors();
  const list = useListView(ADDRESS);
  const { filter } = list.view;
  const { sort } = list;
  const rows = useMemo(() => {
    const wanted = searchable(filter.trim());
    const found = distributors.data?.filter((row) =>
      searchable([row.name, row.admin_email, row.communication_email].join("\n")).includes(wanted),
    );
    return sort ? found?.toSorted(inOrder(sort)) : found;
  }, [distributors.data, filter, sort]);
  // A form that a reload interrupted opens again with what was typed.
  const [creating, setCreating] = useState(() => hasDraft(NEW_DISTRIBUTOR_DRAFT));

  return (
    <>
      <PageHeader
        title={TEXTS.title}
        actions={
          <>
            <CsvButton
              fileName="distributeurs.csv"
              content={() => csvFile(DISTRIBUTOR_COLUMNS, rows ?? [])}
              describe={(error) => describeError(error, TEXTS.exportFailed).message}
              disabled={!rows || rows.length === 0}
            />
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
              {TEXTS.create}
            </Button>
          </>
        }
      />
      <Group mb="md">
        <SearchBox
          label={TEXTS.filter}
          placeholder={TEXTS.filter}
          search={filter}
          onSearch={(text) => list.change({ filter: text }, true)}
        />
      </Group>
      <DataTable
        label={TEXTS.title}
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        expanded={(row) => <DistributorDetails row={row} />}
        emptyText={TEXTS.empty}
        refreshing={distributors.isFetching}
        error={loadFailure(distributors, TEXTS.loadFailed)}
        onRetry={() => void distributors.refetch()}
        sort={sort}
        onSort={list.onSort}
      />
      <Creation opened={creating} close={() => setCreating(false)} />
    </>
  );
}

const NO_ERRORS: FieldErrors = {};

/** The form of a new distributor, then what shows of its account. */
function Creation({ opened, close }: { opened: boolean; close: () => void }) {
  const create = useCreateDistributor();
  const [account, setAccount] = useState<string>();
  const errors = useMemo(
    () => (create.error ? describeError(create.error).fieldErrors : NO_ERRORS),
    [create.error],
  );
  if (account !== undefined) return <NewAccountDialog email={account} close={() => setAccount(undefined)} />;
  if (!opened) return null;
  return (
    <CreateDistributorDialog
      pending={create.isPending}
      failure={create.error}
      errors={errors}
      onMissing={() => notifyError(CREATE_TEXTS.missing)}
      onConfirm={(form) =>
        create.mutate(form, {
          onSuccess: (made) => {
            dropDraft(NEW_DISTRIBUTOR_DRAFT);
            close();
            if (made.admin_email) setAccount(made.admin_email);
            else notifySuccess(CREATE_TEXTS.done);
          },
          onError: notifyCreationFailure,
        })
      }
      close={() => {
        create.reset();
        close();
      }}
    />
  );
}

/** TXT-1, distributor creation. */
function notifyCreationFailure(error: unknown): void {
  if (isApiError(error) && error.failure !== "http" && error.failure !== "unreadable") {
    notifyError(CREATE_TEXTS.noAnswer);
    return;
  }
  const { message, fieldErrors } = describeError(error, CREATE_TEXTS.unexpected, "instead");
  if (Object.keys(fieldErrors).length > 0) notifyError(CREATE_TEXTS.invalid, CREATE_TEXTS.invalidTitle);
  else notifyError(message, CREATE_TEXTS.errorTitle);
}
