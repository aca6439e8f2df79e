import { MantineProvider } from "@mantine/core";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { cssVariablesResolver, theme } from "./theme.ts";
import { loadToasts, whenToastsLoad } from "./toast-loading.ts";

/** Long enough for the first screen to stand, short enough that the network is still there when an error needs a toast. */
const TOASTS_AFTER_MS = 2_000;

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
      <ToastPlace />
      {children}
    </MantineProvider>
  );
}

/** Shows toasts once their code has come: after the first screen, or with the first toast. */
function ToastPlace() {
  const [place, setPlace] = useState<{ Toasts: ComponentType }>();
  useEffect(() => {
    const stop = whenToastsLoad(setPlace);
    // Not arrived now: the first toast asks again.
    const timer = setTimeout(() => void loadToasts().catch(() => undefined), TOASTS_AFTER_MS);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return place ? <place.Toasts /> : null;
}
