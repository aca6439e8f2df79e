import {
  type Registry,
  type RegistryRemote,
  registryRemoteSchema,
  registrySchema,
} from "../federation/registry.ts";
import { builderOf } from "./builder.testing.ts";

export const aRemote = builderOf(registryRemoteSchema, {
  name: "mfe-finance",
  version: "0.1.0",
  build: "0123456789ab",
  entry: "remoteEntry.js",
  owner: "Équipe Finance",
  routes: ["/invoices", "/invoices/:invoiceId"],
  nav: [{ label: "FACTURES", path: "/invoices", order: 40, icon: "invoice" }],
  panels: ["dashboard"],
  shared: {},
  integrity: { "remoteEntry.js": "sha384-abc" },
  preload: ["remoteEntry.js"],
  baseUrl: "/r/mfe-finance/0123456789ab/",
  deployedAt: "2026-11-18T08:30:00.000Z",
  contract: "^1.0.0",
});

const registryOf = builderOf(registrySchema, {
  schemaVersion: 1,
  id: "registry-1",
  generatedAt: "2026-11-18T08:30:00.000Z",
  host: { version: "0.1.0", build: "ba9876543210", contract: "1.0.0", shared: {}, integrity: {} },
  settings: {
    boxOfficeKind: "cnc",
    communicationDomain: "@factures.bobine.example",
    providerPages: { card: [], bank: [] },
  },
});

export const aRegistry = (remotes: RegistryRemote[] = [aRemote()]): Registry => registryOf({ remotes });
