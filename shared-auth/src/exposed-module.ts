import type { ComponentType } from "react";
import type { RouteObject } from "react-router-dom";

/**
 * What the exposed module of a remote (`src/remote.tsx`) exports. Paths are the full ones of UI-1 (`/invoices/:invoiceId`),
 * the same as in `remote.config.json`; pages are lazy (`lazyPage` of shared-ui), so that the exposed module stays small.
 * Whether the page may be reloaded or the distributor changed is no matter of the exposed module: the mounted screens say what is
 * unfinished (`useUnfinishedWork`, `useDraft`).
 */
export interface ExposedModule {
  routes: RouteObject[];
  /** Parts that the host places in its own pages, by name: `dashboard`. */
  panels?: Record<string, ComponentType>;
}
