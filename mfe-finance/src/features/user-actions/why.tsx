import classes from "./workbench.module.css";

/** Evidence in words, one a line, as sentences. */
export function Why({ title, reasons }: { title: string; reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={classes["heading"]}>{title}</h3>
      <ul className={classes["why"]}>
        {reasons.map((reason) => (
          <li key={reason}>{capitalised(reason)}</li>
        ))}
      </ul>
    </section>
  );
}

export const capitalised = (text: string): string => text.slice(0, 1).toLocaleUpperCase("fr") + text.slice(1);
