import { Tabs } from "@mantine/core";
import { useSearchParams } from "react-router-dom";
import { CinemasTab } from "./features/cinemas/cinemas.tab.tsx";
import { DistributorsTab } from "./features/distributors/distributors.tab.tsx";

/** The super-admin console (SPEC §2.12): two tabs, kept in the query parameter `tab`. */
export function ConsolePage() {
  const [params, setParams] = useSearchParams();
  const tab = params.get("tab") === "cinemas" ? "cinemas" : "distributors";
  return (
    <Tabs
      value={tab}
      onChange={(next) => setParams(next === "cinemas" ? { tab: "cinemas" } : {})}
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
