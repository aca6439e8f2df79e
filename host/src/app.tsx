import { BobineProvider, PanelContext } from "@bobine/shared-ui";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { RouterProvider, type RouterProviderProps } from "react-router-dom";
import { type Federation, FederationContext } from "./federation/federation-context.ts";
import { RemotePanel } from "./federation/remote-outlet.tsx";

/** For developers only: its code is no part of what others load. */
const OverrideBadge = lazy(async () => ({
  default: (await import("./federation/override-badge.tsx")).OverrideBadge,
}));

/** For super admins who look into a failure, as well. */
const CompositionBadge = lazy(async () => ({
  default: (await import("./federation/composition-badge.tsx")).CompositionBadge,
}));
/** As the page was asked for: a screen may lead elsewhere at once. */
const composition = new URLSearchParams(globalThis.location?.search).get("composition");

export interface AppProps {
  federation: Federation;
  queryClient: QueryClient;
  router: RouterProviderProps["router"];
  env?: "default" | "test";
}

export function App({ federation: given, queryClient, router, env = "default" }: AppProps) {
  // Replaced by the builds of a developer's remote alone (FED-22).
  const [federation, replace] = useState(given);
  return (
    <BobineProvider env={env}>
      <QueryClientProvider client={queryClient}>
        <FederationContext value={federation}>
          {federation.overrides && federation.overrides.length > 0 ? (
            <Suspense>
              <OverrideBadge federation={federation} replace={replace} />
            </Suspense>
          ) : null}
          <PanelContext value={drawPanel}>
            {composition === null ? null : (
              <Suspense>
                <CompositionBadge asked={composition} />
              </Suspense>
            )}
            <RouterProvider router={router} />
          </PanelContext>
        </FederationContext>
      </QueryClientProvider>
    </BobineProvider>
  );
}

const drawPanel = (name: string) => <RemotePanel panel={name} />;
