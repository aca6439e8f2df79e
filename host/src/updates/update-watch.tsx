import { registrySchema, type Registry } from "@bobine/contract/registry";
import {
  currentViewer,
  mountedBuilds,
  reloadPage,
  unfinishedWork,
  whenBuildMounts,
  watchRegistryId,
} from "@bobine/shared-auth";
import { dismissLasting, notifyLasting } from "@bobine/shared-ui";
import { Button, Group } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { reportLoads } from "../federation/build-reports.ts";
import { useFederation } from "../federation/federation-context.ts";
import { describeFailure, reportFailure, SUPPORT_CODE_BYTES } from "../federation/failures.ts";
import { liveRegistryId } from "../federation/guarded-reload.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { useLeaveQuestion } from "./leave-question.tsx";
import { createUpdateCheck } from "./update-check.ts";
import { LEAVE_TEXTS, UPDATE_TEXTS } from "./updates.texts.ts";
import { type WaitingUpdate, waitingUpdate } from "./waiting-update.ts";

/** Tells of a newer build within a minute in a tab that asks nothing of the server. */
const POLL_MS = 45_000;
/** People change windows often. */
const REST_MS = 15_000;
/** The id that answers carry may be two seconds old: a hint is followed once, not with each answer. */
const HINT_REST_MS = 3_000;
const FILE_TIMEOUT_MS = 10_000;
const TOAST = "bobine-update";

/**
 * In a tab that stays open: says that what it shows has another build on the server, for as long as that is so. Reloading is
 * the person's decision, asked again while work is unfinished (FED-6).
 */
export function UpdateWatch() {
  const { registry } = useFederation();
  const [waiting] = useState(() => waitingUpdate(registry.id, sessionStorage));
  const { ask, dialog } = useLeaveQuestion(LEAVE_TEXTS.reload);
  const reload = useEffectEvent(async () => {
    const works = unfinishedWork();
    if (works.length > 0 && !(await ask(works))) return;
    waiting.remember();
    reloadPage();
  });
  useEffect(() => {
    // Other builds than those that are live are what was asked for (FED-28).
    if (registry.replayed) return undefined;
    return watchUpdates(registry, waiting, () => void reload());
  }, [registry, waiting]);
  useEffect(() => reportLoads(registry), [registry]);
  return (
    <>
      {dialog}
      <LeaveGuard update={waiting} />
    </>
  );
}

function watchUpdates(page: Registry, waiting: WaitingUpdate, reload: () => void): () => void {
  const toast = createToast(reload);
  let reported: string | undefined;
  const report = (registryId: string | undefined): void => {
    waiting.notice(registryId);
    const isOldAgain = registryId !== undefined && waiting.cameBackOld(registryId);
    // Another reload would bring the same page: who runs the product must know, not who uses it.
    if (isOldAgain && reported !== registryId) reportOldPage(page, (reported = registryId));
    toast.show(isOldAgain ? undefined : registryId);
  };
  const update = createUpdateCheck({
    page,
    mounted: mountedBuilds,
    viewer: currentViewer,
    readId: liveRegistryId,
    readRegistry: liveRegistry,
    hasFile,
    report,
  });
  let lastCheck = Number.NEGATIVE_INFINITY;
  const check = (rest: number): void => {
    if (document.visibilityState !== "visible" || performance.now() - lastCheck < rest) return;
    lastCheck = performance.now();
    void update.check();
  };
  let hinted: ReturnType<typeof setTimeout> | undefined;
  /** One that comes while the tab rests is followed after it. */
  const followHint = (): void => {
    const rest = Math.max(0, lastCheck + HINT_REST_MS - performance.now());
    hinted ??= setTimeout(() => {
      hinted = undefined;
      check(0);
    }, rest);
  };
  const onReturn = (): void => check(REST_MS);
  const poll = setInterval(() => check(0), POLL_MS);
  window.addEventListener("focus", onReturn);
  document.addEventListener("visibilitychange", onReturn);
  const stops = [
    whenBuildMounts(() => void update.checkAgain()),
    watchRegistryId((id) => {
      if (update.isNews(id)) followHint();
    }),
  ];
  return () => {
    clearInterval(poll);
    clearTimeout(hinted);
    window.removeEventListener("focus", onReturn);
    document.removeEventListener("visibilitychange", onReturn);
    for (const stop of stops) stop();
    toast.show(undefined);
  };
}

/** Something between server and browser keeps `index.html` (FED-6). */
function reportOldPage({ id, host }: Registry, liveId: string): void {
  const { version, build, owner = "", deployedAt = "" } = host;
  reportFailure(
    describeFailure(
      { name: "host", version, build, owner, deployedAt },
      { kind: "outdated" },
      `a reload brought the page of registry ${id} again, and ${liveId} is live`,
      {
        random: crypto.getRandomValues(new Uint8Array(SUPPORT_CODE_BYTES)),
        now: new Date(),
        path: window.location.pathname,
      },
    ),
  );
}

/** The toast is there while there is something to tell; once closed by hand it comes back for a newer registry only. */
function createToast(reload: () => void) {
  let shown: string | undefined;
  let closed: string | undefined;
  return {
    show: (registryId: string | undefined): void => {
      if (registryId === shown || (registryId !== undefined && registryId === closed)) return;
      const wasShown = shown !== undefined;
      shown = registryId;
      if (registryId === undefined) {
        dismissLasting(TOAST);
      } else if (!wasShown) {
        const onClose = (): void => {
          closed = shown;
          shown = undefined;
        };
        const message = <UpdateMessage onReload={reload} />;
        notifyLasting(TOAST, { title: UPDATE_TEXTS.title, message, onClose });
      }
    },
  };
}

function UpdateMessage({ onReload }: { onReload: () => void }) {
  return (
    <Group justify="space-between" gap="xs">
      <span>{UPDATE_TEXTS.message}</span>
      <Button size="xs" variant="light" onClick={onReload}>
        {UPDATE_TEXTS.reload}
      </Button>
    </Group>
  );
}

async function liveRegistry(): Promise<Registry | undefined> {
  try {
    // oxlint-disable-next-line no-restricted-globals -- the registry is no call of the API
    const answer = await fetch("/registry.json", {
      cache: "no-store",
      signal: AbortSignal.timeout(FILE_TIMEOUT_MS),
    });
    return answer.ok ? registrySchema.parse(await answer.json()) : undefined;
  } catch {
    return undefined;
  }
}

async function hasFile(url: string): Promise<boolean> {
  try {
    // oxlint-disable-next-line no-restricted-globals -- a file of a build is no call of the API
    const answer = await fetch(url, {
      method: "HEAD",
      cache: "no-store",
      signal: AbortSignal.timeout(FILE_TIMEOUT_MS),
    });
    return answer.status === 200;
  } catch {
    return false;
  }
}
