import type { ExposedModule } from "@bobine/shared-auth";
import { lazyPage } from "@bobine/shared-ui";

const ParcPage = lazyPage(async () => (await import("./parc.page.tsx")).ParcPage);

export const routes: ExposedModule["routes"] = [{ path: "/parc", element: <ParcPage /> }];
