import { lazyPage, PageLoading } from "@bobine/shared-ui";
import { Tabs } from "@mantine/core";
import { Suspense } from "react";
import { CinemasTab } from "./features/cinemas/cinemas.tab.tsx";
import { LinksTab } from "./features/links/links.tab.tsx";
import { DistributorsTab } from "./features/distributors/distributors.tab.tsx";
import { ProspectsTab } from "./features/prospects/prospects.tab.tsx";
import { RequestsTab } from "./features/requests/requests.tab.tsx";
import { useAddress } from "./use-address.ts";

const TABS = ["distributors", "prospects", "cinemas", "requests", "links", "modules", "log"] as const;

/** Few people need them, and rarely: the console comes without them. */
const ModulesTab = lazyPage(async () => (await import("./features/modules/modules.tab.tsx")).ModulesTab);
const LogTab = lazyPage(async () => (await import("./features/log/log.tab.tsx")).LogTab);

/** The super-admin console: its tabs are kept in the query parameter `tab`. */
export function ConsolePage() {
  const [params, change] = useAddress();
  const tab = TABS.find((known) => known === params.get("tab")) ?? "distributors";
  return (
    <Tabs
      value={tab}
      onChange={(next) => change({ tab: next === null || next === "distributors" ? undefined : next })}
      keepMounted={false}
    >
      <Tabs.List mb="lg">
        <Tabs.Tab value="distributors">Distributeurs</Tabs.Tab>
        <Tabs.Tab value="prospects">Demandes</Tabs.Tab>
        <Tabs.Tab value="cinemas">Cinémas</Tabs.Tab>
        <Tabs.Tab value="requests">Demandes sur les cinémas</Tabs.Tab>
        <Tabs.Tab value="links">Rattachements</Tabs.Tab>
        <Tabs.Tab value="modules">Modules</Tabs.Tab>
        <Tabs.Tab value="log">Journal</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="distributors">
        <DistributorsTab />
      </Tabs.Panel>
      <Tabs.Panel value="prospects">
        <ProspectsTab />
      </Tabs.Panel>
      <Tabs.Panel value="cinemas">
        <CinemasTab />
      </Tabs.Panel>
      <Tabs.Panel value="requests">
        <RequestsTab />
      </Tabs.Panel>
      <Tabs.Panel value="links">
        <LinksTab />
      </Tabs.Panel>
      <Tabs.Panel value="modules">
        <Suspense fallback={<PageLoading />}>
          <ModulesTab />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="log">
        <Suspense fallback={<PageLoading />}>
          <LogTab />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}
