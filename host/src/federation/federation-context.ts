import type { Registry } from "@bobine/contract/registry";
import { createContext, useContext } from "react";
import type { Override } from "./dev-overrides.ts";
import type { RemoteLoader } from "./remote-loader.ts";

export interface Federation {
  registry: Registry;
  loader: RemoteLoader;
  /** Remotes that this page takes from a developer's machine; never in production. */
  overrides?: readonly Override[];
}

export const FederationContext = createContext<Federation | undefined>(undefined);

export function useFederation(): Federation {
  const federation = useContext(FederationContext);
  if (!federation) throw new Error("no FederationContext around this part");
  return federation;
}
