import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { cssVariablesResolver, theme } from "./theme.ts";
import { Toasts } from "./toasts.tsx";

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
      {children}
      <Toasts />
    </MantineProvider>
  );
}
