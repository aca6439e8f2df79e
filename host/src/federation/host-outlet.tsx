import type { Registry, RegistryRemote } from "@bobine/contract/registry";
import { ErrorBoundary, PageLoadError, PageLoading } from "@bobine/shared-ui";
import { Suspense, useRef } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { useFederation } from "./federation-context.ts";
import { RemoteRecovery } from "./remote-recovery.tsx";

/**
 * The host's own screens, whose code comes when they are opened: one that fails costs its own place, as a remote's does. A tab
 * that is older than its host asks for files that are gone, and reloads once.
 * @param isFrame this place holds the whole page: what breaks while it runs is left to the last net
 */
export function HostOutlet({ isFrame = false }: { isFrame?: boolean }) {
  const { registry, loader } = useFederation();
  const { pathname } = useLocation();
  const attempts = useRef(0);
  const host = hostAsRemote(registry);
  return (
    <ErrorBoundary
      resetKey={pathname}
      fallback={(error, mountAgain) => {
        if (isFrame && !(error instanceof PageLoadError)) throw error;
        return (
          <RemoteRecovery
            remote={host}
            error={error}
            loaded={undefined}
            hasShown
            attempts={attempts.current}
            isScreen
            tryAgain={() => {
              attempts.current += 1;
              mountAgain();
            }}
            retry={() => {
              attempts.current = 0;
              loader.forget(host);
              document.querySelector("main")?.focus({ preventScroll: true });
              mountAgain();
            }}
          />
        );
      }}
    >
      <Suspense fallback={<PageLoading />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}

/** For the card and the report; it has no release before. */
export const hostAsRemote = ({ host }: Registry): RegistryRemote => ({
  ...host,
  name: "host",
  entry: "",
  baseUrl: "/assets/host/",
  uses: {},
  owner: host.owner ?? "?",
  deployedAt: host.deployedAt ?? "",
  routes: [],
  nav: [],
  panels: [],
  preload: [],
  pages: [],
  previous: null,
  canary: null,
});
