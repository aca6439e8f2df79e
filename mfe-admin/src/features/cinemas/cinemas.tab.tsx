import type { Cinema } from "@bobine/contract/cinemas";
import { canValidateCinema } from "@bobine/contract/policy/cinemas";
import { describeError, useSession } from "@bobine/shared-auth";
import {
  ConfirmDialog,
  type DataColumn,
  DataTable,
  notifySuccess,
  PageHeader,
  Pager,
  StatusBadge,
} from "@bobine/shared-ui";
import { Button, Group, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useConsoleCinemas, useValidateCinema } from "./cinemas.queries.ts";
import { TEXTS } from "./cinemas.texts.ts";

/** SPEC §9 */
const PAGE_SIZE = 100;
const SORT_KEYS = ["name", "city", "group", "is_validated"] as const;

/** SPEC §2.12, cinemas: search and page live in the address as cinema_search and cinema_page. */
export function CinemasTab() {
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  const search = params.get("cinema_search") ?? "";
  const page = Math.max(1, Math.trunc(Number(params.get("cinema_page") ?? "1")) || 1);
  const sortKey = SORT_KEYS.find((key) => key === params.get("sort")) ?? "is_validated";
  const descending = params.get("direction") === "desc";
  const cinemas = useConsoleCinemas({ page, search, ordering: descending ? `-${sortKey}` : sortKey });
  const validate = useValidateCinema();
  const [typed, setTyped] = useState(search);
  const [validating, setValidating] = useState<Cinema>();

  const change = (values: Record<string, string | undefined>) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const [key, value] of Object.entries(values)) {
        if (value) next.set(key, value);
        else next.delete(key);
      }
      return next;
    });

  const columns: DataColumn<Cinema>[] = [
    { key: "name", header: "Nom", sortable: true, cell: (cinema) => <strong>{cinema.name}</strong> },
    { key: "city", header: "Ville", sortable: true, cell: (cinema) => cinema.city },
    { key: "group", header: "Groupe", sortable: true, cell: (cinema) => cinema.group || "–" },
    {
      key: "is_validated",
      header: "Statut",
      sortable: true,
      cell: (cinema) => (
        <StatusBadge color={cinema.is_validated ? "green" : "orange"}>
          {cinema.is_validated ? TEXTS.validated : TEXTS.notValidated}
        </StatusBadge>
      ),
    },
    {
      key: "actions",
      header: "Actions",
      // The rule is the API's own.
      cell: (cinema) =>
        user && canValidateCinema(user, cinema) ? (
          <Button
            size="compact-sm"
            onClick={() => setValidating(cinema)}
            aria-label={`Valider ${cinema.name}`}
          >
            {TEXTS.validate}
          </Button>
        ) : null,
    },
  ];

  return (
    <>
      <PageHeader title={TEXTS.title} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change({ cinema_search: typed.trim(), cinema_page: undefined });
        }}
      >
        <Group mb="md" gap="xs">
          <TextInput
            aria-label={TEXTS.search}
            placeholder={TEXTS.search}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            style={{ flex: "1 1 260px", maxWidth: 420 }}
          />
          <Button type="submit" variant="default">
            {TEXTS.searchButton}
          </Button>
        </Group>
      </form>
      <DataTable
        label={TEXTS.title}
        columns={columns}
        rows={cinemas.data?.results}
        rowKey={(cinema) => cinema.id}
        rowName={(cinema) => cinema.name}
        expanded={(cinema) => <Details cinema={cinema} />}
        emptyText={TEXTS.empty}
        emptyHint={TEXTS.emptyHint}
        refreshing={cinemas.isFetching}
        error={
          cinemas.isError && !cinemas.data
            ? describeError(cinemas.error, TEXTS.loadFailed).message
            : undefined
        }
        onRetry={() => void cinemas.refetch()}
        sort={{ key: sortKey, direction: descending ? "desc" : "asc" }}
        onSort={({ key, direction }) => change({ sort: key, direction, cinema_page: undefined })}
      />
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        count={cinemas.data?.count ?? 0}
        unit={["cinéma", "cinémas"]}
        onPage={(next) => change({ cinema_page: String(next) })}
      />
      <ConfirmDialog
        opened={validating !== undefined}
        title={TEXTS.validateTitle}
        confirmLabel={TEXTS.validate}
        pending={validate.isPending}
        error={validate.error ? describeError(validate.error, TEXTS.validateFailed).message : undefined}
        close={() => {
          validate.reset();
          setValidating(undefined);
        }}
        onConfirm={() =>
          validating
            ? validate.mutate(validating.id, {
                onSuccess: () => {
                  notifySuccess(TEXTS.validateDone);
                  setValidating(undefined);
                },
              })
            : undefined
        }
      >
        <Text>{validating ? TEXTS.validateQuestion(validating.name) : ""}</Text>
      </ConfirmDialog>
    </>
  );
}

function Details({ cinema }: { cinema: Cinema }) {
  const lines = [
    [
      "Adresse",
      [cinema.address, cinema.address_line_2, `${cinema.pin_code} ${cinema.city}`]
        .filter((s) => s.trim())
        .join(", "),
    ],
    [
      "Informations légales",
      [
        cinema.legal_name,
        cinema.siren && `SIREN ${cinema.siren}`,
        cinema.cnc_authorization && `CNC ${cinema.cnc_authorization}`,
      ]
        .filter(Boolean)
        .join(" · "),
    ],
    [
      "Facturation",
      [cinema.invoicing_company_name, cinema.invoicing_address, cinema.invoicing_city]
        .filter(Boolean)
        .join(", "),
    ],
    ["Groupe", [cinema.group, cinema.sub_group].filter(Boolean).join(" · ")],
    ["Contacts", [...cinema.phones, ...cinema.default_invoice_emails].join(", ")],
    ["Codes", [cinema.short_name_code, cinema.default_accounting_code].filter(Boolean).join(" · ")],
    ["Salles", cinema.screens.map((screen) => `${screen.name} (${screen.authorization_number})`).join(", ")],
  ] as const;
  return (
    <>
      {lines.map(([label, value]) => (
        <Text key={label} size="sm">
          <Text span c="dimmed" size="sm">
            {label} :{" "}
          </Text>
          {value || "–"}
        </Text>
      ))}
    </>
  );
}
