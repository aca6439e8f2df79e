import type { Cinema } from "@bobine/contract/cinemas";
import { CINEMA_LIST } from "@bobine/contract/lists/cinemas";
import { CINEMA_ACTIVITY } from "@bobine/contract/status-labels";
import { SimpleGrid, Stack, Text } from "@mantine/core";
import { Fragment, type ReactNode } from "react";

/** What a row may open on. */
export type CinemaPart =
  | "address"
  | "legal"
  | "invoicing"
  | "group"
  | "contacts"
  | "codes"
  | "classification"
  | "screens";

const NONE = "–";

const { columns: LABELS } = CINEMA_LIST;

const PARTS: Record<CinemaPart, { title: string; lines: (cinema: Cinema) => ReactNode }> = {
  address: {
    title: "Adresse",
    lines: (cinema) => (
      <>
        <Line value={cinema.address} />
        <Line value={cinema.address_line_2} />
        <Line value={`${cinema.pin_code} ${cinema.city}`.trim()} />
        {cinema.status === "active" ? null : <Line label="Activité" value={CINEMA_ACTIVITY[cinema.status]} />}
      </>
    ),
  },
  legal: {
    title: "Informations légales",
    lines: (cinema) => (
      <>
        <Line label={LABELS.legal_name.label} value={cinema.legal_name} />
        <Line label={LABELS.siren.label} value={cinema.siren} />
        <Line label="N° CNC" value={cinema.cnc_authorization} />
      </>
    ),
  },
  // What is not said of the invoiced company is the cinema's own: so it is printed on invoices.
  invoicing: {
    title: "Facturation",
    lines: (cinema) => (
      <>
        <Line value={cinema.invoicing_company_name || cinema.legal_name} />
        <Line value={cinema.invoicing_address || cinema.address} />
        <Line value={cinema.invoicing_address_line_2} />
        <Line
          value={`${cinema.invoicing_pin_code || cinema.pin_code} ${cinema.invoicing_city || cinema.city}`.trim()}
        />
        <Line label={LABELS.siren.label} value={cinema.invoicing_siren || cinema.siren} />
        <Line label={LABELS.vat_number.label} value={cinema.vat_number} />
      </>
    ),
  },
  group: {
    title: LABELS.group.label,
    lines: (cinema) => (
      <>
        <Line value={cinema.group || NONE} />
        <Line label={LABELS.sub_group.label} value={cinema.sub_group} />
      </>
    ),
  },
  contacts: {
    title: "Contacts",
    lines: (cinema) => (
      <>
        <Line label={LABELS.phones.label} value={cinema.phones.join(", ") || NONE} />
        <Line
          label={LABELS.default_invoice_emails.label}
          value={cinema.default_invoice_emails.join(", ") || NONE}
        />
        <Line
          label={LABELS.default_reminder_emails.label}
          value={cinema.default_reminder_emails.join(", ") || NONE}
        />
      </>
    ),
  },
  codes: {
    title: "Codes",
    lines: (cinema) => (
      <>
        <Line label={LABELS.short_name_code.label} value={cinema.short_name_code} />
        <Line label={LABELS.default_accounting_code.label} value={cinema.default_accounting_code || NONE} />
      </>
    ),
  },
  classification: {
    title: "Classification",
    lines: (cinema) => {
      const labels = Object.entries(cinema.classification).flatMap(([name, value]) => {
        const label = name.charAt(0).toLocaleUpperCase("fr") + name.slice(1);
        if (value === true) return [label];
        const text = Array.isArray(value) ? value.join(", ") : typeof value === "string" ? value : "";
        return text === "" ? [] : [`${label}\u00a0: ${text}`];
      });
      return labels.length === 0 ? (
        <Line value={NONE} />
      ) : (
        labels.map((label) => <Line key={label} value={label} />)
      );
    },
  },
  screens: {
    title: "Salles",
    lines: (cinema) =>
      cinema.screens.length === 0 ? (
        <Line value={NONE} />
      ) : (
        cinema.screens.map((screen) => (
          <Line
            key={screen.id}
            value={[screen.name, screen.authorization_number].filter(Boolean).join(" – ")}
          />
        ))
      ),
  },
};

/** All that is known of a cinema, part by part (UI-8, UI-16). */
export function CinemaDetails({ cinema, parts }: { cinema: Cinema; parts: readonly CinemaPart[] }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="lg" verticalSpacing="md">
      {parts.map((part) => (
        <Stack key={part} gap={2}>
          <Text size="xs" fw={600} c="dimmed">
            {part === "screens" ? `${PARTS.screens.title} (${cinema.screens.length})` : PARTS[part].title}
          </Text>
          <Fragment>{PARTS[part].lines(cinema)}</Fragment>
        </Stack>
      ))}
    </SimpleGrid>
  );
}

function Line({ label, value }: { label?: string; value: string | null }) {
  if (!value) return null;
  return (
    <Text size="sm" style={{ overflowWrap: "anywhere" }}>
      {label ? (
        <Text span size="sm" c="dimmed">
          {label}&nbsp;:{" "}
        </Text>
      ) : null}
      {value}
    </Text>
  );
}
