import { DOCUMENT_LABELS, FILE_PART_LABELS, type Prospect } from "@bobine/contract/prospects";
import { VALIDATION_STATUS } from "@bobine/contract/status-labels";
import { formatDateTime, formatFileSize, Notice } from "@bobine/shared-ui";
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { showFailure } from "../../show-failure.ts";
import { DecideProspectDialog } from "./decide-prospect.dialog.tsx";
import { useSaveDocument } from "./prospects.queries.ts";
import { decisionsOf, STATE, TEXTS } from "./prospects.texts.ts";

/** The opened row: all that a decision looks at, and the three decisions. */
export function ProspectDetails({ row }: { row: Prospect }) {
  const [chosen, setChosen] = useState<ReturnType<typeof decisionsOf>[number]>();
  const { proposed } = row;
  const facts: readonly (readonly [string, string])[] = [
    [
      TEXTS.facts.applicant,
      row.applicant ? [row.applicant.name, row.applicant.email].filter(Boolean).join(", ") : "",
    ],
    [TEXTS.facts.address, [row.address, `${row.post_code} ${row.city}`.trim()].filter(Boolean).join(", ")],
    [TEXTS.facts.phone, row.phone],
    ...(proposed
      ? ([
          [TEXTS.facts.proposed_siren, proposed.siren],
          [TEXTS.facts.proposed_vat_number, proposed.vat_number],
        ] as const)
      : []),
    [TEXTS.facts.siren, row.siren],
    [TEXTS.facts.vat_number, row.vat_number],
    [TEXTS.facts.iban, row.iban.replaceAll(/(.{4})(?=.)/g, "$1 ")],
    [TEXTS.facts.iban_holder, row.iban_holder],
  ];
  return (
    <Stack gap="md">
      {proposed ? (
        <Notice tone="info">
          {TEXTS.proposedBy(
            proposed.requested_by ?? TEXTS.formerPerson,
            formatDateTime(proposed.requested_at),
          )}
          {row.same_siren.length === 0 ? ` ${TEXTS.nobodyElse}` : ""}
        </Notice>
      ) : null}
      {row.same_siren.length > 0 ? (
        <Notice tone="warning">
          {TEXTS.sameSiren}&nbsp;:{" "}
          {row.same_siren
            .map(
              (other) =>
                `${other.name} (${other.is_proposed ? TEXTS.proposesToo : VALIDATION_STATUS[other.validation_status].label.toLocaleLowerCase("fr")})`,
            )
            .join(", ")}
          .
        </Notice>
      ) : null}
      {row.missing.length > 0 && !proposed ? (
        <Notice tone="info">
          {TEXTS.missing}
          {row.missing.map((part) => FILE_PART_LABELS[part]).join(", ")}.
        </Notice>
      ) : null}
      <Stack component="dl" gap={4} m={0}>
        {facts.map(([label, value]) => (
          <Group key={label} gap="xs" wrap="wrap">
            <Text component="dt" size="sm" c="dimmed">
              {label}&nbsp;:
            </Text>
            <Text component="dd" size="sm" m={0} style={{ overflowWrap: "anywhere" }}>
              {value === "" ? TEXTS.nothing : value}
            </Text>
          </Group>
        ))}
      </Stack>
      <Documents row={row} />
      {row.decision ? (
        <Text size="sm" style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
          {TEXTS.decision}&nbsp;: {STATE[row.decision.decision].label.toLocaleLowerCase("fr")},{" "}
          {formatDateTime(row.decision.decided_at)}
          {row.decision.decided_by ? `, ${row.decision.decided_by}` : ""}.{"\n"}
          {row.decision.reason}
        </Text>
      ) : null}
      <Group gap="xs">
        {decisionsOf(row).map((one) => {
          const [decision, texts] = one;
          return (
            <Button
              key={decision}
              variant={decision === "validate" ? "filled" : "default"}
              aria-label={`${texts.open} – ${row.name}`}
              onClick={() => setChosen(one)}
            >
              {texts.open}
            </Button>
          );
        })}
      </Group>
      {chosen ? (
        <DecideProspectDialog
          prospect={row}
          decision={chosen[0]}
          texts={chosen[1]}
          close={() => setChosen(undefined)}
        />
      ) : null}
    </Stack>
  );
}

function Documents({ row }: { row: Prospect }) {
  const save = useSaveDocument();
  return (
    <Stack gap={4}>
      <Text size="xs" fw={600} c="dimmed">
        {TEXTS.documents}
      </Text>
      {row.documents.length === 0 ? <Text size="sm">{TEXTS.noDocument}</Text> : null}
      {row.documents.map((document) => (
        <Group key={document.id} gap="xs">
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={save.isPending && save.variables.id === document.id}
            onClick={() =>
              save.mutate(document, { onError: (error) => showFailure(error, TEXTS.downloadFailed) })
            }
          >
            {DOCUMENT_LABELS[document.kind]}&nbsp;: {document.file_name}
          </Button>
          <Text size="xs" c="dimmed">
            {formatFileSize(document.size)}, {formatDateTime(document.created_at)}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
