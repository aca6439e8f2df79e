import type { ReactNode } from "react";
import classes from "./form.module.css";

/** A hint below its field: fields side by side stay level, whichever has one. */
export const HINT_BELOW: ("label" | "input" | "description" | "error")[] = [
  "label",
  "input",
  "error",
  "description",
];

/** Fields that belong together, named for the eye and for screen readers. */
export function FormSection({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <fieldset className={classes["section"]}>
      <legend className={classes["legend"]}>
        {title}
        {hint ? <span className={classes["hint"]}> {hint}</span> : null}
      </legend>
      {children}
    </fieldset>
  );
}
