import type { RegistryRemote } from "@bobine/contract/registry";
import { ErrorBoundary, PageLoading } from "@bobine/shared-ui";
import { type ReactNode, Suspense, use } from "react";
import { useLocation, useRoutes } from "react-router-dom";
import { NotFoundPage } from "../not-found.page.tsx";
import { useFederation } from "./federation-context.ts";
import { remoteForPath } from "./registry.ts";
import { RemoteFailureCard } from "./remote-failure.card.tsx";

/** The screen of the remote that owns the address, or « Page introuvable ». */
export function RemoteOutlet() {
  const { registry } = useFederation();
  const { pathname } = useLocation();
  const remote = isReadable(pathname) ? remoteForPath(registry, pathname) : undefined;
  if (!remote) return <NotFoundPage />;
  return (
    <RemoteBoundary key={remote.name} remote={remote}>
      <RemoteRoutes remote={remote} />
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

function RemoteRoutes({ remote }: { remote: RegistryRemote }) {
  const { routes } = use(useFederation().loader.loadRemoteRoutes(remote));
  return useRoutes(routes) ?? <NotFoundPage />;
}

/** A part that a remote brings to one of the host's pages. */
export function RemotePanel({ remote, panel }: { remote: RegistryRemote; panel: string }) {
  return (
    <RemoteBoundary remote={remote}>
      <PanelOfRemote remote={remote} panel={panel} />
    </RemoteBoundary>
  );
}

function PanelOfRemote({ remote, panel }: { remote: RegistryRemote; panel: string }) {
  const door = use(useFederation().loader.loadRemoteRoutes(remote));
  const Panel = door.panels?.[panel];
  if (!Panel) throw new Error(`${remote.name} brings no panel ${panel}`);
  return <Panel />;
}

/** A remote that fails costs its own place in the page and nothing else. */
function RemoteBoundary({ remote, children }: { remote: RegistryRemote; children: ReactNode }) {
  const { loader } = useFederation();
  const { pathname } = useLocation();
  return (
    // A failed screen does not follow the user to the next one; one that works keeps its state and focus.
    <ErrorBoundary
      resetKey={pathname}
      fallback={(error, retry) => (
        <RemoteFailureCard
          remote={remote}
          error={error}
          retry={() => {
            loader.forget(remote);
            retry();
          }}
        />
      )}
    >
      <Suspense fallback={<PageLoading />}>{children}</Suspense>
    </ErrorBoundary>
  );
}
