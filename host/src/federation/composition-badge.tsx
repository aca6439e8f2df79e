import { openComposition } from "@bobine/contract/build-reports";
import { callApi, useSession } from "@bobine/shared-auth";
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useFederation } from "./federation-context.ts";
import classes from "./override-badge.module.css";

const TEXTS = {
  title: "Page rejouée",
  hint: "les builds qu’un utilisateur avait lors d’une panne",
  missing: (builds: readonly string[]) => `introuvables\u00a0: ${builds.join(", ")}`,
  leave: "Revenir aux builds en service",
  open: "Ouvrir avec ces builds",
  runs: "ils s’exécuteront avec vos droits",
  refused: "impossible\u00a0: ses builds ne sont plus connus, ou ce navigateur refuse les cookies",
  notAllowed: "réservée aux super administrateurs",
} as const;

const KEY = "bobine.replay";
/** The page as it was asked for: a screen may have led elsewhere since. */
const ASKED_AT = globalThis.location?.pathname ?? "/";

/**
 * Always on the screen while a page has the builds of a composition (FED-28): what one sees is not what is live. Where the server has not
 * given them yet, a super admin asks for them by a button, and the page is loaded once more: a link alone runs nothing.
 */
export function CompositionBadge({ asked }: { asked: string }) {
  const { replayed } = useFederation().registry;
  const { isSuperAdmin, isAuthenticated } = useSession();
  const isOpen = replayed !== undefined;
  // The page came without its composition although it was allowed.
  const [isRefused, setIsRefused] = useState(() => !isOpen && sessionStorage.getItem(KEY) === asked);
  const [isOpening, setIsOpening] = useState(false);
  useEffect(() => sessionStorage.removeItem(KEY), []);
  const mayOpen = !isOpen && isSuperAdmin && !isRefused;
  if (!isOpen && !isAuthenticated) return null;
  const said = isOpen
    ? [TEXTS.hint, ...(replayed.missing.length > 0 ? [TEXTS.missing(replayed.missing)] : [])].join(", ")
    : !isSuperAdmin
      ? TEXTS.notAllowed
      : isRefused
        ? TEXTS.refused
        : `${TEXTS.hint}\u00a0: ${TEXTS.runs}`;
  return (
    <aside className={classes["badge"]} aria-label={TEXTS.title}>
      <strong>{TEXTS.title}</strong>
      <span>{said}</span>
      {mayOpen ? (
        <Button
          size="compact-sm"
          variant="white"
          color="dark"
          loading={isOpening}
          onClick={() => {
            setIsOpening(true);
            open(asked).catch(() => setIsRefused(true));
          }}
        >
          {TEXTS.open}
        </Button>
      ) : null}
      <Button size="compact-sm" variant="white" color="dark" onClick={() => window.location.assign(ASKED_AT)}>
        {TEXTS.leave}
      </Button>
    </aside>
  );
}

/** @throws when the builds are not known */
async function open(asked: string): Promise<void> {
  await callApi(openComposition, { params: { composition: asked } });
  sessionStorage.setItem(KEY, asked);
  window.location.replace(`${ASKED_AT}?composition=${asked}`);
}
