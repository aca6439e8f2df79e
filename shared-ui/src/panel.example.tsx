import { Text } from "@mantine/core";
import { Panel, PanelContext } from "./panel.tsx";
import { Surface } from "./surface.tsx";

/** What the host draws for the names that a remote brings. */
const brought = (name: string) =>
  name === "payments" ? (
    <Surface>
      <Text fw={600}>Paiements en attente</Text>
      <Text c="dimmed" size="sm">
        Apporté par mfe-finance.
      </Text>
    </Surface>
  ) : null;

export const BroughtByARemote = () => (
  <PanelContext value={brought}>
    <Panel name="payments" />
  </PanelContext>
);
