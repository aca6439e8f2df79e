import { cinemaWeekOf, weekDisplay } from "@bobine/contract/cinema-week";
import { addDays, type CivilDate, civilDateInParis } from "@bobine/contract/civil-date";
import { INVOICE_STATUSES, type InvoiceStatus } from "@bobine/contract/invoices";
import { INVOICE_LIST } from "@bobine/contract/lists/invoices";
import { INVOICE_STATUS } from "@bobine/contract/status-labels";
import { DateRangeField } from "@bobine/shared-ui/dates";
import { LongSelect, SearchBox } from "@bobine/shared-ui/forms";
import { Button, Group, Select } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { memo, type ReactNode, useMemo } from "react";
import { AmountRange } from "../../list-filters/amount-range.tsx";
import { LettersFilter } from "../../list-filters/letters-filter.tsx";
import { useLatest } from "../../use-latest.ts";
import type { InvoiceFilter } from "./invoice-filter.ts";
import classes from "./invoices.module.css";
import { TEXTS } from "./invoices.texts.ts";

const SEARCH_DELAY_MS = 300;
/** What is offered: two years back, and the weeks that a programme is billed ahead. */
const WEEKS_AHEAD = 8;
const WEEKS_OFFERED = 120;

interface InvoiceFilterBarProps {
  filter: InvoiceFilter;
  /** The same one always: what takes it is drawn again when its own value changes. */
  onChange: (part: Partial<InvoiceFilter>) => void;
  onSearch: (text: string) => void;
  onClear: (() => void) | undefined;
  /** The cinemas that its search finds, and the chosen one's name once it is known. */
  cinemas: readonly { readonly id: number; readonly name: string; readonly city: string }[];
  chosenCinema: string | undefined;
  onCinemaSearch: (text: string) => void;
  onCinemaOpen: () => void;
  saved: ReactNode;
}

/** Search, cinema, week and statuses, as the address has them. With the list only what changes is drawn: a letter waits for it. */
export function InvoiceFilterBar(props: InvoiceFilterBarProps) {
  const { filter, onChange, onSearch, onClear, saved } = props;
  const onCinemaSearch = useLatest(props.onCinemaSearch);
  const onCinemaOpen = useLatest(props.onCinemaOpen);
  const toggle = (status: InvoiceStatus) =>
    onChange({
      status: filter.status.includes(status)
        ? filter.status.filter((one) => one !== status)
        : [...filter.status, status],
    });
  return (
    <search className={classes["filters"]} aria-label="Filtrer les factures">
      {/* A key press draws that box alone: the lists beside it take ten times as long. */}
      <div className={classes["search"]}>
        <SearchBox
          label="Rechercher une facture"
          placeholder={TEXTS.search}
          search={filter.search}
          onSearch={onSearch}
        />
      </div>
      <CinemaSelect
        cinema={filter.cinema}
        cinemas={props.cinemas}
        chosenCinema={props.chosenCinema}
        onChange={onChange}
        onCinemaSearch={onCinemaSearch}
        onCinemaOpen={onCinemaOpen}
      />
      <Narrowed
        week={filter.week}
        from={filter.from}
        to={filter.to}
        amount_from={filter.amount_from}
        amount_to={filter.amount_to}
        letters={filter.letters}
        onChange={onChange}
      />
      <Group gap={6} className={classes["toggles"] ?? ""}>
        {INVOICE_STATUSES.map((status) => (
          <Toggle key={status} on={filter.status.includes(status)} onClick={() => toggle(status)}>
            {INVOICE_STATUS[status].label}
          </Toggle>
        ))}
        <Toggle on={filter.overdue} onClick={() => onChange({ overdue: !filter.overdue })}>
          {TEXTS.overdue}
        </Toggle>
        {onClear ? (
          <Button variant="subtle" size="xs" onClick={onClear}>
            {TEXTS.clear}
          </Button>
        ) : null}
        <span className={classes["saved"]}>{saved}</span>
      </Group>
    </search>
  );
}

type OnChange = InvoiceFilterBarProps["onChange"];

const Narrowed = memo(function Narrowed({
  week,
  letters,
  onChange,
  ...range
}: Pick<InvoiceFilter, "week" | "from" | "to" | "amount_from" | "amount_to" | "letters"> & {
  onChange: OnChange;
}) {
  const weeks = useMemo(() => weekChoices(week), [week]);
  return (
    <>
      <LongSelect
        aria-label="Semaine"
        placeholder={TEXTS.week}
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Effacer la semaine" }}
        nothingFoundMessage={TEXTS.noWeek}
        value={week ?? null}
        onChange={(chosen) => onChange({ week: (chosen ?? undefined) as CivilDate | undefined })}
        data={weeks}
        className={classes["choice"] ?? ""}
        comboboxProps={{ width: 300, position: "bottom-start" }}
      />
      <DateRangeField label={TEXTS.period} range={range} onRange={onChange} />
      <AmountRange label={INVOICE_LIST.columns.total_amount.label} range={range} onRange={onChange} />
      <LettersFilter letters={letters} onLetters={(code) => onChange({ letters: code })} />
    </>
  );
});

function Toggle({ on, onClick, children }: { on: boolean; onClick: () => void; children: string }) {
  return (
    <Button variant={on ? "filled" : "default"} size="xs" radius="xl" aria-pressed={on} onClick={onClick}>
      {children}
    </Button>
  );
}

const CinemaSelect = memo(function CinemaSelect({
  cinema,
  onChange,
  cinemas,
  chosenCinema,
  onCinemaSearch,
  onCinemaOpen,
}: Pick<InvoiceFilter, "cinema"> &
  Pick<InvoiceFilterBarProps, "onChange" | "cinemas" | "chosenCinema" | "onCinemaSearch" | "onCinemaOpen">) {
  const find = useDebouncedCallback(onCinemaSearch, SEARCH_DELAY_MS);
  const found = cinemas.map(({ id, name, city }) => ({
    value: String(id),
    label: city ? `${name} (${city})` : name,
  }));
  const value = cinema === undefined ? null : String(cinema);
  const isListed = value === null || found.some((one) => one.value === value);
  const data = isListed ? found : [{ value, label: chosenCinema ?? "…" }, ...found];
  return (
    <Select
      aria-label="Cinéma"
      placeholder={TEXTS.cinema}
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Effacer le cinéma" }}
      nothingFoundMessage={TEXTS.noCinema}
      value={value}
      onChange={(id) => onChange({ cinema: id === null ? undefined : Number(id) })}
      onSearchChange={find}
      onDropdownOpen={onCinemaOpen}
      // The server has searched already.
      filter={({ options }) => options}
      data={data}
      className={classes["choice"] ?? ""}
      comboboxProps={{ width: 320, position: "bottom-start" }}
    />
  );
});

function weekChoices(chosen: CivilDate | undefined): { value: string; label: string }[] {
  const latest = cinemaWeekOf(addDays(civilDateInParis(new Date()), WEEKS_AHEAD * 7)).start;
  const starts = Array.from({ length: WEEKS_OFFERED }, (_, back) => addDays(latest, -7 * back));
  const all = chosen && !starts.includes(chosen) ? [chosen, ...starts] : starts;
  return all.map((start) => ({ value: start, label: weekDisplay(cinemaWeekOf(start)) }));
}
