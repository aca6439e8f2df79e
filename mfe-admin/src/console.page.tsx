import { Tabs } from "@mantine/core";
import { CinemasTab } from "./features/cinemas/cinemas.tab.tsx";
import { DistributorsTab } from "./features/distributors/distributors.tab.tsx";
import { useAddress } from "./use-address.ts";

/** The super-admin console (SPEC §2.12): two tabs, kept in the query parameter `tab`. */
export function ConsolePage() {
  const [params, change] = useAddress();
  const tab = params.get("tab") === "cinemas" ? "cinemas" : "distributors";
  return (
    <Tabs
      value={tab}
      onChange={(next) => change({ tab: next === "cinemas" ? "cinemas" : undefined })}
      keepMounted={false}
    >
      <Tabs.List mb="lg">
        <Tabs.Tab value="distributors">Distributeurs</Tabs.Tab>
        <Tabs.Tab value="cinemas">Cinémas</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="distributors">
        <DistributorsTab />
      </Tabs.Panel>
      <Tabs.Panel value="cinemas">
        <CinemasTab />
      </Tabs.Panel>
    </Tabs>
  );
}
