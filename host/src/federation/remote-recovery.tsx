import type { RegistryRemote } from "@bobine/contract/registry";
import { currentViewer } from "@bobine/shared-auth";
import { PageLoadError, PageLoading } from "@bobine/shared-ui";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useOnline } from "../use-online.ts";
import { isOfNetwork, isTransient } from "./failure-diagnosis.ts";
import { type Diagnosis, type RemoteFailure, RemoteLoadError } from "./failures.ts";
import { useFederation } from "./federation-context.ts";
import { liveRegistryId, mayReload } from "./guarded-reload.ts";
import { isLoadError, OfflineCard, RemoteFailureCard } from "./remote-failure.card.tsx";
import { type LoadedRemote, RETRY_DELAYS_MS } from "./remote-loader.ts";
import { reportRemoteFailure } from "./report-remote-failure.ts";

export interface RemoteRecoveryProps {
  remote: RegistryRemote;
  error: unknown;
  /** What ran when it failed; undefined when nothing did. */
  loaded: LoadedRemote | undefined;
  /** True when this place has been on the screen since the page was loaded. */
  hasShown: boolean;
  /** How many times in a row this place has tried again by itself. */
  attempts: number;
  /** True where a whole screen should be; a panel neither takes the focus nor reloads the page. */
  isScreen: boolean;
  /** Mounts the remote again, without a person having asked for it. */
  tryAgain: () => void;
  /** The person's « Réessayer »: begins again with the release that should run. */
  retry: () => void;
}

/**
 * What comes after a failure (FED-4). Code that did not come is tried again when the network failed, then asked of
 * another release, then of the server's newer builds by one reload; what is left is the card.
 */
export function RemoteRecovery(props: RemoteRecoveryProps) {
  const { remote, error, isScreen, retry } = props;
  const online = useOnline();
  // It may be back by now: the attempts took a moment.
  const [cutOff] = useState(
    () => isLoadError(error) && (!online || (error instanceof RemoteLoadError && error.wasCutOff)),
  );
  const [failure, setFailure] = useState<RemoteFailure>();
  const recover = useRecovery(props);
  const { registry } = useFederation();
  const retryRequested = async () => {
    // What is wrong may have been rolled back since: only a new page brings another registry, and the person asked for it.
    const live = isScreen ? await liveRegistryId() : undefined;
    if (live !== undefined && live !== registry.id) window.location.reload();
    else retry();
  };

  useReturnOfNetwork(cutOff, () => {
    if (cutOff || (failure && isOfNetwork(failure))) retry();
  });

  const begin = useEffectEvent((isCurrent: () => boolean) => {
    if (cutOff) return;
    void recover(isCurrent).then((found) => {
      if (found && isCurrent()) setFailure(found);
    });
  });
  useEffect(() => {
    let current = true;
    begin(() => current);
    return () => {
      current = false;
    };
  }, [error]);

  if (cutOff) return <OfflineCard retry={retry} takesFocus={isScreen} />;
  return failure ? (
    <RemoteFailureCard
      key={remote.build}
      failure={failure}
      takesFocus={isScreen}
      retry={() => void retryRequested()}
    />
  ) : (
    <PageLoading />
  );
}

/** @param wasAway nobody saw it go: that it is there counts as its return */
function useReturnOfNetwork(wasAway: boolean, onReturn: () => void): void {
  const online = useOnline();
  const away = useRef(wasAway);
  const returned = useEffectEvent(onReturn);
  useEffect(() => {
    if (online && away.current) returned();
    away.current = !online;
  }, [online]);
}

/** @returns a function that mends what can be mended, and answers the failure that cannot */
function useRecovery({ remote, error, loaded, hasShown, attempts, isScreen, tryAgain }: RemoteRecoveryProps) {
  const { registry, loader } = useFederation();
  return async (isCurrent: () => boolean): Promise<RemoteFailure | undefined> => {
    const release = error instanceof RemoteLoadError ? error.release : (loaded?.release ?? remote);
    const diagnosis = await diagnosisOf(error, () => loader.examine(release, error));
    const delay = RETRY_DELAYS_MS[attempts];
    if (error instanceof PageLoadError && isCurrent()) {
      if (isTransient(diagnosis) && delay !== undefined) {
        await new Promise((resolve) => setTimeout(resolve, delay));
        if (isCurrent()) tryAgain();
        return undefined;
      }
    }
    if (!isCurrent()) return undefined;
    if (diagnosis.kind === "missing" && isScreen) {
      const live = await liveRegistryId();
      if (isCurrent() && mayReload(sessionStorage, release, registry.id, live)) {
        window.location.reload();
        return undefined;
      }
    }
    const failed = { release, diagnosis, error };
    const failure = reportRemoteFailure(failed);
    // A build that breaks before it has shown anything is as bad as one that does not come (FED-4); later, its
    // screens hold what the person was doing.
    const isUnusable = error instanceof PageLoadError || (diagnosis.kind === "render" && !hasShown);
    if (isUnusable && loader.giveUp(remote, currentViewer(), failed)) {
      if (isCurrent()) tryAgain();
      return undefined;
    }
    return failure;
  };
}

function diagnosisOf(error: unknown, examine: () => Promise<Diagnosis>): Promise<Diagnosis> | Diagnosis {
  if (error instanceof RemoteLoadError) return error.diagnosis;
  // Code that ran and threw: nothing to ask of the network.
  return error instanceof PageLoadError ? examine() : { kind: "render" };
}
