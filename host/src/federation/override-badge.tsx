import { unfinishedWork } from "@bobine/shared-auth";
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { type Override, resetOverrides } from "./dev-overrides.ts";
import classes from "./override-badge.module.css";
import { UPDATE_TEXTS } from "../updates/updates.texts.ts";
import { FAILURE_TEXTS } from "./remote-failure.texts.ts";

/**
 * Always on the screen while a remote comes from a developer's machine (FED-7): what one sees is not what is live. The page is loaded anew
 * when the developer's server has built the remote again (FED-22), unless somebody's work would be lost.
 */
export function OverrideBadge({ overrides }: { overrides: readonly Override[] }) {
  const isNewer = useNewBuilds(overrides);
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
      {isNewer ? (
        <Button size="compact-sm" variant="white" color="dark" onClick={() => window.location.reload()}>
          {UPDATE_TEXTS.reload}
        </Button>
      ) : null}
      <Button size="compact-sm" variant="white" color="dark" onClick={resetOverrides}>
        {FAILURE_TEXTS.reset}
      </Button>
    </aside>
  );
}

/** @returns whether a newer build waits until somebody's work is done */
function useNewBuilds(overrides: readonly Override[]): boolean {
  const [isNewer, setIsNewer] = useState(false);
  useEffect(() => {
    const sources = overrides.flatMap(({ entry }) => {
      const baseUrl = entry?.["baseUrl"];
      if (typeof baseUrl !== "string") return [];
      // A server that tells nothing of this kind refuses, and is not asked again.
      const source = new EventSource(new URL("../changes", baseUrl));
      source.addEventListener("message", () => {
        if (unfinishedWork().length > 0) setIsNewer(true);
        else window.location.reload();
      });
      return [source];
    });
    return () => {
      for (const source of sources) source.close();
    };
  }, [overrides]);
  return isNewer;
}
