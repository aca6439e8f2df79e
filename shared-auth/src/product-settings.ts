import type { Registry } from "@bobine/contract/registry";

/** What differs from one installation to another and screens need to know. */
export type ProductSettings = Registry["settings"];

let current: ProductSettings = {
  boxOfficeKind: "cnc",
  communicationDomain: "@factures.bobine.example",
  providerPages: { card: [], bank: [] },
};

/** Called once by the host, with the settings of the registry, before any screen shows. */
export function provideProductSettings(settings: ProductSettings): void {
  current = settings;
}

/** Report kind (`cnc`), suffix of communication addresses (`@factures.bobine.example`) and pages of the providers. */
export const productSettings = (): ProductSettings => current;
