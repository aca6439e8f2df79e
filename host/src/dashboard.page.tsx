import { PageHeader, Panel, PlaceholderPage } from "@bobine/shared-ui";
import { useFederation } from "./federation/federation-context.ts";
import { remoteForPanel } from "./federation/registry.ts";

const PANEL = "dashboard";

/** UI-7: the host's page around the panel that a remote brings. */
export function DashboardPage() {
  const { registry } = useFederation();
  if (!remoteForPanel(registry, PANEL)) return <PlaceholderPage title="Accueil" />;
  return (
    <>
      <PageHeader title="Accueil" />
      <Panel name={PANEL} />
    </>
  );
}
