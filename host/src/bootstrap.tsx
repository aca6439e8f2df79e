import {
  announceBuild,
  createQueryClient,
  fetchCsrfCookie,
  followOtherTabs,
  provideProductSettings,
} from "@bobine/shared-auth";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router-dom";
import { App } from "./app.tsx";
import { appRoutes } from "./app-routes.tsx";
import { activeOverrides } from "./federation/dev-overrides.ts";
import type { RemoteFailure } from "./federation/failures.ts";
import { readRegistry } from "./federation/registry.ts";
import { createRemoteLoader, installRemoteLoading } from "./federation/remote-loader.ts";
import "./lent/on-demand.ts";
import "./layers.css";
import "@fontsource-variable/inter/index.css";
import "./mantine-styles.ts";
import "./page.css";

const overrides = activeOverrides();
const registry = readRegistry(document, overrides);
provideProductSettings(registry.settings);
announceBuild("host", registry.host.build);
installRemoteLoading();
followOtherTabs();
void fetchCsrfCookie();
// Its code comes when something fails; if that does not come either, the failure still shows.
addEventListener("bobine:remote-failure", (event) => {
  const { detail } = event as CustomEvent<RemoteFailure>;
  import("./federation/send-failure.ts")
    .then(({ sendFailure }) => sendFailure(detail, registry))
    .catch(() => undefined);
});

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <App
    federation={{ registry, loader: createRemoteLoader({ host: registry.host, overrides }), overrides }}
    queryClient={createQueryClient()}
    router={createBrowserRouter(appRoutes)}
  />,
);
