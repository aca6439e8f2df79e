import classes from "./brand.module.css";

/** The name of the product with its mark, a reel. */
export function Brand() {
  return (
    <span className={classes["brand"]}>
      <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
        <circle cx="12" cy="12" r="11" fill="currentColor" />
        <g fill="var(--bobine-surface)">
          <circle cx="12" cy="6.3" r="2.5" />
          <circle cx="17.4" cy="10.2" r="2.5" />
          <circle cx="15.4" cy="16.6" r="2.5" />
          <circle cx="8.6" cy="16.6" r="2.5" />
          <circle cx="6.6" cy="10.2" r="2.5" />
          <circle cx="12" cy="12" r="1.1" />
        </g>
      </svg>
      <span className={classes["name"]}>Bobine</span>
    </span>
  );
}
