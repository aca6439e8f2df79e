import type { ExposedModule } from "@bobine/shared-auth";
import { lazyPage } from "@bobine/shared-ui";

const RetardsPage = lazyPage(async () => (await import("./retards.page.tsx")).RetardsPage);

export const routes: ExposedModule["routes"] = [{ path: "/retards", element: <RetardsPage /> }];
