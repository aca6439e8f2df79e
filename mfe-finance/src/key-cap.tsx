import classes from "./key-cap.module.css";

/** A key of the keyboard, drawn on what it does. The name of a button stays without it. */
export function KeyCap({ children }: { children: string | number }) {
  return (
    <kbd className={classes["key"]} aria-hidden>
      {children}
    </kbd>
  );
}
