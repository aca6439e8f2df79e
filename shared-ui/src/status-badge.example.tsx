import {
  CINEMA_VALIDATION,
  INVOICE_STATUS,
  ONBOARDING_STATUS,
  type StatusFacts,
} from "@bobine/contract/status-labels";
import { Group } from "@mantine/core";
import { StatusBadge } from "./status-badge.tsx";

/** Label and colour of a status stand in the contract, in `status-labels`. */
const Badges = ({ of }: { of: Readonly<Record<string, StatusFacts>> }) => (
  <Group gap="xs">
    {Object.values(of).map(({ label, color }) => (
      <StatusBadge key={label} color={color}>
        {label}
      </StatusBadge>
    ))}
  </Group>
);

export const Invoices = () => <Badges of={INVOICE_STATUS} />;

export const Cinemas = () => <Badges of={CINEMA_VALIDATION} />;

export const Distributors = () => <Badges of={ONBOARDING_STATUS} />;
