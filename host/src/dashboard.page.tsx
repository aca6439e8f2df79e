import { ErrorBoundary, ErrorCard, lazyPage, PageHeader, PlaceholderPage } from "@bobine/shared-ui";
import { Suspense, useEffect, useState } from "react";
import { useFederation } from "./federation/federation-context.ts";
import { remoteForPanel } from "./federation/registry.ts";
import { RemotePanel } from "./federation/remote-outlet.tsx";

const PANEL = "dashboard";
/** The table of UI-7 comes first, also on the network. */
const FIGURES_AFTER_MS = 250;

const DashboardFigures = lazyPage(
  async () => (await import("./features/dashboard/figures.tsx")).DashboardFigures,
);

/** UI-7: the host's page around the panel that a remote brings, and pictures of the same money under it. */
export function DashboardPage() {
  const { registry } = useFederation();
  const remote = remoteForPanel(registry, PANEL);
  if (!remote) return <PlaceholderPage title="Accueil" />;
  return (
    <>
      <PageHeader title="Accueil" />
      <RemotePanel remote={remote} panel={PANEL} />
      <LateFigures />
    </>
  );
}

function LateFigures() {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsTime(true), FIGURES_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isTime) return null;
  return (
    <ErrorBoundary
      fallback={(_error, retry) => (
        <ErrorCard title="La vue d’ensemble n’a pas pu être affichée." onRetry={retry} />
      )}
    >
      <Suspense>
        <DashboardFigures />
      </Suspense>
    </ErrorBoundary>
  );
}
