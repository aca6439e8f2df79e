import type { ReactNode } from "react";
import classes from "./form.module.css";

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
