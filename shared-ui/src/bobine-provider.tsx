import { MantineProvider } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { watchBusyControls } from "./busy-focus.ts";
import { watchLostFocus } from "./lost-focus.ts";
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
  useEffect(watchBusyControls, []);
  useEffect(watchLostFocus, []);
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
