import type { Registry } from "@bobine/contract/registry";
import { createContext, useContext } from "react";
import type { RemoteLoader } from "./remote-loader.ts";

export interface Federation {
  registry: Registry;
  loader: RemoteLoader;
}

export const FederationContext = createContext<Federation | undefined>(undefined);

export function useFederation(): Federation {
  const federation = useContext(FederationContext);
  if (!federation) throw new Error("no FederationContext around this part");
  return federation;
}
