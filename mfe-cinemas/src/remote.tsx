import type { RemoteDoor } from "@bobine/shared-auth";
import { PlaceholderPage } from "@bobine/shared-ui";

export const routes: RemoteDoor["routes"] = [{ path: "/cinemas", element: <PlaceholderPage title="CINÉMAS" /> }];
