import { PageHeader, PlaceholderPage } from "@bobine/shared-ui";
import { useFederation } from "./federation/federation-context.ts";
import { remoteForPanel } from "./federation/registry.ts";
import { RemotePanel } from "./federation/remote-outlet.tsx";

const PANEL = "dashboard";

/** SPEC §2.5: the host's page around the panel that a remote brings. */
export function DashboardPage() {
  const { registry } = useFederation();
  const remote = remoteForPanel(registry, PANEL);
  if (!remote) return <PlaceholderPage title="Accueil" />;
  return (
    <>
      <PageHeader title="Accueil" />
      <RemotePanel remote={remote} panel={PANEL} />
    </>
  );
}
