import type { Cinema } from "@bobine/contract/cinemas";
import { CINEMA_LIST } from "@bobine/contract/lists/cinemas";
import { validationOf } from "@bobine/contract/status-labels";
import { type DataColumn, StatusBadge } from "@bobine/shared-ui";
import { SETTINGS_TEXTS } from "@bobine/shared-features/cinemas";
import { IconArmchair, IconSettings } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./cinemas.module.css";
import { TEXTS } from "./cinemas.texts.ts";

const { columns: LABELS } = CINEMA_LIST;

interface CinemaActions {
  readonly onScreens: (cinema: Cinema) => void;
  /** Undefined for who may not change them. */
  readonly onSettings: ((cinema: Cinema) => void) | undefined;
}

/** The columns of UI-8, of plain elements: scrolling draws forty rows within a frame. */
export function cinemaColumns({ onScreens, onSettings }: CinemaActions): DataColumn<Cinema>[] {
  return [
    {
      key: "name",
      width: "auto",
      part: "title",
      header: LABELS.name.label,
      sortable: true,
      cell: (cinema) => (
        <div className={classes["name"]}>
          <strong>{cinema.name}</strong>
          {cinema.is_validated ? null : (
            <StatusBadge color={validationOf(cinema).color}>{validationOf(cinema).label}</StatusBadge>
          )}
        </div>
      ),
    },
    {
      key: "city",
      header: LABELS.city.label,
      sortable: true,
      width: "22%",
      cell: (cinema) => cinema.city,
    },
    {
      key: "group",
      width: "22%",
      header: LABELS.group.label,
      sortable: true,
      cell: (cinema) => cinema.group || TEXTS.none,
    },
    {
      key: "actions",
      width: onSettings ? "19.5rem" : "8rem",
      part: "actions",
      header: "Actions",
      cell: (cinema) => (
        <div className={classes["actions"]}>
          <Action name={`${TEXTS.screens} de ${cinema.name}`} onClick={() => onScreens(cinema)}>
            <IconArmchair size={16} aria-hidden />
            {TEXTS.screens}
          </Action>
          {onSettings ? (
            <Action name={SETTINGS_TEXTS.actionFor(cinema.name)} onClick={() => onSettings(cinema)}>
              <IconSettings size={16} aria-hidden />
              {SETTINGS_TEXTS.action}
            </Action>
          ) : null}
        </div>
      ),
    },
  ];
}

function Action({ name, onClick, children }: { name: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className={`mantine-focus-auto mantine-active ${classes["action"]}`}
      data-variant="subtle"
      aria-label={name}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
