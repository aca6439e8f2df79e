import classes from "./account-dot.module.css";

/** The colour of a bank account, beside its name; nothing of one without. */
export const AccountDot = ({ colour }: { colour: string }) =>
  colour === "" ? null : (
    <span className={classes["dot"]} style={{ background: `var(--mantine-color-${colour}-6)` }} aria-hidden />
  );
