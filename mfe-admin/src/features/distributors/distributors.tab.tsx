import type { DistributorRow } from "@bobine/contract/distributors";
import { describeError, dropDraft, hasDraft, isApiError } from "@bobine/shared-auth";
import {
  type DataColumn,
  DataTable,
  formatDay,
  formatInteger,
  notifyError,
  notifySuccess,
  PageHeader,
  searchable,
  StatusBadge,
} from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { type FieldErrors, SearchBox } from "@bobine/shared-ui/forms";
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useAddress } from "../../use-address.ts";
import { CommunicationEmail } from "./communication-email.tsx";
import { CreateDistributorDialog } from "./create-distributor.dialog.tsx";
import { distributorsCsv } from "./distributors-csv.ts";
import { DistributorDetails } from "./distributor-details.tsx";
import { useCreateDistributor, useDistributors } from "./distributors.queries.ts";
import { CREATE_TEXTS, ONBOARDING_STATUS, TEXTS } from "./distributors.texts.ts";
import { NewAccountDialog } from "./new-account.dialog.tsx";
import { NEW_DISTRIBUTOR_DRAFT } from "./new-distributor.ts";

const COLUMNS: readonly DataColumn<DistributorRow>[] = [
  { key: "id", part: "minor", header: "ID", cell: (row) => row.id, width: 60 },
  {
    key: "name",
    part: "title",
    header: "Nom",
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
    header: "E-mail de communication",
    cell: (row) => <CommunicationEmail row={row} />,
  },
  {
    key: "onboarding_status",
    part: "status",
    header: "Statut",
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
  { key: "user_count", header: "Utilisateurs", align: "right", cell: (row) => formatInteger(row.user_count) },
  { key: "created_at", header: "Date de création", cell: (row) => formatDay(row.created_at) },
];

/** SPEC §2.12, distributors: free-text filter applied in the browser, users and cinemas under each row. */
export function DistributorsTab() {
  const distributors = useDistributors();
  const [params, change] = useAddress();
  const filter = params.get("distributor_filter") ?? "";
  const rows = useMemo(() => {
    const wanted = searchable(filter.trim());
    return distributors.data?.filter((row) =>
      searchable([row.name, row.admin_email, row.communication_email].join("\n")).includes(wanted),
    );
  }, [distributors.data, filter]);
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
              content={() => distributorsCsv(rows ?? [])}
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
          onSearch={(text) => change({ distributor_filter: text }, true)}
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
        error={
          distributors.isError && !distributors.data
            ? describeError(distributors.error, TEXTS.loadFailed).message
            : undefined
        }
        onRetry={() => void distributors.refetch()}
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
          onError: tellCreationFailure,
        })
      }
      close={() => {
        create.reset();
        close();
      }}
    />
  );
}

/** SPEC §8, distributor creation. */
function tellCreationFailure(error: unknown): void {
  if (isApiError(error) && error.failure !== "http" && error.failure !== "unreadable") {
    notifyError(CREATE_TEXTS.noAnswer);
    return;
  }
  const { message, fieldErrors } = describeError(error, CREATE_TEXTS.unexpected, "instead");
  if (Object.keys(fieldErrors).length > 0) notifyError(CREATE_TEXTS.invalid, CREATE_TEXTS.invalidTitle);
  else notifyError(message, CREATE_TEXTS.errorTitle);
}
