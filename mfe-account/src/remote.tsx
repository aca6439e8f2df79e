import type { RemoteDoor } from "@bobine/shared-auth";
import { lazyPage } from "@bobine/shared-ui";
import { paths } from "./paths.ts";

const LogsPage = lazyPage(async () => (await import("./features/audit/logs.page.tsx")).LogsPage);

export const routes: RemoteDoor["routes"] = [{ path: paths.logs(), element: <LogsPage /> }];
