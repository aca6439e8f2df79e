import { BobineProvider, PanelContext } from "@bobine/shared-ui";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { RouterProvider, type RouterProviderProps } from "react-router-dom";
import { type Federation, FederationContext } from "./federation/federation-context.ts";
import { RemotePanel } from "./federation/remote-outlet.tsx";

/** For developers only: its code is no part of what others load. */
const OverrideBadge = lazy(async () => ({
  default: (await import("./federation/override-badge.tsx")).OverrideBadge,
}));

export interface AppProps {
  federation: Federation;
  queryClient: QueryClient;
  router: RouterProviderProps["router"];
  env?: "default" | "test";
}

export function App({ federation, queryClient, router, env = "default" }: AppProps) {
  return (
    <BobineProvider env={env}>
      <QueryClientProvider client={queryClient}>
        <FederationContext value={federation}>
          {federation.overrides && federation.overrides.length > 0 ? (
            <Suspense>
              <OverrideBadge overrides={federation.overrides} />
            </Suspense>
          ) : null}
          <PanelContext value={drawPanel}>
            <RouterProvider router={router} />
          </PanelContext>
        </FederationContext>
      </QueryClientProvider>
    </BobineProvider>
  );
}

const drawPanel = (name: string) => <RemotePanel panel={name} />;
