import { Button } from "@mantine/core";
import { type Override, resetOverrides } from "./dev-overrides.ts";
import classes from "./override-badge.module.css";
import { FAILURE_TEXTS } from "./remote-failure.texts.ts";

/** Always on the screen while a remote comes from a developer's machine (FED-7): what one sees is not what is live. */
export function OverrideBadge({ overrides }: { overrides: readonly Override[] }) {
  return (
    <aside className={classes["badge"]} aria-label={FAILURE_TEXTS.override}>
      <strong>{FAILURE_TEXTS.override}</strong>
      <ul>
        {overrides.map(({ remote, address }) => (
          <li key={remote}>
            {remote}
            {"\u00a0: "}
            {address}
          </li>
        ))}
      </ul>
      <Button size="compact-sm" variant="white" color="dark" onClick={resetOverrides}>
        {FAILURE_TEXTS.reset}
      </Button>
    </aside>
  );
}
