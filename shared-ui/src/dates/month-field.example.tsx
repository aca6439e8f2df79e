import { useState } from "react";
import { MonthField, type MonthFieldProps } from "./month-field.tsx";

export const AMonth = (props: Partial<MonthFieldProps>) => {
  const [month, setMonth] = useState("2026-10");
  return (
    <MonthField
      label="Mois"
      month={month}
      {...props}
      onMonth={(next) => {
        setMonth(next);
        props.onMonth?.(next);
      }}
    />
  );
};
