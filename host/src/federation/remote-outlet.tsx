import type { RegistryRemote } from "@bobine/contract/registry";
import { announceBuild, currentViewer } from "@bobine/shared-auth";
import { ErrorBoundary, PageLoading } from "@bobine/shared-ui";
import { type ReactNode, Suspense, use, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useLocation, useRoutes } from "react-router-dom";
import { NotFoundPage } from "../not-found.page.tsx";
import { DegradedBanner } from "./degraded-banner.tsx";
import { useFederation } from "./federation-context.ts";
import { remoteForPanel, remoteForPath } from "./registry.ts";
import type { LoadedRemote } from "./remote-loader.ts";
import { RemoteRecovery } from "./remote-recovery.tsx";
import { reportRemoteFailure } from "./report-remote-failure.ts";

/** The screen of the remote that owns the address, or « Page introuvable ». */
export function RemoteOutlet() {
  const { registry } = useFederation();
  const { pathname } = useLocation();
  const remote = isReadable(pathname) ? remoteForPath(registry, pathname) : undefined;
  if (!remote) return <NotFoundPage />;
  return (
    <RemoteBoundary key={remote.name} remote={remote} isScreen>
      {(loaded) => <RemoteRoutes loaded={loaded} />}
    </RemoteBoundary>
  );
}

/** `/invoices/1%` names nothing: a browser accepts such an address, no decoder does. */
function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

function RemoteRoutes({ loaded }: { loaded: LoadedRemote }) {
  return useRoutes(loaded.exposed.routes) ?? <NotFoundPage />;
}

/** A part that a remote brings to a page of the host or of another remote (FED-14); nothing when no remote brings it. */
export function RemotePanel({ panel }: { panel: string }) {
  const { registry } = useFederation();
  const remote = remoteForPanel(registry, panel);
  if (!remote) return null;
  return (
    <RemoteBoundary remote={remote} isScreen={false}>
      {({ exposed }) => {
        const Panel = exposed.panels?.[panel];
        if (!Panel) throw new Error(`${remote.name} brings no panel ${panel}`);
        return <Panel />;
      }}
    </RemoteBoundary>
  );
}

interface RemoteBoundaryProps {
  remote: RegistryRemote;
  isScreen: boolean;
  children: (loaded: LoadedRemote) => ReactNode;
}

/** A remote that fails costs its own place in the page and nothing else. */
function RemoteBoundary({ remote, isScreen, children }: RemoteBoundaryProps) {
  const { loader } = useFederation();
  const { pathname } = useLocation();
  const attempts = useRef(0);
  const loaded = useRef<LoadedRemote>(undefined);
  const hasShown = useRef(false);
  useEffect(() => {
    attempts.current = 0;
  }, [pathname]);
  return (
    // A failed screen follows the user neither to the next one nor to a developer's next build; one that works keeps its state and focus.
    <ErrorBoundary
      resetKey={remote.build + pathname}
      fallback={(error, mountAgain) => (
        <RemoteRecovery
          remote={remote}
          error={error}
          loaded={loaded.current}
          hasShown={hasShown.current}
          attempts={attempts.current}
          isScreen={isScreen}
          tryAgain={() => {
            attempts.current += 1;
            mountAgain();
          }}
          retry={() => {
            attempts.current = 0;
            loaded.current = undefined;
            loader.forget(remote);
            // The button goes away; the screen that comes should be the next stop, not the top of the page.
            if (isScreen) document.querySelector("main")?.focus({ preventScroll: true });
            mountAgain();
          }}
        />
      )}
    >
      <Suspense fallback={<PageLoading />}>
        <Loaded
          remote={remote}
          onLoaded={(now) => {
            loaded.current = now;
          }}
          onShown={() => {
            hasShown.current = true;
          }}
        >
          {children}
        </Loaded>
      </Suspense>
    </ErrorBoundary>
  );
}

function Loaded({
  remote,
  onLoaded,
  onShown,
  children,
}: Omit<RemoteBoundaryProps, "isScreen"> & {
  onLoaded: (loaded: LoadedRemote) => void;
  onShown: () => void;
}) {
  const loaded = use(useFederation().loader.load(remote, currentViewer()));
  // Before the children: if one of them throws, the recovery must know what was running.
  onLoaded(loaded);
  const { name, build } = loaded.release;
  // In the layout phase, which comes before the children's first calls.
  useLayoutEffect(() => announceBuild(name, build), [name, build]);
  // Never runs for a first render that throws.
  const shown = useEffectEvent(onShown);
  useEffect(() => shown(), [build]);
  return (
    <>
      <DegradedBanner loaded={loaded} />
      <ReportOfDegraded loaded={loaded} />
      {children(loaded)}
    </>
  );
}

/** A release that was replaced has failed too: whoever collects failures must hear of it. */
function ReportOfDegraded({ loaded: { instead } }: { loaded: LoadedRemote }) {
  useEffect(() => {
    if (instead) reportRemoteFailure(instead);
  }, [instead]);
  return null;
}
