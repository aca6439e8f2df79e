import type { Cinema } from "@bobine/contract/cinemas";
import { CINEMA_LIST } from "@bobine/contract/lists/cinemas";
import { canValidateCinema } from "@bobine/contract/policy/cinemas";
import { validationOf } from "@bobine/contract/status-labels";
import type { SessionUser } from "@bobine/shared-auth";
import { SETTINGS_TEXTS } from "@bobine/shared-features/cinemas";
import { type DataColumn, StatusBadge } from "@bobine/shared-ui";
import { ActionIcon, Box, Button, Group, Tooltip } from "@mantine/core";
import { IconPencil, IconSettings, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { TEXTS } from "./cinemas.texts.ts";

const { columns: COLUMNS } = CINEMA_LIST;

/** Of the button, or of its empty place. */
const VALIDATE_WIDTH = 64;

export type CinemaAction = "validate" | "edit" | "delete" | "settings";

/** UI-16: the columns of the list, with what one can do with a cinema. */
export const cinemaColumns = (
  user: SessionUser | undefined,
  onAction: (action: CinemaAction, cinema: Cinema) => void,
): DataColumn<Cinema>[] => [
  {
    key: "name",
    width: "auto",
    part: "title",
    header: COLUMNS.name.label,
    sortable: true,
    cell: (cinema) => <strong>{cinema.name}</strong>,
  },
  { key: "city", width: "15%", header: COLUMNS.city.label, sortable: true, cell: (cinema) => cinema.city },
  {
    key: "group",
    width: "16%",
    header: COLUMNS.group.label,
    sortable: true,
    cell: (cinema) => cinema.group || "–",
  },
  {
    key: "is_validated",
    width: "11%",
    part: "status",
    header: COLUMNS.is_validated.label,
    sortable: true,
    cell: (cinema) => (
      <StatusBadge color={validationOf(cinema).color}>{validationOf(cinema).label}</StatusBadge>
    ),
  },
  {
    key: "actions",
    width: "23rem",
    part: "actions",
    header: "Actions",
    cell: (cinema) => (
      <Group gap={4}>
        {/* The icons of all rows stand below each other. The rule is the API's own. */}
        {user && canValidateCinema(user, cinema) ? (
          <Button
            size="compact-sm"
            w={VALIDATE_WIDTH}
            flex="none"
            px={0}
            onClick={() => onAction("validate", cinema)}
            aria-label={`${TEXTS.validate} ${cinema.name}`}
          >
            {TEXTS.validate}
          </Button>
        ) : (
          <Box visibleFrom="sm" w={VALIDATE_WIDTH} flex="none" />
        )}
        <RowIcon label={TEXTS.edit(cinema.name)} onClick={() => onAction("edit", cinema)}>
          <IconPencil size={16} aria-hidden />
        </RowIcon>
        <RowIcon label={TEXTS.delete(cinema.name)} onClick={() => onAction("delete", cinema)}>
          <IconTrash size={16} aria-hidden />
        </RowIcon>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconSettings size={16} aria-hidden />}
          aria-label={SETTINGS_TEXTS.actionFor(cinema.name)}
          onClick={() => onAction("settings", cinema)}
        >
          {SETTINGS_TEXTS.action}
        </Button>
      </Group>
    ),
  },
];

function RowIcon({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
