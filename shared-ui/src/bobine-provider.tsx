import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { cssVariablesResolver, theme } from "./theme.ts";

/** Theme, dialogs and toasts, once around the whole page. `env="test"` stops the transitions. */
export function BobineProvider({
  children,
  env = "default",
}: {
  children: ReactNode;
  env?: "default" | "test";
}) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      env={env}
    >
      <ModalsProvider labels={{ confirm: "Confirmer", cancel: "Annuler" }}>
        <Notifications position="bottom-right" limit={4} containerWidth={400} />
        {children}
      </ModalsProvider>
    </MantineProvider>
  );
}
