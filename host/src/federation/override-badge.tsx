import { unfinishedWork } from "@bobine/shared-auth";
import { Button } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState, useTransition } from "react";
import { UPDATE_TEXTS } from "../updates/updates.texts.ts";
import { resetOverrides } from "./dev-overrides.ts";
import type { Federation } from "./federation-context.ts";
import { baseUrlOf, removeStylesOf, withNextBuilds } from "./next-builds.ts";
import classes from "./override-badge.module.css";
import { FAILURE_TEXTS } from "./remote-failure.texts.ts";

interface OverrideBadgeProps {
  federation: Federation;
  replace: (next: Federation) => void;
}

/**
 * Always on the screen while a remote comes from a developer's machine (FED-7): what one sees is not what is live. What the developer's server
 * has built again takes the place of what is shown (FED-22), unless somebody's work would be lost.
 */
export function OverrideBadge({ federation, replace }: OverrideBadgeProps) {
  const { isNewer, take } = useNextBuilds(federation, replace);
  return (
    <aside className={classes["badge"]} aria-label={FAILURE_TEXTS.override}>
      <strong>{FAILURE_TEXTS.override}</strong>
      <ul>
        {(federation.overrides ?? []).map(({ remote, address }) => (
          <li key={remote}>
            {remote}
            {"\u00a0: "}
            {address}
          </li>
        ))}
      </ul>
      {isNewer ? (
        <Button size="compact-sm" variant="white" color="dark" onClick={take}>
          {UPDATE_TEXTS.reload}
        </Button>
      ) : null}
      <Button size="compact-sm" variant="white" color="dark" onClick={resetOverrides}>
        {FAILURE_TEXTS.reset}
      </Button>
    </aside>
  );
}

/** @returns whether a newer build waits until somebody's work is done, and what takes it at once */
function useNextBuilds(federation: Federation, replace: OverrideBadgeProps["replace"]) {
  const [isNewer, setIsNewer] = useState(false);
  const [, startTransition] = useTransition();
  const { overrides = [] } = federation;
  const shown = useRef(overrides);
  useEffect(() => {
    // The screen of the build before has gone.
    removeStylesOf(shown.current, overrides, document);
    shown.current = overrides;
  }, [overrides]);
  const take = () =>
    // What is shown stays until the next build can be.
    startTransition(async () => {
      const next = await withNextBuilds(federation, document);
      startTransition(() => {
        setIsNewer(false);
        if (next) replace(next);
      });
    });
  const hear = useEffectEvent(() => {
    if (unfinishedWork().length > 0) setIsNewer(true);
    else take();
  });
  const channels = overrides.flatMap((override) => {
    const baseUrl = baseUrlOf(override);
    return baseUrl === undefined ? [] : [new URL("../changes", baseUrl).href];
  });
  const all = channels.join(" ");
  useEffect(() => {
    // A server that tells nothing of this kind refuses, and is not asked again.
    const sources = all.split(" ").flatMap((channel) => (channel === "" ? [] : [new EventSource(channel)]));
    for (const source of sources) source.addEventListener("message", hear);
    return () => {
      for (const source of sources) source.close();
    };
  }, [all]);
  return { isNewer, take };
}
