import { AUDIT_ACTION_TYPES, type AuditFilter } from "@bobine/contract/audit";
import { AUDIT_ACTION } from "@bobine/contract/audit-labels";
import { ANY_DAY, type DateRange, DateRangeField, RANGE_ADDRESS } from "@bobine/shared-ui/dates";
import { oneOf } from "@bobine/shared-ui/lists";
import { Button, Group, Select } from "@mantine/core";
import type { ReactNode } from "react";
import { TEXTS } from "./audit.texts.ts";

/** How the filters of a log stand in the address. */
export const AUDIT_ADDRESS = { filters: { action_type: oneOf(AUDIT_ACTION_TYPES), ...RANGE_ADDRESS } };

interface AuditFiltersProps {
  filter: Pick<AuditFilter, "action_type"> & DateRange;
  onFilter: (change: Pick<AuditFilter, "action_type"> | DateRange) => void;
  /** Beside them. */
  children?: ReactNode;
}

/** What narrows a log: the type of its entries and a period (UI-18, UI-24). */
export function AuditFilters({ filter, onFilter, children }: AuditFiltersProps) {
  const { action_type: actionType, from, to } = filter;
  return (
    <Group mb="md" gap="sm">
      <Select
        aria-label={TEXTS.type}
        placeholder={TEXTS.allTypes}
        value={actionType ?? null}
        onChange={(value) => onFilter({ action_type: AUDIT_ACTION_TYPES.find((type) => type === value) })}
        data={AUDIT_ACTION_TYPES.map((type) => ({ value: type, label: AUDIT_ACTION[type].label }))}
        flex="1 1 180px"
        maw={280}
      />
      <DateRangeField label={TEXTS.period} range={filter} onRange={onFilter} />
      <Button
        variant="default"
        disabled={(actionType ?? from ?? to) === undefined}
        onClick={() => onFilter({ action_type: undefined, ...ANY_DAY })}
      >
        {TEXTS.reset}
      </Button>
      {children}
    </Group>
  );
}
