import { type CivilDate, civilDate } from "@bobine/contract/civil-date";
import { useState } from "react";
import { Dialog } from "../dialog.tsx";
import { DayField, type DayFieldProps } from "./day-field.tsx";

export const NoDay = (props: Partial<DayFieldProps>) => {
  const [day, setDay] = useState<CivilDate>();
  return <DayField label="Règlement promis pour le" day={day} onDay={setDay} {...props} />;
};

export const ChosenDay = (props: Partial<DayFieldProps>) => {
  const [day, setDay] = useState<CivilDate | undefined>(civilDate("2026-12-24"));
  return (
    <DayField
      label="Règlement promis pour le"
      day={day}
      {...props}
      onDay={(next) => {
        setDay(next);
        props.onDay?.(next);
      }}
    />
  );
};

/** A form that can be given up. */
export const DayOfForm = ({ onWrong }: Pick<DayFieldProps, "onWrong">) => {
  const kept = civilDate("2026-12-24");
  const [day, setDay] = useState<CivilDate | undefined>(kept);
  return (
    <>
      <DayField label="Règlement promis pour le" day={day} onDay={setDay} onWrong={onWrong} />
      <button type="button" onClick={() => setDay(kept)}>
        Abandonner les modifications
      </button>
    </>
  );
};

/** The calendar lies above the dialog. */
export const DayOfDialog = ({ close = () => undefined }: { close?: () => void }) => (
  <Dialog opened onClose={close} title="Relances">
    <ChosenDay />
  </Dialog>
);
