import type { RemoteDoor } from "@bobine/shared-auth";
import { lazyPage } from "@bobine/shared-ui";
import { paths } from "./paths.ts";

const ConsolePage = lazyPage(async () => (await import("./console.page.tsx")).ConsolePage);

export const routes: RemoteDoor["routes"] = [{ path: paths.console(), element: <ConsolePage /> }];
