import type { Cinema } from "@bobine/contract/cinemas";
import { SimpleGrid, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { TEXTS } from "./cinemas.texts.ts";

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={2}>
      <Text size="xs" fw={600} c="dimmed">
        {title}
      </Text>
      {children}
    </Stack>
  );
}

function Line({ label, value }: { label?: string; value: string | null }) {
  if (!value) return null;
  return (
    <Text size="sm">
      {label ? <span style={{ color: "var(--mantine-color-dimmed)" }}>{label} : </span> : null}
      {value}
    </Text>
  );
}

/** The expanded row (SPEC §2.6): address, legal info, invoicing, contacts, codes, classification, screens. */
export function CinemaDetails({ cinema }: { cinema: Cinema }) {
  const { labels, sections } = TEXTS;
  const classification = Object.entries(cinema.classification).filter(
    ([, value]) => value !== "" && value !== false,
  );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="lg" verticalSpacing="md">
      <Section title={sections.address}>
        <Line value={cinema.address} />
        <Line value={cinema.address_line_2} />
        <Line value={`${cinema.pin_code} ${cinema.city}`.trim()} />
        <Line label={labels.subGroup} value={cinema.sub_group} />
      </Section>
      <Section title={sections.legal}>
        <Line label={labels.legal_name} value={cinema.legal_name} />
        <Line label={labels.siren} value={cinema.siren} />
        <Line label={labels.cnc} value={cinema.cnc_authorization} />
      </Section>
      <Section title={sections.invoicing}>
        <Line value={cinema.invoicing_company_name || cinema.legal_name} />
        <Line value={cinema.invoicing_address || cinema.address} />
        <Line value={cinema.invoicing_address_line_2} />
        <Line
          value={`${cinema.invoicing_pin_code || cinema.pin_code} ${cinema.invoicing_city || cinema.city}`.trim()}
        />
        <Line label={labels.siren} value={cinema.invoicing_siren || cinema.siren} />
      </Section>
      <Section title={sections.contacts}>
        <Line label={labels.phones} value={cinema.phones.join(", ")} />
        <Line label={labels.invoiceEmails} value={cinema.default_invoice_emails.join(", ")} />
        <Line label={labels.reminderEmails} value={cinema.default_reminder_emails.join(", ")} />
      </Section>
      <Section title={sections.codes}>
        <Line label={labels.shortCode} value={cinema.short_name_code} />
        <Line label={labels.accountingCode} value={cinema.default_accounting_code} />
      </Section>
      <Section title={sections.classification}>
        {classification.length === 0 ? <Line value={TEXTS.none} /> : null}
        {classification.map(([key, value]) => (
          <Line key={key} value={typeof value === "string" ? value : key} />
        ))}
      </Section>
      <Section title={`${sections.screens} (${cinema.screens.length})`}>
        <Line
          value={
            cinema.screens.map((screen) => screen.name || screen.authorization_number).join(", ") ||
            TEXTS.none
          }
        />
      </Section>
    </SimpleGrid>
  );
}
