import { BobineProvider } from "@bobine/shared-ui";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider, type RouterProviderProps } from "react-router-dom";
import { type Federation, FederationContext } from "./federation/federation-context.ts";

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
          <RouterProvider router={router} />
        </FederationContext>
      </QueryClientProvider>
    </BobineProvider>
  );
}
